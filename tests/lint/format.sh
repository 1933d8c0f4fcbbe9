# lint.format: every source file is formatted as .clang-format says.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/files.sh"
cd "$1"
needs clang-format-22
mapfile -t files < <(tracked '*.hpp' '*.cpp' '*.cu' '*.cuh' '*.hip')
[ "${#files[@]}" -gt 0 ] || { echo "no source files found"; exit 1; }
echo "${#files[@]} files"
if ! clang-format-22 --style=file --dry-run --Werror "${files[@]}"; then
  echo "To format everything: scripts/format.sh"
  exit 1
fi
