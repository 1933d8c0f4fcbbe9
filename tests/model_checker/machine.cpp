// The contents of a state, the steps in flight, and reads and writes of parts.
#include "machine.hpp"

#include "in_flight.hpp"

namespace stretto::model_checker {

Machine::Machine(const Unrolled& program, bool reduces) : program_(program), reduces_(reduces) {
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
      const std::size_t steps = each.issued[c].steps.size();
      if (in_no_order(static_cast<Counter>(c))) {
        made.done[c] = take(words(steps));
      } else if (steps > 0) {
        made.completed[c] = take(1);
      }
    }
    made.arrivals = take(words(each.arrivals.size()));
    if (program.has_cluster_barrier) made.turn = take(1);
    wave_cells_.push_back(made);
  }
  // Of a place: arrivals of this phase and the parity of the complete ones; then bytes expected, and bytes come.
  for (const Place& place : program.places) place_cells_.push_back(take(place.has_bytes ? 5 : 1));
  first_part_ = take(program.parts.size());
  first_late_ = take(words(static_cast<std::size_t>(program.late_accesses)));
  first_mma_fence_ = take(words(static_cast<std::size_t>(program.mma_fences)));
  first_pool_ = take(program.has_pools ? 2 * static_cast<std::size_t>(program.workgroups) : 0);
}

std::vector<Cell> Machine::start() const {
  Machine machine(program_, reduces_);
  machine.state_.assign(static_cast<std::size_t>(cells_), 0);  // which is initial content, too
  for (int g = 0; program_.has_pools && g < program_.workgroups; ++g) {
    machine.set_wide(first_pool_ + 2 * g, static_cast<std::uint32_t>(program_.spare_registers));
  }
  machine.settle();
  return machine.state_;
}

