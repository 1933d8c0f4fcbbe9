// The orderings that a run needs: for one trip count, every pair of steps that access the same place, from the data
// flow of the program in program order. Waits are not considered here; barriers are only counted, to locate the pairs.
#pragma once

#include <stretto/sync/sync_plan.hpp>
#include <stretto/verify/cells.hpp>

namespace stretto::detail {

/// A step of role 0 in a run.
struct StepAt {
  Section section = Section::prologue;
  int step = 0;
  int trip = 0;

  friend constexpr bool operator==(const StepAt&, const StepAt&) = default;
};

/// `first` must have completed before `second` begins.
struct Need {
  HazardKind kind = HazardKind::flow;
  StepAt first;
  StepAt second;
  unsigned first_roles = 0;
  unsigned second_roles = 0;
  bool across_waves = false;  // a need in shared memory; else within each wave
  bool interlocked = false;   // the hardware or the compiler enforces it
  int buffer = -1;
};

/// Two steps in an order that no synchronisation can repair: `late` must have completed before `early` begins, but
/// comes after it. If both are the same step, the program has no step that it could be ordered after.
struct Reversal {
  StepAt early;
  StepAt late;
};

/// The needs of a run with `trips` trips.
struct RunNeeds {
  int trips = 0;
  Vector<Need> needs;
  Vector<Reversal> reversals;
};

class NeedFinder {
 public:
  constexpr NeedFinder(const WaveProgram& program, const Alignment& alignment, const Cells& cells)
      : program_(program), alignment_(alignment), cells_(cells) {}

  constexpr RunNeeds find(int trips) {
    out_ = {};
    out_.trips = trips;
    values_.clear();
    value_of_cell_.clear();
    value_of_cell_.resize(cells_.count(), -1);
    writes_.clear();
    consumed_.clear();
    consumed_.resize(program_.accumulators, 0);
    time_ = 0;
    run_section({Section::prologue, 0, 0});
    for (int trip = 0; trip < trips; ++trip) run_section({Section::kernel, 0, trip});
    run_section({Section::epilogue, 0, trips});
    for (const Value& value : values_) shared_needs(value);
    for (int w = 0; w < writes_.size(); ++w) unread_write(w);
    return static_cast<RunNeeds&&>(out_);
  }

 private:
  /// A value that a step loads into registers.
  struct Value {
    int time = 0;
    StepAt at;
    int tile = no_tile;  // the tile that was fetched
    int due = no_tile;   // the tile that its consumer expects; no_tile: no step consumes it
    bool from_shared = false;
    int before = -1;  // the value that it replaces
    int buffer = -1;
  };
  /// A write to shared memory.
  struct Write {
    int time = 0;
    StepAt at;
    int cell = 0;
    int buffer = 0;
    int tile = 0;
    unsigned roles = 0;
    bool read = false;
  };

  constexpr void run_section(StepAt at) {
    const Vector<Step>& steps = program_.roles[0].steps[at.section];
    for (at.step = 0; at.step < steps.size(); ++at.step) {
      const Step& step = steps[at.step];
      ++time_;
      if (step.action == Action::consume) {
        const int number = step.accumulator < 0 ? step.tile + at.trip * step.tile_step : consumed_[step.accumulator]++;
        consume(step, at, number);
      } else if (step.action == Action::fetch || step.action == Action::move) {
        issue(step, at);
      }
    }
  }

  constexpr void within_wave(HazardKind kind, const StepAt& first, const StepAt& second, int buffer) {
    const bool interlocked = program_.registers == RegisterReading::interlocked;
    out_.needs.push_back({kind, first, second, 1U, 1U, false, interlocked, buffer});
  }

