#!/usr/bin/env bash
# The pictures in docs are what the tool draws.
#
#   tests/docs/pictures.sh [TOOL]           compares
#   tests/docs/pictures.sh --write [TOOL]   writes them anew
#
# TOOL is build/stretto unless named. A line of the list: the picture, and what `stretto show --svg` gets.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
pictures='
docs/tutorial_one_slot.svg  gemm --target a100 --tile 128x256x32 --slots 1
docs/tutorial_plan.svg      gemm --target a100 --tile 128x256x32
docs/flash_attention.svg    flash_attention --target h200
'
write=false
if [ "${1-}" = --write ]; then
  write=true
  shift
fi
tool=${1-build/stretto}
drawn=$(mktemp)
trap 'rm -f "$drawn"' EXIT
status=0
while read -r file arguments; do
  [ -n "$file" ] || continue
  # shellcheck disable=SC2086  # several words
  "$tool" show $arguments --svg >"$drawn"
  if $write; then
    cp "$drawn" "$file"
    chmod 644 "$file"
  elif ! cmp "$drawn" "$file"; then
    echo "$file is not what the tool draws: tests/docs/pictures.sh --write"
    status=1
  fi
done <<<"$pictures"
exit "$status"
