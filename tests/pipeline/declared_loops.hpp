// Loops with their targets and options, as types: what `pipeline` takes.
#pragma once

#include <stretto/gpu/h100.hpp>
#include <stretto/gpu/mi355x.hpp>
#include <stretto/loops/flash_attention.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/loops/streaming.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

#include "user_loops.hpp"

namespace stretto::declared {

template <const Gpu& Target>
struct On {
  static constexpr Gpu target() { return Target; }
};

struct Persistent {
  static constexpr PipelineOptions options() { return {.persistent = true}; }
};

struct Gemm : On<targets::h200> {
  static constexpr Loop declare() { return loops::gemm({}); }
};

template <int Cluster, int Slots, const Gpu& Target = targets::h200>
struct PersistentGemm : On<Target>, Persistent {
  static constexpr Loop declare() { return loops::gemm({.slots = Slots, .cluster = Cluster}); }
};

template <int Groups>
struct Attention : On<targets::h200> {
  static constexpr Loop declare() {
    Loop loop = loops::flash_attention({});
    loop.groups = Groups;
    return loop;
  }
};

/// Four stages: one to three iterations have programs of their own.
struct Reduction : On<targets::mi355x> {
  static constexpr Loop declare() { return loops::reduction(16384, 32, 8, 256); }
};

template <int KSteps, int Groups>
struct BlockScaledGemm : On<targets::h100> {
  static constexpr Loop declare() { return user_loops::block_scaled_gemm(KSteps, Groups); }
};

/// What `run` takes.
template <class Of>
struct Policy {
  using Declared = Of;
  static constexpr auto pipe = pipeline<Of>();
};

}  // namespace stretto::declared
