#!/usr/bin/env bash
# build-site.sh FOLDER: the site, every page anew; a warning is an error. Run by ./site and by the test docs.site.
set -euo pipefail
folder=$1
cd "$(dirname "${BASH_SOURCE[0]}")/.."
rm -rf "$folder"
# Debian's own Sphinx: a Python that stands before it on the path has not its modules.
PYTHONDONTWRITEBYTECODE=1 exec /usr/bin/sphinx-build -q -b html -c docs -d "$folder/.doctrees" -W --keep-going -n . "$folder"
