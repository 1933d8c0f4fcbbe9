// Writes a state as numbers relative to its trip (relative_state.hpp compares them).
//
// Facts that no longer matter are left out: a read, and when a write completed, once all roles know that it is
// complete; which step made a write, once it is complete; versions older than all that can be due.
#pragma once

#include <stretto/verify/known_clocks.hpp>

namespace stretto::detail {

class StateWriter : KnownClocks {
 public:
  /// Appends to `out`.
  constexpr StateWriter(RelativeNumbers& out, const WrittenState& of) : KnownClocks(out, of) {}

  constexpr void write() {
    tiles_ = program_.tiles_per_trip * out_.trip;
    out_.same.reserve(64);
    out_.contents.reserve((timed_ ? 4 : 2) * state_.writes.size());
    out_.writes.reserve(write_size * state_.writes.size());
    find_places();
    find_oldest_due();
    find_clocks();
    if (order_ != nullptr) out_.row = order_->words();
    for (int a = 0; a < state_.roles.size(); ++a) write_role(a);
    for (int p = 0; p < places_.size(); ++p) write_place(p);
    for (int b = 0; b < program_.buffers.size(); ++b) write_buffer(b);
    for (const ActiveRead& read : state_.reads) write_read(read);
    for (const OverlappedWrite& write : state_.overlapped) write_overlapped(write);
    for (const Conflict& conflict : state_.conflicts) write_conflict(conflict);
    for (const GenericRead& read : state_.generic_reads) write_generic_read(read);
    write_setup();
  }

 private:
  // --- versions

  /// The next trip of a role, in this run or a later one, relative to the trip of the state.
  [[nodiscard]] constexpr int next_trip(int a) const {
    const RoleState& role = state_.roles[a];
    const int trip = role.stop == Stop::head ? program_.roles[a].extra_trips : role.trip - out_.trip;
    return program_.persistent && trip > 0 ? 0 : trip;
  }
  /// The next trip of a role, counted from the start of the run.
  [[nodiscard]] constexpr int next_local(int a) const {
    const RoleState& role = state_.roles[a];
    return role.stop == Stop::head ? out_.trip - out_.start + program_.roles[a].extra_trips : role.trip - role.start;
  }
  /// The consumes of a role in an accumulator, with the trips so far of a run that it does not take part in.
  [[nodiscard]] constexpr int consumed(const RoleState& role, int accumulator) const {
    const int count = role.consumed[accumulator];
    const bool absent = !program_.roles[static_cast<int>(&role - state_.roles.begin())].takes_part(role.run);
    return absent ? count + program_.tiles_per_trip * (out_.trip - out_.start) : count;
  }
  constexpr void find_oldest_due() {
    oldest_due_.resize(frame_.rates().size(), Frame::no_due);
    // Initial content satisfies a due version below 0. So the same due versions must be below 0 in both states. At a
    // rising rate, only states of the same trip satisfy that.
    int below_zero = 0;
    for (const RoleState& role : state_.roles) {
      for (int i = 0; i < role.consumed.size(); ++i) {
        if (role.consumed[i] == not_its_own) continue;
        const int due = consumed(role, i) + frame_.least_version(i);
        include_due(program_.tiles_per_trip, due - tiles_);
        if (due < below_zero) below_zero = due;
      }
    }
    same(below_zero);
    initial_matters_ = below_zero < 0;
    for (const Frame::LeastDue& least : frame_.least_dues()) {
      const int from_trip = least.version + least.rate * next_trip(least.role);
      const int due = from_trip + least.rate * out_.trip;
      include_due(least.rate, from_trip);
      if (least.rate != 0) same(least.rate > 0 && due > 0 ? 0 : due);
      initial_matters_ = initial_matters_ || least.rate < 0 || due < 0;
    }
  }
  constexpr void include_due(int rate, int due) {
    for (int r = 0; r < oldest_due_.size(); ++r) {
      if (frame_.rates()[r] == rate && due < oldest_due_[r]) oldest_due_[r] = due;
    }
  }
  /// Writes content once for each rate at which it can be consumed. Content that advances at another rate could be
  /// due there only by chance, so it is written relative to its own rate.
  constexpr void write_content(int content, int own_rate, unsigned rates) {
    for (int r = 0; rates >> r != 0U; ++r) {
      if ((rates >> r & 1U) != 0) {
        const bool alike = own_rate == any_rate || own_rate == frame_.rates()[r] || content <= undecided;
        int* out = out_.contents.extend(2);
        out[0] = alike ? relative(content, r) : own_rate == mixed_rates ? out_.trip : content - own_rate * out_.trip;
        out[1] = alike ? any_rate : own_rate;
      }
      if (r == 31) return;
    }
  }
  /// Content relative to the trip. Two kinds of content count as garbage: versions that are older than all that can
  /// be due, if the rate does not fall, and initial content that can no longer be due.
  [[nodiscard]] constexpr int relative(int content, int r) const {
    if (content == initial_content) return initial_matters_ ? content : garbage;
    if (content <= undecided) return content;
    const int rate = frame_.rates()[r];
    const int from_trip = content - rate * out_.trip;
    return rate >= 0 && from_trip < oldest_due_[r] ? garbage : from_trip;
  }
  /// Content that decides the kind of hazard of a conflict. With margins, all versions advance at the same rate.
  [[nodiscard]] constexpr int timed_content(int content) const {
    if (!timed_) return 0;
    return content <= undecided ? content : content - tiles_;
  }

