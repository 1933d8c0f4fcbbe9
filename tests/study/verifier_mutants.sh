#!/bin/sh
# Mutants of the verifier: writes the copy that can be switched, builds verifier_mutants.cpp with it, and tries every
# mutant. The table goes to standard output: mutant, how it was caught, by which program, programs tried, seconds,
# place, kind, text and change.
#
# usage: verifier_mutants.sh [work folder] [arguments of verifier_mutants; --all --jobs 2 unless given]
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
work=${1:-$(mktemp -d)}
[ $# -gt 0 ] && shift
cxx=${CXX:-g++}
mkdir -p "$work"

python3 "$root/tests/study/verifier_mutants.py" "$root/include/stretto/verify" "$work" >&2

flags="-std=c++20 -O2 -I$root/include -I$root -I$work -I$root/tests/study -I$root/tests/executor -I$root/tests/unit
  -I$root/tests/explorer -I$root/tests/model_checker"
sources="$root/executor/policy.cpp $root/tests/executor/role_programs.cpp"
for name in describe explorer unrolled; do sources="$sources $root/tests/explorer/$name.cpp"; done
for file in "$root"/executor/interpreter/*.cpp; do sources="$sources $file"; done
for name in events machine model_checker unroll validate; do
  sources="$sources $root/tests/model_checker/$name.cpp"
done
for name in role_mutations role_words arbitrary_program arbitrary_study comparison_study damage fitted_versions knowledge_program loop_shape \
  nearly_right_program program_reducer program_source random_declared_loop random_loop repairs ring_program \
  run_lengths shared_loop state_histories state_pair_programs synchronised_program verdict_words wait_insertion verifier_mutants; do
  sources="$sources $root/tests/study/$name.cpp"
done
objects=""
for file in $sources; do
  object=$work/$(echo "${file#"$root"/}" | tr / _).o
  # shellcheck disable=SC2086
  $cxx $flags -c "$file" -o "$object"
  objects="$objects $object"
done
# shellcheck disable=SC2086
$cxx $objects -o "$work/verifier_mutants" -lpthread

[ $# -gt 0 ] || set -- --all --jobs 2
exec "$work/verifier_mutants" "$@"
