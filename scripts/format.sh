#!/usr/bin/env bash
# Formats every tracked source file in place, as the test lint.format requires.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tests/lint/files.sh
tracked '*.hpp' '*.cpp' '*.cu' '*.cuh' '*.hip' | xargs -r -d '\n' clang-format-22 --style=file -i
