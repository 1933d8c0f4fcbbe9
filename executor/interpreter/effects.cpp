#include <algorithm>

#include "transitions.hpp"

namespace stretto::executor::interpreter {

namespace {

constexpr Content nothing_yet = before_run + 1;  // a move that has not read a cell yet

constexpr int most_sampled = 64;  // reads of a step whose times are chosen: bits of Flight::to_read

/// What a move leaves that has read `already` and now reads `content`. Content from before the run is no valid version
/// in any other cell.
Content joined(Content already, Content content) {
  if (content == before_run) return garbage;
  return already == nothing_yet || already == content ? content : garbage;
}

std::uint32_t bit_of(int wave) { return std::uint32_t{1} << static_cast<unsigned>(wave); }

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
  void fail_at_cell(Ending ending, int wave, int instance, int cell) {
    fail(ending, wave, instance, -1);
    failures.back().cell = cell;
  }
};

void Transitions::take(State& state, const Transition& transition, std::vector<Failure>& failures) const {
  Context context{state, failures};
  const int wave = transition.wave;
  switch (transition.kind) {
    case Transition::Kind::step: step(context, wave); return leave(context, wave);
    case Transition::Kind::pass_barrier:
      for (WaveState& each : state.waves) ++each.next;
      for (int each = 0; at(each) < state.waves.size(); ++each) leave(context, each);
      return;
    case Transition::Kind::return_scalar: return return_scalar(context, wave, at(transition.flight));
    case Transition::Kind::complete: return complete_operation(context, wave, transition.counter);
    case Transition::Kind::bring_bytes: {
      const int index = state.waves[at(wave)].flights[at(transition.flight)].instance;
      finish_flight(context, wave, at(transition.flight));
      const Instance& instance = lines_.waves[at(wave)][at(index)];
      if (!usable(state, wave, instance)) return context.fail(Ending::unusable, wave, index, instance.place);
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
      const Instance& instance = lines_.waves[at(wave)][at(flight.instance)];
      const Read& read = instance.reads[at(transition.read)];
      flight.to_read &= ~(std::uint64_t{1} << transition.read);
      return take_content(context, wave, flight, read, visible(state, instance, read.cell));
    }
  }
}

void Transitions::step(Context& context, int wave) const {
  WaveState& own = context.state.waves[at(wave)];
  const Instance& instance = *next(context.state, wave);
  const Step& step = *instance.step;
  if (own.progress == 0 && instance.place >= 0 && !usable(context.state, wave, instance)) {
    return context.fail(Ending::unusable, wave, own.next, instance.place);
  }
  if (instance.is_data()) return step_data(context, wave, instance);
  if (step.action == Action::barrier && own.progress == 0) {
    own.progress = 1;
    own.phase = context.state.places[at(instance.place)].completed;
    return arrive(context, wave, own.next);
  }
  const int index = own.next;
  if (step.action == Action::await && instance.at_cluster && own.cluster_phase == not_arrived) {
    context.fail(Ending::invalid_phase, wave, index, instance.place);
  }
  if (step.action == Action::await || step.action == Action::barrier) {
    if (instance.at_cluster) own.cluster_phase = not_arrived;
  }
  // The wave is at its end after its last step, not during it.
  if (step.action == Action::arrive && step.counter == Counter::none) arrive(context, wave, index);
  ++own.next;
  own.progress = 0;
  own.phase = 0;
  if (step.action == Action::fence) return fence(context, wave, step.counter);
  if (step.action == Action::registers) context.state.pools[at(lines_.workgroup[at(wave)])] -= step.count;
  if (step.action != Action::arrive) return;
  if (instance.behind_open_group) return context.fail(Ending::invalid_phase, wave, index, instance.place);
  if (step.counter != Counter::none) own.arrivals.push_back(index);
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
    const int issued = std::min(room(own, counter), instance.operations - own.progress);
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
  check_accesses(context, wave, instance);
  Flight flight{own.next, nothing_yet, 0, instance.step->counter == Counter::scalar ? instance.operations : 0, false};
  for (int r = 0; at(r) < instance.reads.size(); ++r) {
    const Read& read = instance.reads[at(r)];
    const std::optional<Content> chained =
        read.accumulated ? left_by_older(state, wave, instance, read.cell) : std::nullopt;
    if (read.overwritten && read.held) {
      take_content(context, wave, flight, read, garbage);
    } else if (reads_ == ReadTimes::chosen && read.held && r < most_sampled && !writes_cell(instance, read.cell)) {
      flight.to_read |= std::uint64_t{1} << r;
    } else {
      take_content(context, wave, flight, read, chained.value_or(visible(state, instance, read.cell)));
    }
  }
  for (const Write& write : instance.writes) begin_write(context, wave, instance, write);
  own.flights.push_back(flight);
}

/// Memory of a workgroup that is gone, and registers that lack a wgmma.fence, must not be accessed.
void Transitions::check_accesses(Context& context, int wave, const Instance& instance) const {
  const State& state = context.state;
  const WaveState& own = state.waves[at(wave)];
  const auto check = [&](int index) {
    const Cell& cell = lines_.cells[at(index)];
    if (cell.workgroup >= 0 && gone(state, cell.workgroup)) {
      context.fail_at_cell(Ending::unusable, wave, own.next, index);
    }
    if (cell.space != Space::registers || instance.step->counter != Counter::mma) return;
    bool unfenced = state.cells[at(index)].unfenced_writes != 0;
    for (const Flight& flight : own.flights) {
      const Instance& older = lines_.waves[at(wave)][at(flight.instance)];
      unfenced = unfenced || (older.step->counter != Counter::mma && writes_cell(older, index));
    }
    if (unfenced) context.fail_at_cell(Ending::unfenced, wave, own.next, index);
  };
  for (const Read& read : instance.reads) check(read.cell);
  for (const Write& write : instance.writes) check(write.cell);
}

/// What a step that begins, or reads, now finds in a cell.
Content Transitions::visible(const State& state, const Instance& instance, int cell) const {
  const CellState& there = state.cells[at(cell)];
  const bool unfenced = there.unfenced_writes != 0 && !instance.generic() && lines_.cells[at(cell)].proxied();
  return unfenced ? garbage : seen(there);
}

/// A write through the async proxy must not begin while a read through the generic proxy lacks its fence.
void Transitions::check_proxies(Context& context, int wave, const Write& write) const {
  const State& state = context.state;
  bool unfenced = state.cells[at(write.cell)].unfenced_reads != 0;
  for (int w = 0; at(w) < state.waves.size(); ++w) {
    for (const Flight& flight : state.waves[at(w)].flights) {
      const Instance& reader = lines_.waves[at(w)][at(flight.instance)];
      if (!reader.generic()) continue;
      for (const Read& read : reader.reads) unfenced = unfenced || read.cell == write.cell;
    }
  }
  if (unfenced) context.fail_at_cell(Ending::unfenced, wave, state.waves[at(wave)].next, write.cell);
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
  if (!instance.generic() && lines_.cells[at(write.cell)].proxied()) {
    check_proxies(context, wave, write);
    if (cell.unfenced_writes != 0) cell.clashed = true;
  }
  if (write.repeated) cell.clashed = true;
  if (cell.writers > 0) {
    const std::optional<Content> left =
        write.accumulated ? left_by_older(state, wave, instance, write.cell) : std::nullopt;
    if (!left || *left == garbage) cell.clashed = true;
  }
  ++cell.writers;
  for (int w = 0; at(w) < state.waves.size(); ++w) {
    for (Flight& flight : state.waves[at(w)].flights) {
      const Instance& reader = lines_.waves[at(w)][at(flight.instance)];
      for (const Read& read : reader.reads) {
        if (read.cell != write.cell || !read.held || !reader.asynchronous()) continue;
        // What is sampled finds its own garbage; a step that writes the cell itself has read it at the beginning.
        if (reads_ == ReadTimes::chosen && !writes_cell(reader, read.cell)) continue;
        if (flight.source_read && lines_.cells[at(read.cell)].space != Space::global) continue;
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
  } else if (!(read.any ? is_version(found) : is_due(found, read.due))) {
    context.failures.push_back({Ending::wrong_number, wave, flight.instance, read.cell, read.due, found, -1});
  }
}

void Transitions::complete_operation(Context& context, int wave, Counter counter) const {
  WaveState& own = context.state.waves[at(wave)];
  const int completed = ++own.completed[index_of(counter)];
  const Counter issued = counter == Counter::stored ? Counter::store : counter;
  for (std::size_t f = 0; f < own.flights.size();) {
    Flight& flight = own.flights[f];
    const Instance& done = lines_.waves[at(wave)][at(flight.instance)];
    if (done.step->counter != issued || done.completes_at > completed) {
      ++f;
    } else if (counter == Counter::store && done.accesses_global) {
      read_source(context, wave, flight);
      ++f;
    } else {
      finish_flight(context, wave, f);
    }
  }
}

void Transitions::return_scalar(Context& context, int wave, std::size_t index) const {
  WaveState& own = context.state.waves[at(wave)];
  ++own.completed[index_of(Counter::scalar)];
  if (--own.flights[index].left == 0) finish_flight(context, wave, index);
}

/// A bulk store is complete in `store`: what remains is its access to global memory.
void Transitions::read_source(Context& context, int wave, Flight& flight) const {
  if (flight.source_read) return;
  const Instance& instance = lines_.waves[at(wave)][at(flight.instance)];
  for (std::size_t r = 0; r < instance.reads.size() && flight.to_read != 0; ++r) {
    const int cell = instance.reads[r].cell;
    if ((flight.to_read >> r & 1U) == 0 || lines_.cells[at(cell)].space == Space::global) continue;
    flight.to_read &= ~(std::uint64_t{1} << r);
    take_content(context, wave, flight, instance.reads[r], visible(context.state, instance, cell));
  }
  flight.source_read = true;
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
    take_content(context, wave, flight, instance.reads[r], visible(state, instance, instance.reads[r].cell));
  }
  for (const Write& write : instance.writes) {
    CellState& cell = state.cells[at(write.cell)];
    --cell.writers;
    const Content left = instance.step->action != Action::move || write.overlaps ? write.leaves
                         : flight.moved == nothing_yet                           ? garbage
                                                                                 : flight.moved;
    cell.content = cell.clashed ? garbage : left;
    if (cell.writers == 0) cell.clashed = false;
  }
  await_fences(state, wave, instance);
}

/// Records what the step, now complete, has accessed that a step of the async proxy or an mma needs a fence after.
void Transitions::await_fences(State& state, int wave, const Instance& instance) const {
  for (const Read& read : instance.reads) {
    const Cell& cell = lines_.cells[at(read.cell)];
    const bool needs_fence = cell.proxied() && instance.generic() && cell.async_written;
    if (needs_fence) state.cells[at(read.cell)].unfenced_reads |= bit_of(wave);
  }
  for (const Write& write : instance.writes) {
    const Cell& cell = lines_.cells[at(write.cell)];
    const bool of_registers = cell.space == Space::registers && instance.step->counter != Counter::mma;
    const bool needs_fence = of_registers || (cell.proxied() && instance.generic());
    if (needs_fence && cell.async_accessed) state.cells[at(write.cell)].unfenced_writes |= bit_of(wave);
  }
}

void Transitions::fence(Context& context, int wave, Counter counter) const {
  for (std::size_t c = 0; c < lines_.cells.size(); ++c) {
    if ((lines_.cells[c].space == Space::registers) != (counter == Counter::mma)) continue;
    context.state.cells[c].unfenced_reads &= ~bit_of(wave);
    context.state.cells[c].unfenced_writes &= ~bit_of(wave);
  }
}

/// Fails if the wave was the last of its workgroup, and a step in flight accesses the memory of that workgroup. Its own
/// waves wait for vm and lgkm when they end.
void Transitions::leave(Context& context, int wave) const {
  if (next(context.state, wave) != nullptr || !gone(context.state, lines_.workgroup[at(wave)])) return;
  const int workgroup = lines_.workgroup[at(wave)];
  for (int other = 0; at(other) < context.state.waves.size(); ++other) {
    const bool own = lines_.workgroup[at(other)] == workgroup;
    // Of one workgroup, what its waves have in flight is unfinished at the end.
    if (own && lines_.workgroups == 1) continue;
    for (const Flight& flight : context.state.waves[at(other)].flights) {
      const Instance& instance = lines_.waves[at(other)][at(flight.instance)];
      if (flight.source_read || (own && instance.ends_with_wave())) continue;
      const auto check = [&](int cell) {
        if (lines_.cells[at(cell)].workgroup != workgroup) return;
        context.fail_at_cell(Ending::unusable, other, flight.instance, cell);
      };
      for (const Read& read : instance.reads) check(read.cell);
      for (const Write& write : instance.writes) check(write.cell);
    }
  }
}

void Transitions::arrive(Context& context, int wave, int index) const {
  const Instance& instance = lines_.waves[at(wave)][at(index)];
  if (!usable(context.state, wave, instance)) return context.fail(Ending::unusable, wave, index, instance.place);
  PlaceState& place = context.state.places[at(instance.place)];
  if (instance.at_cluster) {
    int& own = context.state.waves[at(wave)].cluster_phase;
    if (own != not_arrived) return context.fail(Ending::invalid_phase, wave, index, instance.place);
    own = place.completed;
  }
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

}  // namespace stretto::executor::interpreter
