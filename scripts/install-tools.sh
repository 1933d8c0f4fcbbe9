#!/usr/bin/env bash
# Installs into a build folder what the tests of device code need and this machine lacks.
#
#   scripts/install-tools.sh FOLDER
#
# FOLDER/pypi gets cuobjdump and nvdisasm (PyPI), FOLDER/debian the headers of HIP (Debian's libamdhip64-dev, unpacked
# without its dependencies). What cannot be fetched is reported; the tests that need it are then skipped by name.
set -euo pipefail
folder=$1
mkdir -p "$folder"

if command -v cuobjdump >/dev/null && command -v nvdisasm >/dev/null; then
  echo "cuobjdump is installed."
elif [ -x "$folder/pypi/nvidia/cu13/bin/nvdisasm" ]; then
  echo "cuobjdump is in $folder/pypi."
elif python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --target "$folder/pypi" \
  nvidia-cuda-cuobjdump nvidia-cuda-nvdisasm; then
  echo "cuobjdump and nvdisasm: installed from PyPI into $folder/pypi"
else
  echo "cuobjdump could not be installed from PyPI: the tests that read SASS are skipped"
fi

if [ -e /usr/include/hip/hip_runtime_api.h ] || [ -e "${ROCM_PATH:-/opt/rocm}/include/hip/hip_runtime_api.h" ]; then
  echo "The headers of HIP are installed."
elif [ -e "$folder/debian/usr/include/hip/hip_runtime_api.h" ]; then
  echo "The headers of HIP are in $folder/debian."
else
  downloaded=$(mktemp -d)
  if (cd "$downloaded" && apt-get download -q libamdhip64-dev) >/dev/null 2>&1 &&
    dpkg-deb -x "$downloaded"/libamdhip64-dev_*.deb "$folder/debian"; then
    echo "The headers of HIP: unpacked from Debian's libamdhip64-dev into $folder/debian"
  else
    echo "The headers of HIP could not be fetched from Debian: cdna.launch.hip_header is skipped"
  fi
  rm -rf "$downloaded"
fi
