// A state seen from its trip: slots, places, phases, tiles and times are relative to it (verify/frame.hpp), so that two
// states that mean the same are the same numbers. One is as safe as the other when they are equal, except that its
// agents may know more, that things may have been over for longer, and that reads may be missing: the same steps
// follow, and whatever is in order after the other is in order after it. What no longer matters is left out: when
// something finished, and a read altogether, once everybody knows that it is over; which step it was, once it is over;
// which tile a place holds, once it is older than all that are due.
#pragma once

#include <stretto/verify/cells.hpp>
#include <stretto/verify/frame.hpp>

namespace stretto::detail {

class RelativeState {
 public:
  constexpr RelativeState(const AbstractState& state, const Frame& frame, const Cells& cells)
      : trip_(state.base + state.trips_allowed), base_(state.base) {
    Writer(*this, state, frame, cells).write();
  }

  [[nodiscard]] constexpr bool as_safe_as(const RelativeState& other, int period) const {
    if ((trip_ - other.trip_) % period != 0 || (base_ - other.base_) % period != 0) return false;
    const int same = same_.size();
    const int lags = lags_.size();
    if (same != other.same_.size() || lags != other.lags_.size()) return false;
    const int* x = same_.begin();
    const int* y = other.same_.begin();
    // Evaluations count steps, so that these loops have no more than they must.
    int i = 0;
    while (i < same && x[i] == y[i]) ++i;
    if (i < same) return false;
    x = lags_.begin();
    y = other.lags_.begin();
    i = 0;
    while (i < lags && x[i] <= y[i]) ++i;
    if (i < lags) return false;
    x = writes_.begin();
    y = other.writes_.begin();
    for (i = 0; i < writes_.size(); i += write_size) {
      if (x[i] != known_to_all && !as_safe(x + i, y + i, write_size)) return false;
    }
    x = reads_.begin();
    y = other.reads_.begin();
    int j = 0;
    for (i = 0; i < reads_.size(); i += read_size, j += read_size) {
      while (j < other.reads_.size() && !as_safe(x + i, y + j, read_size)) j += read_size;
      if (j >= other.reads_.size()) return false;
    }
    return true;
  }

 private:
  static constexpr int in_flight = 1;
  static constexpr int known_to_all = -1;
  static constexpr int write_size = 5;
  static constexpr int read_size = 11;

  /// Is an access over for at least as long, and otherwise the same? The first number is how long.
  static constexpr bool as_safe(const int* x, const int* y, int size) {
    if (x[0] != y[0] && (x[0] > y[0] || y[0] == in_flight || y[0] == known_to_all)) return false;
    int i = 1;
    while (i < size && x[i] == y[i]) ++i;
    return i == size;
  }

  class Writer {
   public:
    constexpr Writer(RelativeState& out, const AbstractState& state, const Frame& frame, const Cells& cells)
        : out_(out), state_(state), frame_(frame), program_(frame.program()), cells_(cells) {}

    constexpr void write() {
      tiles_ = program_.tiles_per_trip * out_.trip_;
      out_.same_.reserve(64 + 3 * state_.writes.size());
      out_.writes_.reserve(write_size * state_.writes.size());
      find_places();
      find_oldest_due();
      find_clocks();
      same(state_.conflicts.size());
      for (int a = 0; a < state_.agents.size(); ++a) write_agent(a);
      for (int p = 0; p < places_.size(); ++p) write_place(p);
      for (int b = 0; b < program_.buffers.size(); ++b) write_buffer(b);
      for (const ActiveRead& read : state_.reads) write_read(read);
      for (const Conflict& conflict : state_.conflicts) write_conflict(conflict);
    }

   private:
    constexpr void same(int value) { out_.same_.push_back(value); }
    static constexpr void past(Vector<int>& out, int when, int place, int time, int step, int trip) {
      int* past = out.extend(write_size);
      past[0] = when;
      past[1] = place;
      past[2] = time;
      past[3] = step;
      past[4] = trip;
    }

