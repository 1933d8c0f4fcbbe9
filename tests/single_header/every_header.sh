#!/usr/bin/env bash
# every_header.sh HEADER INCLUDE: stretto.hpp names every header but those for one vendor's dialect, in stretto/cdna and
# stretto/hopper, and the single header has each once.
set -euo pipefail
expected=$(cd "$2" && find stretto -name '*.hpp' -not -path 'stretto/cdna/*' -not -path 'stretto/hopper/*' | sort)
[ -n "$expected" ] || { echo "no headers found in $2"; exit 1; }
diff <(echo "$expected") <(sed -n 's|^// ---- ||p' "$1" | sort) || { echo "differs in $1"; exit 1; }
diff <(echo "$expected" | grep -vxF stretto/stretto.hpp) <(sed -n 's|^#include <\(stretto/.*\)>$|\1|p' "$2/stretto/stretto.hpp" | sort) ||
  { echo "differs in stretto/stretto.hpp"; exit 1; }
if grep -nE '^#(include ["<]stretto|pragma once|line)' "$1"; then
  echo "the lines above do not belong into $1"
  exit 1
fi
