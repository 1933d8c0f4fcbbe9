// Phase barriers on the abstract state: arrivals, awaits, and the check that each belongs to the same phase in every
// interleaving.
//
// - When a role arrives, it must be certain that the previous phase is complete. Otherwise the arrival may be counted
//   there.
// - When a role awaits a phase, it must be certain that the phase before the awaited one is complete. Otherwise the
//   wait may pass at the parity of an older phase.
// - A phase may complete only when every role that waited for the previous phase has passed its wait. Otherwise the
//   parity changes before that role has seen it.
//
// Arrivals and bytes both show that a phase completed; only arrivals order memory.
#pragma once

#include <stretto/program/phase_parity.hpp>
#include <stretto/verify/completion.hpp>
#include <stretto/verify/findings.hpp>

namespace stretto::detail {

class PhaseRun : protected Completion {
 protected:
  constexpr PhaseRun(const WaveProgram& program, const Cells& cells, Findings& findings)
      : Completion(program, cells), findings_(findings) {
    observed_.resize(program.phase_barriers.size(), 0);
    has_init_.resize(program.phase_barriers.size(), 0);
    for (int b = 0; b < program.phase_barriers.size(); ++b) {
      if (program.phase_barriers[b].kind == PhaseBarrierKind::cluster) cluster_ = b;
    }
    for (const Role& role : program.roles) {
      if (role.workgroup >= workgroups_) workgroups_ = role.workgroup + 1;
      for (const Step& step : role.steps.setup) {
        if (step.action == Action::init) has_init_[step.phase_barrier.barrier] = 1;
      }
      for (const Section section : all_sections) {
        for (const Step& step : role.steps[section]) {
          const PhaseUse& use = step.phase_barrier;
          if (!use.present()) continue;
          // A named barrier of one arrival never blocks.
          const bool waits = step.action == Action::await || use.barrier == cluster_ ||
                             (step.action == Action::barrier && program.phase_barriers[use.barrier].arrivals > 1);
          if (waits || use.bytes > 0 || step.counter == Counter::bytes) observed_[use.barrier] = 1;
        }
      }
    }
  }

  template <class When>
  [[nodiscard]] constexpr int place_of(const PhaseUse& use, const When& when) const {
    return layout_.place_of(program_, use, when);
  }

  [[nodiscard]] static constexpr StepInstance instance(const RoleState& role, int a, const Step& step) {
    return {a, role.section, role.index, step.entry, role.trip, role.start, role.run};
  }

  /// Checks that the array of phase barriers that a step uses is initialised, visibly to the step.
  constexpr void check_ready(const AbstractState& state, const StepInstance& self, const Step& step) const {
    if (state.inits.empty()) return;
    const int barrier = step.phase_barrier.barrier;
    if (has_init_[barrier] == 0) return;
    const InitState& init = state.inits[barrier];
    const bool own = init.step.role == self.role;
    const bool fenced = init.fenced != not_done && (own || state.roles[self.role].known[init.step.role] > init.fenced);
    if (init.step.present() && (fenced || (own && step.counter == Counter::none))) return;
    Hazard hazard = progress_hazard(state, init.step, self);
    hazard.kind = HazardKind::uninitialised;
    findings_.found(hazard);
  }
  /// All waves have met. If all barriers were initialised and fenced before, they are ready for everybody.
  constexpr void forget_inits(AbstractState& state) const {
    for (int b = 0; b < state.inits.size(); ++b) {
      if (has_init_[b] != 0 && state.inits[b].fenced == not_done) return;
    }
    state.inits.clear();
  }

  /// Records what a role did to another workgroup. A role that knows `epoch` of this role knows that it is done.
  constexpr void note_remote(AbstractState& state, const StepInstance& self, int workgroup, int epoch) const {
    if (!remote_matters_ || program_.roles[self.role].workgroup == workgroup) return;
    state.remote[self.role * workgroups_ + workgroup] = {self, epoch};
  }

