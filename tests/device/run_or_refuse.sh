#!/bin/sh
# run_or_refuse.sh PATTERN COMMAND...: the command succeeds, or exits with 77 and says what PATTERN describes (extended
# regular expression), as it must where there is no GPU for it.
pattern=$1
shift
output=$("$@" 2>&1)
status=$?
printf '%s\n' "$output"
case $status in
  0) exit 0 ;;
  77) printf '%s\n' "$output" | grep -Eq -e "$pattern" || { echo "missing: $pattern"; exit 1; } ;;
  *) exit "$status" ;;
esac
