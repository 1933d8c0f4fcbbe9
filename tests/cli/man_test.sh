# man_test.sh TOOL: the manual page is set without a warning, and man shows each command and section.
set -euo pipefail
tool=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
page=$folder/stretto.1
"$tool" man >"$page"

warnings=$({ groff -man -ww -Tutf8 -Kutf8 -z "$page"; LC_ALL=C.UTF-8 man --warnings -l -Tutf8 -Z "$page" >/dev/null; } 2>&1)
if [ -n "$warnings" ]; then
  echo "$warnings"
  exit 1
fi
if grep -nP '[^\x00-\x7f]' "$page"; then
  echo "the lines above are not plain ASCII"
  exit 1
fi

LC_ALL=C.UTF-8 MANWIDTH=100 MAN_KEEP_FORMATTING= man -l "$page" >"$folder/shown"
missing=0
shown() {
  if ! grep -qE "$1" "$folder/shown"; then
    echo "man does not show: $1"
    missing=1
  fi
}
for section in NAME SYNOPSIS DESCRIPTION OPTIONS COMMANDS 'EXIT STATUS' ENVIRONMENT EXAMPLES 'SEE ALSO'; do shown "^$section\$"; done
commands=$("$tool" --help | awk '/^[^ ]/ { inside = $0 == "Commands:" } inside && /^  [^ ]/ { print $1 }')
[ -n "$commands" ] || { echo "no commands were found"; exit 1; }
for command in $commands; do shown "^ {3}stretto $command\$"; done
shown '^ +-o, --output FILE$'
shown "^ +stretto explain ping_pong 'kernel\[12\]'\$"
exit "$missing"
