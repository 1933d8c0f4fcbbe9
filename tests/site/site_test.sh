# site_test.sh PYTHON FOLDER: the site is built without a warning, and each of its links leads somewhere.
set -euo pipefail
python=$1
folder=$2
if [ ! -x /usr/bin/sphinx-build ] || ! /usr/bin/python3 -c "import furo, myst_parser" 2>/dev/null; then
  echo "skipped: Debian's python3-sphinx, python3-myst-parser and furo are not all installed"
  exit 77
fi
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
"$here/../../scripts/build-site.sh" "$folder"
"$python" "$here/links.py" "$folder"
