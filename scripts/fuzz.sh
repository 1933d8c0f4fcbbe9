#!/usr/bin/env bash
# Runs the fuzzers of tests/fuzz for long: scripts/fuzz.sh [RUNS [TARGET...]]. RUNS is the number for each target;
# default: 1000000, all targets. It needs clang 22 with libFuzzer (libclang-rt-22-dev) and builds with the preset `fuzz`.
#
# The corpora stay in build-fuzz/fuzz/corpus, so that the next run goes on from there. A finding is written to
# build-fuzz/fuzz/findings; `build-fuzz/tests/fuzz/stretto_fuzz TARGET FILE` repeats it. Reduce it, keep it in
# tests/fuzz/cases/TARGET, and fix its cause.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"

runs=${1:-1000000}
shift || true
targets=("$@")
if [ "${#targets[@]}" -eq 0 ]; then
  targets=(audit case command compiled expression gpu graphs loop pipeline program results)
fi
chunk=200000 # a process ends after this many runs: the tool keeps the names of loops for ever

step "Building the fuzzers"
quietly cmake --preset fuzz -DSTRETTO_BUILD_TESTS=ON
cmake --build build-fuzz --target stretto_fuzz stretto_cli -j "$jobs"
work=$root/build-fuzz/fuzz
python3 tests/fuzz/seeds.py . build-fuzz/stretto "$work/seeds"
mkdir -p "$work/findings" "$work/logs"

status=0
for target in "${targets[@]}"; do
  step "$target"
  mkdir -p "$work/corpus/$target"
  inputs=("$work/corpus/$target" "$work/seeds/$target")
  if [ -d "tests/fuzz/cases/$target" ]; then inputs+=("tests/fuzz/cases/$target"); fi
  done_runs=0
  while [ "$done_runs" -lt "$runs" ]; do
    next=$((runs - done_runs < chunk ? runs - done_runs : chunk))
    log=$work/logs/$target.log
    if ! nice -n 15 build-fuzz/tests/fuzz/stretto_fuzz "$target" -runs="$next" -timeout=300 -rss_limit_mb=4096 -max_len=4096 \
      -dict="$work/seeds/dictionary" -artifact_prefix="$work/findings/${target}_" -print_final_stats=1 \
      "${inputs[@]}" >"$log" 2>&1; then
      echo "a finding, after $done_runs runs:"
      grep -E '^(finding:|SUMMARY|artifact_prefix|Test unit)' "$log" || tail -n 20 "$log"
      status=1
      break
    fi
    done_runs=$((done_runs + next))
    echo "$done_runs runs without a finding, $(awk '/stat::average_exec_per_sec/ { print $2 }' "$log") a second"
  done
done
exit "$status"
