#!/usr/bin/env bash
# compile_alone.sh HEADER FOLDER SOURCE... -- COMMAND...: runs a compiler in FOLDER, in which there is nothing but the
# single header and copies of the sources that include it instead of the library's headers.
set -euo pipefail
header=$1
folder=$2
shift 2
rm -rf "$folder"
mkdir -p "$folder"
cp "$header" "$folder/stretto_single.hpp"
while [ "$1" != -- ]; do
  copy=$folder/$(basename "$1")
  sed -E 's|^#include <stretto/.*>$|#include "stretto_single.hpp"|' "$1" >"$copy"
  if grep -n 'include.*stretto/' "$copy"; then
    echo "$1 still includes headers of the library"
    exit 1
  fi
  shift
done
shift
cd "$folder"
exec "$@"