void Machine::set_bit(int first, int index, bool value) {
  Cell& held = cell(first + index / 16);
  const unsigned mask = 1U << (index % 16);
  held = static_cast<Cell>(value ? held | mask : held & ~mask);
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
/// All operations of a step but the last are assumed to complete as soon as possible: when they are issued and, in an
/// ordered counter, all older steps are complete. That loses no execution: such a completion only reduces this number,
/// and a smaller number blocks nothing, because waits and issues block until the number is small enough.
long Machine::pending(int w, Counter counter) const {
  const IssueLine& line = issued(w, counter);
  const int whole = line.before[static_cast<std::size_t>(at(w))];  // steps whose operations are all issued
  long count = 0;
  if (in_no_order(counter)) {
    for (int k = 0; k < whole; ++k) count += bit(where(w).done[static_cast<int>(counter)], k) ? 0 : 1;
    const Instance* step = at_end(w) ? nullptr : &current(w);
    return count + (step != nullptr && step->counter == counter && cell(where(w).part) == step->weight ? 1 : 0);
  }
  if (counter == Counter::lgkm && !issued(w, Counter::scalar).steps.empty()) count = pending(w, Counter::scalar);
  const int some = begun(w, counter);
  const int done = line.steps.empty() ? 0 : completed(w, counter);
  const long partial = some > whole ? cell(where(w).part) : 0;
  count += line.ops[static_cast<std::size_t>(whole)] + partial - line.ops[static_cast<std::size_t>(done)];
  if (counts_groups(counter) || done == some) return count;
  const long weight = instance(w, line.steps[static_cast<std::size_t>(done)]).weight;
  return count - (done < whole ? weight - 1 : std::min(partial, weight - 1));
}

/// Does a step in flight still read? A bulk store finishes with its source when it is complete in `store`, and with
/// global memory when it is complete in `stored`.
bool Machine::still_reads(int w, const Instance& step, const Read& read) const {
  if (!read.lasting) return false;
  if (step.counter != Counter::store || part(read.part).space == Space::global) return true;
  return step.ordinal >= completed(w, Counter::store);
}

bool Machine::write_in_flight(int part_id) const {
  for (int w = 0; w < waves(); ++w) {
    if ((part(part_id).writers >> w & 1U) == 0) continue;
    if (any_in_flight(w, [part_id](const Instance& step) { return writes(step, part_id); })) return true;
  }
  return false;
}

/// Is a synchronous step of another wave writing the part?
bool Machine::being_written(int w, int part_id) const {
  for (int v = 0; v < waves(); ++v) {
    if (v == w || (part(part_id).writers >> v & 1U) == 0 || at_end(v) || !within(v)) continue;
    if (current(v).visible_write && writes(current(v), part_id)) return true;
  }
  return false;
}

bool Machine::everything_before_is_complete(int w, const Instance& arrival) const {
  if (!in_no_order(arrival.counter)) {
    return arrival.ordinal == 0 || completed(w, arrival.counter) >= arrival.ordinal;
  }
  for (int k = 0; k < arrival.ordinal; ++k) {
    if (!bit(where(w).done[static_cast<int>(arrival.counter)], k)) return false;
  }
  return true;
}

/// The content that a read by a wave finds now.
///
/// While a write of a part is in flight, its cell holds what will be left, and `in_flight_flag`. If writes overlap,
/// garbage will be left.
Content Machine::found(int w, const Instance& reader, const Read& read) const {
  const Cell held = content(read.part);
  if (read.spoiled || being_written(w, read.part)) return garbage;
  // To the async proxy, generic writes are incomplete until a fence covers them.
  if (through_async_proxy(reader.counter) && uncovered(part(read.part).generic_writes)) return garbage;
  if ((held & in_flight_flag) == 0) return held;
  if (!read.accumulates || others_write(w, reader, read.part)) return garbage;
  // An accumulation reads what older accumulations of its wave and counter leave.
  return static_cast<Content>(held & ~in_flight_flag);
}

/// Are writes of the part in flight, other than this wave's accumulations in the step's counter?
bool Machine::others_write(int w, const Instance& step, int index) const {
  for (int v = 0; v < waves(); ++v) {
    if ((part(index).writers >> v & 1U) == 0) continue;
    const bool others = any_in_flight(v, [&](const Instance& older) {
      if (!writes(older, index)) return false;
      return v != w || older.counter != step.counter || !accumulates(older, index);
    });
    if (others) return true;
  }
  return false;
}

/// A write begins: reads of the part in flight find garbage, whatever the write leaves. The writing step itself is not
/// in flight yet, so its own reads are safe.
void Machine::spoil(int writer, const Instance& step, const Write& write) {
  for (int v = 0; v < waves(); ++v) {
    if ((part(write.part).readers >> v & 1U) == 0) continue;
    any_in_flight(v, [&](const Instance& reader) {
      for (const Read& read : reader.reads) {
        if (read.part != write.part || !still_reads(v, reader, read)) continue;
        if (write.accumulates && read.accumulates && v == writer && reader.counter == step.counter) continue;
        if (reader.action != Action::move) {
          set_wrong(name(reader.action),
                    reader.where + " is reading " + part(write.part).name + " when it is written by " + step.where);
          return true;
        }
        // What a move writes is in flight as long as it is.
        for (const Write& moved : reader.writes) content(moved.part) = in_flight_flag | garbage;
      }
      return false;
    });
  }
}

/// Nothing that the step must wait for is pending.
bool Machine::may_begin(int w, const Instance& step) const {
  if (program_.interlocked) {
    // If a scalar load is pending, the step waits for all of lgkm. That adds nothing: the load might as well have
    // completed just before, and the others not.
    const bool locked = any_in_flight(w, [&](const Instance& older) {
      if (older.counter != Counter::vm && counted_in(older.counter) != Counter::lgkm) return false;
      for (const Write& write : older.writes) {
        if (!part(write.part).memory() && (reads(step, write.part) || writes(step, write.part))) return true;
      }
      return false;
    });
    if (locked) return false;
  }
  // The other counters hold more than a wave can have.
  const Counter counter = counted_in(step.counter);
  if (counter != Counter::vm && counter != Counter::lgkm) return true;
  return pending(w, counter) < program_.limits.capacity(counter);
}

/// The step touches only parts that no other wave writes or accesses, respectively, and it is in conflict with nothing
/// that its own wave has in flight.
bool Machine::commutes(int w, const Instance& step) const {
  if (step.touches_others) return false;
  return !any_in_flight(w, [&](const Instance& older) {
    for (const Write& write : older.writes) {
      if (reads(step, write.part) || writes(step, write.part)) return true;
    }
    for (const Read& read : older.reads) {
      if (still_reads(w, older, read) && writes(step, read.part)) return true;
    }
    return false;
  });
}

/// A fetch, move or consume begins: it performs or starts its reads, and then starts its writes.
///
/// A consume that takes time is wrong as soon as it can no longer be right. It will complete unless the execution fails
/// for another reason: operations that may be pending at the end (vm and lgkm) complete there.
void Machine::begin_step(int w) {
  const Instance& step = current(w);
  if (step.place >= 0) check_use(w, step);
  check_accessed_workgroups(step);
  check_fences(w, step);
  if (wrong_) return;
  std::optional<Content> moved;  // the one version that a move has found so far
  make_reads(w, step, moved);
  if (!wrong_) begin_writes(w, step, moved);
  if (wrong_) return;
  note_late(w, step);
  // Part of the step has happened: its first operation is issued, or its visible writes have begun.
  const bool stays = step.counter == Counter::none ? step.visible_write : !counts_groups(step.counter);
  if (stays && step.counter != Counter::bytes) {
    cell(where(w).part) = 1;
  } else {
    go_on(w);
  }
}

void Machine::make_reads(int w, const Instance& step, std::optional<Content>& moved) {
  for (const Read& read : step.reads) {
    const Content held = found(w, step, read);
    const bool right =
        read.any ? held >= first_version : held == read.wanted || (read.initial_too && held == initial_content);
    if (step.action != Action::move && !right) {
      return set_wrong(name(step.action), step.where + " finds " + describe(held) + " in " + part(read.part).name +
                                              " and wants " + (read.any ? "a version" : describe(read.wanted)));
    }
    const bool same = !moved || *moved == held;
    moved = same && held != initial_content ? held : garbage;
  }
}

void Machine::begin_writes(int w, const Instance& step, std::optional<Content> moved) {
  for (const Write& write : step.writes) {
    Cell& held = content(write.part);
    const bool in_flight = (held & in_flight_flag) != 0;
    const bool follows = write.accumulates && !others_write(w, step, write.part);
    const bool overlaps = (in_flight && !follows) || being_written(w, write.part) ||
                          (through_async_proxy(step.counter) && uncovered(part(write.part).generic_writes));
    Content leaves = step.action == Action::move ? moved.value_or(garbage) : write.leaves;
    if (write.spoiled || overlaps) leaves = garbage;
    held = static_cast<Cell>(leaves | (in_flight || step.counter != Counter::none ? in_flight_flag : 0));
    if (const int fence = part(write.part).mma_fence; fence >= 0 && step.counter != Counter::mma) {
      set_bit(first_mma_fence_, fence);
    }
    spoil(w, step, write);
    if (wrong_) return;
  }
}

/// A step is complete, and no longer in flight.
void Machine::write_ends(const Instance& step) {
  for (const Write& write : step.writes) {
    if (write_in_flight(write.part)) continue;
    content(write.part) = static_cast<Cell>(content(write.part) & ~in_flight_flag);
  }
}

}  // namespace stretto::model_checker
