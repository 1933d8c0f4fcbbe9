// What steps read and write on the abstract state. Every read is compared with the last write of each part of its
// place, and every write with the reads of its place and the writes before it. A pair that is not ordered is reported.
//
//   flow     the write of the due version is complete, in every contributing role, before the read is issued
//   anti     the read of the old content is complete before the write is issued
//   output   the previous write is complete before the write is issued
//   content  a consume finds the version that is due
//
// Each pair is checked when its second step is executed in the interleaving that is run. The last write of a part
// suffices: if it overlapped no earlier write, those are complete when it is; if it did, its record says so.
#pragma once

#include <stretto/verify/value_flow.hpp>

namespace stretto::detail {

class PlaceRun : protected ValueFlow {
 protected:
  constexpr PlaceRun(const WaveProgram& program, const Cells& cells, const LatencyBounds& latency, Findings& findings)
      : ValueFlow(program, cells, latency, findings) {
    for (const Role& role : program.roles) {
      for (const Section section : all_sections) {
        for (const Step& step : role.steps[section]) {
          if (step.counter != Counter::mma) continue;
          for (int i = 0; i < step.access_count; ++i) {
            const StepAccess& access = program.accesses[step.first_access + i];
            if (access.mode == AccessMode::read && cells.in_registers(access)) registers_read_late_ = true;
          }
        }
      }
    }
  }

  // --- reads

  constexpr void read(AbstractState& state, Reading& reading, const StepAccess& access) const {
    const int role = reading.self.role;
    const int cell = cells_.cell(access, reading.self.trip);
    const unsigned readers = access.waves == 0 ? cells_.waves_of(role) : access.waves;
    const int due = reading.consumes() ? reading.due(access) : garbage;
    if (cells_.in_registers(access)) {
      read_part(state, reading, cell, role, true, readers, due);
      // Registers are read at the issue, except by steps of the mma counter.
      if (reading.step->counter == Counter::mma) note_read(state, reading, cell, 1U << role, due);
      return;
    }
    const unsigned contributors = cells_.contributors(access);
    for (int a = 0; a < program_.roles.size(); ++a) {
      if ((contributors >> a & 1U) != 0) read_part(state, reading, cell, a, false, readers, due);
    }
    note_read(state, reading, cell, contributors, due);
  }

  // --- writes

  constexpr void write(AbstractState& state, Reading& reading, const StepAccess& access, int content, int rate,
                       unsigned waves) const {
    const StepInstance& self = reading.self;
    const int cell = cells_.cell(access, self.trip);
    const int record = record_of(cell, self.role);
    WriteRecord& last = state.writes[record];
    if (!cells_.in_registers(access) || registers_read_late_) overtake_reads(state, reading, cell, content);
    WriteRecord next;
    next.step = self;
    next.content = content;
    next.content_before = last.content;
    next.rate = rate;
    next.waves = waves;
    next.done = reading.issued;
    next.epoch_clock = state.clock;
    next.open = reading.open;
    next.overlapped = overlapped_by(state, record, reading, cell);
    last = next;
  }

 private:
  /// Checks what the readers find in one part, or in their own registers.
  constexpr void read_part(AbstractState& state, Reading& reading, int cell, int a, bool registers, unsigned readers,
                           int due) const {
    const StepInstance& self = reading.self;
    const int record = record_of(cell, a);
    WriteRecord& last = state.writes[record];
    last.taken = true;
    bool decided = true;  // no conflict spoils what is found
    if (last.step.present()) {
      const bool own = registers || (a == self.role && program_.roles[a].waves == 1);
      const bool complete = own ? over(state, last.done, a) : ordered(state, last.done, a, self.role);
      const bool in_order = complete || (own && chained(last.step, self, cell));
      if (!in_order) conflict(state, reading, unordered_read(state, reading, cell, last), due);
      if (last.overlapped.present()) conflict(state, reading, spoilt_read(reading, cell, last), due);
      decided = in_order && !last.overlapped.present();
      if (decided) findings_.proven(HazardKind::flow, last.step, self, cell, last.content);
    }
    const unsigned holders = registers ? readers : cells_.waves_of(a);
    const bool in_all_waves = (holders & ~last.waves) == 0;
    if (reading.consumes()) {
      consume_result(state, record, due);
      if (decided) check_content(state, reading, cell, last, due, in_all_waves);
      return;
    }
    move_result(state, record, reading);
    const unsigned good = registers ? last.waves : in_all_waves ? readers : 0U;
    join(reading, decided ? last.content : undecided, decided ? last.rate : any_rate, readers,
         decided ? good : readers);
  }

  constexpr void check_content(const AbstractState& state, const Reading& reading, int cell, const WriteRecord& last,
                               int due, bool in_all_waves) const {
    const bool is_due = last.content == due || (due < 0 && last.content == initial_content);
    if ((is_due || last.content == undecided) && in_all_waves) {
      // A version that advances at another rate is due only in this trip.
      const bool follows_a_head = reading.self.section != Section::prologue || program_.persistent;
      if (follows_a_head && last.rate != any_rate && last.rate != reading.rate && last.content != initial_content) {
        findings_.note_coincidence();
      }
      return;
    }
    Hazard hazard = race_at(state, cell, due, in_all_waves ? last.content : garbage);
    hazard.kind = HazardKind::content;
    hazard.first = last.step;
    hazard.second = reading.self;
    findings_.found(hazard);
  }

