// Single, small changes to an emitted schedule. Most of them make it wrong.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "executor/emitted_schedule.hpp"

namespace stretto::study {

enum class MutationKind : unsigned char {
  wait_dropped,
  wait_looser_by_one,
  wait_looser_by_two,
  wait_too_large,  // for its field
  wait_stricter_by_one,
  wait_to_zero,
  wait_earlier,
  wait_later,
  wait_across_barrier,
  wait_counts_swapped,  // with the next wait for the other counter
  wait_other_counter,
  barrier_dropped,
  barrier_doubled,
  barrier_earlier,
  barrier_later,
  stage_flipped,
  subtile_flipped,
  k_offset_changed,
  op_dropped,
  neighbours_swapped,
  stagger_moved,
  stagger_disabled,
  two_changes,
};
inline constexpr int mutation_kinds = 23;

[[nodiscard]] const char* name(MutationKind kind);

struct Mutant {
  MutationKind kind = MutationKind::wait_dropped;
  std::string what;
  executor::EmittedSchedule schedule;
};

/// All mutants with different entries, none equal to the base. A moved entry moves over the nearest entry that has an
/// effect; priorities, fences and hints have none.
[[nodiscard]] std::vector<Mutant> mutants_of(const executor::EmittedSchedule& base);

/// The given number of mutants of mutants, drawn by seed.
[[nodiscard]] std::vector<Mutant> mutants_twice(const executor::EmittedSchedule& base, int count, std::uint64_t seed);

}  // namespace stretto::study
