// One GEMM kernel as a code object. Name and plan come from a line of stretto/cdna/gemm_kernels.def:
//   clang++-22 -x hip --offload-arch=gfx950 --cuda-device-only -nogpuinc -nogpulib -std=c++20 -O3 -I include
//     -DSTRETTO_KERNEL_NAME=... '-DSTRETTO_KERNEL_PLAN=...' kernels/cdna/gemm.hip -o NAME.hsaco
// `./cdna` builds all of them.
#include <stretto/cdna/gemm_kernel.hpp>

namespace {
using namespace stretto;
using namespace stretto::cdna;
using KernelPlan = STRETTO_KERNEL_PLAN;
}  // namespace

STRETTO_CDNA_GEMM(STRETTO_KERNEL_NAME, KernelPlan)
