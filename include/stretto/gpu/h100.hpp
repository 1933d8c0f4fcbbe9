// NVIDIA H100 (Hopper, sm_90a), per SM.
#pragma once

#include <stretto/gpu/h200.hpp>

namespace stretto::targets {

inline constexpr Gpu h100 = hopper("H100");  ///< NVIDIA H100: its SM is the same as the H200's.

}  // namespace stretto::targets
