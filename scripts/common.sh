# Shared by the commands of the root folder; sourced, not run.

# The root of the repository, independent of the current folder.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
jobs=$(nproc)

# Announces the next step.
step() { printf '\n== %s\n' "$*"; }

# Runs a command and shows its output only if it fails.
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
