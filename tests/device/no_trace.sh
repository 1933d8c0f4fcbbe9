#!/bin/sh
# no_trace.sh FILE PATTERN...: fails when a pattern (extended regular expression) occurs in the file. A pattern that
# is written +PATTERN must occur.
file=$1
shift
status=0
for pattern in "$@"; do
  case $pattern in
    +*) grep -Eq -e "${pattern#+}" "$file" || { echo "missing: ${pattern#+}"; status=1; } ;;
    *) ! grep -En -e "$pattern" "$file" || { echo "found: $pattern"; status=1; } ;;
  esac
done
exit $status
