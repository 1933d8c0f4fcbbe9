// Entry: one step of a role's program, as a kernel sees it. Both front ends emit programs of entries, and a kernel
// consumes them with `run` (program/run.hpp).
#pragma once

#include <stretto/core/platform.hpp>
#include <stretto/program/phase_parity.hpp>
#include <stretto/program/wave_program.hpp>

namespace stretto {

/// One step of a role's program. A version is a K tile: the iteration of a declared loop.
struct Entry {
  Action action = Action::nothing;      ///< what to do
  int tag = -1;                         ///< tag of the op that the author declared, or of a Mojo schedule's entry
  int part = 0;                         ///< part of the op, if it is executed in parts; Mojo: the subtile
  int op = -1;                          ///< op of the target loop; -1: of a Mojo schedule, or synchronisation
  int accumulator = -1;                 ///< consume: the sum that it adds to, or the sequence of work it belongs to
  int iteration = 0;                    ///< version in trip 0
  int versions_per_trip = 1;            ///< versions that it advances per trip
  Counter counter = Counter::none;      ///< the counter that counts the op, or that the wait is on
  int count = 0;                        ///< wait: how many operations may stay in flight; hint: its argument
  int barrier = -1;                     ///< phase barrier; fetch: the one that its bytes are reported to
  int slots = 1;                        ///< of that barrier, or of the buffer that the op accesses first
  int first_slot = 0;                   ///< slot in trip 0, not reduced modulo `slots`
  int slots_per_trip = 1;               ///< slots that it advances per trip
  int flip = 0;                         ///< await: added to the phase to get its parity
  int bytes = 0;                        ///< bytes expected, or bytes loaded
  Section section = Section::prologue;  ///< section of the role's program
  bool everywhere = false;  ///< arrive: at the barrier of every workgroup of the cluster; fetch: its bytes, a part of
                            ///< the tile, go to all of them

  /// The version that it accesses in a trip.
  STRETTO_HOST_DEVICE constexpr int version(int trip) const { return iteration + trip * versions_per_trip; }
  /// The slot of its buffer or barrier in a trip.
  STRETTO_HOST_DEVICE constexpr int slot(int trip) const { return (first_slot + trip * slots_per_trip) % slots; }
  /// The parity that an await waits for in a trip.
  STRETTO_HOST_DEVICE constexpr int parity(int trip) const {
    return phase_parity(first_slot + trip * slots_per_trip, slots, flip);
  }

  friend constexpr bool operator==(const Entry&, const Entry&) = default;
};

/// The programs of a workgroup's roles, as a constant that `run` unrolls. There is one program with a kernel, and one
/// for each number of iterations that is too small for it.
template <int Capacity>
struct EntryTable {
  static constexpr int max_roles = 8;     ///< roles of a workgroup
  static constexpr int max_programs = 8;  ///< the program with the kernel, and those for few iterations

  int roles = 0;                                     ///< roles of a workgroup
  int programs = 0;                                  ///< the program with the kernel, and those for few iterations
  int peeled = 0;                                    ///< iterations outside the kernel's trips
  int iterations_per_trip = 1;                       ///< iterations that one trip of the kernel executes
  int extra_trips[max_roles] = {};                   ///< by role: trips of its kernel beyond the trip count
  const char* role_names[max_roles]{};               ///< by role
  int first[max_programs * max_roles * 3 + 1] = {};  ///< where each section of each program begins, by `place`
  Entry entries[Capacity > 0 ? Capacity : 1] = {};   ///< of all programs, roles and sections, one after another

  /// The index in `first` of a section of a role's program.
  [[nodiscard]] STRETTO_HOST_DEVICE static constexpr int place(int program, int role, Section section) {
    return (program * max_roles + role) * 3 + static_cast<int>(section);
  }
  /// The first of its entries.
  [[nodiscard]] STRETTO_HOST_DEVICE constexpr int begin(int program, int role, Section section) const {
    return first[place(program, role, section)];
  }
  /// One past the last of its entries.
  [[nodiscard]] STRETTO_HOST_DEVICE constexpr int end(int program, int role, Section section) const {
    return first[place(program, role, section) + 1];
  }
  /// The number of its entries.
  [[nodiscard]] STRETTO_HOST_DEVICE constexpr int size(int program, int role, Section section) const {
    return end(program, role, section) - begin(program, role, section);
  }
};

}  // namespace stretto
