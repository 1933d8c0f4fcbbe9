// Follows the results of reads. A read that is in conflict does harm only if its result is consumed. So reads and
// conflicts name the record that holds the result, and follow it when it is moved. A result that is overwritten before
// any step uses it does no harm.
#pragma once

#include <stretto/verify/margins.hpp>

namespace stretto::detail {

class ValueFlow : protected Margins {
 protected:
  using Margins::Margins;

  /// A step that reads, in order to move or to consume what it finds.
  struct Reading {
    StepInstance self;
    const Step* step = nullptr;
    Evidence issued;     // evidence for the step's accesses
    Evidence stored;     // a bulk store: evidence for its accesses to global memory
    bool async = false;  // it accesses memory through the async proxy
    int number = 0;      // consume: its number, which versions are relative to
    int rate = 0;        // consume: how much its number advances per trip
    int first_read = 0;  // index of the first read that the step itself adds
    int first_conflict = 0;
    // What a move writes:
    int content = undecided;
    int content_rate = any_rate;
    unsigned readers = 0;  // waves that read something
    unsigned spoilt = 0;   // waves that read garbage, or different versions
    bool open = false;     // reads or conflicts name its results
    bool forgets = false;  // some reads can be forgotten
    bool doomed = false;   // a race spoils its results: nothing else about them matters

    /// A fetch uses what it reads, too.
    [[nodiscard]] constexpr bool consumes() const { return step->action != Action::move; }
    [[nodiscard]] constexpr int due(const StepAccess& access) const {
      return access.any ? any_due : number + access.version;
    }
  };

  /// The result of a step is in the records that it writes; a consume has none. `result` returns the record of the i-th
  /// access, or no_result if that access is not a write.
  [[nodiscard]] static constexpr int results(const Reading& reading) {
    return reading.consumes() ? 1 : reading.step->access_count;
  }
  static constexpr int no_result = -2;
  [[nodiscard]] constexpr int result(const Reading& reading, int i) const {
    if (reading.consumes()) return nowhere;
    const StepAccess& access = program_.accesses[reading.step->first_access + i];
    if (access.mode != AccessMode::write) return no_result;
    return record_of(cells_.cell(access, reading.self), reading.self.role);
  }
  /// The evidence for the accesses of the step to a cell.
  [[nodiscard]] constexpr const Evidence& evidence(const Reading& reading, int cell) const {
    const bool later =
        reading.step->counter == Counter::store && program_.buffers[cells_.buffer_of(cell)].space == Space::global;
    return later ? reading.stored : reading.issued;
  }

  /// Adds what readers find in one part to what a move writes. Only the waves in `good` find the content.
  static constexpr void join(Reading& reading, int content, int rate, unsigned readers, unsigned good) {
    reading.readers |= readers;
    if (content == undecided) {
      reading.spoilt |= readers & ~good;
      return;
    }
    const bool version = content != garbage && content != initial_content;
    if (version && reading.content == undecided) reading.content = content;
    if (!version || content != reading.content) good = 0;
    if (rate != any_rate)
      reading.content_rate = reading.content_rate == any_rate ? rate : joined(reading.content_rate, rate);
    reading.spoilt |= readers & ~good;
  }
  /// Versions that advance at different rates are equal in one trip only.
  static constexpr int joined(int rate, int other) { return rate == other ? rate : mixed_rates; }

  // --- conflicts

  constexpr void conflict(AbstractState& state, Reading& reading, Conflict found, int due) const {
    for (int i = 0; i < results(reading); ++i) {
      found.result = result(reading, i);
      if (found.result == no_result) continue;
      if (found.result == nowhere) {
        resolve(state, found, due);
      } else {
        add_conflict(state, found, reading.first_conflict);
        reading.open = true;
        reading.doomed = reading.doomed || found.margin == 0;
      }
    }
  }