  /// Can the role pass this step? At a named barrier, the role also arrives.
  constexpr bool pass_phase(AbstractState& state, int a, const Step& step) const {
    RoleState& role = state.roles[a];
    if (step.action != Action::await && step.action != Action::barrier) return true;
    const int p = place_of(step.phase_barrier, role);
    PhaseState& place = state.places[p];
    if (step.phase_barrier.barrier == cluster_) return pass_cluster_barrier(state, a, step, p);
    if (role.stop != Stop::phase) check_ready(state, instance(role, a, step), step);
    if (step.action == Action::barrier) {
      if (observed_[step.phase_barrier.barrier] == 0) {
        arrive(state, a, step);
        return true;
      }
      if (role.stop != Stop::phase) {
        role.joined_phase = place.complete;
        arrive(state, a, step);
      }
      if (state.places[p].complete == role.joined_phase) return false;
      learn_joined(state, a, p);
      return true;
    }
    const int slots = program_.phase_barriers[step.phase_barrier.barrier].slots;
    const PhaseUse& use = step.phase_barrier;
    if (!parity_passes(place.complete, use.awaited_parity(role.moment(), slots))) return false;
    const int awaited = place.complete - 1;
    if (awaited > role.known[layout_.certain(p)]) {
      // The phase before the awaited one may still be open. Then the wait passes at once, at an older parity.
      phase_hazard(state, place.last_arrival, instance(role, a, step));
    }
    place.waited_phase[a] = awaited;
    place.waited_epoch[a] = role.epoch;
    if (awaited >= 0) learn(state, a, p);
    return true;
  }

  /// Can the role pass its wait at the cluster barrier? If it arrives there in the same step, it does so first.
  constexpr bool pass_cluster_barrier(AbstractState& state, int a, const Step& step, int p) const {
    RoleState& role = state.roles[a];
    if (step.action == Action::barrier && role.stop != Stop::phase) arrive(state, a, step);
    if (role.cluster_phase < 0) {
      const StepInstance self = instance(role, a, step);
      phase_hazard(state, self, self);
      return true;
    }
    if (state.places[p].complete == role.cluster_phase) return false;
    role.joined_phase = role.cluster_phase;
    role.cluster_phase = -1;
    learn_joined(state, a, p);
    return true;
  }

  /// Every wave of the role has seen the last complete phase of a place: the role learns what that phase reports.
  constexpr void learn(AbstractState& state, int a, int p) const {
    RoleState& role = state.roles[a];
    const PhaseState& place = state.places[p];
    join(role.known, place.released);
    for (const int component : {layout_.phases(p), layout_.certain(p)}) {
      if (role.known[component] < place.complete) role.known[component] = place.complete;
    }
    forget_told(state, a);
  }

  /// At a named barrier the role has seen the phase that it joined, and no later one: others may have advanced since.
  constexpr void learn_joined(AbstractState& state, int a, int p) const {
    RoleState& role = state.roles[a];
    const int seen = role.joined_phase + 1;
    if (state.places[p].complete == seen) return learn(state, a, p);
    if (role.known[layout_.certain(p)] < seen) role.known[layout_.certain(p)] = seen;
  }

  static constexpr void join(Vector<int>& into, const Vector<int>& from) { join(into, from, 0); }
  static constexpr void join(Vector<int>& into, const Vector<int>& from, int first) {
    int* to = into.begin();
    const int* told = from.begin();
    const int size = into.size();
    for (int c = first; c < size; ++c)
      if (told[c] > to[c]) to[c] = told[c];
  }

  constexpr void arrive(AbstractState& state, int a, const Step& step) const {
    RoleState& role = state.roles[a];
    const int p = place_of(step.phase_barrier, role);
    PhaseState& place = state.places[p];
    const StepInstance self = instance(role, a, step);
    if (step.action == Action::arrive) check_ready(state, self, step);
    if (step.phase_barrier.barrier == cluster_) {
      if (role.cluster_phase >= 0) phase_hazard(state, self, self);
      role.cluster_phase = place.complete;
    }
    const int waves = program_.roles[a].waves;
    const int arrivals = program_.phase_barriers[step.phase_barrier.barrier].arrivals;
    // If no step waits at the barrier and it counts no bytes, the phase of an arrival does not matter.
    const bool observed = observed_[step.phase_barrier.barrier] != 0;
    if (observed) enter_phase(state, self, p);
    place.arrived += observed ? waves : waves % arrivals;
    if (!observed && place.arrived > arrivals) place.arrived -= arrivals;
    if (place.arrived > arrivals) phase_hazard(state, place.last_arrival, self);
    if (step.action == Action::arrive) expect_bytes(state, place, self, step.phase_barrier.bytes * waves);
    place.last_arrival = self;
    join(place.gathered, role.known);
    if (step.action == Action::arrive && step.counter != Counter::none) {
      const PendingQueue& queue = queue_of(role, step.counter);
      // The group may never be closed, and then the arrival never happens.
      if (queue.open()) phase_hazard(state, self, self);
      place.gathered[layout_.told(a, step.counter)] = queue.issued;
      tell_of_counter(state, a, step.counter);
      place.asynchronous = true;
    }
    ++role.epoch;
    const int home = program_.phase_barriers[step.phase_barrier.barrier].workgroup;
    if (step.phase_barrier.barrier == cluster_) {
      // It belongs to no workgroup, so it is there as long as a wave can arrive.
    } else if (step.counter == Counter::none) {
      note_remote(state, self, home, role.epoch);
    } else if (workgroups_ > 1 && program_.roles[a].workgroup != home && place.complete + 1 > place.owed_to) {
      place.owed_to = place.complete + 1;
      place.last_owed = self;
    }
    if (place.gathered[a] < role.epoch) place.gathered[a] = role.epoch;
    // Where the phase of an arrival does not matter, it may also come in a later phase than the one counted here.
    const bool last = observed && is_last_for_certain(state, a, place);
    const int complete = place.complete;
    complete_phase(state, p, step.phase_barrier.barrier);
    if (last && place.complete > complete) role.known[layout_.certain(p)] = place.complete;
  }

