# Shared by ./run and ./test; sourced, not run.

# The root of the repository, whatever the current folder is.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
jobs=$(nproc)

# Says what comes next.
step() { printf '\n== %s\n' "$*"; }

# Runs a command and shows its output only when it fails.
quietly() {
  local log status=0
  log=$(mktemp)
  "$@" >"$log" 2>&1 || status=$?
  if [ "$status" -ne 0 ]; then
    cat "$log"
    printf 'failed with status %d: %s\n' "$status" "$*" >&2
  fi
  rm -f "$log"
  return "$status"
}
