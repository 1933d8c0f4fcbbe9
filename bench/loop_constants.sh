#!/usr/bin/env bash
# What it costs to compile a declared loop as a constant: CPU seconds and peak memory of g++, clang and nvcc for a whole
# unit, without any flag that raises a limit, and those of `stretto plan` for the same loop. Then what `stretto pipeline`
# takes for larger loops. Prints the tables of docs/measured.md. A loop whose search exceeds a compiler's limits is
# marked.
#   bench/loop_constants.sh BUILD [ROUNDS]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$(cd "$1" && pwd)
rounds=${2:-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
includes=(-I "$root/include" -I "$root/tests/pipeline" -I "$work")

# cost COMMAND...: the least CPU seconds of all rounds with the most memory, or "exceeds limits".
cost() {
  local best="" memory=0
  for _ in $(seq "$rounds"); do
    if ! /usr/bin/time -o "$work/time" -f '%U %S %M' "$@" > "$work/log" 2>&1; then
      grep -qiE 'step limit|operation count exceeds|constant value' "$work/log" || { cat "$work/log" >&2; exit 1; }
      echo "exceeds limits"
      return
    fi
    read -r user system peak < <(tail -1 "$work/time")
    best=$(awk -v a="$user" -v b="$system" -v c="${best:-1e9}" 'BEGIN { t = a + b; print t < c ? t : c }')
    memory=$((peak > memory ? peak : memory))
  done
  awk -v s="$best" -v m="$memory" 'BEGIN { printf "%.1f s, %d MB", s, m / 1024 }'
}

# tool COMMAND...: CPU milliseconds of one of 20 runs, and the peak memory.
tool() {
  local spent peak
  "$build/stretto" "$@" > /dev/null || exit 1
  spent=$( { TIMEFORMAT='%U %S'; time for _ in $(seq 20); do "$build/stretto" "$@" > /dev/null; done; } 2>&1)
  peak=$( { /usr/bin/time -f %M "$build/stretto" "$@" > /dev/null; } 2>&1)
  awk -v t="$spent" -v m="$peak" 'BEGIN { split(t, s, " "); printf "%.0f ms, %d MB", (s[1] + s[2]) * 50, m / 1024 }'
}

# row TITLE OPS ROLES POLICY PLANNED: the unit defines Policy; PLANNED is what the tool plans.
row() {
  local title=$1 ops=$2 roles=$3 policy=$4
  shift 4
  printf '#include <stretto/gpu/h100.hpp>\n#include <stretto/loops/flash_attention.hpp>\n#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/static_pipeline.hpp>\n#include <user_loops.hpp>\n%s\nstatic_assert(Policy::pipe.proven());\n' "$policy" > "$work/unit.cpp"
  local gxx clang nvcc
  gxx=$(cost g++ -std=c++20 "${includes[@]}" -c "$work/unit.cpp" -o "$work/unit.o")
  clang=$(cost clang++-22 -std=c++20 "${includes[@]}" -c "$work/unit.cpp" -o "$work/unit.o")
  nvcc=$(cost nvcc -std=c++20 -arch=sm_90 "${includes[@]}" -x cu -c "$work/unit.cpp" -o "$work/unit.o")
  local planned=""
  if (($# > 0)); then planned=$(tool plan "$@"); fi
  echo "| $title | $ops | $roles | $gxx | $clang | $nvcc | $planned |"
}

searched() {
  printf 'struct Declared { static constexpr stretto::Loop declare() { using namespace stretto; %s }
static constexpr stretto::Gpu target() { return stretto::targets::h100; } };
struct Policy { static constexpr auto pipe = stretto::pipeline<Declared>(); };' "$1"
}
planned() {
  "$build/stretto" plan "$root/tests/pipeline/loops/$1" --name Given -o "$work/given_plan.hpp"
  printf '#include "given_plan.hpp"\nusing Policy = GivenPlan;'
}
two_groups='loop.groups = 2; return loop;'

loops=$root/tests/pipeline/loops
echo '| loop | ops | roles | g++ | clang | nvcc | `stretto plan` |'
echo '| --- | ---: | ---: | ---: | ---: | ---: | ---: |'
row 'headers alone' 0 0 'struct Policy { struct { constexpr bool proven() const { return true; } } static constexpr pipe{}; };'
row 'GEMM' 3 2 "$(searched 'return loops::gemm({});')" gemm --target h100
row 'block-scaled fp8 GEMM, two groups' 5 3 "$(searched 'return user_loops::block_scaled_gemm(1, 2);')"
row 'attention' 7 2 "$(searched 'return loops::flash_attention({});')" flash_attention --target h100
row 'attention, two groups' 7 3 "$(searched "Loop loop = loops::flash_attention({}); $two_groups")" \
  flash_attention --groups 2 --target h100
row 'block-scaled fp8 GEMM' 10 2 "$(searched 'return user_loops::block_scaled_gemm(2);')" "$loops/block_scaled_gemm.json"
row 'the same with a plan' 10 2 "$(planned block_scaled_gemm.json)"
row 'cooperative block-scaled fp8 GEMM' 24 3 "$(searched 'return user_loops::cooperative_gemm();')" "$loops/cooperative_gemm.json"
row 'the same with a plan' 24 3 "$(planned cooperative_gemm.json)"

echo
echo '| ops | roles | `stretto pipeline` | with `--persistent` |'
echo '| ---: | ---: | ---: | ---: |'
for size in '1 8' '2 9' '7 2' '7 3' '7 4' '7 5' '7 6'; do
  read -r consumers k_steps <<< "$size"
  "$root/bench/wide_gemm.py" "$consumers" "$k_steps" > "$work/wide.json"
  once=$(tool pipeline "$work/wide.json")
  persistent=$(tool pipeline "$work/wide.json" --persistent)
  echo "| $((k_steps * (1 + 3 * consumers))) | $((consumers + 1)) | $once | $persistent |"
done
