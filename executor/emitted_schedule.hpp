// Emitted schedules of the documented families as machines: entries as a kernel runs them, on matrices, C = A * B^T.
//
// - Ping-pong: eight waves, two rows of four; the waves of row 1 are one barrier late. A wave reads the half-tile of
// its
//   row (A) or of its pair of columns (B), a quadrant of it at a time.
// - Four-wave: two rows of two; quadrant q of every wave lies in half-tile q.
// - Single buffer: four waves; a tile goes through registers into the only stage, and is multiplied K part by K part.
//
// Every wave brings a part of everything that is loaded, a few K columns of all its rows, and every fragment reads all
// parts.
#pragma once

#include <stretto/mojo/config/pipeline_config.hpp>

#include "machine.hpp"

namespace stretto::executor {

enum class Family : unsigned char { ping_pong, four_wave, single_buffer };

struct EmittedSchedule {
  Family family = Family::ping_pong;
  Vector<ScheduleEntry> prologue;
  Vector<ScheduleEntry> kernel;
  Vector<ScheduleEntry> epilogue;
  PipelineConfig config{};
  int lgkm_a = 1;  // LDS reads of an A fragment; 0 counts as 1. A fragment of the single buffer makes both
  int lgkm_b = 1;
  int warp_stagger_index = 0;
  RegisterReading registers = RegisterReading::interlocked;
  BarrierKind barriers = BarrierKind::raw;
  CounterLimits limits{};
};

/// Throws std::invalid_argument for a tag, stage, subtile or count that the family does not have.
Machine machine_of(const EmittedSchedule& schedule);

}  // namespace stretto::executor