    // --- what turns

    /// Where the places of the phase barriers are, as if they did not turn, and how many phases belong to the versions
    /// below the trip.
    constexpr void find_places() {
      int first = 0;
      seen_as_.resize(state_.places.size(), 0);
      for (int b = 0; b < program_.phase_barriers.size(); ++b) {
        const int slots = program_.phase_barriers[b].slots;
        const int versions = out_.trip_ * frame_.barrier_step(b);
        for (int i = 0; i < slots; ++i) {
          const int place = first + (i + versions) % slots;
          seen_as_[place] = places_.size();
          places_.push_back(place);
          const bool by_parity = program_.phase_barriers[b].kind == PhaseBarrierKind::mbarrier;
          same(by_parity ? (state_.places[place].complete + (i + versions) / slots) % 2 : 0);
        }
        first += slots;
      }
    }
    [[nodiscard]] constexpr int turned_cell(int cell) const {
      if (cell == no_destination) return cell;
      const Cells::Place place = cells_.place(cell);
      const int slots = program_.buffers[place.buffer].slots;
      const int back = out_.trip_ * frame_.buffer_step(place.buffer) % slots;
      const int slot = (place.slot + slots - back) % slots;
      return cell + (slot - place.slot) * program_.buffers[place.buffer].subtiles;
    }
    /// Of a component of clocks, where it is in this state.
    [[nodiscard]] constexpr int turned_component(int component) const {
      const int agents = state_.agents.size();
      const int places = places_.size();
      if (component < agents) return component;
      if (component < agents + places) return agents + places_[component - agents];
      if (component < 3 * agents + places) return component;
      return 3 * agents + places + places_[component - 3 * agents - places];
    }
    [[nodiscard]] constexpr int turned_stamp(const Stamp& done) const {
      return done.place >= 0 && done.place < places_.size() ? seen_as_[done.place] : done.place;
    }
    /// What a prologue did before the trips stays what it is while they go on, unless its places turn.
    [[nodiscard]] constexpr int relative_trip(Phase phase, int trip, bool turns) const {
      return phase == Phase::prologue && trip == out_.base_ && !turns ? 0 : trip - out_.trip_;
    }

    // --- tiles

    constexpr void find_oldest_due() {
      oldest_due_ = Frame::no_due;
      for (int a = 0; a < state_.agents.size(); ++a) {
        const AgentState& agent = state_.agents[a];
        for (int i = 0; i < agent.consumed.size(); ++i) {
          if (agent.consumed[i] == not_its_own) continue;
          include_due(agent.consumed[i] - tiles_ + frame_.least_version(i));
        }
        if (frame_.least_due(a) == Frame::no_due) continue;
        int trip = agent.trip - out_.trip_;
        if (agent.stop == Stop::head) {
          trip = program_.agents[a].extra_trips;
          if (program_.persistent && trip > 0) trip = 0;
        }
        include_due(frame_.least_due(a) + trip * program_.tiles_per_trip);
      }
      same(oldest_due_);
      // A tile below 0 is what was there before: nobody has to write it.
      first_due_ = oldest_due_ + tiles_ < 0 ? oldest_due_ + tiles_ : 0;
      same(first_due_);
    }
    constexpr void include_due(int due) { oldest_due_ = due < oldest_due_ ? due : oldest_due_; }
    constexpr void write_tile(int t, int buffer) {
      if (frame_.absolute(buffer)) same(t);
      if (!frame_.relative(buffer)) return;
      if (t == any_tile) {
        same(any_tile);
      } else {
        same(t - tiles_ < oldest_due_ ? oldest_due_ - 1 : t - tiles_);
      }
    }

    // --- who knows what

