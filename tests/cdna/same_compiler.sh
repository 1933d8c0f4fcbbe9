#!/bin/sh
# same_compiler.sh CLANG DOCUMENT COMMAND...: runs the command if the document's tables are of this version of clang,
# which is named in it; what another one adds and moves is not in them. Says so else, and exits with 77.
version=$("$1" --version 2>/dev/null | sed -n 's/.*clang version \([0-9.]*\).*/\1/p')
if ! grep -qF "clang $version" "$2"; then
  echo "skipped: the tables of $(basename "$2") are not of clang ${version:-that is not here}"
  exit 77
fi
shift 2
exec "$@"
