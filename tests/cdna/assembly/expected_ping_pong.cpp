#include "expected_of.hpp"

namespace stretto::assembly {

std::vector<ExpectedKernel> expected_ping_pong() {
  using namespace stretto::cdna;
  std::vector<ExpectedKernel> out;
#define STRETTO_CDNA_KERNEL(name, target, ...) add_expected<__VA_ARGS__, GemmKind::ping_pong>(out, #name, #target);
#include <stretto/cdna/gemm_kernels.def>
#undef STRETTO_CDNA_KERNEL
  return out;
}

}  // namespace stretto::assembly