  /// What the setup has done: initialised barriers, registers in the pools. And what was done to other workgroups.
  constexpr void write_setup() {
    for (const InitState& init : state_.inits) {
      same(init.step.present() ? 1 + init.step.role : 0);
      const int when = init.step.present() ? fence_age(init.fenced, init.step.role) : in_flight;
      out_.lags.push_back(when);
      write_row(out_.unaware, when, init.step.role, init.fenced);
    }
    for (const int registers : state_.pools) same(registers);
    for (int i = 0; i < state_.remote.size(); ++i) {
      const int by = i / workgroups();
      const int when = arrived(i) ? known_to_all : -epochs_since(by, state_.remote[i].epoch);
      out_.lags.push_back(when);
      // It is known to a role that knows this epoch, not only those after it.
      write_row(out_.unaware, when, by, state_.remote[i].epoch - 1);
    }
  }
  /// Writes a vector clock, each component relative to the current value of its role or place.
  constexpr void write_clock(const Vector<int>& clock) { write_lags(clock.begin(), oldest_.begin()); }
  constexpr void write_lags(const int* value, const int* least) {
    const int* now = now_.begin();
    const int* component = components_.begin();
    const int count = components_.size();
    int* lag = out_.lags.extend(count);
    for (int k = 0; k < count; ++k, ++component)
      lag[k] = now[*component] - (value[*component] < least[*component] ? least[*component] : value[*component]);
    if (gaps_ == nullptr) return;
    const int epochs = state_.roles.size();
    for (int k = 0; k < epochs; ++k) {
      order_->add(now[k] - lag[k]);
      lag[k] = 0;
    }
    for (int k = epochs; k < count; ++k) lag[k] = since(components_[k], now[components_[k]] - lag[k]);
  }
  /// The clocks that do not know of something that a role did in an epoch; `when` is how that is written as a number.
  constexpr void write_row(Vector<int>& rows, int when, int by, int epoch) const {
    if (order_ == nullptr || !order_->closed()) return;
    if (when == in_flight || when == known_to_all) {
      order_->all_or_none(rows, when == in_flight);
    } else {
      order_->unaware(rows, by, epoch);
    }
  }
  /// Writes the clock that a phase reports. What all roles know already is left out.
  constexpr void write_told(const Vector<int>& clock) { write_lags(clock.begin(), least_told_.begin()); }

  // --- roles

