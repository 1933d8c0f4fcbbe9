#!/usr/bin/env bash
# script_test.sh ROOT FOLDER TABLE: ./cdna with the kernel that compiles fastest, and what it refuses. TABLE prints the
# list of kernels.
set -euo pipefail
root=$1
folder=$2
table=$3
kernel=gemm_bf16_128x128x64_single_buffer
for tool in clang++-22 ld.lld-22 llvm-readelf-22; do
  if ! command -v "$tool" >/dev/null; then
    echo "skipped: $tool not found"
    exit 77
  fi
done
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"

fail() {
  echo "FAILED: $*"
  exit 1
}
# expect STATUS WORDS ARGUMENT...: ./cdna ends so, and says so
expect() {
  local status=0 wanted=$1 words=$2 said
  shift 2
  said=$("$root/cdna" "$@" 2>&1) || status=$?
  printf '%s\n' "./cdna $*" "$said"
  [ "$status" -eq "$wanted" ] || fail "status $status, not $wanted"
  grep -qF -e "$words" <<<"$said" || fail "missing: $words"
}

expect 0 "--kernel NAME" --help
expect 2 "unknown option --fast" --fast
expect 2 "unknown option gfx950" gfx950
expect 2 "--arch needs a value" --arch
expect 2 "--jobs is none" --jobs none
expect 2 "no kernel named gemm_nothing" --kernel gemm_nothing --output out
expect 2 "no kernel for gfx90a" --arch gfx90a --output out
expect 2 "no kernel named gemm_bf16_256x256x32_ping_pong for gfx950" --kernel gemm_bf16_256x256x32_ping_pong --arch gfx950
[ ! -e out ] || fail "a refusal left a folder"

# A compiler that fails, and one that leaves something else, leave nothing.
STRETTO_HIP_CLANG=false expect 1 "$kernel does not compile for gfx950" --kernel $kernel --arch gfx950 --output out
[ ! -e out ] || fail "a failed compilation left a folder"
printf '#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\necho half >"$2"\n' >other_compiler
chmod +x other_compiler
STRETTO_HIP_CLANG=$PWD/other_compiler expect 1 "is no code object for gfx950" --kernel $kernel --arch gfx950 --output out
[ ! -e out ] || fail "a bad code object left a folder"

# The real one; a folder is relative to where the user is.
expect 0 "code objects: 1," --kernel $kernel --arch gfx950 --output out
[ "$(cd out && find . -type f | sort | paste -sd ' ')" = "./$kernel.gfx950.hsaco ./kernels.json" ] || fail "other files"
llvm-readelf-22 -h "out/$kernel.gfx950.hsaco" | grep "Flags:.*gfx950" >/dev/null || fail "another architecture"
expect 0 "code objects: 1," --kernel $kernel --arch gfx942 --output out
# Both are listed, with the tile, threads and LDS that the launcher takes them to have.
for arch in gfx950 gfx942; do
  line=$("$table" | grep -F "\"$kernel\", \"arch\": \"$arch\"") || fail "the list has no $kernel for $arch"
  grep -qF "$line" out/kernels.json || fail "kernels.json lacks: $line"
done

# What was there stays when a compilation fails later.
before=$(cat out/* | cksum)
STRETTO_HIP_CLANG=false expect 1 "nothing was written" --kernel $kernel --output out
[ "$(cat out/* | cksum)" = "$before" ] || fail "a failed compilation changed the folder"
[ -z "$(find out -name '.*' -mindepth 1)" ] || fail "temporary files are left"
