#!/usr/bin/env bash
# Compiles one source and checks the outcome.
#
#   run_compiler.sh refused|accepted|precompiled gcc|clang|nvcc COMPILER FILECHECK SOURCE INCLUDE_DIR WORK_DIR
#
# refused: the compiler must fail, and its messages must match the CHECK lines of the source (for nvcc, which prints
# template arguments in another form, the NVCC lines; for clang, which prints the rule in words as well, also the CLANG
# lines; for g++ and nvcc, which print names among the template arguments, also the NAMES lines). accepted: the compiler
# must succeed. precompiled: likewise, on a header that is left in WORK_DIR; what is to be refused includes it in that
# form.
# Exit status 77: the compiler or FileCheck is not installed.
set -u

outcome=$1
kind=$2
compiler=$3
filecheck=$4
source=$5
include_dir=$6
work_dir=$7

skip() {
  echo "SKIPPED $(basename "$source") with $kind: $1"
  exit 77
}
[ -x "$compiler" ] || skip "no $kind compiler"
[ "$outcome" != refused ] || [ -x "$filecheck" ] || skip "no FileCheck"

prefix=CHECK
case $kind in
  gcc) flags=(-fsyntax-only -fdiagnostics-color=never) prefix=CHECK,NAMES ;;
  clang) flags=(-fsyntax-only -fno-color-diagnostics) prefix=CHECK,CLANG ;;
  # nvcc has no -fsyntax-only; -cuda stops after the host source is made.
  nvcc) flags=(-x cu -cuda -o /dev/null) prefix=NVCC,NAMES ;;
  *) echo "unknown compiler kind $kind" && exit 1 ;;
esac

# Both g++ and clang look for a precompiled form beside a file of -include.
header=$work_dir/precompiled.hpp
if [ "$outcome" = precompiled ]; then
  mkdir -p "$work_dir"
  echo "#include \"$source\"" >"$header"
  source=$header
  flags=(-x c++-header -o "$header.gch")
elif [ "$outcome" = refused ] && [ -e "$header.gch" ]; then
  flags+=(-include "$header")
fi

messages=$("$compiler" -std=c++20 "${flags[@]}" -I "$include_dir" "$source" 2>&1)
status=$?
printf '%s\n' "$messages"

if [ "$outcome" != refused ]; then
  [ $status -eq 0 ] || { echo "FAILED: must compile, but $kind refuses it" && exit 1; }
  exit 0
fi
[ $status -ne 0 ] || { echo "FAILED: must not compile, but $kind accepts it" && exit 1; }
# A crash of the compiler, or an evaluation cut short, is no refusal.
broke_off='internal compiler error|PLEASE submit a bug report|limit of [0-9]+ exceeded|step limit'
if grep -qiE "$broke_off" <<<"$messages"; then
  echo "FAILED: $kind broke off" && exit 1
fi
# nvcc prints a name letter by letter: {'C', '\000', ...} is {"C"}.
letters=(-e "s/, '\\\\000'//g" -e "s/\\{'\\\\000'\\}/{\"\"}/g" -e "s/', '//g" -e "s/\\{'/{\"/g" -e "s/'\\}/\"}/g" -e 's/\{\{"/{"/g' -e 's/"\}\}/"}/g')
[ "$kind" != nvcc ] || messages=$(sed -E "${letters[@]}" <<<"$messages")
printf '%s\n' "$messages" | "$filecheck" --check-prefixes=$prefix --allow-unused-prefixes "$source"
