// Writes a state as numbers relative to its trip (relative_state.hpp compares them).
//
// Facts that no longer matter are left out: a read, and when a write completed, once all roles know that it is
// complete; which step made a write, once it is complete; versions older than all that can be due.
#pragma once

#include <stretto/program/phase_parity.hpp>
#include <stretto/verify/cells.hpp>
#include <stretto/verify/clock_gaps.hpp>
#include <stretto/verify/epoch_order.hpp>
#include <stretto/verify/frame.hpp>

namespace stretto::detail {

/// How accesses and conflicts are written: several numbers each.
struct RelativeSizes {
  // The age of an access: how long it has been complete. Smaller means longer.
  static constexpr int in_flight = 1;
  static constexpr int known_to_all = -Frame::no_due;
  // An access has six numbers: its age; the clock component that reports it, and since when; and, where they matter,
  // its times, its step, and its position in its counter.
  static constexpr int access_size = 6;
  static constexpr int write_size = access_size + 2;         // and: spoilt; waves that do not hold the content
  static constexpr int read_size = access_size + 6;          // and: latency, role, cell, contributors, result, due
  static constexpr int overlapped_size = access_size + 2;    // and: record, age of the fence that covers it
  static constexpr int async_write_size = access_size + 3;   // and: role, cell, when it began
  static constexpr int generic_read_size = access_size + 3;  // and: role, cell, age of the fence that covers it
  static constexpr int conflict_size = 10;
};

/// A state as numbers relative to its trip.
struct RelativeNumbers : RelativeSizes {
  constexpr explicit RelativeNumbers(const AbstractState& state)
      : trip(state.base + state.trips_allowed), start(state.base), run(state.roles[0].run) {}

  /// About how many numbers it has.
  [[nodiscard]] constexpr int size() const { return same.size() + lags.size() + writes.size() + unaware.size(); }

  int trip;                   // the trip of the state
  int start;                  // the trip at which its run began
  int run;                    // the number of that run
  Vector<int> same;           // must be equal
  Vector<int> lags;           // smaller is safer
  Vector<int> contents;       // must be equal, too
  Vector<int> writes;         // the last write of each place and role
  Vector<int> reads;          // reads that not all roles know to be complete
  Vector<int> overlapped;     // overlapped writes that are still in flight
  Vector<int> async_writes;   // writes through the async proxy that not all roles know to have begun
  Vector<int> generic_reads;  // generic reads that no role knows to be covered by a fence
  Vector<int> conflicts;      // between accesses, until their value is consumed or replaced
  // If epochs are written as their order (verify/epoch_order.hpp): rows of what clocks do not know, for each number of
  // `lags` and `writes` that is an epoch, and two for each of the others.
  int row = 0;  // numbers that a row takes
  Vector<int> unaware;
  Vector<int> unaware_of_reads;
  Vector<int> unaware_of_overlapped;
  Vector<int> unaware_of_async_writes;
  Vector<int> unaware_of_generic_reads;
};

class StateWriter : RelativeSizes {
 public:
  constexpr StateWriter(RelativeNumbers& out, const AbstractState& state, const Frame& frame, const ClockLayout& layout,
                        const Cells& cells, bool timed, ClockGaps* gaps = nullptr, EpochOrder* order = nullptr)
      : out_(out),
        state_(state),
        frame_(frame),
        layout_(layout),
        program_(frame.program()),
        cells_(cells),
        timed_(timed),
        gaps_(gaps),
        order_(order),
        writes_more_(cells.fences_matter() || cells.mma_fences_matter() || frame.any_is_taken()) {}

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
  constexpr void same(int value) { out_.same.push_back(value); }

  // --- rotation