    /// By component that is looked at: where it is now, what everybody knows, and below what nothing is of interest.
    constexpr void find_clocks() {
      const int agents = state_.agents.size();
      const int count = frame_.components().size();
      const int all = state_.agents[0].known.size();
      least_ = state_.agents[0].known;
      for (int a = 1; a < agents; ++a) {
        const int* known = state_.agents[a].known.begin();
        int* least = least_.begin();
        for (int c = 0; c < all; ++c) least[c] = known[c] < least[c] ? known[c] : least[c];
      }
      for (int by = 0; by < agents; ++by) {
        int least = state_.agents[by].epoch;
        const bool alone = program_.agents[by].waves == 1;
        for (int a = 0; a < agents; ++a) {
          if (alone && a == by) continue;
          if (state_.agents[a].known[by] < least) least = state_.agents[a].known[by];
        }
        others_.push_back(least);
      }
      components_.reserve(count);
      now_.reserve(all);
      oldest_.reserve(all);
      for (const AgentState& agent : state_.agents) now_.push_back(agent.epoch);
      for (const PhaseState& place : state_.places) now_.push_back(place.complete);
      for (const AgentState& agent : state_.agents) {
        now_.push_back(agent.issued_copies);
        now_.push_back(agent.issued_tensor);
      }
      for (const PhaseState& place : state_.places) now_.push_back(place.complete);
      const bool phases = !state_.places.empty();
      for (const int now : now_) oldest_.push_back(phases ? now - 2 : -Frame::no_due);
      for (const int component : frame_.components()) components_.push_back(turned_component(component));
      if (!phases) return;
      find_oldest();
      least_told_.reserve(all);
      const int* least = least_.begin();
      const int* oldest = oldest_.begin();
      for (int c = 0; c < all; ++c) least_told_.push_back(least[c] < oldest[c] ? oldest[c] : least[c]);
      out_.lags_.reserve(places_.size() * (agents + count) + agents * count);
    }

    /// Who knows of nothing that is still of interest may as well know of nothing at all: by component, what that is.
    constexpr void find_oldest() {
      const int agents = state_.agents.size();
      for (int i = 0; i < state_.writes.size(); ++i) {
        if (state_.writes[i].step.present()) note_stamp(state_.writes[i].done, i % agents);
      }
      for (const ActiveRead& read : state_.reads) note_stamp(read.done, read.step.agent);
      for (const PhaseState& place : state_.places) {
        const int* phase = place.waited_phase.begin();
        for (int a = 0; a < agents; ++a) {
          if (phase[a] == place.complete - 1) note(a, place.waited_epoch[a]);
        }
      }
    }
    constexpr void note_stamp(const Stamp& done, int by) {
      const int when = age(done, by);
      if (when == in_flight || when == known_to_all) return;
      note(done.place >= 0 ? state_.agents.size() + done.place : by, done.value - 1);
    }
    constexpr void note(int component, int value) {
      if (value < oldest_[component]) oldest_[component] = value;
    }

    /// How a stamp of an agent compares with everything that agents know: in flight, known to all, or how far back.
    [[nodiscard]] constexpr int age(const Stamp& done, int by) const {
      if (done.value == not_done) return in_flight;
      if (done.place >= 0) {
        const int component = state_.agents.size() + done.place;
        return least_[component] >= done.value ? known_to_all : -2 - (now_[component] - done.value);
      }
      // A wave needs no one to tell it of its own past, but what is over in this epoch others are yet to learn.
      return others_[by] > done.value ? known_to_all : -2 - (now_[by] - done.value);
    }

    /// A vector clock, each component relative to where its agent or place is now.
    constexpr void write_clock(const Vector<int>& clock) { write_lags(clock.begin(), oldest_.begin()); }
    constexpr void write_lags(const int* value, const int* least) {
      const int* now = now_.begin();
      const int* component = components_.begin();
      const int count = components_.size();
      int* lag = out_.lags_.extend(count);
      for (int k = 0; k < count; ++k, ++component) {
        lag[k] = now[*component] - (value[*component] < least[*component] ? least[*component] : value[*component]);
      }
    }
    /// What all know, a phase need not tell.
    constexpr void write_told(const Vector<int>& clock) { write_lags(clock.begin(), least_told_.begin()); }