  /// Does an arriving wave know that all others have arrived and that the phase expects no bytes?
  [[nodiscard]] constexpr bool is_last_for_certain(const AbstractState& state, int a, const PhaseState& place) const {
    if (program_.roles[a].waves > 1 || place.asynchronous || place.expected > 0) return false;
    for (int b = 0; b < state.roles.size(); ++b) {
      if (b != a && place.gathered[b] > state.roles[a].known[b]) return false;
    }
    return true;
  }

  constexpr void expect_bytes(const AbstractState& state, PhaseState& place, const StepInstance& self,
                              int bytes) const {
    const int limit = program_.limits.max_expected_bytes;
    if (bytes > limit - place.expected) {
      Hazard hazard = progress_hazard(state, place.last_arrival, self);
      hazard.kind = HazardKind::encodable;
      findings_.found(hazard);
      bytes = limit - place.expected;
    }
    place.expected += bytes;
    place.bytes += bytes;
  }

  /// A role that takes part in a phase must be certain that the previous one is complete, or it may be counted there.
  constexpr void enter_phase(AbstractState& state, const StepInstance& self, int p) const {
    const RoleState& role = state.roles[self.role];
    if (role.known[layout_.certain(p)] >= state.places[p].complete) return;
    phase_hazard(state, state.places[p].last_arrival, self);
  }

  /// A bulk load is complete with the phase that its bytes come in. The bytes report that it was issued, and what was
  /// certain at the issue.
  constexpr void send_bytes(AbstractState& state, const StepInstance& self, const Step& step) const {
    const int p = place_of(step.phase_barrier, self);
    PhaseState& place = state.places[p];
    check_ready(state, self, step);
    // A load of 0 bytes sends no signal: no role ever knows that it is complete.
    const int over_at = step.phase_barrier.bytes == 0 ? not_done : place.complete + 1;
    if (over_at > place.owed_to) {
      place.owed_to = over_at;
      place.last_owed = self;
    }
    if (step.phase_barrier.bytes == 0) return;
    enter_phase(state, self, p);
    // The phase needs these bytes, so it cannot complete before this role has passed the wait that precedes them.
    place.waited_phase[self.role] = never_waited;
    place.bytes -= step.phase_barrier.bytes * program_.roles[self.role].waves;
    join(place.gathered, state.roles[self.role].known, layout_.first_certain());
    complete_phase(state, p, step.phase_barrier.barrier);
  }

  constexpr void complete_phase(AbstractState& state, int p, int barrier) const {
    PhaseState& place = state.places[p];
    if (place.arrived < program_.phase_barriers[barrier].arrivals || place.bytes > 0) return;
    if (place.bytes < 0) {
      // More bytes than expected, and no arrival is left that could expect them.
      phase_hazard(state, place.last_arrival, place.last_owed);
      return;
    }
    // Each role that waited for the previous phase must have passed, or the parity changes before it has looked.
    for (int a = 0; a < state.roles.size(); ++a) {
      if (place.waited_phase[a] != place.complete - 1 || place.gathered[a] > place.waited_epoch[a]) continue;
      StepInstance waiter;
      waiter.role = a;
      phase_hazard(state, place.last_arrival, waiter);
    }
    ++place.complete;
    place.arrived = 0;
    place.expected = 0;
    place.asynchronous = false;
    place.released = place.gathered;
    int* gathered = place.gathered.begin();
    const int size = place.gathered.size();
    for (int c = 0; c < size; ++c) gathered[c] = 0;
  }

