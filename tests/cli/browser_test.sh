#!/usr/bin/env bash
# browser_test.sh TOOL CHROMIUM: the HTML report in a real browser. It loads without an error, draws a bar for everything
# in the scene, and shows the numbers of the JSON.
set -euo pipefail
tool=$1
chromium=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() {
  echo "FAILED: $1" >&2
  exit 1
}
for what in ping_pong flash_attention; do
  "$tool" show "$what" --html -o "$folder/page.html"
  "$tool" show "$what" --json -o "$folder/scene.json"
  "$chromium" --headless --no-sandbox --disable-gpu --window-size=1366,900 --virtual-time-budget=4000 \
    --user-data-dir="$folder/profile" --enable-logging=stderr --dump-dom "file://$folder/page.html" \
    >"$folder/dom.html" 2>"$folder/log"
  if grep "INFO:CONSOLE" "$folder/log"; then fail "$what: the page complains"; fi
  value() { sed -n "s/^ *\"$1\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}$/\1/p" "$folder/scene.json" | head -n 1; }
  shown() { sed -n "s/.*id=\"$1\">[^<]*<b class=\"[^\"]*\">\([^<]*\)<.*/\1/p" "$folder/dom.html" | head -n 1; }
  cycles=$(value trip_cycles)
  [ "$(shown fact-cycles)" = "${cycles%.0}" ] || fail "$what: cycles $(shown fact-cycles), not $cycles"
  [ "$(shown fact-verdict)" = "$(value verdict)" ] || fail "$what: verdict $(shown fact-verdict)"
  bars=$(grep -o "<rect" "$folder/dom.html" | wc -l)
  slices=$(grep -c '"issued":' "$folder/scene.json")
  [ "$bars" -gt "$slices" ] || fail "$what: $bars bars for $slices executions"
  echo "$what: $bars bars, $cycles cycles a trip"
done
