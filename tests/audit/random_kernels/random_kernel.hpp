// Small kernels at random: loads, LDS accesses, waits, barriers, masks, branches by wave, and loops, with and without
// the waits that they need.
#pragma once

#include <cstdint>
#include <string>

namespace stretto::audit {

/// The assembly of the kernel with this number. Its third argument says how often its loop is executed, if it has one.
/// At its end, it stores all that it has read.
std::string random_kernel(std::uint64_t seed);

}  // namespace stretto::audit
