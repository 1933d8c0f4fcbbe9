// Phase barriers on the abstract state: arrivals, awaits, and whether each is of one phase in every interleaving.
//
// When an agent arrives, the phase before must be complete for certain, or it may be counted there. When it awaits, the
// phase before the awaited one must be, or it may pass at the parity of an older one. And a phase may complete only
// when whoever waited for the one before has passed, or the parity moves on without it.
//
// What is certain travels with arrivals and with bytes; what is ordered in memory, with arrivals alone.
#pragma once

#include <stretto/verify/completion.hpp>
#include <stretto/verify/findings.hpp>

namespace stretto::detail {

class PhaseRun : protected Completion {
 protected:
  constexpr PhaseRun(const WaveProgram& program, const Cells& cells, Findings& findings)
      : Completion(program, cells), findings_(findings) {
    int places = 0;
    for (const PhaseBarrier& barrier : program.phase_barriers) {
      first_place_.push_back(places);
      places += barrier.slots;
    }
  }

  [[nodiscard]] constexpr int place_of(const PhaseUse& use, int trip) const {
    return first_place_[use.barrier] + use.version(trip) % program_.phase_barriers[use.barrier].slots;
  }

  [[nodiscard]] static constexpr StepInstance instance(const AgentState& agent, int a, const Step& step) {
    return {a, agent.phase, agent.index, step.entry, agent.trip};
  }

  /// Can the agent go past this step? A named barrier is arrived at on the way.
  constexpr bool pass_phase(AbstractState& state, int a, const Step& step) const {
    AgentState& agent = state.agents[a];
    if (step.action != Action::await && step.action != Action::barrier) return true;
    const int p = place_of(step.phase_barrier, agent.trip);
    PhaseState& place = state.places[p];
    if (step.action == Action::barrier) {
      if (agent.stop != Stop::phase) {
        agent.joined_phase = place.complete;
        arrive(state, a, step);
      }
      if (state.places[p].complete == agent.joined_phase) return false;
      learn(state, a, p);
      return true;
    }
    const int slots = program_.phase_barriers[step.phase_barrier.barrier].slots;
    const int parity = (step.phase_barrier.version(agent.trip) / slots + step.phase_barrier.flip) % 2;
    if (place.complete % 2 == parity) return false;
    const int awaited = place.complete - 1;
    if (awaited > agent.known[certain_component(state, p)]) {
      // The phase before may still be open, and then the parity is that of the one before it, which is complete.
      phase_hazard(state, place.last_arrival, instance(agent, a, step));
    }
    place.waited_phase[a] = awaited;
    place.waited_epoch[a] = agent.epoch;
    if (awaited >= 0) learn(state, a, p);
    return true;
  }

  /// The agent has seen the last phase of a place complete.
  constexpr void learn(AbstractState& state, int a, int p) const {
    AgentState& agent = state.agents[a];
    const PhaseState& place = state.places[p];
    join(agent.known, place.released);
    const int component = state.agents.size() + p;
    if (agent.known[component] < place.complete) agent.known[component] = place.complete;
    int& certain = agent.known[certain_component(state, p)];
    if (certain < place.complete) certain = place.complete;
    // Copies of its own that it has learnt of are no longer pending.
    PendingQueue& copies = agent.copy;
    while (copies.size() > 0 && copies.at(0).serial <= agent.known[counter_component(state, a, Counter::copy)]) {
      copies.total -= copies.at(0).weight;
      ++copies.head;
    }
  }

  static constexpr void join(Vector<int>& into, const Vector<int>& from) { join(into, from, 0); }
  static constexpr void join(Vector<int>& into, const Vector<int>& from, int first) {
    int* to = into.begin();
    const int* told = from.begin();
    const int size = into.size();
    for (int c = first; c < size; ++c) {
      if (told[c] > to[c]) to[c] = told[c];
    }
  }

