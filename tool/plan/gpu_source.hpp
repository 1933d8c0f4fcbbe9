// A target as C++ source.
#pragma once

#include <string>

#include <stretto/gpu/gpu.hpp>

namespace stretto::tool {

struct GpuSource {
  std::string header;    // that declares the GPU, or the one that it starts from
  std::string function;  // `target()`, indented by two spaces
};

GpuSource gpu_source(const Gpu& gpu);

}  // namespace stretto::tool
