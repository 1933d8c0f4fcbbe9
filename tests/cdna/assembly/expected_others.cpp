#include "expected_of.hpp"

namespace stretto::assembly {

std::vector<ExpectedKernel> expected_others() {
  return expected_of_kind<cdna::GemmKind::single_buffer, cdna::GemmKind::pipelined>();
}

}  // namespace stretto::assembly
