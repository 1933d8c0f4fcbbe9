// The loop as declared to the library, and the resulting plans.
#pragma once

#include <stretto/gpu/a100.hpp>
#include <stretto/gpu/h200.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

#include "layout.hpp"

namespace tutorial {

enum : int { load_a_tag, load_b_tag, multiply_tag };

constexpr stretto::Loop declare_gemm() {
  stretto::Loop loop("gemm 128x256x32 bf16");
  loop.threads = threads;
  loop.fragment_steps = parts;
  const auto a = loop.shared("A", a_bytes).parts(2);  // eight warps, two along M: each reads half of A
  const auto b = loop.shared("B", b_bytes).parts(4);  // and a quarter of B
  const auto c = loop.accumulator("C", tile_m * tile_n * 4);
  loop.load("load A").writes(a).tagged(load_a_tag);
  loop.load("load B").writes(b).tagged(load_b_tag);
  loop.multiply("multiply", tile_m, tile_n, tile_k, stretto::DataType::bf16)
      .reads(a)
      .reads(b)
      .accumulates(c)
      .tagged(multiply_tag);
  return loop;
}

struct Gemm {
  static constexpr stretto::Loop declare() { return declare_gemm(); }
  static constexpr stretto::Gpu target() { return stretto::targets::a100; }
};

struct Plan {
  static constexpr auto pipe = stretto::pipeline<Gemm>();
  static constexpr int load_a = load_a_tag, load_b = load_b_tag;
};
static_assert(Plan::pipe.proven() && Plan::pipe.optimal);
static_assert(Plan::pipe.ii == 1028 && Plan::pipe.slots("A") == 3 && Plan::pipe.slots("B") == 2);

/// The same loop for an H200 that is programmed like an A100. Its memory latency is longer, and its tensor cores are
/// assumed to run at the speed of wgmma: mma.sync is slower, so loads complete earlier than needed, never later.
struct GemmOnH200 : Gemm {
  static constexpr stretto::Gpu target() {
    stretto::Gpu gpu = stretto::targets::h200;
    gpu.copies = stretto::CopyKind::async_copy;
    gpu.multiplies = stretto::MmaKind::from_registers;
    gpu.wave_lanes = 32;
    gpu.mma_latency = stretto::targets::a100.mma_latency;
    gpu.issue = stretto::targets::a100.issue;
    gpu.lane_registers = stretto::targets::a100.lane_registers;
    return gpu;
  }
  static constexpr stretto::PipelineOptions options() {
    stretto::PipelineOptions options;
    options.barriers = stretto::BarrierPlacement::fewest;
    return options;
  }
};

struct PlanOnH200 {
  static constexpr auto pipe = stretto::pipeline<GemmOnH200>();
  static constexpr int load_a = load_a_tag, load_b = load_b_tag;
};
static_assert(PlanOnH200::pipe.proven() && PlanOnH200::pipe.slots("A") == 4 && PlanOnH200::pipe.slots("B") == 4);

}  // namespace tutorial
