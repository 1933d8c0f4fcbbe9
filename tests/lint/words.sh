# lint.words: no tracked file names a folder of somebody's machine, leaves work for later or has a word that is never
# right in this repository's prose.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/files.sh"
cd "$1"
# Put together here, so that this file does not find itself.
later="TO""DO|FIX""ME"
home="work|root"
# Literal translations: a duplicate name does not stand twice, a mistake is fixed, and so on.
foreign="stands tw""ice|is no tar""get|way o""ut|me""nd(s|ed|ing)?|tw""ins?|wit""ness(es)?|says? nothing o""f"
mapfile -t files < <(tracked)
[ "${#files[@]}" -gt 0 ] || { echo "no files found"; exit 1; }
echo "${#files[@]} files"
status=0
if grep -InE "\\b($later)\\b" -- "${files[@]}"; then
  echo "work is left for later in the lines above"
  status=1
fi
if grep -InE "(^|[^[:alnum:]_.})-])/($home)(/|[^[:alnum:]_-]|\$)" -- "${files[@]}"; then
  echo "the lines above name a folder of one machine"
  status=1
fi
if grep -InEi "\\b($foreign)\\b" -- "${files[@]}"; then
  echo "the lines above have words to avoid; docs/glossary.md has those to use"
  status=1
fi
exit "$status"
