#include "transitions.hpp"

#include <algorithm>

namespace stretto::executor::interpreter {

namespace {

constexpr Content nothing_yet = before_run + 1;  // a move that has not read a cell yet

constexpr int most_sampled = 64;  // reads of a step whose times are chosen: bits of Flight::to_read

constexpr Counter in_order[] = {Counter::vm,  Counter::lgkm,  Counter::copy,
                                Counter::mma, Counter::store, Counter::tensor};

Content seen(const CellState& cell) { return cell.writers > 0 ? garbage : cell.content; }

/// What a move leaves that has read `already` and now reads `content`. Content from before the run is no valid version
/// in any other cell.
Content joined(Content already, Content content) {
  if (content == before_run) return garbage;
  return already == nothing_yet || already == content ? content : garbage;
}

int pending(const WaveState& wave, Counter counter) {
  return wave.issued[index_of(counter)] - wave.completed[index_of(counter)];
}

bool writes_cell(const Instance& instance, int cell) {
  return std::any_of(instance.writes.begin(), instance.writes.end(), [&](const Write& w) { return w.cell == cell; });
}

}  // namespace

struct Transitions::Context {
  State& state;
  std::vector<Failure>& failures;

  void fail(Ending ending, int wave, int instance, int place) {
    Failure failure;
    failure.ending = ending;
    failure.wave = wave;
    failure.instance = instance;
    failure.place = place;
    failures.push_back(failure);
  }
};

const Instance* Transitions::next(const State& state, int wave) const {
  const std::vector<Instance>& line = lines_.waves[at(wave)];
  const int index = state.waves[at(wave)].next;
  return at(index) < line.size() ? &line[at(index)] : nullptr;
}

bool Transitions::has_room(const WaveState& wave, const Instance& instance) const {
  if (instance.operations == 0) return true;
  const Counter counter = instance.step->counter;
  return pending(wave, counter) < lines_.program->limits.capacity(counter);
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

bool Transitions::can_step(const State& state, int wave) const {
  const Instance* instance = next(state, wave);
  if (instance == nullptr) return false;
  const WaveState& own = state.waves[at(wave)];
  const Step& step = *instance->step;
  switch (step.action) {
    case Action::nothing:
    case Action::arrive: return true;
    case Action::wait: return pending(own, step.counter) <= step.count;
    case Action::barrier:
      if (instance->place < 0) return false;
      return own.progress == 0 || state.places[at(instance->place)].completed > own.phase;
    case Action::await: return state.places[at(instance->place)].completed % 2 != instance->parity;
    case Action::fetch:
    case Action::move:
    case Action::consume:
      return has_room(own, *instance) && !interlocked(state, wave, *instance, Counter::vm) &&
             !interlocked(state, wave, *instance, Counter::lgkm);
  }
  return false;
}

/// Does this counter block the wave?
bool Transitions::waits_for(const State& state, int wave, Counter counter) const {
  const Instance* instance = next(state, wave);
  if (instance == nullptr) return false;
  const Step& step = *instance->step;
  const WaveState& own = state.waves[at(wave)];
  if (step.action == Action::wait) return step.counter == counter && pending(own, counter) > step.count;
  if (step.action == Action::barrier) {
    const bool drains = instance->place < 0 && lines_.program->barriers == BarrierKind::draining;
    return drains && counter == Counter::lgkm;
  }
  if (!instance->is_data()) return false;
  return (step.counter == counter && !has_room(own, *instance)) || interlocked(state, wave, *instance, counter);
}

bool Transitions::may_complete(const State& state, int wave, Counter counter) const {
  const WaveState& own = state.waves[at(wave)];
  if (pending(own, counter) <= 0) return false;
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
      if (may_complete(state, wave, counter)) possible.push_back({Kind::complete, wave, counter, 0, 0});
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
    const Action action = next(state, possible[at(i)].wave)->step->action;
    if (action == Action::nothing || action == Action::wait) return i;
  }
  return -1;
}

void Transitions::take(State& state, const Transition& transition, std::vector<Failure>& failures) const {
  Context context{state, failures};
  const int wave = transition.wave;
  switch (transition.kind) {
    case Transition::Kind::step: return step(context, wave);
    case Transition::Kind::pass_barrier:
      for (WaveState& each : state.waves) ++each.next;
      return;
    case Transition::Kind::complete: return complete_operation(context, wave, transition.counter);
    case Transition::Kind::bring_bytes: {
      const int index = state.waves[at(wave)].flights[at(transition.flight)].instance;
      finish_flight(context, wave, at(transition.flight));
      const Instance& instance = lines_.waves[at(wave)][at(index)];
      state.places[at(instance.place)].come += instance.step->phase_barrier.bytes;
      return settle(context, wave, index, instance.place);
    }
    case Transition::Kind::arrive: {
      std::vector<int>& arrivals = state.waves[at(wave)].arrivals;
      const int index = arrivals[at(transition.flight)];
      arrivals.erase(arrivals.begin() + transition.flight);
      return arrive(context, wave, index);
    }
    case Transition::Kind::sample: {
      Flight& flight = state.waves[at(wave)].flights[at(transition.flight)];
      const Read& read = lines_.waves[at(wave)][at(flight.instance)].reads[at(transition.read)];
      flight.to_read &= ~(std::uint64_t{1} << transition.read);
      return take_content(context, wave, flight, read, seen(state.cells[at(read.cell)]));
    }
  }
}

void Transitions::step(Context& context, int wave) const {
  WaveState& own = context.state.waves[at(wave)];
  const Instance& instance = *next(context.state, wave);
  const Step& step = *instance.step;
  if (instance.is_data()) return step_data(context, wave, instance);
  if (step.action == Action::barrier && own.progress == 0) {
    own.progress = 1;
    own.phase = context.state.places[at(instance.place)].completed;
    return arrive(context, wave, own.next);
  }
  const int index = own.next++;
  own.progress = 0;
  own.phase = 0;
  if (step.action != Action::arrive) return;
  if (instance.behind_open_group) return context.fail(Ending::invalid_phase, wave, index, instance.place);
  if (step.counter == Counter::none) {
    arrive(context, wave, index);
  } else {
    own.arrivals.push_back(index);
  }
}

void Transitions::step_data(Context& context, int wave, const Instance& instance) const {
  WaveState& own = context.state.waves[at(wave)];
  const Counter counter = instance.step->counter;
  if (counter == Counter::none) {
    if (own.progress == 0) begin(context, wave, instance);
    if (own.progress == 0 && instance.writes_memory) {
      own.progress = 1;  // it is visible half-written
      return;
    }
    finish_flight(context, wave, own.flights.size() - 1);
  } else {
    if (own.progress == 0) begin(context, wave, instance);
    const int room = lines_.program->limits.capacity(counter) - pending(own, counter);
    const int issued = std::min(room, instance.operations - own.progress);
    own.issued[index_of(counter)] += issued;
    own.progress += issued;
    if (own.progress < instance.operations) return;
  }
  ++own.next;
  own.progress = 0;
}

void Transitions::begin(Context& context, int wave, const Instance& instance) const {
  State& state = context.state;
  WaveState& own = state.waves[at(wave)];
  Flight flight{own.next, nothing_yet, 0};
  for (int r = 0; at(r) < instance.reads.size(); ++r) {
    const Read& read = instance.reads[at(r)];
    const std::optional<Content> chained =
        read.accumulated ? left_by_older(state, wave, instance, read.cell) : std::nullopt;
    if (reads_ == ReadTimes::chosen && read.held && r < most_sampled && !writes_cell(instance, read.cell)) {
      flight.to_read |= std::uint64_t{1} << r;
    } else {
      take_content(context, wave, flight, read, chained.value_or(seen(state.cells[at(read.cell)])));
    }
  }
  for (const Write& write : instance.writes) begin_write(context, wave, instance, write);
  own.flights.push_back(flight);
}

/// What older accumulations in flight leave in a cell that only they write; empty if there are none.
std::optional<Content> Transitions::left_by_older(const State& state, int wave, const Instance& instance,
                                                  int cell) const {
  std::optional<Content> left;
  for (const Flight& flight : state.waves[at(wave)].flights) {
    const Instance& older = lines_.waves[at(wave)][at(flight.instance)];
    for (const Write& write : older.writes) {
      if (write.cell != cell) continue;
      if (!write.accumulated || older.step->counter != instance.step->counter) return garbage;
      left = write.leaves;
    }
  }
  if (left && state.cells[at(cell)].clashed) return garbage;
  return left;
}

void Transitions::begin_write(Context& context, int wave, const Instance& instance, const Write& write) const {
  State& state = context.state;
  CellState& cell = state.cells[at(write.cell)];
  if (cell.writers > 0) {
    const std::optional<Content> left =
        write.accumulated ? left_by_older(state, wave, instance, write.cell) : std::nullopt;
    if (!left || *left == garbage) cell.clashed = true;
  }
  ++cell.writers;
  if (reads_ == ReadTimes::chosen) return;
  for (int w = 0; at(w) < state.waves.size(); ++w) {
    for (Flight& flight : state.waves[at(w)].flights) {
      const Instance& reader = lines_.waves[at(w)][at(flight.instance)];
      for (const Read& read : reader.reads) {
        if (read.cell != write.cell || !read.held || !reader.asynchronous()) continue;
        const bool chained =
            w == wave && read.accumulated && write.accumulated && reader.step->counter == instance.step->counter;
        if (!chained) take_content(context, w, flight, read, garbage);
      }
    }
  }
}

/// Records that a step has read this content in a cell.
void Transitions::take_content(Context& context, int wave, Flight& flight, const Read& read, Content found) const {
  const Instance& instance = lines_.waves[at(wave)][at(flight.instance)];
  if (instance.step->action == Action::move) {
    flight.moved = joined(flight.moved, found);
  } else if (instance.step->action == Action::consume && !is_due(found, read.due)) {
    context.failures.push_back({Ending::wrong_number, wave, flight.instance, read.cell, read.due, found, -1});
  }
}

void Transitions::complete_operation(Context& context, int wave, Counter counter) const {
  WaveState& own = context.state.waves[at(wave)];
  const int completed = ++own.completed[index_of(counter)];
  const auto over = [&](int instance) {
    const Instance& done = lines_.waves[at(wave)][at(instance)];
    return done.step->counter == counter && done.completes_at <= completed;
  };
  for (std::size_t f = 0; f < own.flights.size();) {
    if (over(own.flights[f].instance)) {
      finish_flight(context, wave, f);
    } else {
      ++f;
    }
  }
}

/// Completes a step: it performs its remaining reads, and its writes become visible.
void Transitions::finish_flight(Context& context, int wave, std::size_t index) const {
  State& state = context.state;
  std::vector<Flight>& flights = state.waves[at(wave)].flights;
  Flight flight = flights[index];
  flights.erase(flights.begin() + static_cast<std::ptrdiff_t>(index));
  const Instance& instance = lines_.waves[at(wave)][at(flight.instance)];
  for (std::size_t r = 0; r < instance.reads.size() && flight.to_read != 0; ++r) {
    if ((flight.to_read >> r & 1U) == 0) continue;
    take_content(context, wave, flight, instance.reads[r], seen(state.cells[at(instance.reads[r].cell)]));
  }
  for (const Write& write : instance.writes) {
    CellState& cell = state.cells[at(write.cell)];
    --cell.writers;
    const Content left = instance.step->action != Action::move ? write.leaves
                         : flight.moved == nothing_yet         ? garbage
                                                               : flight.moved;
    cell.content = cell.clashed ? garbage : left;
    if (cell.writers == 0) cell.clashed = false;
  }
}

void Transitions::arrive(Context& context, int wave, int index) const {
  const Instance& instance = lines_.waves[at(wave)][at(index)];
  PlaceState& place = context.state.places[at(instance.place)];
  place.expected += instance.step->phase_barrier.bytes;
  if (place.expected > lines_.program->limits.max_expected_bytes) {
    context.fail(Ending::unencodable, wave, index, instance.place);
  }
  const int arrivals = lines_.program->phase_barriers[lines_.places[at(instance.place)].barrier].arrivals;
  if (place.arrived == arrivals) return context.fail(Ending::invalid_phase, wave, index, instance.place);
  ++place.arrived;
  settle(context, wave, index, instance.place);
}

/// Starts the next phase if all arrivals and all bytes are in. Bytes can be reported before they are expected; but once
/// all have arrived, no step can expect more, so excess bytes are an error.
void Transitions::settle(Context& context, int wave, int index, int place_index) const {
  PlaceState& place = context.state.places[at(place_index)];
  const int arrivals = lines_.program->phase_barriers[lines_.places[at(place_index)].barrier].arrivals;
  if (place.arrived < arrivals || place.come < place.expected) return;
  if (place.come > place.expected) return context.fail(Ending::invalid_phase, wave, index, place_index);
  place = {place.completed + 1, 0, 0, 0};
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
      const Counter counter = lines_.waves[at(wave)][at(flight.instance)].step->counter;
      if (counter != Counter::vm && counter != Counter::lgkm) return failure(wave, flight.instance);
    }
  }
  return std::nullopt;
}

}  // namespace stretto::executor::interpreter