    // --- agents

    constexpr void write_agent(int a) {
      const AgentState& agent = state_.agents[a];
      same(static_cast<int>(agent.stop));
      // At the head it does not matter how the agent came there.
      if (agent.stop != Stop::head) {
        same(step_number(agent.phase, agent.index));
        same(agent.trip - out_.trip_);
      }
      same(agent.elapsed);
      for (const int count : agent.consumed) {
        if (count != not_its_own) same(count - tiles_);
      }
      write_queue(agent.vm);
      write_queue(agent.lgkm);
      write_queue(agent.copy);
      write_queue(agent.mma);
      write_queue(agent.store);
      write_queue(agent.tensor);
      write_clock(agent.known);
    }
    constexpr void write_queue(const PendingQueue& queue) {
      const int size = queue.size();
      same(size);
      for (int i = 0; i < size; ++i) {
        const PendingOp& op = queue.at(i);
        same(step_number(op.phase, op.index));
        same(op.weight);
        same(relative_trip(op.phase, op.trip, false));
      }
    }
    [[nodiscard]] static constexpr int step_number(Phase phase, int index) {
      return 3 * index + static_cast<int>(phase);
    }

    // --- places

    constexpr void write_place(int p) {
      const PhaseState& place = state_.places[places_[p]];
      same(place.arrived);
      same(place.bytes);
      const int agents = state_.agents.size();
      const int* phase = place.waited_phase.begin();
      const int* epoch = place.waited_epoch.begin();
      int* lag = out_.lags_.extend(agents);
      for (int a = 0; a < agents; ++a) {
        // Only a wait for the last complete phase can still be overtaken by the next one, and only while somebody does
        // not know of it; the longer ago, the more do.
        lag[a] = -Frame::no_due;
        if (phase[a] != place.complete - 1) continue;
        const bool unknown = epoch[a] >= least_[a] || (place.arrived > 0 && epoch[a] >= place.gathered[a]);
        if (unknown) lag[a] = epoch[a] - now_[a];
      }
      if (place.arrived > 0 || place.bytes != 0) write_clock(place.gathered);
      write_told(place.released);
    }

    // --- accesses

    constexpr void write_buffer(int b) {
      const int agents = state_.agents.size();
      const Buffer& buffer = program_.buffers[b];
      const int turned = out_.trip_ * frame_.buffer_step(b);
      for (int slot = 0; slot < buffer.slots; ++slot) {
        const int first = first_cell_ + (slot + turned) % buffer.slots * buffer.subtiles;
        for (int cell = first; cell < first + buffer.subtiles; ++cell) {
          const unsigned contributors = cells_.contributors(b, (cell - first_cell_) % buffer.subtiles);
          for (int a = 0; a < agents; ++a) {
            if ((contributors >> a & 1U) != 0) write_record(state_.writes[cell * agents + a], cell, a, b);
          }
        }
      }
      first_cell_ += buffer.slots * buffer.subtiles;
    }
    /// What was never written holds a tile that nobody takes.
    constexpr void write_record(const WriteRecord& last, int cell, int a, int b) {
      write_tile(last.tile, b);
      write_tile(last.tile_before, b);
      same((last.consumed ? 1 : 0) + (last.overlapped.present() ? 2 : 0) + (first_due_ < 0 && present(last) ? 4 : 0));
      const int when = present(last) ? age(last.done, a) : known_to_all;
      if (when == known_to_all) {
        past(out_.writes_, when, 0, 0, 0, 0);
      } else if (over(when)) {
        past(out_.writes_, when, turned_stamp(last.done), 0, chain(last.step, cell), 0);
      } else {
        const long cycles = state_.clock - last.epoch_clock;
        past(out_.writes_, when, turned_stamp(last.done), cycles > unbounded ? unbounded : static_cast<int>(cycles),
             step_number(last.step.phase, last.step.index),
             relative_trip(last.step.phase, last.step.trip, frame_.buffer_step(b) != 0));
      }
    }
    [[nodiscard]] static constexpr bool present(const WriteRecord& last) { return last.step.index >= 0; }

