# lint.readme: the complete example in README.md is the file that the build compiles, and every link leads somewhere.
set -euo pipefail
cd "$1"
block=$(awk '/^```cpp$/ { code = ""; inside = 1; next }
             /^```$/ { if (inside && code ~ /int main/) { printf "%s", code; exit } inside = 0; next }
             inside { code = code $0 "\n" }' README.md)
[ -n "$block" ] || { echo "README.md has no complete example"; exit 1; }
diff <(echo "$block") examples/first_schedule.cpp || { echo "README.md's example is not examples/first_schedule.cpp"; exit 1; }
lines=$(wc -l <examples/first_schedule.cpp)
[ "$lines" -lt 60 ] || { echo "the example has $lines lines, 60 or more"; exit 1; }
status=0
for page in README.md $(find docs -name "*.md"); do
  while read -r link; do
    if [ ! -e "$(dirname "$page")/$link" ]; then
      echo "$page: no such file: $link"
      status=1
    fi
  done < <(awk '/^```/ { code = !code; next } !code' "$page" | sed 's/`[^`]*`//g' | grep -oE '\]\([^)#:]+\)' | sed 's/^](//; s/)$//')
done
exit "$status"
