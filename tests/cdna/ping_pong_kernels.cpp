#include "kernels_of_kind.hpp"

namespace stretto::cdna {

std::vector<Kernel> ping_pong_kernels() { return kernels_of_kind<GemmKind::ping_pong>(); }

}  // namespace stretto::cdna
