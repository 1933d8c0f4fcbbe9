// The events that are possible in a state.
#include "in_flight.hpp"
#include "machine.hpp"

namespace stretto::model_checker {

namespace {

/// What a wave does next at the cluster barrier.
constexpr Cell to_arrive = 0;
constexpr Cell to_wait = 1;   ///< the phase that it arrived in is not complete
constexpr Cell may_pass = 2;  ///< it is

}  // namespace

void Machine::set_wrong(const char* rule, const std::string& what) {
  if (!wrong_) wrong_ = Wrong{rule, what};
}

std::string Machine::describe(Content content) const {
  if (content == initial_content) return "initial content";
  if (content == garbage) return "garbage";
  return "version " + std::to_string(program_.versions[static_cast<std::size_t>(content - first_version)]);
}

/// Executes events that can always happen at once without loss: `nothing`, a satisfied wait, a fence without observable
/// effect, the initialisation of an array of barriers (others see it only after the fence that follows), and further
/// operations of a step that has issued its first, as far as the counter has room.
///
/// Each of these events advances only its own wave and changes nothing that another event depends on, except that it
/// enables the wave's next step. Once possible, it stays possible until it happens, because no other wave fills the
/// wave's counters. So for every execution in which it happens later there is one in which it happens at once, with the
/// same failure.
void Machine::settle() {
  for (int w = 0; w < waves(); ++w) {
    while (!at_end(w)) {
      const Instance& step = current(w);
      if (step.action == Action::nothing) {
        go_on(w);
      } else if (reduces_ && step.action == Action::init) {
        go_on(w);
      } else if (step.action == Action::init_fence) {
        if (!reduces_ || !step.private_fence) break;
        go_on(w);
      } else if (step.action == Action::fence) {
        if (!reduces_ || !fence_is_private(w)) break;
        execute_fence(w);
      } else if (step.action == Action::wait) {
        if (pending(w, step.counter) > step.count) break;
        go_on(w);
      } else if (within(w) && step.issues()) {
        Cell& operations = cell(where(w).part);
        if (operations == step.weight) {
          go_on(w);
        } else if (pending(w, counted_in(step.counter)) < program_.limits.capacity(counted_in(step.counter))) {
          ++operations;
        } else {
          break;
        }
      } else {
        break;
      }
    }
  }
}

/// A wave arrives in the current phase of the place.
void Machine::arrive(int w, const Instance& step) {
  const Place& place = this->place(step);
  const int first = cells_of(step);
  if (step.bytes > 0) {
    const std::uint32_t expected = wide(first + 1) + step.bytes;
    set_wide(first + 1, expected);
    if (expected > static_cast<std::uint32_t>(program_.limits.max_expected_bytes)) {
      return set_wrong("encodable", step.where + ": " + std::to_string(expected) + " bytes expected at " + place.name);
    }
  }
  if (cell(first) / 2 == place.arrivals) {
    return set_wrong(
        "phase", step.where + ": wave " + std::to_string(w) + " arrives at " + place.name + ", where all have arrived");
  }
  if (place.cluster) {
    if (cell(where(w).turn) != to_arrive) {
      return set_wrong("phase",
                       step.where + " arrives at " + place.name + ", where it has not waited since it arrived");
    }
    cell(where(w).turn) = to_wait;
  }
  cell(first) = static_cast<Cell>(cell(first) + 2);
  end_phase_if_complete(step);
}

/// The phase that a wave arrived in ends before the wave can arrive in the next, so it is enough to know whether it
/// has ended.
bool Machine::wait_at_cluster(int w) {
  Cell& turn = cell(where(w).turn);
  if (turn == to_arrive) {
    set_wrong("phase", current(w).where + " waits at " + place(current(w)).name + ", where it has not arrived");
    return true;
  }
  if (turn == to_wait) return false;
  turn = to_arrive;
  go_on(w);
  return true;
}

void Machine::bytes_come(const Instance& step) {
  if (step.bytes == 0) return;
  if (gone(place(step).workgroup)) return set_wrong("gone", step.where + ": its bytes come to " + place(step).name);
  const int first = cells_of(step);
  set_wide(first + 3, wide(first + 3) + step.bytes);
  end_phase_if_complete(step);
}

/// Waves that wait at a named barrier proceed as soon as the phase is complete, which affects only them. So a wave that
/// waits at a place has arrived in its current phase.
void Machine::end_phase_if_complete(const Instance& step) {
  const Place& place = this->place(step);
  const int first = cells_of(step);
  if (cell(first) / 2 < place.arrivals) return;
  if (place.has_bytes) {
    if (wide(first + 3) > wide(first + 1)) {
      return set_wrong("phase", step.where + ": more bytes than expected have come to " + place.name);
    }
    if (wide(first + 3) < wide(first + 1)) return;
    set_wide(first + 1, 0);
    set_wide(first + 3, 0);
  }
  cell(first) = (cell(first) & 1) ^ 1;
  for (int w = 0; place.cluster && w < waves(); ++w) {
    if (cell(where(w).turn) == to_wait) cell(where(w).turn) = may_pass;
  }
  for (int w = 0; w < waves(); ++w) {
    if (at_end(w) || !within(w)) continue;
    if (current(w).action != Action::barrier || current(w).place != step.place) continue;
    if (place.cluster) cell(where(w).turn) = to_arrive;
    go_on(w);
  }
}

/// The next event of a wave's own, if it can happen.
bool Machine::advance(int w) {
  if (at_end(w)) return false;
  const Instance& step = current(w);
  switch (step.action) {
    case Action::nothing:
    case Action::wait: return false;  // settle has passed it if possible
    case Action::fetch:
    case Action::move:
    case Action::consume:
      if (within(w)) {
        if (step.issues()) return false;  // settle
        go_on(w);                         // the end of visible writes
        return true;
      }
      if (!may_begin(w, step)) return false;
      begin_step(w);
      return true;
    case Action::barrier:
      if (step.place < 0 || within(w)) return false;
      check_use(w, step);
      cell(where(w).part) = 1;
      arrive(w, step);
      return true;
    case Action::arrive:
      check_use(w, step);
      if (step.open_group) {
        set_wrong("phase", step.where + ": an asynchronous arrival while a group is open");
      } else {
        go_on(w);
        if (step.counter == Counter::none) arrive(w, step);
      }
      return true;
    case Action::await:
      check_use(w, step);
      if (place(step).cluster) return wait_at_cluster(w);
      if ((cell(cells_of(step)) & 1U) == step.parity) return false;
      go_on(w);
      return true;
    case Action::fence: execute_fence(w); return true;
    case Action::init_fence:
    case Action::init: go_on(w); return true;
    case Action::registers: return move_registers(w);
  }
  return false;
}

/// Takes registers from the workgroup's pool, or releases some.
bool Machine::move_registers(int w) {
  const int pool = first_pool_ + 2 * wave(w).workgroup;
  const long left = static_cast<long>(wide(pool)) - current(w).count;
  if (left < 0) return false;
  set_wide(pool, static_cast<std::uint32_t>(left));
  go_on(w);
  return true;
}

/// All waves meet and pass together: a wave that passed later could do nothing else in the meantime. A draining wave
/// issues nothing while it waits, so checking all waves once is enough.
bool Machine::pass_barrier() {
  for (int w = 0; w < waves(); ++w) {
    if (at_end(w) || current(w).action != Action::barrier || current(w).place >= 0) return false;
    if (program_.draining && pending(w, Counter::lgkm) > 0) return false;
  }
  for (int w = 0; w < waves(); ++w) go_on(w);
  return true;
}

/// The oldest step (group) of a counter completes. A bulk store reads its source before it writes.
bool Machine::complete(int w, Counter counter) {
  const IssueLine& line = issued(w, counter);
  if (line.steps.empty()) return false;
  Cell& done = cell(where(w).completed[static_cast<int>(counter)]);
  const int first = done;
  const int whole =
      counter == Counter::stored ? completed(w, Counter::store) : line.before[static_cast<std::size_t>(at(w))];
  if (first >= whole) return false;
  const int last = line.group_end[static_cast<std::size_t>(first)];
  if (last < 0 || last >= whole) return false;
  done = static_cast<Cell>(last + 1);
  if (counter == Counter::store && !issued(w, Counter::stored).steps.empty()) return true;
  for (int k = first; k <= last; ++k) write_ends(instance(w, line.steps[static_cast<std::size_t>(k)]));
  return true;
}

/// A bulk load or a scalar load completes. All its operations have been issued.
bool Machine::complete_in_no_order(int w, Counter counter, int ordinal) {
  const int done = where(w).done[static_cast<int>(counter)];
  const IssueLine& line = issued(w, counter);
  if (ordinal >= line.before[static_cast<std::size_t>(at(w))] || bit(done, ordinal)) return false;
  set_bit(done, ordinal);
  const Instance& step = instance(w, line.steps[static_cast<std::size_t>(ordinal)]);
  write_ends(step);
  bytes_come(step);
  return true;
}

bool Machine::arrive_later(int w, int arrival) {
  const int k = wave(w).arrivals[static_cast<std::size_t>(arrival)];
  const Instance& step = instance(w, k);
  if (k >= at(w) || bit(where(w).arrivals, arrival) || !everything_before_is_complete(w, step)) return false;
  set_bit(where(w).arrivals, arrival);
  // An arrival of the workgroup's own may be outstanding at its end.
  if (gone(place(step).workgroup) && place(step).workgroup != wave(w).workgroup) {
    set_wrong("gone", step.where + " arrives at " + place(step).name + ", whose workgroup is gone");
  }
  arrive(w, step);
  return true;
}

/// All waves are at their end.
void Machine::check_end() {
  for (int w = 0; w < waves(); ++w) {
    any_in_flight(w, [&](const Instance& step) {
      if (step.counter == Counter::vm || counted_in(step.counter) == Counter::lgkm) return false;
      if (step.counter == Counter::store && step.ordinal < completed(w, Counter::store)) return false;
      set_wrong("unfinished", step.where + " is not complete at the end");
      return true;
    });
  }
}

std::optional<Wrong> Machine::expand(const Cell* from, std::vector<Cell>& next) {
  wrong_.reset();
  const auto restore = [&] { state_.assign(from, from + cells_); };
  const auto emit = [&] {
    settle();
    next.insert(next.end(), state_.begin(), state_.end());
  };
  restore();
  bool all_at_end = true;
  for (int w = 0; w < waves(); ++w) all_at_end = all_at_end && at_end(w);
  if (all_at_end) check_end();
  if (!wrong_) check_gone();
  if (wrong_) return wrong_;

  // A step that can begin, and conflicts with nothing that can happen before it, may begin first and alone. Other waves
  // do not touch its parts, and its own wave issues nothing before it; the wave's operations in flight do not conflict
  // with its parts; and it stays possible, because no other wave fills the wave's counters. So it can be moved to the
  // front of every execution, and every failure remains. The graph has no cycles, so nothing is postponed forever.
  for (int w = 0; reduces_ && w < waves(); ++w) {
    if (at_end(w) || within(w) || !current(w).touches_memory()) continue;
    if (!commutes(w, current(w)) || !may_begin(w, current(w))) continue;
    begin_step(w);
    if (!wrong_) emit();
    return wrong_;
  }

  bool something = false;
  // Tries an event. Returns false if it fails.
  const auto happens = [&](bool can) {
    if (wrong_) return false;
    if (!can) return true;
    something = true;
    emit();
    restore();
    return true;
  };
  for (int w = 0; w < waves(); ++w) {
    if (!happens(advance(w))) return wrong_;
    for (int c = 1; c < counters; ++c) {
      const Counter counter = static_cast<Counter>(c);
      if (!in_no_order(counter)) {
        if (!happens(complete(w, counter))) return wrong_;
        continue;
      }
      const int begins = begun(w, counter);
      for (int k = 0; k < begins; ++k) {
        if (!happens(complete_in_no_order(w, counter, k))) return wrong_;
      }
    }
    for (int k = 0; k < static_cast<int>(wave(w).arrivals.size()); ++k) {
      if (!happens(arrive_later(w, k))) return wrong_;
    }
  }
  if (!happens(pass_barrier())) return wrong_;
  // Outstanding arrivals still happen after the end.
  if (!something && !all_at_end) {
    std::string stuck;
    for (int w = 0; w < waves(); ++w) {
      if (!at_end(w)) stuck += (stuck.empty() ? "" : "; ") + current(w).where;
    }
    set_wrong("deadlock", "nothing can happen any more: " + stuck);
  }
  return wrong_;
}

}  // namespace stretto::model_checker
