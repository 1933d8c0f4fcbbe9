#include "kernels_of_kind.hpp"

namespace stretto::cdna {

std::vector<Kernel> other_kernels() { return kernels_of_kind<GemmKind::single_buffer, GemmKind::pipelined>(); }

}  // namespace stretto::cdna
