#!/usr/bin/env bash
# Installs into a build folder what the tests of device code need and this machine lacks.
#
#   scripts/install-tools.sh FOLDER
#
# From PyPI into FOLDER/pypi: nvcc 13.0, cuBLASLt's headers, cuobjdump and nvdisasm. From Debian into FOLDER/debian: the
# headers of HIP (libamdhip64-dev, unpacked without its dependencies). What cannot be fetched is reported; the tests that
# need it are then skipped by name.
set -euo pipefail
folder=$1
pypi=$folder/pypi
cuda=$pypi/nvidia/cu13
mkdir -p "$folder"

pip() { python3 -m pip "$@" --quiet --disable-pip-version-check; }

# Adds packages to FOLDER/pypi. They share folders, which `pip install --target` would refuse or replace, so they are
# installed into a new folder and copied.
add_packages() {
  local new status=0
  new=$(mktemp -d "$folder/pypi-XXXXXX")
  if pip install --root-user-action=ignore --target "$new" "$@"; then
    mkdir -p "$pypi"
    cp -a "$new"/* "$pypi/"
  else
    status=1
  fi
  rm -rf "$new"
  return $status
}

# Adds the headers of a package, most of which is libraries.
add_headers() {
  local new status=0
  new=$(mktemp -d "$folder/pypi-XXXXXX")
  pip download --no-deps --dest "$new" "$1" && python3 - "$new"/*.whl "$pypi" <<'END' || status=1
import sys
import zipfile

with zipfile.ZipFile(sys.argv[1]) as wheel:
    headers = [name for name in wheel.namelist() if "/include/" in name]
    wheel.extractall(sys.argv[2], headers)
END
  rm -rf "$new"
  return $status
}

# The nvcc that cmake/cuda.cmake finds, if any.
installed_nvcc() {
  local place
  for place in "${CUDA_PATH-}" "${CUDA_HOME-}"; do
    if [ -n "$place" ] && [ -x "$place/bin/nvcc" ]; then
      echo "$place/bin/nvcc"
      return
    fi
  done
  command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null
}

if nvcc=$(installed_nvcc); then
  echo "nvcc is installed: $nvcc"
elif [ -e "$cuda/lib64" ]; then
  nvcc=$cuda/bin/nvcc
  echo "nvcc is in $pypi."
elif add_packages nvidia-cuda-nvcc==13.0.* nvidia-nvvm==13.0.* nvidia-cuda-crt==13.0.* nvidia-cuda-runtime==13.0.* \
  nvidia-cuda-cccl==13.0.*; then
  nvcc=$cuda/bin/nvcc
  ln -s lib "$cuda/lib64" # nvcc looks for its libraries there
  echo "nvcc: installed from PyPI into $pypi"
else
  echo "nvcc could not be installed from PyPI: the tests that compile CUDA are skipped"
fi

if [ -z "$nvcc" ]; then
  echo "cuBLASLt's headers are not needed."
elif [ -e "$(dirname "$nvcc")/../include/cublasLt.h" ] || [ -e "$cuda/include/cublasLt.h" ]; then
  echo "cuBLASLt's headers are installed."
else
  echo "Fetching cuBLAS from PyPI for its headers (400 MB)."
  if add_headers nvidia-cublas==13.0.*; then
    echo "cuBLASLt's headers: installed from PyPI into $pypi"
  else
    echo "cuBLASLt's headers could not be installed from PyPI: device.cuda.hopper_gemm.compile_test is skipped"
  fi
fi

if command -v cuobjdump >/dev/null && command -v nvdisasm >/dev/null; then
  echo "cuobjdump is installed."
elif [ -x "$cuda/bin/nvdisasm" ]; then
  echo "cuobjdump is in $pypi."
elif add_packages nvidia-cuda-cuobjdump nvidia-cuda-nvdisasm; then
  echo "cuobjdump and nvdisasm: installed from PyPI into $pypi"
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