  /// A read that is not ordered after the last write of its place.
  [[nodiscard]] constexpr Conflict unordered_read(const AbstractState& state, const Reading& reading, int cell,
                                                  const WriteRecord& last) const {
    Conflict found;
    found.read = reading.self;
    found.write = last.step;
    found.cell = cell;
    found.content_after = last.content;
    found.content_before = last.content_before;
    const RoleState& reader = state.roles[reading.self.role];
    const long elapsed = state.clock - last.epoch_clock + reader.elapsed;
    found.margin = margin(last.step, elapsed + read_latency(reader, reading.step->weight));
    return found;
  }
  /// A read of a place that two overlapping writes have left.
  [[nodiscard]] static constexpr Conflict spoilt_read(const Reading& reading, int cell, const WriteRecord& last) {
    Conflict found;
    found.read = reading.self;
    found.write = last.step;
    found.overlapped = last.overlapped;
    found.cell = cell;
    found.content_after = last.content;
    return found;
  }

  /// Records a read, once for each of its results, until all contributors have overwritten the place.
  constexpr void note_read(AbstractState& state, Reading& reading, int cell, unsigned contributors, int due) const {
    const RoleState& reader = state.roles[reading.self.role];
    for (int i = 0; i < results(reading); ++i) {
      const int to = result(reading, i);
      if (to == no_result || (to != nowhere && reading.doomed)) continue;
      ActiveRead read;
      read.step = reading.self;
      read.cell = cell;
      read.result = to;
      read.not_overwritten = contributors;
      read.issue_epoch = reader.epoch;
      read.done = reading.issued;
      read.issued_after = reader.elapsed;
      read.latency = read_latency(reader, reading.step->weight);
      read.due = due;
      if (to != nowhere) reading.open = true;
      add_read(state, read, to == nowhere ? 0 : reading.first_read);
    }
  }

  /// A place is overwritten: its reads must be complete.
  constexpr void overtake_reads(AbstractState& state, Reading& reading, int cell, int content) const {
    const StepInstance& self = reading.self;
    const unsigned bit = 1U << self.role;
    for (ActiveRead& read : state.reads) {
      if (read.cell != cell || (read.not_overwritten & bit) == 0) continue;
      if (overtakes(state, reading, read, cell, content)) read.not_overwritten &= ~bit;
      reading.forgets = reading.forgets || read.not_overwritten == 0;
    }
  }

  /// Checks one read. True: it is complete, or its conflict is recorded, so later writes of the role need not check it.
  constexpr bool overtakes(AbstractState& state, const Reading& reading, ActiveRead& read, int cell,
                           int content) const {
    const StepInstance& self = reading.self;
    const bool own = same_wave(cell, read.step.role, self.role);
    if (own ? over(state, read.done, self.role) : ordered(state, read.done, read.step.role, self.role)) {
      findings_.proven(HazardKind::anti, read.step, self, cell, read.due);
      return true;
    }
    // A step reads a place before it writes it, so its own write does not conflict, but its read is not complete yet.
    // The read also represents the reads of the accumulations that it follows.
    if (own && read.done.execution == reading.issued.execution) return false;
    const bool before = read.issue_epoch < state.roles[read.step.role].epoch;
    Conflict found;
    found.read = read.step;
    found.write = self;
    found.cell = cell;
    found.result = read.result;
    found.content_after = content;
    found.read_first = true;
    found.margin = margin(self, before ? read.latency : read.issued_after + read.latency);
    if (read.consumed()) {
      resolve(state, found, read.due);
    } else {
      add_conflict(state, found, 0);
    }
    // A read with a margin may still conflict with a later, faster write.
    return found.margin == 0;
  }

  /// The write of the same role to the same place that is in flight when this write begins, if there is one.
  constexpr StepInstance overlapped_by(AbstractState& state, int record, const Reading& reading, int cell) const {
    const StepInstance& self = reading.self;
    const WriteRecord& last = state.writes[record];
    StepInstance found;
    if (last.step.present()) {
      const bool same_step = last.done.execution == reading.issued.execution;
      const bool in_flight = !over(state, last.done, self.role);
      if (same_step) {
        found = self;
      } else if (in_flight && chained(last.step, self, cell)) {
        found = last.overlapped;
      } else if (in_flight) {
        found = last.step;
        remember_overlapped(state, record, last);
      } else {
        findings_.proven(HazardKind::output, last.step, self, cell, last.content);
      }
    }
    int kept = 0;
    for (int i = 0; i < state.overlapped.size(); ++i) {
      const OverlappedWrite& write = state.overlapped[i];
      if (write.record == record) {
        if (over(state, write.done, self.role)) continue;
        found = write.step;
      }
      if (kept != i) state.overlapped[kept] = write;
      ++kept;
    }
    while (state.overlapped.size() > kept) state.overlapped.pop_back();
    return found;
  }

  /// Records an overlapped write. Of several in one counter the newest suffices, because it completes last. Of several
  /// that never complete, one suffices.
  constexpr void remember_overlapped(AbstractState& state, int record, const WriteRecord& last) const {
    const Counter counter = step_at(last.step).counter;
    for (OverlappedWrite& write : state.overlapped) {
      if (write.record != record || step_at(write.step).counter != counter) continue;
      if (counter == Counter::bytes && write.done.component != last.done.component) continue;
      write = {record, last.step, last.done};
      return;
    }
    state.overlapped.push_back({record, last.step, last.done});
  }

  bool registers_read_late_ = false;  // steps of the mma counter read registers
};

}  // namespace stretto::detail
