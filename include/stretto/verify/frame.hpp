// What the states of a program have in common: how places turn with the trips, which tiles can still be due, and which
// parts of what agents know can matter. Seen from its trip, a state is the same whatever the trip is.
//
// Where all accesses to a buffer turn by the same number of slots a trip, slot s of trip t is slot s - t * step of trip
// 0; likewise the places of a phase barrier, whose phases are counted from the versions below trip t. Where they do
// not, only states that are a multiple of `period` trips apart can be compared, for which every slot is where it was.
#pragma once

#include <stretto/verify/abstract_state.hpp>

namespace stretto::detail {

/// Of two numbers above 0.
constexpr int largest_divisor(int a, int b) {
  while (b > 0) {
    const int rest = a % b;
    a = b;
    b = rest;
  }
  return a < 1 ? 1 : a;
}

class Frame {
 public:
  constexpr explicit Frame(const WaveProgram& program) : program_(program) {
    list_steps();
    find_turns();
    find_dues();
    find_components();
  }

  [[nodiscard]] constexpr const WaveProgram& program() const { return program_; }
  /// Trips after which everything that does not turn evenly is where it was.
  [[nodiscard]] constexpr int period() const { return period_; }
  /// Slots that a buffer turns by a trip; 0: none, or unevenly.
  [[nodiscard]] constexpr int buffer_step(int buffer) const { return buffer_step_[buffer]; }
  [[nodiscard]] constexpr int barrier_step(int barrier) const { return barrier_step_[barrier]; }

  /// Components of clocks that are looked at: of places, as if they did not turn.
  [[nodiscard]] constexpr const Vector<int>& components() const { return components_; }

  /// Reads of an accumulator's consumes: the least version, at most 0.
  [[nodiscard]] constexpr int least_version(int accumulator) const { return least_version_[accumulator]; }
  /// Of an agent's consumes without one, in trip 0: the least tile that one takes; no_due: none does.
  [[nodiscard]] constexpr int least_due(int agent) const { return least_due_[agent]; }
  /// Is the tile in a buffer taken by number from the trip, and as itself whatever the trip?
  [[nodiscard]] constexpr bool relative(int buffer) const { return relative_[buffer] != 0; }
  [[nodiscard]] constexpr bool absolute(int buffer) const { return absolute_[buffer] != 0; }

  static constexpr int no_due = 1 << 28;

 private:
  /// The steps that follow a loop head: a prologue does in persistent programs only.
  struct Following {
    int agent;
    const Step* step;
  };
  constexpr void list_steps() {
    for (int a = 0; a < program_.agents.size(); ++a) {
      for (const Phase phase : all_phases) {
        if (phase == Phase::prologue && !program_.persistent) continue;
        for (const Step& step : program_.agents[a].steps(phase)) steps_.push_back({a, &step});
      }
    }
  }

  static constexpr int not_used = -1;
  static constexpr int uneven = -2;

  static constexpr void join_step(int& known, int step) {
    if (known == not_used) known = step;
    if (known != step) known = uneven;
  }
  constexpr void include_period(int slots, int step) {
    if (step == 0) return;
    const int turn = slots / largest_divisor(slots, step);
    period_ = period_ / largest_divisor(period_, turn) * turn;
  }

