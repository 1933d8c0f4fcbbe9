#include "kernels_of_kind.hpp"

namespace stretto::cdna {

std::vector<Kernel> four_wave_kernels() { return kernels_of_kind<GemmKind::four_wave>(); }

}  // namespace stretto::cdna