  /// A value that is moved repeatedly meets the same conflicts again. Each is recorded once, separately for the old and
  /// the new content.
  constexpr void add_conflict(AbstractState& state, const Conflict& found, int first) const {
    for (int i = first; i < state.conflicts.size(); ++i) {
      const Conflict& known = state.conflicts[i];
      if (known.result == found.result && known.cell == found.cell && same_step(known.read, found.read) &&
          same_step(known.write, found.write) && known.overlapped.present() == found.overlapped.present() &&
          known.fence == found.fence && known.margin == found.margin &&
          (found.margin == 0 || same_contents(known, found))) {
        return;
      }
    }
    state.conflicts.push_back(found);
  }
  [[nodiscard]] static constexpr bool same_contents(const Conflict& x, const Conflict& y) {
    return x.content_after == y.content_after && x.content_before == y.content_before;
  }
  [[nodiscard]] static constexpr bool same_step(const StepInstance& x, const StepInstance& y) {
    return x.role == y.role && x.section == y.section && x.index == y.index;
  }

  constexpr void resolve(const AbstractState& state, const Conflict& found, int due) const {
    Hazard hazard = race_at(state, found.cell, due, found.content_after);
    if (found.fence) {
      hazard.kind = HazardKind::fence;
      hazard.first = found.write;
      hazard.second = found.read;
    } else if (found.overlapped.present()) {
      hazard.kind = HazardKind::output;
      hazard.first = found.overlapped;
      hazard.second = found.write;
    } else if (due == found.content_after || found.content_after == undecided ||
               (due == any_due && !found.read_first)) {
      hazard.kind = HazardKind::flow;
      hazard.first = found.write;
      hazard.second = found.read;
    } else if (found.read_first || due == found.content_before) {
      hazard.kind = HazardKind::anti;
      hazard.first = found.read;
      hazard.second = found.write;
      if (found.margin > 0) {
        hazard.verdict = Verdict::relies_on_latency;
        hazard.margin = found.margin;
      }
    } else {
      hazard.kind = HazardKind::content;
      hazard.first = found.write;
      hazard.second = found.read;
    }
    findings_.found(hazard);
  }

  /// A race at a place. The caller fills in the steps and the kind.
  [[nodiscard]] constexpr Hazard race_at(const AbstractState& state, int cell, int due, int found) const {
    const Cells::Place place = cells_.place(cell);
    Hazard hazard;
    hazard.verdict = Verdict::race;
    hazard.buffer = place.buffer;
    hazard.slot = place.slot;
    hazard.subtile = place.subtile;
    hazard.tile_due = due == any_due ? no_tile : due;
    hazard.tile_found = found <= undecided ? no_tile : found;
    hazard.trips = trips(state);
    return hazard;
  }

  // --- results

  /// The content of a record is consumed as version `due`: its conflicts are hazards from now on.
  constexpr void consume_result(AbstractState& state, int record, int due) const {
    WriteRecord& last = state.writes[record];
    if (!last.open) return;
    last.open = false;
    for (ActiveRead& read : state.reads)
      if (read.result == record) {
        read.result = nowhere;
        read.due = due;
      }
    int kept = 0;
    for (int i = 0; i < state.conflicts.size(); ++i) {
      if (state.conflicts[i].result == record) {
        resolve(state, state.conflicts[i], due);
        continue;
      }
      if (kept != i) state.conflicts[kept] = state.conflicts[i];
      ++kept;
    }
    while (state.conflicts.size() > kept) state.conflicts.pop_back();
  }

  /// The content of a record is moved: its conflicts and reads also apply to the results of the move.
  constexpr void move_result(AbstractState& state, int record, Reading& reading) const {
    if (!state.writes[record].open) return;
    for (int k = 0; k < results(reading); ++k) {
      const int to = result(reading, k);
      if (to == no_result) continue;
      for (int i = 0; i < reading.first_conflict; ++i) {
        if (state.conflicts[i].result != record) continue;
        Conflict copy = state.conflicts[i];
        copy.result = to;
        add_conflict(state, copy, reading.first_conflict);
        reading.open = true;
        reading.doomed = reading.doomed || copy.margin == 0;
      }
      for (int i = 0; i < reading.first_read && !reading.doomed; ++i) {
        if (state.reads[i].result != record || state.reads[i].not_overwritten == 0) continue;
        ActiveRead copy = state.reads[i];
        copy.result = to;
        copy_read(state, copy, reading.first_read);
        reading.open = true;
      }
    }
  }