  constexpr void write_role(int a) {
    const RoleState& role = state_.roles[a];
    // At the loop head it does not matter how the role got there.
    const bool at_head = role.stop == Stop::head;
    same(at_head ? 0 : 8 * step_number(role.section, role.index) + static_cast<int>(role.stop));
    same(at_head ? 0 : role.trip - out_.trip);
    if (timed_) same(role.elapsed);
    if (cluster_place_ >= 0) {
      // Has it arrived at the cluster barrier, and is that phase complete?
      same(role.cluster_phase < 0 ? -1 : state_.places[cluster_place_].complete - role.cluster_phase);
    }
    for (int i = 0; i < role.consumed.size(); ++i) {
      if (role.consumed[i] != not_its_own) same(consumed(role, i) - tiles_);
    }
    if (frame_.first_trip_differs()) same(next_local(a) == 0 ? 1 : 0);
    for (const Counter counter : frame_.queues()) write_queue(queue_of(role, counter));
    write_clock(role.known);
  }
  /// Which operations are pending is written with their accesses, as the number of newer operations. Of the queue
  /// itself it matters only whether any operation is pending and whether a group is open.
  constexpr void write_queue(const PendingQueue& queue) {
    same(queue.size() == 0 ? 0 : queue.open() ? 2 : 1);
    if (timed_) same(queue.total);
  }
  /// The position of an operation in its queue, as a negative number. The lower, the sooner a wait or a full counter
  /// completes it. Steps of one group have the same position. 0: no wait completes it, because its group is open or
  /// it has left the queue.
  [[nodiscard]] static constexpr int queue_place(const PendingQueue& queue, int serial) {
    if (queue.size() == 0 || serial < queue.at(0).serial) return 0;
    int place = 0;
    int i = queue.size() - 1;
    while (queue.at(i).serial > serial) place -= queue.at(i--).weight;
    return queue.at(i).weight > 0 ? place - 1 : place;
  }
  [[nodiscard]] static constexpr int step_number(Section section, int index) {
    return section_count * index + static_cast<int>(section);
  }

  // --- places

  constexpr void write_place(int p) {
    const PhaseState& place = state_.places[places_[p]];
    same(place.arrived);
    same(place.bytes);
    same(2 * place.expected + (place.asynchronous ? 1 : 0));
    const int roles = state_.roles.size();
    const int* phase = place.waited_phase.begin();
    const int* epoch = place.waited_epoch.begin();
    int* lag = out_.lags.extend(roles + 1);
    for (int a = 0; a < roles; ++a) {
      // Only a wait for the last complete phase can still be overtaken by the next phase, and only while some role
      // does not know of the wait. The longer ago it was, the more roles know.
      lag[a] = phase[a] == place.complete - 1 ? -epochs_since(a, epoch[a]) : known_to_all;
      write_row(out_.unaware, lag[a], a, epoch[a]);
    }
    // At the end of the run, some role must know that the loads sent here have come.
    const bool known = place.owed_to <= most_known(layout_.certain(places_[p]), home_of_[p]);
    lag[roles] = known ? -Frame::no_due : -since(layout_.certain(places_[p]), place.owed_to);
    if (place.arrived > 0 || place.bytes != 0) write_clock(place.gathered);
    write_told(place.released);
  }

  // --- accesses

  constexpr void write_access(int* out, const StepInstance& at, const Evidence& done, int when, int cell, int time) {
    out[0] = when;
    out[1] = -1;
    out[2] = out[3] = out[4] = out[5] = 0;
    if (when == known_to_all) return;
    if (done.component >= 0) {
      out[1] = seen_component(done.component);
      out[2] = since(done.component, done.value);
    }
    const Step& step = program_.roles[at.role].steps[at.section][at.index];
    const bool stores = step.counter == Counter::store;
    const Counter counter = stores ? cells_.counter_of(step, cells_.buffer_of(cell)) : step.counter;
    if (timed_) {
      out[3] = time;
      out[4] = step_number(at.section, at.index);
    } else if (when == in_flight) {
      // The counter, which determines what completes it, and whether later accumulations can follow it.
      const bool accumulates = cells_.accumulates(at.role, step, at, cell) != Counter::none;
      out[4] = 2 * static_cast<int>(counter) + (accumulates ? 1 : 0);
    }
    // Scalar operations complete together, at a wait for none.
    if (when != in_flight || !is_queued(counter) || counter == Counter::scalar) return;
    out[5] = queue_place(queue_of(state_.roles[at.role], counter), done.value);
  }

