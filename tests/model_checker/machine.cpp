// What a state holds, what is in flight in it, and how parts are read and written.
#include "machine.hpp"

#include "in_flight.hpp"

namespace stretto::model_checker {

Machine::Machine(const Unrolled& program) : program_(program) {
  const auto take = [this](std::size_t count) {
    const int first = cells_;
    cells_ += static_cast<int>(count);
    return first;
  };
  const auto words = [](std::size_t bits) { return (bits + 15) / 16; };
  for (const Wave& each : program.waves) {
    WaveCells made;
    made.at = take(1);
    made.part = take(1);
    for (int c = 1; c < counters; ++c) {
      if (static_cast<Counter>(c) != Counter::bytes && !each.issued[c].steps.empty()) made.completed[c] = take(1);
    }
    made.loads = take(words(each.issued[static_cast<int>(Counter::bytes)].steps.size()));
    made.arrivals = take(words(each.arrivals.size()));
    wave_cells_.push_back(made);
  }
  // Of a place: arrivals of this phase and the parity of the complete ones; then bytes expected, and bytes come.
  for (const Place& place : program.places) place_cells_.push_back(take(place.has_bytes ? 5 : 1));
  first_part_ = take(program.parts.size());
}

std::vector<Cell> Machine::start() const {
  Machine machine(program_);
  machine.state_.assign(static_cast<std::size_t>(cells_), 0);  // which is initial content, too
  machine.settle();
  return machine.state_;
}

void Machine::set_bit(int first, int index) {
  cell(first + index / 16) = static_cast<Cell>(cell(first + index / 16) | 1U << (index % 16));
}

std::uint32_t Machine::wide(int index) const {
  return static_cast<std::uint32_t>(cell(index)) | static_cast<std::uint32_t>(cell(index + 1)) << 16;
}

void Machine::set_wide(int index, std::uint32_t value) {
  cell(index) = static_cast<Cell>(value & 0xFFFF);
  cell(index + 1) = static_cast<Cell>(value >> 16);
}

void Machine::go_on(int w) {
  ++cell(where(w).at);
  cell(where(w).part) = 0;
}

/// Hardware operations (groups) of a counter that a wait counts.
///
/// Of a step with several operations, all but the last are taken to complete as soon as they can: when they are issued
/// and all older steps are complete. That loses no execution. Such a completion changes only this number, makes it
/// smaller, and a smaller number never stops anything: waits and issues last until the number is small enough.
long Machine::pending(int w, Counter counter) const {
  const IssueLine& line = issued(w, counter);
  const int whole = line.before[static_cast<std::size_t>(at(w))];  // steps whose operations are all issued
  const int some = begun(w, counter);
  const int done = line.steps.empty() ? 0 : completed(w, counter);
  const long partial = some > whole ? cell(where(w).part) : 0;
  long count = line.ops[static_cast<std::size_t>(whole)] + partial - line.ops[static_cast<std::size_t>(done)];
  if (counts_groups(counter) || done == some) return count;
  const long weight = instance(w, line.steps[static_cast<std::size_t>(done)]).weight;
  return count - (done < whole ? weight - 1 : std::min(partial, weight - 1));
}

bool Machine::write_in_flight(int w, int part) const {
  return any_in_flight(w, [part](const Instance& step) { return writes(step, part); });
}

bool Machine::everything_before_is_complete(int w, const Instance& arrival) const {
  if (arrival.counter != Counter::bytes) {
    return arrival.ordinal == 0 || completed(w, arrival.counter) >= arrival.ordinal;
  }
  for (int k = 0; k < arrival.ordinal; ++k) {
    if (!bit(where(w).loads, k)) return false;
  }
  return true;
}

/// What a read finds that a wave makes now.
///
/// While a write of a part is in flight, its cell holds what will be left, and `in_flight_flag`. If writes overlap,
/// garbage will be left. Only the owner of a part writes it, so what is in flight there is in flight in one wave.
Content Machine::found(int w, const Instance& reader, const Read& read) const {
  const Cell held = content(read.part);
  const int owner = program_.parts[static_cast<std::size_t>(read.part)].owner;
  if (owner != w && within(owner) && !at_end(owner) && current(owner).visible_write &&
      writes(current(owner), read.part)) {
    return garbage;  // it is being written by a synchronous step of another wave
  }
  if ((held & in_flight_flag) == 0) return held;
  if (!read.accumulates) return garbage;
  // An accumulation finds what the older ones of its wave and counter leave, if only they are in flight.
  const bool others = any_in_flight(w, [&](const Instance& step) {
    return writes(step, read.part) && !(step.counter == reader.counter && accumulates(step, read.part));
  });
  return others ? garbage : static_cast<Content>(held & ~in_flight_flag);
}

/// A write begins: the reads of the part that are in flight find garbage, whatever it leaves. The writing step itself
/// is not in flight yet, so its own reads are safe.
void Machine::spoil(int writer, const Instance& step, const Write& write) {
  const Part& part = program_.parts[static_cast<std::size_t>(write.part)];
  for (int v = 0; v < waves(); ++v) {
    if ((part.readers >> v & 1U) == 0) continue;
    any_in_flight(v, [&](const Instance& reader) {
      for (const Read& read : reader.reads) {
        if (read.part != write.part || !read.lasting) continue;
        if (write.accumulates && read.accumulates && v == writer && reader.counter == step.counter) continue;
        if (reader.action == Action::consume) {
          set_wrong("consume", reader.where + " is reading " + part.name + " when it is written by " + step.where);
          return true;
        }
        // A move, or a store, which leaves nothing. What it writes is in flight as long as it is.
        for (const Write& moved : reader.writes) content(moved.part) = in_flight_flag | garbage;
      }
      return false;
    });
  }
}

/// Nothing that the step must wait for is in its way.
bool Machine::may_begin(int w, const Instance& step) const {
  if (program_.interlocked) {
    const auto is_register = [this](int part) { return !program_.parts[static_cast<std::size_t>(part)].memory; };
    const bool locked = any_in_flight(w, [&](const Instance& older) {
      if (older.counter != Counter::vm && older.counter != Counter::lgkm) return false;
      for (const Write& write : older.writes) {
        if (is_register(write.part) && (reads(step, write.part) || writes(step, write.part))) return true;
      }
      return false;
    });
    if (locked) return false;
  }
  // The other counters hold more than a wave can have.
  if (step.counter != Counter::vm && step.counter != Counter::lgkm) return true;
  return pending(w, step.counter) < program_.limits.capacity(step.counter);
}

/// The step touches only parts that no other wave writes or reads, respectively, and it is in conflict with nothing
/// that its own wave has in flight.
bool Machine::commutes(int w, const Instance& step) const {
  if (step.touches_others) return false;
  return !any_in_flight(w, [&](const Instance& older) {
    for (const Write& write : older.writes) {
      if (reads(step, write.part) || writes(step, write.part)) return true;
    }
    for (const Read& read : older.reads) {
      if (read.lasting && writes(step, read.part)) return true;
    }
    return false;
  });
}

/// A fetch, move or consume begins: it makes its reads, or begins to, and then begins its writes.
///
/// A consume that lasts is wrong as soon as it cannot be right any more. It will complete, unless the execution is
/// wrong for another reason: what need not be complete at the end completes at the end (vm and lgkm).
void Machine::begin_step(int w) {
  const Instance& step = current(w);
  std::optional<Content> moved;  // the one version that a move has found so far
  for (const Read& read : step.reads) {
    const Content held = found(w, step, read);
    if (step.action == Action::consume && held != read.wanted && !(read.initial_too && held == initial_content)) {
      return set_wrong("consume", step.where + " finds " + describe(held) + " in " +
                                      program_.parts[static_cast<std::size_t>(read.part)].name + " and wants " +
                                      describe(read.wanted));
    }
    const bool same = !moved || *moved == held;
    moved = same && held != initial_content ? held : garbage;
  }
  for (const Write& write : step.writes) {
    Cell& held = content(write.part);
    const Cell old = held;
    const bool in_flight = (old & in_flight_flag) != 0;
    Content leaves = step.action == Action::move ? moved.value_or(garbage) : write.leaves;
    if (write.twice) leaves = garbage;
    if (step.counter != Counter::none) {
      // An accumulation over anything but accumulations of its own kind has found garbage, and does not come here.
      held = static_cast<Cell>(in_flight_flag | (in_flight && !write.accumulates ? garbage : leaves));
    } else {
      held = in_flight ? static_cast<Cell>(in_flight_flag | garbage) : leaves;
    }
    spoil(w, step, write);
    if (wrong_) return;
  }
  // A part of the step has happened: its first operation is issued, or its visible writes have begun.
  const bool stays = step.counter == Counter::none ? step.visible_write : !counts_groups(step.counter);
  if (stays && step.counter != Counter::bytes) {
    cell(where(w).part) = 1;
  } else {
    go_on(w);
  }
}

/// A step is complete, and no longer in flight.
void Machine::write_ends(int w, const Instance& step) {
  for (const Write& write : step.writes) {
    if (write_in_flight(w, write.part)) continue;
    content(write.part) = static_cast<Cell>(content(write.part) & ~in_flight_flag);
  }
}

}  // namespace stretto::model_checker
