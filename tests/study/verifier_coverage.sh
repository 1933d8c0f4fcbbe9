#!/bin/sh
# Which lines and branches of the verifier do proofs rest on? Builds verifier_coverage.cpp with clang's source-based
# coverage, verifies programs that are proven and no others, and prints a table by file and the branches that no proven
# program takes.
#
# usage: verifier_coverage.sh [seeds of each kind] [work folder]
set -eu

seeds=${1:-20000}
root=$(cd "$(dirname "$0")/../.." && pwd)
work=${2:-$(mktemp -d)}
cxx=${CXX:-clang++-22}
cov=${LLVM_COV:-llvm-cov-22}
profdata=${LLVM_PROFDATA:-llvm-profdata-22}
mkdir -p "$work"

flags="-std=c++20 -O1 -I$root/include -I$root -I$root/tests/study -I$root/tests/executor -I$root/tests/unit
  -I$root/tests/explorer -I$root/tests/model_checker"
sources="$root/executor/policy.cpp $root/tests/executor/role_programs.cpp"
for file in "$root"/executor/interpreter/*.cpp; do sources="$sources $file"; done
for name in events machine model_checker unroll validate; do
  sources="$sources $root/tests/model_checker/$name.cpp"
done
for name in role_mutations role_words arbitrary_program arbitrary_study damage fitted_versions nearly_right_program \
  program_reducer program_source repairs ring_program run_lengths shared_loop synchronised_program verdict_words \
  wait_insertion; do
  sources="$sources $root/tests/study/$name.cpp"
done

# Only the driver is instrumented.
objects=""
for file in $sources; do
  object=$work/$(echo "${file#"$root"/}" | tr / _).o
  # shellcheck disable=SC2086
  [ -f "$object" ] || $cxx $flags -c "$file" -o "$object"
  objects="$objects $object"
done
# shellcheck disable=SC2086
$cxx $flags -fprofile-instr-generate -fcoverage-mapping -c "$root/tests/study/verifier_coverage.cpp" \
  -o "$work/verifier_coverage.o"
# It comes first: of an inline function the first definition is taken.
# shellcheck disable=SC2086
$cxx -fprofile-instr-generate "$work/verifier_coverage.o" $objects -o "$work/verifier_coverage" -lpthread

# Proven programs alone, then all of them: what only rejected programs take is told from what none takes.
for which in proven all; do
  option=""
  [ "$which" = proven ] || option=--all
  LLVM_PROFILE_FILE=$work/$which.profraw "$work/verifier_coverage" "$seeds" $option
  "$profdata" merge "$work/$which.profraw" -o "$work/$which.profdata"
  "$cov" export "$work/verifier_coverage" -instr-profile="$work/$which.profdata" -skip-expansions -skip-functions \
    -sources "$root/include/stretto/verify" >"$work/$which.json"
done

python3 - "$work/proven.json" "$work/all.json" <<'PYTHON'
import json
import os
import sys

proven, every = [
    {os.path.basename(f["filename"]): f for f in json.load(open(name))["data"][0]["files"]} for name in sys.argv[1:]
]
print("| file | lines | lines run | branches | taken by proven programs | by any |")
print("| --- | ---: | ---: | ---: | ---: | ---: |")
missed = []
for name in sorted(proven):
    file = proven[name]
    lines = file["summary"]["lines"]
    branches = file["summary"]["branches"]
    by_any = every[name]["summary"]["branches"]["covered"]
    row = (name, lines["count"], lines["covered"], branches["count"], branches["covered"], by_any)
    print("| %s | %d | %d | %d | %d | %d |" % row)
    text = open(file["filename"]).read().split("\n")
    rejected = {tuple(b[:4]): b[4:6] for b in every[name]["branches"]}
    for line, column, last, end, *counts in file["branches"]:
        condition = text[line - 1][column - 1 : end - 1] if last == line else text[line - 1][column - 1 :]
        for side, count in zip(("true", "false"), counts[:2]):
            if count > 0:
                continue
            others = rejected[(line, column, last, end)][side == "false"] > 0
            missed.append((name, line, condition.replace("|", "\\|"), side, "rejected" if others else "none"))
print("\nBranches that no proven program takes, and who does:\n")
print("| file | line | condition | side | taken by |\n| --- | ---: | --- | --- | --- |")
for row in missed:
    print("| %s | %d | `%s` | %s | %s |" % row)
PYTHON
