# lint.readme: README.md is short, and every link of the pages leads somewhere. docs.code_blocks checks their code.
set -euo pipefail
cd "$1"
status=0
lines=$(wc -l <README.md)
if [ "$lines" -gt 150 ]; then
  echo "README.md has $lines lines; the limit is 150. Move details to docs."
  status=1
fi
for page in README.md examples/README.md $(find docs -name "*.md"); do
  while read -r link; do
    if [ ! -e "$(dirname "$page")/$link" ]; then
      echo "$page: no such file: $link"
      status=1
    fi
  done < <(awk '/^```/ { code = !code; next } !code' "$page" | sed 's/`[^`]*`//g' | grep -oE '\]\([^)#:]+\)' | sed 's/^](//; s/)$//')
done
exit "$status"
