// Programs of agents and single changes to them: each small, most of them wrong.
#pragma once

#include <string>
#include <vector>

#include <stretto/model/wave_program.hpp>

#include "dice.hpp"

namespace stretto::study {

struct AgentBase {
  std::string name;
  WaveProgram program;
};

/// The correct programs of tests/executor/agent_programs.hpp, small.
[[nodiscard]] std::vector<AgentBase> agent_bases();

enum class AgentChange : unsigned char {
  drop_step,
  step_earlier,
  step_later,
  double_step,
  step_to_next_phase,
  step_to_phase_before,
  flip_parity,
  phase_slot_up,
  phase_slot_down,
  phase_stands_still,
  more_bytes,
  fewer_bytes,
  other_barrier,
  arrival_asynchronous,
  arrival_at_once,
  meeting_to_arrival,
  arrival_to_meeting,
  wait_looser,
  wait_stricter,
  other_weight,
  step_at_once,
  access_slot_up,
  access_stands_still,
  version_up,
  version_down,
  tile_up,
  tile_down,
  more_arrivals,
  fewer_arrivals,
  more_barrier_slots,
  fewer_barrier_slots,
  more_buffer_slots,
  fewer_buffer_slots,
  more_trips,
  fewer_trips,
  more_waves,
  fewer_waves,
  persistent,
};
inline constexpr int agent_changes = 38;

[[nodiscard]] const char* name(AgentChange change);

struct AgentMutation {
  AgentChange change = AgentChange::drop_step;
  int agent = 0;
  Phase phase = Phase::kernel;
  int index = 0;  // step, access, barrier or buffer: modulo how many there are
};

/// False: there is nothing there to change in this way.
bool apply(WaveProgram& program, const AgentMutation& mutation);

/// One that applies.
[[nodiscard]] AgentMutation draw_mutation(Dice& dice, const WaveProgram& program);

/// All that apply, each once.
[[nodiscard]] std::vector<AgentMutation> all_mutations(const WaveProgram& program);

[[nodiscard]] std::string words(const WaveProgram& program, const AgentMutation& mutation);

/// The program, a line a step.
[[nodiscard]] std::string agent_words(const WaveProgram& program);

}  // namespace stretto::study