  /// Finds where each place of a phase barrier is, as if places did not rotate. Writes the parity of its complete
  /// phases, counted from the versions below the trip.
  constexpr void find_places() {
    int first = 0;
    seen_as_.resize(state_.places.size(), 0);
    places_.reserve(seen_as_.size());
    home_of_.reserve(seen_as_.size());
    for (int b = 0; b < program_.phase_barriers.size(); ++b) {
      const int slots = program_.phase_barriers[b].slots;
      const int versions = frame_.barrier_turned(b, out_.trip, out_.run);
      for (int i = 0; i < slots; ++i) {
        const int place = first + (i + versions) % slots;
        seen_as_[place] = places_.size();
        places_.push_back(place);
        home_of_.push_back(program_.phase_barriers[b].workgroup);
        const bool by_parity = program_.phase_barriers[b].kind == PhaseBarrierKind::mbarrier;
        if (program_.phase_barriers[b].kind == PhaseBarrierKind::cluster) cluster_place_ = place;
        same(by_parity ? phase_parity(i + versions, slots, state_.places[place].complete) : 0);
      }
      first += slots;
    }
  }
  [[nodiscard]] constexpr int turned_cell(int cell) const {
    const Cells::Place place = cells_.place(cell);
    const int slots = program_.buffers[place.buffer].slots;
    const int back = frame_.buffer_turned(place.buffer, out_.trip, out_.run) % slots;
    const int slot = (place.slot + slots - back) % slots;
    return cell + (slot - place.slot) * program_.buffers[place.buffer].subtiles;
  }
  [[nodiscard]] constexpr int turned_record(int record) const {
    if (record == nowhere) return record;
    const int roles = state_.roles.size();
    return turned_cell(record / roles) * roles + record % roles;
  }
  /// The actual clock component in this state, for one that is given as if places did not rotate.
  [[nodiscard]] constexpr int turned_component(int component) const {
    for (const int first : {layout_.phases(0), layout_.certain(0)}) {
      const int place = component - first;
      if (place >= 0 && place < places_.size()) return first + places_[place];
    }
    return component;
  }
  /// The reverse, for a component that reports that an access is complete: the phases of a place, or a counter.
  [[nodiscard]] constexpr int seen_component(int component) const {
    const int place = component - layout_.phases(0);
    return place < places_.size() ? layout_.phases(seen_as_[place]) : component;
  }

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

  // --- knowledge

  /// Finds for each compared component its current value, what all roles know, and the oldest value that matters.
  constexpr void find_clocks() {
    const int roles = state_.roles.size();
    const int count = frame_.components().size();
    const int all = layout_.size();
    least_ = state_.roles[0].known;
    for (int a = 1; a < roles; ++a) {
      const int* known = state_.roles[a].known.begin();
      int* least = least_.begin();
      for (int c = 0; c < all; ++c) least[c] = known[c] < least[c] ? known[c] : least[c];
    }
    for (int by = 0; by < roles; ++by) {
      int least = not_done;  // if there is no other wave, none has to learn it
      const bool alone = program_.roles[by].waves == 1;
      for (int a = 0; a < roles; ++a) {
        if (alone && a == by) continue;
        if (state_.roles[a].known[by] < least) least = state_.roles[a].known[by];
      }
      others_.push_back(least);
    }
    components_.reserve(count);
    now_.resize(all, 0);
    for (int a = 0; a < roles; ++a) {
      now_[a] = state_.roles[a].epoch;
      if (layout_.first_told() == layout_.first_certain()) continue;
      for (const Counter counter : queued_counters) {
        const int told = layout_.told(a, counter);
        if (told >= 0) now_[told] = queue_of(state_.roles[a], counter).issued;
      }
    }
    for (int p = 0; p < state_.places.size(); ++p) {
      now_[layout_.phases(p)] = state_.places[p].complete;
      now_[layout_.certain(p)] = state_.places[p].complete;
    }
    oldest_.reserve(all);
    for (const int now : now_) oldest_.push_back(timed_ ? -Frame::no_due : now - 2);
    for (const int component : frame_.components()) components_.push_back(turned_component(component));
    if (timed_) return;
    find_oldest();
    least_told_.reserve(all);
    const int* least = least_.begin();
    const int* oldest = oldest_.begin();
    for (int c = 0; c < all; ++c) least_told_.push_back(least[c] < oldest[c] ? oldest[c] : least[c]);
    out_.lags.reserve(places_.size() * (roles + count + 1) + roles * count);
  }

