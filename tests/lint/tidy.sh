# lint.tidy: clang-tidy finds nothing in the tool, the examples and the public headers.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/files.sh"
cd "$1"
if ! command -v clang-tidy-22 >/dev/null; then
  echo "skipped: clang-tidy-22 is not installed"
  exit 77
fi
mapfile -t files < <(tracked 'tool/*.cpp' 'examples/*.cpp' 'tests/lint/umbrella.cpp')
[ "${#files[@]}" -gt 1 ] || { echo "no source files found"; exit 1; }
echo "${#files[@]} files"
# The headers of the library are checked once, through umbrella.cpp; the tool's with each of its files.
check() {
  local filter='(^|/)tool/'
  if [ "$1" = tests/lint/umbrella.cpp ]; then filter='(^|/)include/stretto/'; fi
  clang-tidy-22 --quiet --header-filter="$filter" "$1" -- -std=c++20 -Iinclude -Itool 2>&1
}
export -f check
printf '%s\n' "${files[@]}" | xargs -P "$(nproc)" -I{} bash -c 'check {}'