  constexpr void issue(const Step& step, const StepAt& at) {
    Value value;
    value.time = time_;
    value.at = at;
    if (step.action == Action::fetch) value.tile = step.tile + at.trip * step.tile_step;
    int destination = -1;
    int destination_buffer = -1;
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      const int cell = cells_.cell(access, at.trip);
      if (access.mode == AccessMode::read && !cells_.in_registers(access)) value.from_shared = true;
      if (access.mode == AccessMode::read && cells_.in_registers(access) && value_of_cell_[cell] >= 0) {
        Value& source = values_[value_of_cell_[cell]];
        within_wave(HazardKind::flow, source.at, at, access.buffer);
        if (step.action == Action::fetch) {
          take(source, value.tile);  // the addresses of its own tile
          continue;
        }
        take(source, source.tile);
        value.tile = source.tile;
      }
      if (access.mode == AccessMode::write && cells_.in_registers(access)) {
        destination = cell;
        destination_buffer = access.buffer;
      }
    }
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (access.mode != AccessMode::write || cells_.in_registers(access)) continue;
      writes_.push_back(
          {time_, at, cells_.cell(access, at.trip), access.buffer, value.tile, cells_.contributors(access), false});
    }
    if (destination < 0) return;
    value.before = value_of_cell_[destination];
    value.buffer = destination_buffer;
    if (program_.registers == RegisterReading::interlocked) not_at_once(value);
    value_of_cell_[destination] = values_.size();
    values_.push_back(value);
  }

  /// A consumed value must not be in flight together with the value before it. That one has been waited for if it was
  /// consumed. An interlock does not depend on whether the value is consumed.
  constexpr void take(Value& value, int due) {
    if (value.due != no_tile) return;
    value.due = due;
    if (program_.registers != RegisterReading::interlocked) not_at_once(value);
  }

  constexpr void not_at_once(const Value& value) {
    if (value.before < 0 || values_[value.before].due != no_tile) return;
    within_wave(HazardKind::output, values_[value.before].at, value.at, value.buffer);
  }

  constexpr void consume(const Step& step, const StepAt& at, int due) {
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (access.mode == AccessMode::write) {
        // What waves exchange. The step is synchronous: other waves need a barrier, and no wait.
        if (cells_.in_registers(access)) continue;
        writes_.push_back(
            {time_, at, cells_.cell(access, at.trip), access.buffer, due, cells_.contributors(access), false});
        continue;
      }
      const int known = value_of_cell_[cells_.cell(access, at.trip)];
      if (known < 0) {
        out_.reversals.push_back({at, at});
        continue;
      }
      Value& value = values_[known];
      take(value, due);
      if (value.due != due || (!value.from_shared && value.tile != due)) out_.reversals.push_back({value.at, at});
      within_wave(HazardKind::flow, value.at, at, access.buffer);
    }
  }

  /// The needs of a fragment read: after the write that it must see, and before the write that overwrites it.
  constexpr void shared_needs(const Value& value) {
    if (!value.from_shared || value.due == no_tile) return;
    for (int a = 0; a < program_.roles.size(); ++a) {
      const Step& step = alignment_.step(a, value.at.section, value.at.step);
      for (int i = 0; i < step.access_count; ++i) {
        const StepAccess& access = program_.accesses[step.first_access + i];
        if (access.mode != AccessMode::read || cells_.in_registers(access)) continue;
        order_read(value, cells_.cell(access, value.at.trip), access.buffer, 1U << a);
      }
    }
  }

  constexpr void order_read(const Value& value, int cell, int buffer, unsigned role) {
    int source = -1;
    int next = -1;
    for (int w = 0; w < writes_.size(); ++w) {
      if (writes_[w].cell != cell) continue;
      if (writes_[w].tile == value.due && (source < 0 || writes_[w].time < value.time)) {
        source = w;
        next = -1;
      } else if (source >= 0 && next < 0) {
        next = w;
      }
    }
    if (source < 0 || writes_[source].time > value.time) {
      out_.reversals.push_back({value.at, source < 0 ? value.at : writes_[source].at});
      return;
    }
    writes_[source].read = true;
    add_across(HazardKind::flow, writes_[source].at, value.at, writes_[source].roles, role, buffer);
    if (next < 0) return;
    if (writes_[next].time < value.time) {
      out_.reversals.push_back({writes_[next].at, value.at});
    } else {
      add_across(HazardKind::anti, value.at, writes_[next].at, role, writes_[next].roles, buffer);
    }
  }

  constexpr void add_across(HazardKind kind, const StepAt& first, const StepAt& second, unsigned by, unsigned then,
                            int buffer) {
    // The same pair can result from several places and roles, one after another.
    for (int i = out_.needs.size() - 1; i >= 0 && i >= out_.needs.size() - 8; --i) {
      Need& known = out_.needs[i];
      if (known.kind == kind && known.first == first && known.second == second) {
        known.first_roles |= by;
        known.second_roles |= then;
        return;
      }
    }
    out_.needs.push_back({kind, first, second, by, then, true, false, buffer});
  }

  /// A write that is never read must still complete before the next write to its place, if that one is read.
  constexpr void unread_write(int w) {
    if (writes_[w].read) return;
    for (int later = w + 1; later < writes_.size(); ++later) {
      if (writes_[later].cell != writes_[w].cell) continue;
      if (!writes_[later].read) return;
      out_.needs.push_back({HazardKind::output, writes_[w].at, writes_[later].at, writes_[w].roles, writes_[w].roles,
                            false, false, writes_[w].buffer});
      return;
    }
  }

  const WaveProgram& program_;
  const Alignment& alignment_;
  const Cells& cells_;
  RunNeeds out_;
  int time_ = 0;
  Vector<int> consumed_;
  Vector<Value> values_;
  Vector<int> value_of_cell_;  // registers: index into values_
  Vector<Write> writes_;
};

}  // namespace stretto::detail
