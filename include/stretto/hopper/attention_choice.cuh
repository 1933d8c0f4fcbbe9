// Selects the plan for a problem.
#pragma once

#include <stretto/hopper/attention_launch.cuh>
#include <stretto/hopper/attention_plans.hpp>

namespace stretto::hopper {

/// Launches a problem with the kernel of its head dimension.
template <class Element>
AttentionResult launch_for_head(const AttentionOf<Element>& problem, cudaStream_t stream) {
  const auto launch = [&]<int Head>() {
    constexpr AttentionSpec spec = attention_spec<Head>;
    return launch_attention<AttentionPlan<spec, Element>, QueryPlan<spec>>(problem, stream);
  };
  if (problem.head == 64) return launch.template operator()<64>();
  if (problem.head == 256) return launch.template operator()<256>();
  return launch.template operator()<128>();  // which refuses other head dimensions
}

}  // namespace stretto::hopper
