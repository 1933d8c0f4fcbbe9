// The specifications of the plans of `stretto::attention`, one for each head dimension.
#pragma once

#include <stretto/hopper/attention_spec.hpp>

namespace stretto::hopper {

/// The kernel for a head dimension.
template <int Head>
inline constexpr AttentionSpec attention_spec{};
template <>
inline constexpr AttentionSpec attention_spec<64>{.head = 64, .keys = 128, .consumers = 3, .latency = 3900};
template <>
inline constexpr AttentionSpec attention_spec<128>{.head = 128, .keys = 128, .consumers = 2};
template <>
inline constexpr AttentionSpec attention_spec<256>{.head = 256, .keys = 80, .consumers = 2, .query_slots = 1};

}  // namespace stretto::hopper