  [[nodiscard]] constexpr bool interlocked(int cell) const {
    return program_.registers == RegisterReading::interlocked && program_.buffers[cells_.buffer_of(cell)].per_wave();
  }
  /// A step that accesses an interlocked register waits for the operation that fills it, and so for all older ones.
  /// That operation must be the same in both states.
  constexpr void write_interlock(const StepInstance& at, const Evidence& done) {
    int place = 1;  // nothing to wait for
    if (present(at) && own_age(done, at.role) == in_flight) {
      const Counter counter = program_.roles[at.role].steps[at.section][at.index].counter;
      if (counter == Counter::vm || counter == Counter::lgkm) {
        place =
            2 * queue_place(queue_of(state_.roles[at.role], counter), done.value) - (counter == Counter::vm ? 1 : 0);
      }
      if (counter == Counter::scalar) place = 2;
    }
    out_.contents.push_back(place);
  }

  constexpr void write_buffer(int b) {
    const int roles = state_.roles.size();
    const Buffer& buffer = program_.buffers[b];
    const int turned = frame_.buffer_turned(b, out_.trip, out_.run);
    for (int slot = 0; slot < buffer.slots; ++slot) {
      const int first = first_cell_ + (slot + turned) % buffer.slots * buffer.subtiles;
      for (int cell = first; cell < first + buffer.subtiles; ++cell) {
        // Registers that no step writes can be overwritten under another name.
        const bool renamed = buffer.per_wave() && cells_.overlap_count(cell) > 0;
        const unsigned contributors = renamed ? cells_.overwriters(cell) : cells_.contributors(b, cell - first);
        const unsigned rates = frame_.rates_of(b, cell - first);
        for (int a = 0; a < roles; ++a) {
          if ((contributors >> a & 1U) == 0) continue;
          const WriteRecord& last = state_.writes[cell * roles + a];
          write_record(last, cell, a, rates);
          if (writes_more_) write_more(last, b, cell, cell - first, a);
        }
      }
    }
    first_cell_ += buffer.slots * buffer.subtiles;
  }
  /// What matters only with `any`, proxies or wgmma.fence.
  constexpr void write_more(const WriteRecord& last, int b, int cell, int subtile, int a) {
    if (frame_.takes_any(b, subtile)) out_.contents.push_back(last.content <= undecided ? last.content : 0);
    if (frame_.moved_any(b, subtile)) write_moved(last);
    if (cells_.mixes_proxies(b)) {
      const int fence = fence_age(last.done, last.step, b);
      out_.lags.push_back(fence);
      write_row(out_.unaware, fence, last.step.role, last.done.fenced);
      write_async(state_.async_writes[cell * state_.roles.size() + a], a, cell);
    }
    if (cells_.needs_mma_fences(b)) out_.lags.push_back(last.needs_mma_fence ? 1 : 0);
  }
  constexpr void write_record(const WriteRecord& last, int cell, int a, unsigned rates) {
    write_content(last.content, last.rate, rates);
    if (timed_) write_content(last.content_before, any_rate, rates);
    int* out = out_.writes.extend(write_size);
    if (present(last.step)) {
      const long cycles = state_.clock - last.epoch_clock;
      write_access(out, last.step, last.done, age(last.done, a, cell), cell,
                   cycles > unbounded ? unbounded : static_cast<int>(cycles));
    } else {
      out[0] = known_to_all;
    }
    write_row(out_.unaware, out[0], a, last.done.epoch);
    if (interlocked(cell)) write_interlock(last.step, last.done);
    out[access_size] = present(last.overlapped) ? 1 : 0;
    out[access_size + 1] = static_cast<int>(cells_.waves_of(a) & ~last.waves);
  }

  /// Content that a move may compare with other content. Versions that advance at different rates are equal in one
  /// trip only, so states of different trips are not compared then.
  constexpr void write_moved(const WriteRecord& last) {
    if (last.content <= undecided) return;
    const int rate = last.rate == any_rate ? 0 : last.rate;
    if (moved_rate_ == any_rate) moved_rate_ = rate;
    if (rate != moved_rate_ || rate == mixed_rates) same(out_.trip);
    out_.contents.push_back(last.content - rate * out_.trip);
  }

