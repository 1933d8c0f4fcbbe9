// A GEMM with a plan that was made for a given fingerprint.
#pragma once

#include <stretto/gpu/b200.hpp>
#include <stretto/gpu/h200.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

using namespace stretto;

template <unsigned long MadeFor>
struct Planned {
  static constexpr Loop declare() { return loops::gemm({}); }
  static constexpr Gpu target() { return targets::h200; }
  static constexpr GivenSchedule<4, 2> plan{.made_for = MadeFor, .ii = 1024};
};
