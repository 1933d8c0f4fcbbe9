#!/bin/sh
# refuses_mutations.sh PRINTER DIRECTORY FILECHECK...: every schedule with one mistake in it must fail the order test.
printer=$1
directory=$2
shift 2
rm -rf "$directory" && mkdir -p "$directory" && "$printer" mutations "$directory" || exit 1
survivors=0
for mutant in "$directory"/*.check; do
  if "$@" "$mutant" > /dev/null 2>&1; then
    echo "not noticed: $(basename "$mutant" .check)"
    survivors=$((survivors + 1))
  fi
done
[ "$survivors" -eq 0 ]
