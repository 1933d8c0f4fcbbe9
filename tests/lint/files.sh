# Sourced by the lint tests: `tracked PATTERN...` lists the tracked files under the current folder that still exist.

# Without git, or outside a checkout, every file that is no build output counts as tracked.
tracked() {
  if git -c safe.directory='*' rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git -c safe.directory='*' ls-files -- "$@" | while read -r file; do
      if [ -f "$file" ]; then echo "$file"; fi
    done
  else
    local pattern
    for pattern in "${@:-*}"; do
      find . -path ./.git -prune -o -path './build*' -prune -o -type f -path "./$pattern" -print
    done | sed 's|^\./||'
  fi
}

# needs PROGRAM: skips the check where the program is missing.
needs() {
  if ! command -v "$1" >/dev/null; then
    echo "skipped: $1 is not installed"
    exit 77
  fi
}
