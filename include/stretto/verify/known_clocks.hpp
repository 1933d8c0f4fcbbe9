// What all roles of a state know: how long ago accesses were complete, and which numbers of the clocks still matter.
#pragma once

#include <stretto/verify/turned_places.hpp>

namespace stretto::detail {

class KnownClocks : protected TurnedPlaces {
 protected:
  constexpr KnownClocks(RelativeNumbers& out, const WrittenState& of)
      : TurnedPlaces(out, of),
        timed_(of.timed),
        gaps_(of.gaps),
        order_(of.order),
        writes_more_(of.cells.fences_matter() || of.cells.mma_fences_matter() || of.frame.any_is_taken()) {}

  [[nodiscard]] static constexpr bool present(const StepInstance& step) { return step.index >= 0; }

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
    int* oldest_that_matters = oldest_.extend(all);
    for (const int now : now_) *oldest_that_matters++ = timed_ ? -Frame::no_due : now - 2;
    int* compared = components_.extend(count);
    for (const int component : frame_.components()) *compared++ = turned_component(component);
    if (timed_) return;
    find_oldest();
    int* told = least_told_.extend(all);
    const int* least = least_.begin();
    const int* oldest = oldest_.begin();
    for (int c = 0; c < all; ++c) told[c] = least[c] < oldest[c] ? oldest[c] : least[c];
    const int of_writes = writes_more_ ? 2 * state_.writes.size() : 0;
    out_.lags.reserve(places_.size() * (roles + count + 1) + roles * count + of_writes + state_.inits.size());
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

  /// How many epochs ago something was; 1 if epochs are written as their order, in a row.
  [[nodiscard]] constexpr int epochs_since(int by, int epoch) const { return order_ == nullptr ? now_[by] - epoch : 1; }
  /// How long ago a number of a clock component was the present one.
  [[nodiscard]] constexpr int since(int component, int value) const {
    const int now = now_[component];
    return gaps_ == nullptr ? now - value : gaps_->since(component, now, value);
  }
  /// It spoils only what its own role writes, and what overlaps it.
  [[nodiscard]] constexpr int overlapped_age(const OverlappedWrite& write) const {
    const int cell = write.record / state_.roles.size();
    return cells_.overlap_count(cell) > 0 ? age(write.done, write.step.role, cell)
                                          : own_age(write.done, write.step.role);
  }

  bool timed_;
  ClockGaps* gaps_;
  EpochOrder* order_;
  bool writes_more_;        // than programs need without `any`, proxies and wgmma.fence
  Vector<int> components_;  // the clock components that are compared
  Vector<int> now_;         // current value, by component
  Vector<int> oldest_;      // the oldest value that still matters, by component
  Vector<int> least_;       // known by all roles, by component
  Vector<int> least_told_;  // the larger of least_ and oldest_
  Vector<int> others_;      // by role: the epoch that all roles that have to learn it know
};

}  // namespace stretto::detail