    constexpr void write_read(const ActiveRead& read) {
      const int when = age(read.done, read.step.agent);
      if (when == known_to_all || read.state == ReadState::dead) return;
      if (over(when)) {
        past(out_.reads_, when, turned_stamp(read.done), 0, chain(read.step, read.cell), 0);
        out_.reads_.push_back(0);
      } else {
        const bool before = read.issue_epoch < state_.agents[read.step.agent].epoch;
        const bool turns = frame_.buffer_step(cells_.buffer_of(read.cell)) != 0;
        past(out_.reads_, when, turned_stamp(read.done), read.issued_after * 2 + (before ? 1 : 0),
             step_number(read.step.phase, read.step.index), relative_trip(read.step.phase, read.step.trip, turns));
        out_.reads_.push_back(read.latency);
      }
      out_.reads_.push_back(read.step.agent);
      out_.reads_.push_back(turned_cell(read.cell));
      out_.reads_.push_back(static_cast<int>(read.not_overwritten));
      out_.reads_.push_back(static_cast<int>(read.state));
      out_.reads_.push_back(read.state == ReadState::open ? turned_cell(read.destination) : no_destination);
    }

    /// Where phase barriers order things nothing is said of time, so of what is over only who did it and when matters.
    [[nodiscard]] constexpr bool over(int when) const { return when != in_flight && !state_.places.empty(); }

    /// The counter in which a step accumulates in a place; 0: in none. Later accumulations follow it without a wait.
    [[nodiscard]] constexpr int chain(const StepInstance& at, int cell) const {
      const Step& step = program_.agents[at.agent].steps(at.phase)[at.index];
      if (step.counter != Counter::mma && step.counter != Counter::tensor) return 0;
      bool reads = false;
      bool writes = false;
      for (int i = 0; i < step.access_count; ++i) {
        const StepAccess& access = program_.accesses[step.first_access + i];
        if (cells_.cell(access, at.trip) != cell) continue;
        (access.mode == AccessMode::read ? reads : writes) = true;
      }
      return reads && writes ? static_cast<int>(step.counter) : 0;
    }

    /// How long ago it was does not matter: it waits only for its value to be taken, or replaced.
    constexpr void write_conflict(const Conflict& found) {
      const int buffer = cells_.buffer_of(found.cell);
      same(turned_cell(found.cell));
      same(turned_cell(found.destination));
      same(found.margin);
      same((found.read_first ? 1 : 0) + (found.overlapped.present() ? 2 : 0));
      write_tile(found.tile_after, buffer);
      write_tile(found.tile_before, buffer);
      same(found.read.agent);
      same(step_number(found.read.phase, found.read.index));
      same(found.write.agent);
      same(step_number(found.write.phase, found.write.index));
    }

    RelativeState& out_;
    const AbstractState& state_;
    const Frame& frame_;
    const WaveProgram& program_;
    const Cells& cells_;
    int tiles_ = 0;
    int oldest_due_ = 0;
    int first_due_ = 0;  // as a tile, where it is below 0
    int first_cell_ = 0;
    Vector<int> places_;      // of the phase barriers, as if they did not turn: where they are
    Vector<int> seen_as_;     // and the other way round
    Vector<int> components_;  // of clocks: those that are looked at
    Vector<int> now_;         // by component
    Vector<int> oldest_;
    Vector<int> least_;       // known by everybody
    Vector<int> least_told_;  // that, and what is not of interest
    Vector<int> others_;      // by agent: up to which epoch all that need to be told know
  };

  int trip_;
  int base_;
  Vector<int> same_;    // equal in states that can be compared
  Vector<int> lags_;    // the less, the safer
  Vector<int> writes_;  // how long they have been over, and what they were; safest when known to all
  Vector<int> reads_;   // of those that not everybody knows to be over
};

}  // namespace stretto::detail