  /// Finds by component the oldest value that still matters. Knowledge below it is as good as none.
  constexpr void find_oldest() {
    const int roles = state_.roles.size();
    for (int i = 0; i < state_.writes.size(); ++i) {
      const WriteRecord& last = state_.writes[i];
      if (!present(last.step)) continue;
      if (writes_more_ && cells_.mixes_proxies(cells_.buffer_of(i / roles))) note_fence(last.done.fenced, i % roles);
      if (age(last.done, i % roles, i / roles) == known_to_all) continue;
      note_evidence(last.done, i % roles);
    }
    for (const GenericRead& read : state_.generic_reads) {
      if (fence_age(read.done, read.step, cells_.buffer_of(read.cell)) == known_to_all) continue;
      note_evidence(read.done, read.step.role);
      note_fence(read.done.fenced, read.step.role);
    }
    for (int i = 0; i < state_.async_writes.size(); ++i) {
      const AsyncWrite& write = state_.async_writes[i];
      if (begun(write, i % roles, i / roles)) continue;
      note(i % roles, write.epoch);
      note_evidence(write.done, i % roles);
    }
    for (const InitState& init : state_.inits) {
      if (init.step.present()) note_fence(init.fenced, init.step.role);
    }
    for (int i = 0; i < state_.remote.size(); ++i) {
      if (!arrived(i)) note(i / workgroups(), state_.remote[i].epoch - 1);
    }
    for (const ActiveRead& read : state_.reads) {
      if (!settled(read)) note_evidence(read.done, read.step.role);
    }
    for (const OverlappedWrite& write : state_.overlapped) {
      if (overlapped_age(write) != known_to_all) note_evidence(write.done, write.step.role);
      if (cells_.mixes_proxies(cells_.buffer_of(write.record / roles))) note_fence(write.done.fenced, write.step.role);
    }
    for (const PhaseState& place : state_.places) {
      const int* phase = place.waited_phase.begin();
      for (int a = 0; a < roles; ++a) {
        if (phase[a] == place.complete - 1) note(a, place.waited_epoch[a]);
      }
    }
  }
  constexpr void note_evidence(const Evidence& done, int by) {
    if (!done.pending()) note(by, done.epoch);
    if (done.component >= 0) note(done.component, done.value - 1);
  }
  constexpr void note_fence(int fenced, int by) {
    if (fenced != not_done && others_[by] <= fenced) note(by, fenced);
  }
  constexpr void note(int component, int value) {
    if (value < oldest_[component]) oldest_[component] = value;
  }

  /// The age of an access that concerns only its own wave: complete if the wave has seen it or knows it from clocks.
  [[nodiscard]] constexpr int own_age(const Evidence& done, int by) const {
    const bool told = done.component >= 0 && state_.roles[by].known[done.component] >= done.value;
    return done.pending() && !told ? in_flight : known_to_all;
  }

  /// The age of an access of a role: in flight, known to all roles to be complete, or how many epochs ago it was
  /// complete.
  [[nodiscard]] constexpr int age(const Evidence& done, int by, int cell) const {
    // Only the wave itself accesses its registers.
    if (program_.buffers[cells_.buffer_of(cell)].per_wave()) return own_age(done, by);
    if (done.component >= 0 && least_[done.component] >= done.value) return known_to_all;
    if (done.pending()) return in_flight;
    // A wave knows its own past, but the others have yet to learn what completed in this epoch.
    return others_[by] > done.epoch ? known_to_all : -epochs_since(by, done.epoch);
  }

  /// How long ago a fence covered a generic access of a role to a buffer, or an initialisation, as `age` counts it.
  [[nodiscard]] constexpr int fence_age(int fenced, int by) const {
    if (fenced == not_done) return in_flight;
    return others_[by] > fenced ? known_to_all : -epochs_since(by, fenced);
  }
  [[nodiscard]] constexpr int fence_age(const Evidence& done, const StepInstance& at, int buffer) const {
    if (!present(at) || !cells_.mixes_proxies(buffer)) return known_to_all;
    if (through_async_proxy(program_.roles[at.role].steps[at.section][at.index].counter)) return known_to_all;
    return fence_age(done.fenced, at.role);
  }

  /// Does every role know that a write through the async proxy has begun?
  [[nodiscard]] constexpr bool begun(const AsyncWrite& write, int by, int cell) const {
    return write.epoch == never_written || others_[by] > write.epoch || age(write.done, by, cell) == known_to_all;
  }

