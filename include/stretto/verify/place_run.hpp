// What steps read and write on the abstract state. Every read is compared with the last write of each part of its
// place, and every write with the reads of its place and the writes before it. A pair that is not ordered is reported.
//
//   flow     the write of the due version is complete, in every contributing role, before the read is issued
//   anti     the read of the old content is complete before the write is issued
//   output   the previous write is complete before the write is issued
//   content  a consume finds the version that is due
//   fence    between a generic access and one of the async proxy, a fence covers the former
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
    const int cell = cells_.cell(access, reading.self);
    const unsigned readers = access.waves == 0 ? cells_.waves_of(role) : access.waves;
    const int due = reading.consumes() ? reading.due(access) : garbage;
    if (cells_.in_registers(access)) {
      read_part(state, reading, {.cell = cell, .writer = role, .registers = true, .readers = readers, .due = due});
      // Registers are read at the issue, except by steps of the mma counter.
      if (reading.step->counter == Counter::mma) note_read(state, reading, cell, 1U << role, due);
      return;
    }
    const unsigned contributors = cells_.contributors(access);
    for (int a = 0; a < program_.roles.size(); ++a) {
      if ((contributors >> a & 1U) == 0) continue;
      read_part(state, reading, {.cell = cell, .writer = a, .registers = false, .readers = readers, .due = due});
    }
    note_read(state, reading, cell, cells_.overlap_count(cell) > 0 ? cells_.overwriters(cell) : contributors, due);
    if (fences_ && !reading.async && cells_.mixes_proxies(access.buffer)) {
      check_async_writes(state, reading, cell, cell);
      for (int i = 0; i < cells_.overlap_count(cell); ++i) {
        check_async_writes(state, reading, cell, cells_.overlap(cell, i));
      }
      note_generic_read(state, reading, cell);
    }
  }

  // --- writes

  constexpr void write(AbstractState& state, Reading& reading, const StepAccess& access, int content, int rate,
                       unsigned waves) const {
    const StepInstance& self = reading.self;
    const int cell = cells_.cell(access, self);
    const int record = record_of(cell, self.role);
    WriteRecord& last = state.writes[record];
    if (!cells_.in_registers(access) || registers_read_late_) overtake_reads(state, reading, cell, content);
    if (reading.async && cells_.mixes_proxies(access.buffer)) {
      check_generic_reads(state, reading, cell);
      state.async_writes[record] = {self, state.roles[self.role].epoch, evidence(reading, cell)};
    }
    const StepInstance spoilt_by = overlaps_ ? clobber_all(state, reading, cell) : StepInstance();
    WriteRecord next;
    next.step = self;
    next.content = content;
    next.content_before = last.content;
    next.rate = rate;
    next.waves = waves;
    next.done = coupled_counters_ ? evidence(reading, cell) : reading.issued;
    next.epoch_clock = state.clock;
    next.open = reading.open;
    next.needs_mma_fence =
        mma_fences_ && reading.step->counter != Counter::mma && cells_.needs_mma_fences(access.buffer);
    next.overlapped = overlapped_by(state, record, reading, cell);
    if (overlaps_ && spoilt_by.present()) next.overlapped = spoilt_by;
    last = next;
  }

  /// A step of the mma counter must not access registers that other steps have written since the last wgmma.fence.
  constexpr void check_mma_fences(const AbstractState& state, const Reading& reading) const {
    const Step& step = *reading.step;
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (!cells_.needs_mma_fences(access.buffer) || !access.made(reading.self)) continue;
      const int cell = cells_.cell(access, reading.self);
      check_mma_fence(state, reading, cell, cell);
      for (int k = 0; k < cells_.overlap_count(cell); ++k) {
        const int overlapped = cells_.overlap(cell, k);
        check_mma_fence(state, reading, cell, overlapped);
        if (access.mode != AccessMode::write) continue;
        // It writes that place, too, and so does every write that overlaps it.
        for (int n = 0; n < cells_.overlap_count(overlapped); ++n) {
          check_mma_fence(state, reading, cell, cells_.overlap(overlapped, n));
        }
      }
    }
  }

  bool registers_read_late_ = false;  // steps of the mma counter read registers

 private:
  constexpr void check_mma_fence(const AbstractState& state, const Reading& reading, int cell, int written) const {
    const WriteRecord& last = state.writes[record_of(written, reading.self.role)];
    if (last.needs_mma_fence) missing_fence(state, cell, last.step, reading.self);
  }

  /// A part that waves read.
  struct PartRead {
    int cell;
    int writer;        // the role that writes the part
    bool registers;    // each reader reads its own
    unsigned readers;  // waves
    int due;
  };

  /// Checks what the readers find in one part, or in their own registers.
  constexpr void read_part(AbstractState& state, Reading& reading, const PartRead& part) const {
    const auto [cell, a, registers, readers, due] = part;
    const StepInstance& self = reading.self;
    const int record = record_of(cell, a);
    WriteRecord& last = state.writes[record];
    last.taken = true;
    bool decided = true;  // no conflict spoils what is found
    if (last.step.present()) {
      const bool own = registers || (a == self.role && program_.roles[a].waves == 1);
      const bool plain = !reading.async;
      const Evidence& seen = last.done;
      const bool complete = plain ? (own ? over(state, seen, a) : ordered(state, seen, a, self.role))
                                  : seen_complete(state, last, cell, own, self.role);
      const bool in_order = complete || (own && chained(last.step, self, cell));
      if (!in_order) {
        Conflict found = unordered_read(state, reading, cell, last);
        found.fence = own ? over(state, last.done, a) : ordered(state, last.done, a, self.role);
        conflict(state, reading, found, due);
      }
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

  /// Is the last write complete, and covered by a fence, before a read of the async proxy?
  [[nodiscard]] constexpr bool seen_complete(const AbstractState& state, const WriteRecord& last, int cell, bool own,
                                             int reader) const {
    const Evidence done = seen_by(true, last.done, last.step, cell);
    return own ? over(state, done, last.step.role) : ordered(state, done, last.step.role, reader);
  }

  constexpr void check_content(const AbstractState& state, const Reading& reading, int cell, const WriteRecord& last,
                               int due, bool in_all_waves) const {
    const bool is_due =
        due == any_due ? last.content > undecided : last.content == due || (due < 0 && last.content == initial_content);
    if ((is_due || last.content == undecided) && in_all_waves) {
      // A version that advances at another rate is due only in this trip.
      const bool follows_a_head = !before_all_heads(reading.self.section);
      if (follows_a_head && due != any_due && last.rate != any_rate && last.rate != reading.rate &&
          last.content != initial_content) {
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
  constexpr void missing_fence(const AbstractState& state, int cell, const StepInstance& first,
                               const StepInstance& second) const {
    Hazard hazard = race_at(state, cell, any_due, garbage);
    hazard.kind = HazardKind::fence;
    hazard.first = first;
    hazard.second = second;
    findings_.found(hazard);
  }

  /// Records a generic read of memory that the async proxy writes. It represents earlier ones that are complete when it
  /// is. Reads that all roles know to be covered by a fence are forgotten.
  constexpr void note_generic_read(AbstractState& state, const Reading& reading, int cell) const {
    const StepInstance& self = reading.self;
    int kept = 0;
    for (int i = 0; i < state.generic_reads.size(); ++i) {
      const GenericRead& read = state.generic_reads[i];
      const Counter counter = step_at(read.step).counter;
      const bool same = read.cell == cell && read.step.role == self.role;
      if (same && (over(state, read.done, self.role) || (is_queued(counter) && counter == reading.step->counter)))
        continue;
      if (kept != i) state.generic_reads[kept] = read;
      ++kept;
    }
    while (state.generic_reads.size() > kept) state.generic_reads.pop_back();
    state.generic_reads.push_back({self, cell, reading.issued});
  }

  /// The async proxy is about to write a cell: fences must cover the generic reads of it.
  constexpr void check_generic_reads(const AbstractState& state, const Reading& reading, int cell) const {
    for (const GenericRead& read : state.generic_reads) {
      bool there = read.cell == cell;
      for (int i = 0; i < cells_.overlap_count(cell) && !there; ++i) there = read.cell == cells_.overlap(cell, i);
      if (!there) continue;
      const bool own = same_wave(cell, read.step.role, reading.self.role);
      const Evidence done = seen_by(true, read.done, read.step, read.cell);
      if (own ? over(state, done, read.step.role) : ordered(state, done, read.step.role, reading.self.role)) continue;
      missing_fence(state, read.cell, read.step, reading.self);
    }
  }

  /// A generic read, which no fence covers yet: the writes of the async proxy at `written`, its cell or one that
  /// overlaps it, must have begun before, or they may begin while the read is not covered.
  constexpr void check_async_writes(const AbstractState& state, const Reading& reading, int cell, int written) const {
    const int reader = reading.self.role;
    for (int a = 0; a < state.roles.size(); ++a) {
      const AsyncWrite& write = state.async_writes[record_of(written, a)];
      if (write.epoch == never_written || same_wave(cell, a, reader)) continue;
      const bool begun = state.roles[reader].known[a] > write.epoch || ordered(state, write.done, a, reader);
      if (!begun) missing_fence(state, cell, reading.self, write.step);
    }
  }

  constexpr StepInstance clobber_all(AbstractState& state, Reading& reading, int cell) const {
    StepInstance spoilt_by;
    for (int i = 0; i < cells_.overlap_count(cell); ++i) {
      const StepInstance found = clobber(state, reading, cell, cells_.overlap(cell, i));
      if (found.present()) spoilt_by = found;
    }
    return spoilt_by;
  }
  /// A write of `cell` leaves garbage in a cell that overlaps it. Returns a write there that is still in flight, which
  /// leaves garbage in `cell`.
  constexpr StepInstance clobber(AbstractState& state, Reading& reading, int cell, int other) const {
    const StepInstance& self = reading.self;
    StepInstance found;
    overtake_reads(state, reading, other, garbage, !cells_.same_registers(cell, other));
    const auto in_flight = [&](const StepInstance& by, const Evidence& write) {
      if (write.execution == evidence(reading, cell).execution) return true;
      const Evidence done = seen_by(reading.async, write, by, other);
      return !(same_wave(other, by.role, self.role) ? over(state, done, self.role)
                                                    : ordered(state, done, by.role, self.role));
    };
    const int roles = program_.roles.size();
    const bool registers = in_registers(other);  // each wave has its own
    for (int a = 0; a < roles; ++a) {
      if (registers && a != self.role) continue;
      WriteRecord& last = state.writes[record_of(other, a)];
      if (last.step.present() && in_flight(last.step, last.done)) found = last.step;
      last.content = garbage;
      last.rate = any_rate;
    }
    for (const OverlappedWrite& write : state.overlapped) {
      if (registers && write.record % roles != self.role) continue;
      if (write.record / roles == other && in_flight(write.step, write.done)) found = write.step;
    }
    return found;
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
      read.done = coupled_counters_ ? evidence(reading, cell) : reading.issued;
      read.issued_after = reader.elapsed;
      read.latency = read_latency(reader, reading.step->weight);
      read.due = due;
      if (to != nowhere) reading.open = true;
      add_read(state, read, to == nowhere ? 0 : reading.first_read);
    }
  }

  /// A place is overwritten: its reads must be complete.
  constexpr void overtake_reads(AbstractState& state, Reading& reading, int cell, int content,
                                bool overlaps = false) const {
    const StepInstance& self = reading.self;
    const unsigned bit = 1U << self.role;
    for (ActiveRead& read : state.reads) {
      if (read.cell != cell || (read.not_overwritten & bit) == 0) continue;
      if (overtakes(state, reading, read, cell, content, overlaps)) read.not_overwritten &= ~bit;
      reading.forgets = reading.forgets || read.not_overwritten == 0;
    }
  }

  /// Checks one read. True: it is complete, or its conflict is recorded, so later writes of the role need not check it.
  constexpr bool overtakes(AbstractState& state, const Reading& reading, ActiveRead& read, int cell, int content,
                           bool overlaps) const {
    const StepInstance& self = reading.self;
    const bool own = same_wave(cell, read.step.role, self.role);
    if (own ? over(state, read.done, self.role) : ordered(state, read.done, read.step.role, self.role)) {
      findings_.proven(HazardKind::anti, read.step, self, cell, read.due);
      return true;
    }
    // A step reads a place before it writes it, so its own write does not conflict, but its read is not complete yet.
    // The read also represents the reads of the accumulations that it follows. An asynchronous step has no such order
    // between places that overlap.
    const bool reads_first = !overlaps || reading.step->counter == Counter::none;
    const Evidence& issued = coupled_counters_ ? evidence(reading, cell) : reading.issued;
    if (own && reads_first && read.done.execution == issued.execution) return false;
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
      const Evidence& issued = coupled_counters_ ? evidence(reading, cell) : reading.issued;
      const bool same_step = last.done.execution == issued.execution;
      const bool plain = !reading.async;
      const bool in_flight = plain ? !over(state, last.done, self.role)
                                   : !over(state, seen_by(true, last.done, last.step, cell), self.role);
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
        // An async write that generic writes are not fenced from must be remembered until they are.
        const bool covered = over(state, seen_by(true, write.done, write.step, cell), self.role);
        if (covered && over(state, write.done, self.role)) continue;
        if (!over(state, seen_by(reading.async, write.done, write.step, cell), self.role)) found = write.step;
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
    const int buffer = cells_.buffer_of(record / program_.roles.size());
    const Counter counter = cells_.counter_of(step_at(last.step), buffer);
    for (OverlappedWrite& write : state.overlapped) {
      if (write.record != record || cells_.counter_of(step_at(write.step), buffer) != counter) continue;
      if (counter == Counter::bytes && write.done.component != last.done.component) continue;
      write = {record, last.step, last.done};
      return;
    }
    state.overlapped.push_back({record, last.step, last.done});
  }
};

}  // namespace stretto::detail