  constexpr void find_turns() {
    buffer_step_.resize(program_.buffers.size(), not_used);
    barrier_step_.resize(program_.phase_barriers.size(), not_used);
    for (const Following& next : steps_) {
      for (int i = 0; i < next.step->access_count; ++i) {
        const StepAccess& access = program_.accesses[next.step->first_access + i];
        join_step(buffer_step_[access.buffer], access.slot_step % program_.buffers[access.buffer].slots);
      }
      // The parity of a version repeats after two turns.
      const PhaseUse& use = next.step->phase_barrier;
      if (!use.present()) continue;
      join_step(barrier_step_[use.barrier], use.slot_step % (2 * program_.phase_barriers[use.barrier].slots));
    }
    for (const Following& next : steps_) {
      for (int i = 0; i < next.step->access_count; ++i) {
        const StepAccess& access = program_.accesses[next.step->first_access + i];
        if (buffer_step_[access.buffer] != uneven) continue;
        include_period(program_.buffers[access.buffer].slots, access.slot_step);
      }
      const PhaseUse& use = next.step->phase_barrier;
      if (!use.present() || barrier_step_[use.barrier] != uneven) continue;
      include_period(2 * program_.phase_barriers[use.barrier].slots, use.slot_step);
    }
    for (int& step : buffer_step_) step = step < 0 ? 0 : step;
    for (int& step : barrier_step_) step = step < 0 ? 0 : step;
  }

  constexpr void find_dues() {
    least_version_.resize(program_.accumulators, 0);
    least_due_.resize(program_.agents.size(), no_due);
    relative_.resize(program_.buffers.size(), 0);
    absolute_.resize(program_.buffers.size(), 0);
    bool moves = false;
    bool fixed = false;
    for (const Following& next : steps_) {
      const Step& step = *next.step;
      moves = moves || step.action == Action::move;
      if (step.action != Action::consume) continue;
      const bool stays = step.accumulator < 0 && step.tile_step != program_.tiles_per_trip;
      for (int i = 0; i < step.access_count; ++i) {
        const StepAccess& access = program_.accesses[step.first_access + i];
        if (access.mode != AccessMode::read) continue;
        (stays ? absolute_ : relative_)[access.buffer] = 1;
        fixed = fixed || stays;
        if (step.accumulator >= 0) {
          int& least = least_version_[step.accumulator];
          if (access.version < least) least = access.version;
        } else if (!stays) {
          int& least = least_due_[next.agent];
          if (step.tile + access.version < least) least = step.tile + access.version;
        }
      }
    }
    for (int b = 0; b < relative_.size(); ++b) {
      // A moved tile may come to be taken in either way.
      if (fixed && moves) absolute_[b] = 1;
      if (moves || absolute_[b] == 0) relative_[b] = 1;
    }
  }

  /// What agents know matters where somebody asks: of every agent; of places that bytes come to, whether the loads are
  /// over; of counters that asynchronous arrivals tell of; and of every place, which phases are certainly complete.
  constexpr void find_components() {
    const int agents = program_.agents.size();
    Vector<char> loads(program_.phase_barriers.size(), 0);
    Vector<char> told(2 * agents, 0);
    for (int a = 0; a < agents; ++a) {
      components_.push_back(a);
      for (const Phase phase : all_phases) {
        for (const Step& step : program_.agents[a].steps(phase)) {
          if (!step.phase_barrier.present()) continue;
          if (step.action == Action::fetch) loads[step.phase_barrier.barrier] = 1;
          if (step.action != Action::arrive) continue;
          if (step.counter == Counter::copy) told[2 * a] = 1;
          if (step.counter == Counter::tensor) told[2 * a + 1] = 1;
        }
      }
    }
    int places = 0;
    for (int b = 0; b < program_.phase_barriers.size(); ++b) {
      for (int i = 0; i < program_.phase_barriers[b].slots; ++i, ++places) {
        if (loads[b] != 0) components_.push_back(agents + places);
      }
    }
    for (int i = 0; i < told.size(); ++i) {
      if (told[i] != 0) components_.push_back(agents + places + i);
    }
    for (int p = 0; p < places; ++p) components_.push_back(3 * agents + places + p);
  }

  const WaveProgram& program_;
  Vector<Following> steps_;
  int period_ = 1;
  Vector<int> buffer_step_;
  Vector<int> barrier_step_;
  Vector<int> components_;
  Vector<int> least_version_;
  Vector<int> least_due_;
  Vector<char> relative_;
  Vector<char> absolute_;
};

}  // namespace stretto::detail
