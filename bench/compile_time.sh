#!/usr/bin/env bash
# Extra compile time of a translation unit, for each shipped schedule (and the proven variant of ping-pong) and
# compiler: the unit with the schedule compiled as a constant against the same unit with the entries written by hand.
# The two units are compiled alternately. The table shows the medians, their difference, and the spread (largest minus
# smallest) of the unit with the compiled schedule.
# Usage: bench/compile_time.sh BUILD_DIRECTORY [rounds]
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=${1:?usage: bench/compile_time.sh BUILD_DIRECTORY [rounds]}
rounds=${2:-7}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$build/bench/write_units" "$work"

declare -A command=(
  [g++]="g++ -std=c++20 -O2 -c"
  [clang]="clang++-22 -std=c++20 -O2 -c"
  [clang_gfx950]="clang++-22 -x hip --offload-arch=gfx950 --cuda-device-only -nogpuinc -nogpulib -std=c++20 -O2 -S"
  [nvcc]="nvcc -x cu -std=c++20 -arch=sm_90 -O2 -c"
)

seconds_of() { # compiler, unit
  local begin end
  begin=$(date +%s%N)
  ${command[$1]} -I"$root/include" "$2" -o "$work/out"
  end=$(date +%s%N)
  awk "BEGIN { printf \"%.3f\n\", ($end - $begin) / 1e9 }"
}
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
spread() { sort -n | awk 'NR == 1 { low = $1 } { high = $1 } END { printf "%.3f\n", high - low }'; }

echo "method: $rounds rounds, the two units in turn, wall-clock seconds, median"
printf '%-14s %-16s %10s %10s %10s %10s\n' compiler schedule 'by hand' compiled extra spread
for compiler in g++ clang clang_gfx950 nvcc; do
  if ! command -v "${command[$compiler]%% *}" >/dev/null; then
    echo "$compiler: skipped, ${command[$compiler]%% *} not found"
    continue
  fi
  for schedule in ping_pong proven_ping_pong four_wave single_buffer; do
    : >"$work/hand" && : >"$work/comp"
    seconds_of "$compiler" "$work/${schedule}_by_hand.cpp" >/dev/null # warms the file cache
    for ((i = 0; i < rounds; ++i)); do
      seconds_of "$compiler" "$work/${schedule}_by_hand.cpp" >>"$work/hand"
      seconds_of "$compiler" "$work/${schedule}_compiled.cpp" >>"$work/comp"
    done
    hand=$(median <"$work/hand")
    comp=$(median <"$work/comp")
    printf '%-14s %-16s %10.3f %10.3f %10.3f %10.3f\n' "$compiler" "$schedule" "$hand" "$comp" \
      "$(awk "BEGIN { print $comp - $hand }")" "$(spread <"$work/comp")"
  done
done
