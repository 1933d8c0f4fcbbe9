#include "transitions.hpp"

#include <algorithm>

namespace stretto::executor::interpreter {

namespace {

constexpr Counter in_order[] = {Counter::vm,    Counter::lgkm,   Counter::copy,  Counter::mma,
                                Counter::store, Counter::tensor, Counter::stored};

/// Has the next operation in the order of a counter been issued? A bulk store is written after it has read its source.
bool may_come(const WaveState& wave, Counter counter) {
  const Counter issued = counter == Counter::stored ? Counter::store : counter;
  const int up_to = counter == Counter::stored ? wave.completed[index_of(issued)] : wave.issued[index_of(issued)];
  return wave.completed[index_of(counter)] < up_to;
}

/// Has an operation of a scalar load been issued that is not complete?
bool issued_left(const WaveState& wave, const Flight& flight, const Instance& instance) {
  const int issued = flight.instance == wave.next ? wave.progress : instance.operations;
  return flight.left > instance.operations - issued;
}

/// Must operations of `counter` complete for a wait for `waited` to end?
bool counts_in(Counter counter, Counter waited) {
  if (waited == Counter::lgkm || waited == Counter::scalar)
    return counter == Counter::lgkm || counter == Counter::scalar;
  if (waited == Counter::stored) return counter == Counter::stored || counter == Counter::store;
  return counter == waited;
}

}  // namespace

const Instance* Transitions::next(const State& state, int wave) const {
  const std::vector<Instance>& line = lines_.waves[at(wave)];
  const int index = state.waves[at(wave)].next;
  return at(index) < line.size() ? &line[at(index)] : nullptr;
}

int Transitions::room(const WaveState& wave, Counter counter) const {
  const Counter limited = counter == Counter::scalar ? Counter::lgkm : counter;
  return lines_.program->limits.capacity(limited) - pending(wave, counter);
}

bool Transitions::has_room(const WaveState& wave, const Instance& instance) const {
  return instance.operations == 0 || room(wave, instance.step->counter) > 0;
}

bool Transitions::gone(const State& state, int workgroup) const {
  for (int wave = 0; at(wave) < state.waves.size(); ++wave) {
    if (next(state, wave) != nullptr && lines_.workgroup[at(wave)] == workgroup) return false;
  }
  return true;
}

bool Transitions::usable(const State& state, int wave, const Instance& instance) const {
  const int barrier = lines_.places[at(instance.place)].barrier;
  const int workgroup = lines_.program->phase_barriers[barrier].workgroup;
  const bool may_be_late = instance.step->action == Action::arrive && workgroup == lines_.workgroup[at(wave)];
  if (!may_be_late && !instance.at_cluster && gone(state, workgroup)) return false;
  for (const Init& init : lines_.inits[at(barrier)]) {
    const bool waits_for_fence = init.wave != wave || instance.asynchronous();
    if (state.waves[at(init.wave)].next <= (waits_for_fence ? init.fence : init.instance)) return false;
  }
  return true;
}

/// Is a write of registers that the instance accesses pending in the counter?
bool Transitions::interlocked(const State& state, int wave, const Instance& instance, Counter counter) const {
  if (instance.guarded.empty() || state.waves[at(wave)].progress > 0) return false;
  for (const Flight& flight : state.waves[at(wave)].flights) {
    const Instance& older = lines_.waves[at(wave)][at(flight.instance)];
    if (older.step->counter != counter) continue;
    for (const int cell : instance.guarded) {
      if (writes_cell(older, cell)) return true;
    }
  }
  return false;
}

bool Transitions::at_barrier(const State& state, int wave) const {
  const Instance* instance = next(state, wave);
  if (instance == nullptr || instance->step->action != Action::barrier || instance->place >= 0) return false;
  return lines_.program->barriers == BarrierKind::raw || pending(state.waves[at(wave)], Counter::lgkm) == 0;
}

/// Is a write of registers that the instance accesses pending?
bool Transitions::interlocked(const State& state, int wave, const Instance& instance) const {
  return interlocked(state, wave, instance, Counter::vm) || interlocked(state, wave, instance, Counter::lgkm) ||
         interlocked(state, wave, instance, Counter::scalar);
}

bool Transitions::can_step(const State& state, int wave) const {
  const Instance* instance = next(state, wave);
  if (instance == nullptr) return false;
  const WaveState& own = state.waves[at(wave)];
  const Step& step = *instance->step;
  switch (step.action) {
    case Action::nothing:
    case Action::arrive:
    case Action::fence:
    case Action::init_fence:
    case Action::init: return true;
    case Action::registers: return state.pools[at(lines_.workgroup[at(wave)])] >= step.count;
    case Action::wait: return pending(own, step.counter) <= step.count;
    case Action::barrier:
      if (instance->place < 0) return false;
      return own.progress == 0 || state.places[at(instance->place)].completed > own.phase;
    case Action::await:
      if (instance->at_cluster) {
        // Without an arrival the step is wrong, and says so when it is executed.
        return own.cluster_phase == not_arrived || state.places[at(instance->place)].completed > own.cluster_phase;
      }
      return state.places[at(instance->place)].completed % 2 != instance->parity || !usable(state, wave, *instance);
    case Action::fetch:
    case Action::move:
    case Action::consume: return has_room(own, *instance) && !interlocked(state, wave, *instance);
  }
  return false;
}

/// Does this counter block the wave?
bool Transitions::waits_for(const State& state, int wave, Counter counter) const {
  const Instance* instance = next(state, wave);
  if (instance == nullptr) return false;
  const Step& step = *instance->step;
  const WaveState& own = state.waves[at(wave)];
  if (step.action == Action::wait) return counts_in(counter, step.counter) && pending(own, step.counter) > step.count;
  if (step.action == Action::barrier) {
    const bool drains = instance->place < 0 && lines_.program->barriers == BarrierKind::draining;
    return drains && counts_in(counter, Counter::lgkm);
  }
  if (!instance->is_data()) return false;
  if (counts_in(counter, step.counter) && !has_room(own, *instance)) return true;
  return interlocked(state, wave, *instance, counter) ||
         (counter == Counter::lgkm && interlocked(state, wave, *instance, Counter::scalar));
}

bool Transitions::may_complete(const State& state, int wave, Counter counter) const {
  const WaveState& own = state.waves[at(wave)];
  if (completions_ == CompletionTimes::any) return true;
  for (const int arrival : own.arrivals) {
    if (lines_.waves[at(wave)][at(arrival)].step->counter == counter) return true;
  }
  return waits_for(state, wave, counter);
}

void Transitions::list(const State& state, std::vector<Transition>& possible) const {
  using Kind = Transition::Kind;
  possible.clear();
  bool all_at_barrier = true;
  const int waves = static_cast<int>(state.waves.size());
  for (int wave = 0; wave < waves; ++wave) {
    if (can_step(state, wave)) possible.push_back({Kind::step, wave, Counter::none, 0, 0});
    all_at_barrier = all_at_barrier && at_barrier(state, wave);
  }
  if (all_at_barrier) possible.push_back({Kind::pass_barrier, 0, Counter::none, 0, 0});
  for (int wave = 0; wave < waves; ++wave) {
    for (const Counter counter : in_order) {
      if (may_come(state.waves[at(wave)], counter) && may_complete(state, wave, counter)) {
        possible.push_back({Kind::complete, wave, counter, 0, 0});
      }
    }
    const std::vector<int>& arrivals = state.waves[at(wave)].arrivals;
    for (int a = 0; at(a) < arrivals.size(); ++a) {
      const Instance& instance = lines_.waves[at(wave)][at(arrivals[at(a)])];
      const Counter counter = instance.step->counter;
      if (state.waves[at(wave)].completed[index_of(counter)] >= instance.completes_at) {
        possible.push_back({Kind::arrive, wave, counter, a, 0});
      }
    }
    const std::vector<Flight>& flights = state.waves[at(wave)].flights;
    for (int f = 0; at(f) < flights.size(); ++f) {
      const Instance& instance = lines_.waves[at(wave)][at(flights[at(f)].instance)];
      if (instance.step->counter == Counter::bytes) {
        possible.push_back({Kind::bring_bytes, wave, Counter::bytes, f, 0});
      }
      if (instance.step->counter == Counter::scalar && issued_left(state.waves[at(wave)], flights[at(f)], instance) &&
          may_complete(state, wave, Counter::scalar)) {
        possible.push_back({Kind::return_scalar, wave, Counter::scalar, f, 0});
      }
      for (int r = 0; at(r) < instance.reads.size() && flights[at(f)].to_read != 0; ++r) {
        if ((flights[at(f)].to_read >> r & 1U) != 0) {
          possible.push_back({Kind::sample, wave, instance.step->counter, f, r});
        }
      }
    }
  }
}

int Transitions::without_effect(const State& state, const std::vector<Transition>& possible) const {
  for (int i = 0; at(i) < possible.size() && possible[at(i)].kind == Transition::Kind::step; ++i) {
    const int wave = possible[at(i)].wave;
    const Action action = next(state, wave)->step->action;
    const bool last = at(state.waves[at(wave)].next) + 1 == lines_.waves[at(wave)].size();
    if (last && lines_.workgroups > 1) continue;  // its workgroup may be gone then
    if (action == Action::nothing || action == Action::wait) return i;
  }
  return -1;
}

std::optional<Failure> Transitions::end_of(const State& state) const {
  for (int wave = 0; at(wave) < state.waves.size(); ++wave) {
    if (next(state, wave) == nullptr) continue;
    Failure failure;
    failure.ending = Ending::deadlock;
    failure.wave = wave;
    failure.instance = state.waves[at(wave)].next;
    return failure;
  }
  return std::nullopt;
}

std::optional<Failure> Transitions::left_behind(const State& state) const {
  for (int wave = 0; at(wave) < state.waves.size(); ++wave) {
    if (next(state, wave) != nullptr) return std::nullopt;
  }
  const auto failure = [](int wave, int instance) {
    Failure out;
    out.ending = Ending::unfinished;
    out.wave = wave;
    out.instance = instance;
    return out;
  };
  for (int wave = 0; at(wave) < state.waves.size(); ++wave) {
    for (const Flight& flight : state.waves[at(wave)].flights) {
      const Instance& instance = lines_.waves[at(wave)][at(flight.instance)];
      if (!instance.ends_with_wave() && !flight.source_read) return failure(wave, flight.instance);
    }
  }
  return std::nullopt;
}

}  // namespace stretto::executor::interpreter
