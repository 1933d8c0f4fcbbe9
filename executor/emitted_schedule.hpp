// Emitted Mojo schedules as machines: the entries as a kernel executes them, on matrices, C = A * B^T.
//
// - Ping-pong: eight waves, two rows of four. The waves of row 1 are one barrier late. A wave reads the half-tile of
//   its row (A) or of its pair of columns (B), one quadrant at a time.
// - Four-wave: two rows of two; quadrant q of every wave lies in half-tile q.
// - Single buffer: four waves. A tile goes through registers into the only slot, and is multiplied one K part at
//   a time.
//
// Every wave contributes to everything that is loaded: a few K columns of all rows. Every fragment reads all
// contributions.
#pragma once

#include <stretto/mojo/config/pipeline_config.hpp>

#include "machine.hpp"

namespace stretto::executor {

enum class Family : unsigned char { ping_pong, four_wave, single_buffer };

/// The entries by section, and how the kernel runs them.
struct EmittedSchedule : PerSection<Vector<ScheduleEntry>> {
  Family family = Family::ping_pong;
  PipelineConfig config{};
  int lgkm_a = 1;  // LDS reads per A fragment; 0 counts as 1. The single buffer's fragments read both
  int lgkm_b = 1;
  int warp_stagger_index = 0;
  RegisterReading registers = RegisterReading::interlocked;
  BarrierKind barriers = BarrierKind::raw;
  CounterLimits limits{};
};

/// Throws std::invalid_argument for a tag, stage, subtile or count that the family does not have.
Machine machine_of(const EmittedSchedule& schedule);

}  // namespace stretto::executor
