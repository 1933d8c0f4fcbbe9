// A small valid schedule. Each test of this folder derives from it and breaks one thing.
#pragma once

#include <stretto/stretto.hpp>

enum : int { load_a, load_b, read_a, read_b, multiply };

/// Double-buffered, 1x2 MMAs and seven ops per half; `costed_ops` is already in execution order.
struct SmallGemm {
  static constexpr stretto::PipelineConfig config() {
    stretto::PipelineConfig config =
        stretto::mi355x_double_buffer({.vm_per_load_a = 2, .vm_per_load_b = 2, .max_globals = 0});
    config.m_mmas = 1;
    config.warp_stagger = stretto::WarpStaggerRule::none();
    return config;
  }

  static constexpr const char* tag_name(int tag) {
    constexpr const char* names[] = {"LOAD_A", "LOAD_B", "READ_A", "READ_B", "MULTIPLY"};
    return tag >= load_a && tag <= multiply ? names[tag] : nullptr;
  }

  static constexpr stretto::TargetCostModel costs() {
    using stretto::OpRole;
    using stretto::ResourceKind;
    return stretto::TargetCostModel{}
        .set(load_a, {ResourceKind::global_mem, 200, OpRole::global_load})
        .set(load_b, {ResourceKind::global_mem, 200, OpRole::global_load})
        .set(read_a, {ResourceKind::lds, 20, OpRole::fragment_load, 8})
        .set(read_b, {ResourceKind::lds, 20, OpRole::fragment_load, 8})
        .set(multiply, {ResourceKind::mma_unit, 16, OpRole::compute, 4});
  }

  static constexpr stretto::Vector<stretto::OpDesc> declared_ops() {
    using stretto::KOffsetKind;
    stretto::BodyBuilder body;
    for (int half = 0; half < 2; ++half) {
      const KOffsetKind completion = half == 0 ? KOffsetKind::k_prev : KOffsetKind::k0;
      const KOffsetKind ahead = half == 0 ? KOffsetKind::k0 : KOffsetKind::k1;
      body.load(load_a, {.stage = 1 - half, .channel = 0, .k_offset = completion})  // op 0, 7
          .frag(read_a, {.stage = half, .channel = 0})                              // op 1, 8
          .frag(read_b, {.stage = half, .subtile = 0, .channel = 1})                // op 2, 9
          .compute(multiply, {.stage = 0, .subtile = 0})                            // op 3, 10
          .load(load_b, {.stage = half, .channel = 1, .k_offset = ahead})           // op 4, 11
          .frag(read_b, {.stage = half, .subtile = 1, .channel = 1})                // op 5, 12
          .compute(multiply, {.stage = 0, .subtile = 1});                           // op 6, 13
    }
    return body.ops();
  }

  static constexpr stretto::Vector<stretto::OpDesc> costed_ops() {
    return stretto::annotate_ops(declared_ops(), costs()).value;
  }

  static constexpr stretto::Result<stretto::Vector<stretto::OpDesc>> build_body() { return costed_ops(); }

  // The mistakes of these tests are found before the emitted program is verified.
  static constexpr stretto::VerificationLevel verification() { return stretto::VerificationLevel::structural; }

  static constexpr stretto::ScheduleConfig schedule_config() {
    stretto::ScheduleConfig knobs;
    knobs.scheduling = stretto::SchedulingStrategy::identity;
    return knobs;
  }
};

/// The schedule with a changed config.
template <void (*change)(stretto::PipelineConfig&)>
struct ChangedConfig : SmallGemm {
  static constexpr stretto::PipelineConfig config() {
    stretto::PipelineConfig config = SmallGemm::config();
    change(config);
    return config;
  }
};

/// The schedule with changed ops.
template <void (*change)(stretto::Vector<stretto::OpDesc>&)>
struct ChangedOps : SmallGemm {
  static constexpr stretto::Result<stretto::Vector<stretto::OpDesc>> build_body() {
    stretto::Vector<stretto::OpDesc> ops = costed_ops();
    change(ops);
    return ops;
  }
};