  constexpr void write_read(const ActiveRead& read) {
    if (settled(read)) return;
    const bool before = read.issue_epoch < state_.roles[read.step.role].epoch;
    int* out = out_.reads.extend(read_size);
    const int when = age(read.done, read.step.role, read.cell);
    write_access(out, read.step, read.done, when, read.cell, read.issued_after * 2 + (before ? 1 : 0));
    write_row(out_.unaware_of_reads, when, read.step.role, read.done.epoch);
    write_row(out_.unaware_of_reads, known_to_all, 0, 0);
    out += access_size;
    out[0] = timed_ ? read.latency : 0;
    out[1] = read.step.role;
    out[2] = turned_cell(read.cell);
    out[3] = static_cast<int>(read.not_overwritten);
    out[4] = turned_record(read.result);
    out[5] = timed_content(read.due);
  }

  constexpr void write_overlapped(const OverlappedWrite& write) {
    const int cell = write.record / state_.roles.size();
    const int fence = fence_age(write.done, write.step, cells_.buffer_of(cell));
    const int when = overlapped_age(write);
    if (when == known_to_all && fence == known_to_all) return;
    int* out = out_.overlapped.extend(overlapped_size);
    write_access(out, write.step, write.done, when, cell, 0);
    out[access_size] = turned_record(write.record);
    out[access_size + 1] = fence;
    write_row(out_.unaware_of_overlapped, when, write.step.role, write.done.epoch);
    write_row(out_.unaware_of_overlapped, fence, write.step.role, write.done.fenced);
  }

  constexpr void write_async(const AsyncWrite& write, int by, int cell) {
    if (begun(write, by, cell)) return;
    int* out = out_.async_writes.extend(async_write_size);
    const int when = age(write.done, by, cell);
    write_access(out, write.step, write.done, when, cell, 0);
    out[access_size] = by;
    out[access_size + 1] = turned_cell(cell);
    out[access_size + 2] = -epochs_since(by, write.epoch);
    write_row(out_.unaware_of_async_writes, when, by, write.done.epoch);
    write_row(out_.unaware_of_async_writes, out[access_size + 2], by, write.epoch);
  }

  constexpr void write_generic_read(const GenericRead& read) {
    const int fence = fence_age(read.done, read.step, cells_.buffer_of(read.cell));
    if (fence == known_to_all) return;
    int* out = out_.generic_reads.extend(generic_read_size);
    const int when = age(read.done, read.step.role, read.cell);
    write_access(out, read.step, read.done, when, read.cell, 0);
    out[access_size] = read.step.role;
    out[access_size + 1] = turned_cell(read.cell);
    out[access_size + 2] = fence;
    write_row(out_.unaware_of_generic_reads, when, read.step.role, read.done.epoch);
    write_row(out_.unaware_of_generic_reads, fence, read.step.role, read.done.fenced);
  }

  /// The age of a conflict does not matter: it ends when its value is consumed or replaced.
  constexpr void write_conflict(const Conflict& found) {
    int* out = out_.conflicts.extend(conflict_size);
    out[0] = turned_cell(found.cell);
    out[1] = turned_record(found.result);
    out[2] = found.margin;
    out[3] = (found.read_first ? 1 : 0) + (present(found.overlapped) ? 2 : 0) + (found.fence ? 4 : 0);
    // Without a margin it is a race, whichever version is due.
    out[4] = found.margin == 0 ? 0 : timed_content(found.content_after);
    out[5] = found.margin == 0 ? 0 : timed_content(found.content_before);
    out[6] = found.read.role;
    out[7] = step_number(found.read.section, found.read.index);
    out[8] = found.write.role;
    out[9] = step_number(found.write.section, found.write.index);
  }

  int tiles_ = 0;
  Vector<int> oldest_due_;        // by rate: the oldest version that can be due, relative to the trip
  bool initial_matters_ = false;  // initial content can still be due
  int first_cell_ = 0;
  int moved_rate_ = any_rate;  // of content that moves may compare
};

}  // namespace stretto::detail
