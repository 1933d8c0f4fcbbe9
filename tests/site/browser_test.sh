# browser_test.sh CHROMIUM SITE: the site in a real browser, from files, without a server. Its pages load without an error, its
# scripts run, and its search finds what the reference has.
set -euo pipefail
chromium=$1
site=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() {
  echo "FAILED: $1" >&2
  exit 1
}
# open_page PAGE: leaves what the browser makes of it in $folder/dom.html.
open_page() {
  "$chromium" --headless --no-sandbox --disable-gpu --virtual-time-budget=5000 --user-data-dir="$folder/profile" \
    --enable-logging=stderr --dump-dom "file://$site/$1" >"$folder/dom.html" 2>"$folder/log"
  if grep "INFO:CONSOLE" "$folder/log"; then fail "$1 complains"; fi
}
for page in docs/index.html docs/design.html docs/reference/program.html source/include/stretto/mojo/op.hpp.html; do
  open_page "$page"
  # Furo's script takes the mark away when it runs; without it the switch between light and dark is hidden.
  if grep -q '<html class="[^"]*no-js' "$folder/dom.html"; then fail "$page: the theme's script did not run"; fi
  grep -q 'class="theme-toggle"' "$folder/dom.html" || fail "$page: no switch between light and dark"
done
open_page "search.html?q=RingCursor"
grep -q 'reference/pipeline.html' "$folder/dom.html" || fail "the search does not find RingCursor"
grep -o 'Search finished[^<]*' "$folder/dom.html"
