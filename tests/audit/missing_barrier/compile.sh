#!/bin/sh
# compile.sh [CLANG]: writes the assembly of every kernel in this folder, for both targets.
set -e
cd "$(dirname "$0")"
for kernel in *.hip; do
  for target in gfx942 gfx950; do
    "${1:-clang++-22}" -x hip --offload-arch=$target -nogpulib -nogpuinc --cuda-device-only -O3 -S -fno-ident \
      "$kernel" -o "${kernel%.hip}.$target.s"
  done
done