  constexpr void arrive(AbstractState& state, int a, const Step& step) const {
    AgentState& agent = state.agents[a];
    const int p = place_of(step.phase_barrier, agent.trip);
    PhaseState& place = state.places[p];
    const StepInstance self = instance(agent, a, step);
    const int waves = program_.agents[a].waves;
    enter_phase(state, self, p);
    place.arrived += waves;
    if (place.arrived > program_.phase_barriers[step.phase_barrier.barrier].arrivals) {
      phase_hazard(state, place.last_arrival, self);
    }
    if (step.action == Action::arrive) place.bytes += step.phase_barrier.bytes * waves;
    place.last_arrival = self;
    join(place.gathered, agent.known);
    if (step.action == Action::arrive && (step.counter == Counter::copy || step.counter == Counter::tensor)) {
      const int component = counter_component(state, a, step.counter);
      const PendingQueue& queue = agent.queue(step.counter);
      // A group that is still open then may never be closed.
      if (queue.size() > 0 && queue.at(queue.size() - 1).weight == 0) phase_hazard(state, self, self);
      place.gathered[component] = step.counter == Counter::copy ? agent.issued_copies : agent.issued_tensor;
      tell_of_counter(state, a, step.counter);
    }
    ++agent.epoch;
    if (place.gathered[a] < agent.epoch) place.gathered[a] = agent.epoch;
    complete_phase(state, p, step.phase_barrier.barrier);
  }

  /// Whoever takes part in a phase must be certain that the one before is complete, or may be counted there.
  constexpr void enter_phase(AbstractState& state, const StepInstance& self, int p) const {
    const AgentState& agent = state.agents[self.agent];
    if (agent.known[certain_component(state, p)] >= state.places[p].complete) return;
    phase_hazard(state, state.places[p].last_arrival, self);
  }

  /// The bytes of a load tell that it was issued, and what was certain then.
  constexpr void tell_by_bytes(AbstractState& state, int a, int p) const {
    join(state.places[p].gathered, state.agents[a].known, certain_component(state, 0));
  }

  constexpr void complete_phase(AbstractState& state, int p, int barrier) const {
    PhaseState& place = state.places[p];
    if (place.arrived < program_.phase_barriers[barrier].arrivals || place.bytes != 0) return;
    // Whoever waited for the phase before must have passed, or the parity has moved on without it.
    for (int a = 0; a < state.agents.size(); ++a) {
      if (place.waited_phase[a] != place.complete - 1 || place.gathered[a] > place.waited_epoch[a]) continue;
      StepInstance waiter;
      waiter.agent = a;
      phase_hazard(state, place.last_arrival, waiter);
    }
    ++place.complete;
    place.arrived = 0;
    place.released = place.gathered;
    for (int& c : place.gathered) c = 0;
  }

  /// From now on, what is pending in the counter is over for whoever hears that so many operations are complete.
  constexpr void tell_of_counter(AbstractState& state, int a, Counter counter) const {
    PendingQueue& queue = state.agents[a].queue(counter);
    const int component = counter_component(state, a, counter) - state.agents.size();
    for (int i = 0; i < queue.size(); ++i) complete(state, a, queue.at(i), {queue.at(i).serial, component});
    if (counter != Counter::tensor) return;  // copies can still be waited for
    queue.ops.clear();
    queue.head = 0;
    queue.total = 0;
  }

  constexpr void phase_hazard(const AbstractState& state, const StepInstance& first, const StepInstance& second) const {
    Hazard hazard;
    hazard.kind = HazardKind::progress;
    hazard.verdict = Verdict::race;
    hazard.first = first;
    hazard.second = second;
    hazard.trips = trips(state);
    findings_.found(hazard);
  }

  /// Nobody can go on, and some are not at the end.
  constexpr void stuck(const AbstractState& state) const {
    for (int a = 0; a < state.agents.size(); ++a) {
      const AgentState& agent = state.agents[a];
      if (agent.stop != Stop::phase && agent.stop != Stop::barrier) continue;
      StepInstance waiter{a, agent.phase, agent.index, -1, agent.trip};
      if (agent.stop == Stop::barrier) --waiter.index;
      waiter.entry = program_.agents[a].steps(agent.phase)[waiter.index].entry;
      phase_hazard(state, {}, waiter);
    }
  }

  /// A trip count of which the run so far is a part.
  [[nodiscard]] constexpr int trips(const AbstractState& state) const {
    if (state.trips_final) return state.trips_allowed;
    return state.trips_allowed > program_.min_trips ? state.trips_allowed : program_.min_trips;
  }

  Findings& findings_;
  Vector<int> first_place_;  // by phase barrier
};

}  // namespace stretto::detail
