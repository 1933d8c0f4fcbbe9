#include "expected_of.hpp"

namespace stretto::assembly {

std::vector<ExpectedKernel> expected_ping_pong() { return expected_of_kind<cdna::GemmKind::ping_pong>(); }

}  // namespace stretto::assembly
