// The kernels of gemm_kernels.def that are of some kinds. Other kernels' schedules are not evaluated.
#pragma once

#include "kernel_of.hpp"

namespace stretto::cdna {

template <GemmKind... Kinds>
std::vector<Kernel> kernels_of_kind() {
  std::vector<Kernel> out;
  const auto add = [&]<class Plan>(const Plan*, const char* name) {
    if constexpr (((TileOf<Plan>::kind == Kinds) || ...)) out.push_back(kernel_of<Plan>(name));
  };
#define STRETTO_CDNA_KERNEL(name, architecture, ...) \
  add(static_cast<const __VA_ARGS__*>(nullptr), #architecture "_" #name);
#include <stretto/cdna/gemm_kernels.def>
#undef STRETTO_CDNA_KERNEL
  return out;
}

}  // namespace stretto::cdna
