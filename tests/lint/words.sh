# lint.words: no tracked file names a folder of somebody's machine or leaves work for later.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/files.sh"
cd "$1"
# Put together here, so that this file does not find itself.
later="TO""DO|FIX""ME"
home="work|root"
mapfile -t files < <(tracked)
[ "${#files[@]}" -gt 0 ] || { echo "no files found"; exit 1; }
echo "${#files[@]} files"
status=0
if grep -InE "\\b($later)\\b" -- "${files[@]}"; then
  echo "work is left for later in the lines above"
  status=1
fi
if grep -InE "(^|[^[:alnum:]_.})-])/($home)(/|[^[:alnum:]_-]|\$)" -- "${files[@]}"; then
  echo "the lines above name a folder of one machine"
  status=1
fi
exit "$status"
