#include "expected_of.hpp"

namespace stretto::assembly {

std::vector<ExpectedKernel> expected_four_wave() { return expected_of_kind<cdna::GemmKind::four_wave>(); }

}  // namespace stretto::assembly
