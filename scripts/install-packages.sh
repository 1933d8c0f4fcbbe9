#!/usr/bin/env bash
# Installs missing Debian packages that a command needs.
#
#   scripts/install-packages.sh run    what ./run needs
#   scripts/install-packages.sh test   what ./test needs, including ./run
#   scripts/install-packages.sh bench  what the benchmarks need
#   scripts/install-packages.sh cdna   what ./cdna needs
#   scripts/install-packages.sh site   what ./site needs
#
# An optional package that the configured apt sources do not have is omitted; the tests that need it are then skipped by
# name.
set -euo pipefail

# name | required or optional | purpose
run_packages='
g++                 required  the compiler
cmake               required  configures the build
ninja-build         required  builds
nlohmann-json3-dev  required  the tool reads and writes JSON with it
libcli11-dev        required  the tool reads its command line with it
'
test_packages='
libgtest-dev        required  the tests
libbenchmark-dev    required  the benchmarks
clang-22            optional  second compiler, and device code for AMD
lld-22              optional  linker for device code
llvm-22             optional  disassembles device code
llvm-22-tools       optional  FileCheck, for the tests of device code
libclang-rt-22-dev  optional  run-time library of clang
pkgconf             optional  package.pkg_config
dpkg-dev            optional  package.debian
lintian             optional  package.debian.lintian
zsh                 optional  completions, tried in the shell
fish                optional  likewise
man-db              optional  the manual page, shown
groff-base          optional  the manual page, set
clang-format-22     optional  lint.format
clang-tidy-22       optional  lint.tidy
python3             optional  compiles and runs the code blocks of the documents
python3-pip         optional  installs nvcc and cuobjdump into the build folder
chromium            optional  browser.report
chromium-driver     optional  browser.report
python3-selenium    optional  browser.report
python3-jsonschema  optional  loop_files.schema
'
bench_packages='
libbenchmark-dev    required  the benchmarks
z3                  optional  compared with the modulo scheduler by modulo_peers
coinor-cbc          optional  likewise
'
cdna_packages='
g++                 required  its standard headers
cmake               required  configures the build
ninja-build         required  builds
clang-22            required  compiles the kernels
lld-22              required  links their code objects
llvm-22             required  reads them
'
site_packages='
python3             required  writes the reference, follows the links
doxygen             optional  reads the headers for the reference
python3-sphinx      required  builds the site
python3-myst-parser required  reads Markdown for it
furo                required  its looks
'

case "${1-}" in
  run) packages=$run_packages ;;
  # The site is also a test; without its packages that test is skipped.
  test) packages=$run_packages$test_packages${site_packages//required/optional} ;;
  bench) packages=$run_packages$bench_packages ;;
  cdna) packages=$cdna_packages ;;
  site) packages=$site_packages ;;
  *)
    echo "usage: $0 run|test|bench|cdna|site" >&2
    exit 2
    ;;
esac

installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

available() {
  local policy
  policy=$(LC_ALL=C apt-cache policy "$1" 2>/dev/null)
  [[ $policy =~ Candidate:\ [^\(] ]]
}

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "This is no Debian system: nothing is installed. Needed, under their Debian names:"
  awk 'NF { print "  " $1 }' <<<"$packages"
  exit 0
fi

missing=()
while read -r name need why; do
  [ -n "$name" ] || continue
  installed "$name" || missing+=("$name|$need|$why")
done <<<"$packages"

if [ "${#missing[@]}" -eq 0 ]; then
  echo "All Debian packages that are needed are installed."
  exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "error: these Debian packages are missing, and installing them takes root or sudo:" >&2
    printf '%s\n' "${missing[@]}" | awk -F'|' '{ print "  " $1 "  (" $3 ")" }' >&2
    echo "Install them and run this again." >&2
    # Missing optional packages are not an error.
    if [[ ${missing[*]} == *"|required|"* ]]; then exit 1; fi
    exit 0
  fi
  as_root=(sudo)
fi

apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get "$@"; }

echo "Missing Debian packages:"
printf '%s\n' "${missing[@]}" | awk -F'|' '{ printf "  %-20s %s\n", $1, $3 }'
echo "Fetching the package lists (apt-get update)."
# One broken source of several may not matter; a missing package is reported below.
apt update -q >/dev/null || echo "warning: apt-get update failed; going on with the lists that are here" >&2

wanted=()
for entry in "${missing[@]}"; do
  IFS='|' read -r name need why <<<"$entry"
  if available "$name"; then
    wanted+=("$name")
  elif [ "$need" = required ]; then
    echo "error: the configured apt sources have no package $name ($why)" >&2
    exit 1
  else
    echo "  $name is not in the configured apt sources: what needs it is skipped ($why)"
  fi
done

if [ "${#wanted[@]}" -gt 0 ]; then
  echo "Installing: ${wanted[*]}"
  apt install -y -q --no-install-recommends "${wanted[@]}" >/dev/null
fi
