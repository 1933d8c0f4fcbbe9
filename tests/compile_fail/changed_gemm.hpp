// A valid GEMM loop. Each test of a declared loop changes one thing in it.
#pragma once

#include <stretto/gpu/h200.hpp>
#include <stretto/gpu/mi355x.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

template <void (*change)(stretto::Loop&)>
struct ChangedGemm {
  static constexpr stretto::Loop declare() {
    stretto::Loop loop = stretto::loops::gemm({});
    change(loop);
    return loop;
  }
  static constexpr stretto::Gpu target() { return stretto::targets::h200; }
};

/// Compiles the pipeline of each changed loop; each must be refused on its own. Of a right fold, clang would report the
/// last one first.
template <void (*... changes)(stretto::Loop&)>
constexpr bool compile_each = ((..., static_cast<void>(stretto::pipeline<ChangedGemm<changes>>())), true);
