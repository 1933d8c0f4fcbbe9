#!/usr/bin/env bash
# build-site.sh FOLDER: builds every page of the site from scratch; a warning is an error. Run by ./site and by the test
# docs.site.
set -euo pipefail
folder=$1
cd "$(dirname "${BASH_SOURCE[0]}")/.."
rm -rf "$folder"
# Debian's Sphinx by path: another Python earlier on the PATH does not have its modules.
PYTHONDONTWRITEBYTECODE=1 exec /usr/bin/sphinx-build -q -b html -c docs -d "$folder/.doctrees" -W --keep-going -n . "$folder"
