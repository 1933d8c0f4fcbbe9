# lint.tidy: clang-tidy finds nothing in the tool, the examples and the public headers.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/files.sh"
cd "$1"
needs clang-tidy-22
mapfile -t tool < <(tracked 'tool/*.cpp')
mapfile -t examples < <(tracked 'examples/*.cpp')
[ "${#tool[@]}" -gt 0 ] && [ "${#examples[@]}" -gt 0 ] || { echo "no source files found"; exit 1; }
echo "$((${#tool[@]} + ${#examples[@]} + 1)) files"

# Most of the time goes into headers of others, so the tool's sources are checked in one unit that includes them all.
# The static analyzer does not follow code into included files, and some checks read only the main file: for these the
# sources are written one behind the other into as many files as there are cores.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unit=$folder/unit.cpp
printf '#include "%s"\n' "${tool[@]/#/$PWD/}" >"$unit"
joined=()
for ((core = 0; core < $(nproc) && core < ${#tool[@]}; ++core)); do joined+=("$folder/joined_$core.cpp"); done
for index in "${!tool[@]}"; do
  { echo "// ---- ${tool[index]}" && cat "${tool[index]}"; } >>"${joined[index % ${#joined[@]}]}"
done
main_file='bugprone-suspicious-include,clang-analyzer-*,modernize-deprecated-headers'

# check FILE HEADERS CHECKS: of headers, only those whose path matches. The analyzer spends 7,500 nodes on a
# function, a thirtieth of its usual budget. HIP's header is a stand-in.
check() {
  local file=$1 headers=$2 checks=${3-}
  clang-tidy-22 --quiet --config-file=.clang-tidy --header-filter="$headers" --checks="$checks" "$file" -- -std=c++20 \
    -I. -Iinclude -Itool -Itool/include -isystem tests/cdna/launch -Xclang -analyzer-config -Xclang max-nodes=7500 2>&1
}
export -f check
{
  echo "$unit (^|/)tool/ -${main_file//,/,-}"
  echo "tests/lint/umbrella.cpp (^|/)include/stretto/"
  printf "%s (^|/)tool/ -*,$main_file\n" "${joined[@]}"
  printf '%s (^|/)examples/\n' "${examples[@]}"
} | xargs -P "$(nproc)" -L 1 bash -c 'check "$@"' check
