// When asynchronous operations are over, and who knows it.
//
// Operations of a counter complete in order: at a wait, at a full counter, or, where an asynchronous arrival tells of
// them, for whoever hears that so many are complete.
#pragma once

#include <stretto/verify/abstract_state.hpp>
#include <stretto/verify/cells.hpp>

namespace stretto::detail {

class Completion {
 protected:
  constexpr Completion(const WaveProgram& program, const Cells& cells) : program_(program), cells_(cells) {}

  /// Is what completed at `done` in agent `by` ordered before what `then` does now, whichever waves they are?
  [[nodiscard]] constexpr bool ordered(const AbstractState& state, const Stamp& done, int by, int then) const {
    const AgentState& agent = state.agents[then];
    if (done.place >= 0) return agent.known[state.agents.size() + done.place] >= done.value;
    if (by == then && program_.agents[by].waves == 1) return !done.pending();
    return agent.known[by] > done.value;
  }

  /// Does a wave know that something of its own is over?
  [[nodiscard]] constexpr bool over(const AbstractState& state, const Stamp& done, int a) const {
    if (done.place >= 0) return state.agents[a].known[state.agents.size() + done.place] >= done.value;
    return !done.pending();
  }

  /// The oldest operations complete until at most `allowed` are pending.
  constexpr void retire(AbstractState& state, int a, Counter counter, int allowed) const {
    PendingQueue& queue = state.agents[a].queue(counter);
    while (queue.total > allowed) {
      PendingOp& oldest = queue.ops[queue.head];
      const int excess = queue.total - allowed;
      const int gone = oldest.weight < excess ? oldest.weight : excess;
      oldest.weight -= gone;
      queue.total -= gone;
      if (oldest.weight > 0) return;
      complete(state, a, oldest, {state.agents[a].epoch, -1});
      if (counter == Counter::copy) {
        int& known = state.agents[a].known[counter_component(state, a, counter)];
        known = oldest.serial > known ? oldest.serial : known;
      }
      ++queue.head;
    }
  }

  constexpr void complete(AbstractState& state, int a, const PendingOp& done, const Stamp& when) const {
    const Step& step = program_.agents[a].steps(done.phase)[done.index];
    const auto is_it = [&](const StepInstance& other) {
      return other.agent == a && other.index == done.index && other.trip == done.trip && other.phase == done.phase;
    };
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      const int cell = cells_.cell(access, done.trip);
      if (access.mode == AccessMode::write) {
        WriteRecord& last = state.writes[cell * program_.agents.size() + a];
        if (is_it(last.step)) end(last.done, when);
      } else if (!cells_.in_registers(access) || step.counter == Counter::mma) {
        for (ActiveRead& read : state.reads) {
          if (read.cell == cell && is_it(read.step)) end(read.done, when);
        }
      }
    }
  }

  /// What asynchronous arrivals have told of stays so: a wait adds to what the agent itself knows.
  static constexpr void end(Stamp& done, const Stamp& when) {
    if (done.pending() || done.place < 0) done = when;
  }

  /// Where a clock says how many operations of an agent's counter are complete.
  [[nodiscard]] static constexpr int counter_component(const AbstractState& state, int a, Counter counter) {
    return state.agents.size() + state.places.size() + 2 * a + (counter == Counter::tensor ? 1 : 0);
  }

  /// Where a clock says how many phases of a place are certainly complete.
  [[nodiscard]] static constexpr int certain_component(const AbstractState& state, int place) {
    return 3 * state.agents.size() + state.places.size() + place;
  }

  const WaveProgram& program_;
  const Cells& cells_;
};

}  // namespace stretto::detail