  [[nodiscard]] constexpr int workgroups() const { return state_.pools.size(); }
  /// The largest value of a clock component that some role of a workgroup knows.
  [[nodiscard]] constexpr int most_known(int component, int workgroup) const {
    int most = 0;
    for (int a = 0; a < state_.roles.size(); ++a) {
      if (program_.roles[a].workgroup != workgroup) continue;
      const int known = state_.roles[a].known[component];
      most = known > most ? known : most;
    }
    return most;
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
  /// Does a role of the other workgroup know that an access to it is done?
  [[nodiscard]] constexpr bool arrived(int remote) const {
    return state_.remote[remote].epoch <= most_known(remote / workgroups(), remote % workgroups());
  }

  /// Does every role that can still overwrite the place of a read know that the read is complete?
  [[nodiscard]] constexpr bool settled(const ActiveRead& read) const {
    const int by = read.step.role;
    const Evidence& done = read.done;
    for (int a = 0; read.not_overwritten >> a != 0U; ++a) {
      if ((read.not_overwritten >> a & 1U) == 0) continue;
      const Vector<int>& known = state_.roles[a].known;
      const bool own =
          a == by && (program_.roles[by].waves == 1 || program_.buffers[cells_.buffer_of(read.cell)].per_wave());
      const bool told = done.component >= 0 && known[done.component] >= done.value;
      if (!told && !(own ? !done.pending() : known[by] > done.epoch)) return false;
    }
    return true;
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
  /// How many epochs ago something was; 1 if epochs are written as their order, in a row.
  [[nodiscard]] constexpr int epochs_since(int by, int epoch) const { return order_ == nullptr ? now_[by] - epoch : 1; }
  /// The clocks that do not know of something that a role did in an epoch; `when` is how that is written as a number.
  constexpr void write_row(Vector<int>& rows, int when, int by, int epoch) const {
    if (order_ == nullptr || !order_->closed()) return;
    if (when == in_flight || when == known_to_all) {
      order_->all_or_none(rows, when == in_flight);
    } else {
      order_->unaware(rows, by, epoch);
    }
  }
  /// How long ago a number of a clock component was the present one.
  [[nodiscard]] constexpr int since(int component, int value) const {
    const int now = now_[component];
    return gaps_ == nullptr ? now - value : gaps_->since(component, now, value);
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
    for (int i = 1; i < access_size; ++i) out[i] = 0;
    out[1] = -1;
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
  [[nodiscard]] static constexpr bool present(const StepInstance& step) { return step.index >= 0; }

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

  /// It spoils only what its own role writes, and what overlaps it.
  [[nodiscard]] constexpr int overlapped_age(const OverlappedWrite& write) const {
    const int cell = write.record / state_.roles.size();
    return cells_.overlap_count(cell) > 0 ? age(write.done, write.step.role, cell)
                                          : own_age(write.done, write.step.role);
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

  RelativeNumbers& out_;
  const AbstractState& state_;
  const Frame& frame_;
  const ClockLayout& layout_;
  const WaveProgram& program_;
  const Cells& cells_;
  bool timed_;
  ClockGaps* gaps_;    // null: gaps are written as they are
  EpochOrder* order_;  // null: epochs are written as numbers
  bool writes_more_;
  int tiles_ = 0;
  Vector<int> oldest_due_;        // by rate: the oldest version that can be due, relative to the trip
  bool initial_matters_ = false;  // initial content can still be due
  int first_cell_ = 0;
  int cluster_place_ = -1;     // of the cluster barrier; -1: there is none
  int moved_rate_ = any_rate;  // of content that moves may compare
  Vector<int> places_;         // actual place, by place as if places did not rotate
  Vector<int> seen_as_;        // the reverse
  Vector<int> home_of_;        // the workgroup of each place, by place as if places did not rotate
  Vector<int> components_;     // the clock components that are compared
  Vector<int> now_;            // current value, by component
  Vector<int> oldest_;         // the oldest value that still matters, by component
  Vector<int> least_;          // known by all roles, by component
  Vector<int> least_told_;     // the larger of least_ and oldest_
  Vector<int> others_;         // by role: the epoch that all roles that have to learn it know
};

}  // namespace stretto::detail
