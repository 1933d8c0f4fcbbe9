// Programs of roles, and single, small changes to them. Most of the changes make a program wrong.
#pragma once

#include <string>
#include <vector>

#include <stretto/program/wave_program.hpp>

#include "../dice.hpp"

namespace stretto::study {

struct RoleBase {
  std::string name;
  WaveProgram program;
};

/// The correct programs of tests/executor/role_programs.hpp, small.
[[nodiscard]] std::vector<RoleBase> role_bases();

enum class RoleChange : unsigned char {
  drop_step,
  step_earlier,
  step_later,
  double_step,
  step_to_next_section,
  step_to_section_before,
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
inline constexpr int role_changes = 38;

[[nodiscard]] const char* name(RoleChange change);

struct RoleMutation {
  RoleChange change = RoleChange::drop_step;
  int role = 0;
  Section section = Section::kernel;
  int index = 0;  // of the step, access, barrier or buffer, modulo their number
};

/// False: nothing there can be changed in this way.
bool apply(WaveProgram& program, const RoleMutation& mutation);

/// A random mutation that applies.
[[nodiscard]] RoleMutation draw_mutation(Dice& dice, const WaveProgram& program);

/// All mutations that apply, each once.
[[nodiscard]] std::vector<RoleMutation> all_mutations(const WaveProgram& program);

[[nodiscard]] std::string words(const WaveProgram& program, const RoleMutation& mutation);

/// The program as text, one line per step.
[[nodiscard]] std::string role_words(const WaveProgram& program);

}  // namespace stretto::study
