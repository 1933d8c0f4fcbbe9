#!/bin/sh
# run_or_skip.sh NAME=PATH... -- COMMAND...: runs the command. When a path is not there, it says which name is missing
# and exits with 77.
while [ "$1" != "--" ]; do
  if [ ! -e "${1#*=}" ]; then
    echo "skipped: ${1%%=*} not found"
    exit 77
  fi
  shift
done
shift
exec "$@"