  /// A record is about to be overwritten: what no step has used by now, no step will. Entries that the current step has
  /// added belong to the new content.
  constexpr void replace_result(AbstractState& state, int record, Reading& reading) const {
    WriteRecord& last = state.writes[record];
    report_dead(state, record);
    if (!last.open) return;
    last.open = false;
    for (int i = 0; i < reading.first_read; ++i) {
      if (state.reads[i].result == record) state.reads[i].not_overwritten = 0;
    }
    reading.forgets = true;
    int kept = 0;
    const int before = reading.first_conflict;
    for (int i = 0; i < state.conflicts.size(); ++i) {
      if (i < before && state.conflicts[i].result == record) {
        --reading.first_conflict;
        continue;
      }
      if (kept != i) state.conflicts[kept] = state.conflicts[i];
      ++kept;
    }
    while (state.conflicts.size() > kept) state.conflicts.pop_back();
  }

  /// Reports a fragment that was read and that no step has used.
  constexpr void report_dead(const AbstractState& state, int record) const {
    const WriteRecord& last = state.writes[record];
    if (last.taken || !last.step.present() || !in_registers(record / program_.roles.size())) return;
    if (step_at(last.step).action == Action::move) findings_.dead(last.step);
  }

  // --- reads that later ones represent

  /// Removes the reads that no later write can meet.
  static constexpr void forget_reads(AbstractState& state) {
    int kept = 0;
    for (int i = 0; i < state.reads.size(); ++i) {
      if (state.reads[i].not_overwritten == 0) continue;
      if (kept != i) state.reads[kept] = state.reads[i];
      ++kept;
    }
    while (state.reads.size() > kept) state.reads.pop_back();
  }

  /// Records a read that is issued now. Reads that its wave has seen complete are ordered before it, so it represents
  /// them. Reads are compared from `first` on: the results of earlier ones belong to older content.
  constexpr void add_read(AbstractState& state, const ActiveRead& read, int first) const {
    for (int i = first; i < state.reads.size(); ++i) {
      ActiveRead& other = state.reads[i];
      if (!alike(read, other)) continue;
      if (read.done.execution == other.done.execution) return;
      if (over(state, other.done, read.step.role) || follows(read, other)) other.not_overwritten = 0;
    }
    state.reads.push_back(read);
  }

  /// Records a read whose result is moved, once.
  static constexpr void copy_read(AbstractState& state, const ActiveRead& read, int first) {
    for (int i = first; i < state.reads.size(); ++i) {
      if (alike(read, state.reads[i]) && read.done.execution == state.reads[i].done.execution) return;
    }
    state.reads.push_back(read);
  }

  /// Do two steps of a role accumulate in the same counter of a wave? Then they take effect one after another.
  [[nodiscard]] constexpr bool chained(const StepInstance& older, const StepInstance& self, int cell) const {
    const Counter counter = cells_.accumulates(self.role, step_at(self), self, cell);
    return counter != Counter::none && counter == cells_.accumulates(older.role, step_at(older), older, cell);
  }

 private:
  [[nodiscard]] constexpr bool writes(const StepInstance& at, int cell) const {
    const Step& step = step_at(at);
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (access.mode == AccessMode::write && cells_.cell(access, at) == cell) return true;
    }
    return false;
  }

  /// Are two reads of the same role and place, with results in the same record?
  [[nodiscard]] static constexpr bool alike(const ActiveRead& x, const ActiveRead& y) {
    return x.cell == y.cell && x.result == y.result && x.step.role == y.step.role;
  }

  /// Does a read complete after an earlier one because their counter completes in order? Not if its step also writes
  /// the place: that write comes after the step's own read, but it may come too soon for the earlier read. Chained
  /// accumulations are exempt.
  [[nodiscard]] constexpr bool follows(const ActiveRead& read, const ActiveRead& earlier) const {
    const Counter counter = step_at(read.step).counter;
    if (!is_queued(counter) || counter != step_at(earlier.step).counter) return false;
    return !writes(read.step, read.cell) || chained(earlier.step, read.step, read.cell);
  }
};

}  // namespace stretto::detail
