#include "expected_of.hpp"

namespace stretto::assembly {

std::vector<ExpectedKernel> expected_others() {
  using namespace stretto::cdna;
  std::vector<ExpectedKernel> out;
#define STRETTO_CDNA_KERNEL(name, target, ...) \
  add_expected<__VA_ARGS__, GemmKind::single_buffer, GemmKind::pipelined>(out, #name, #target);
#include <stretto/cdna/gemm_kernels.def>
#undef STRETTO_CDNA_KERNEL
  return out;
}

}  // namespace stretto::assembly