  [[nodiscard]] constexpr Hazard progress_hazard(const AbstractState& state, const StepInstance& first,
                                                 const StepInstance& second) const {
    Hazard hazard;
    hazard.kind = HazardKind::progress;
    hazard.verdict = Verdict::race;
    hazard.first = first;
    hazard.second = second;
    hazard.trips = trips(state);
    return hazard;
  }
  constexpr void phase_hazard(const AbstractState& state, const StepInstance& first, const StepInstance& second) const {
    findings_.found(progress_hazard(state, first, second));
  }

  /// Reports a deadlock: no role can advance, and some are not at their end.
  constexpr void stuck(const AbstractState& state) const {
    for (int a = 0; a < state.roles.size(); ++a) {
      const RoleState& role = state.roles[a];
      if (role.stop != Stop::phase && role.stop != Stop::barrier && role.stop != Stop::pool) continue;
      StepInstance waiter{a, role.section, role.index, -1, role.trip, role.start, role.run};
      if (role.stop == Stop::barrier) --waiter.index;
      waiter.entry = step_at(waiter).entry;
      phase_hazard(state, {}, waiter);
    }
  }

  /// The end of a run, which may be the last. If a wave has not waited for an operation, some role of its workgroup
  /// must know that the operation is complete: that role is at its end, too, so the operation is complete when all
  /// waves of the workgroup are. vm and lgkm are exempt, because a wave waits for them when it ends. `met`: all waves
  /// meet after the end, so that each role knows what any role knows.
  constexpr void check_nothing_left(const AbstractState& state, bool met = false) const {
    for (int a = 0; a < state.roles.size(); ++a) {
      for (const Counter counter : {Counter::copy, Counter::mma, Counter::store, Counter::tensor}) {
        const PendingQueue& queue = queue_of(state.roles[a], counter);
        const bool waited_for = counter == Counter::tensor ? queue.issued == 0 : queue.size() == 0;
        // Its memory is there as long as its workgroup.
        const int workgroup = met ? -1 : program_.roles[a].workgroup;
        if (!waited_for && !known_to_somebody(state, layout_.told(a, counter), queue.issued, workgroup)) {
          left_behind(state, queue.newest);
        }
      }
    }
    int p = 0;
    for (const PhaseBarrier& barrier : program_.phase_barriers) {
      for (int i = 0; i < barrier.slots; ++i, ++p) {
        const PhaseState& place = state.places[p];
        if (place.owed_to <= 0) continue;
        if (!known_to_somebody(state, layout_.certain(p), place.owed_to, met ? -1 : barrier.workgroup)) {
          left_behind(state, place.last_owed);
        }
      }
    }
    if (!met) check_remote(state);
  }
  /// Does some role know this, of any workgroup or of one?
  [[nodiscard]] constexpr bool known_to_somebody(const AbstractState& state, int component, int value,
                                                 int workgroup = -1) const {
    if (component < 0) return false;
    for (int a = 0; a < state.roles.size(); ++a) {
      if (workgroup >= 0 && program_.roles[a].workgroup != workgroup) continue;
      if (state.roles[a].known[component] >= value) return true;
    }
    return false;
  }
  /// A workgroup is there until its last wave ends. So some role of it must know that nothing more comes from others.
  constexpr void check_remote(const AbstractState& state) const {
    for (int i = 0; i < state.remote.size(); ++i) {
      const RemoteAccess& access = state.remote[i];
      if (access.epoch == 0 || known_to_somebody(state, i / workgroups_, access.epoch, i % workgroups_)) continue;
      Hazard hazard = progress_hazard(state, access.step, {});
      hazard.kind = HazardKind::gone;
      findings_.found(hazard);
    }
  }
  constexpr void left_behind(const AbstractState& state, const StepInstance& step) const {
    Hazard hazard = progress_hazard(state, step, {});
    hazard.kind = HazardKind::unfinished;
    findings_.found(hazard);
  }

  /// A trip count for which the run can begin as it has so far.
  [[nodiscard]] constexpr int trips(const AbstractState& state) const {
    if (state.trips_final) return state.trips_allowed;
    return state.trips_allowed > program_.min_trips ? state.trips_allowed : program_.min_trips;
  }

  Findings& findings_;
  Vector<char> observed_;  // phase barriers at which a step waits, or that count bytes
  Vector<char> has_init_;  // phase barriers that a step initialises
  int workgroups_ = 1;
  bool remote_matters_ = false;  // a workgroup may end while others access it; if all meet at the end, none does
  int cluster_ = -2;             // the cluster barrier; -1 means none in a step, so that -2 is that of no step
};

}  // namespace stretto::detail
