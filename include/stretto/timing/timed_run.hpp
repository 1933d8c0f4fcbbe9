// A wave program in time: what a trip takes under a cost model, and what its waves wait for.
//
// One wave stands for each agent. Waves issue in order; asynchronous steps complete in order within their counter; the
// shared-memory port serves all waves one operation after another; the agents share one MMA unit, as waves of different
// groups on one SIMD do. Memory bandwidth is not modelled. It compares schedules with each other; it predicts no
// kernel.
#pragma once

#include <stretto/model/wave_program.hpp>

namespace stretto {

/// Typical cycles, not bounds.
struct TimedCosts {
  int global_latency = 0;
  int read_latency = 0;
  int read_cycles = 0;  // a shared-memory operation of one wave on the port
  int issue = 0;
  int compute = 0;  // a compute op on the MMA unit
  int barrier = 0;
};

/// Cycles of a steady trip, and where one wave of each agent spends them (averaged over the agents).
struct TripTime {
  int cycles = 0;
  int computing = 0;
  int waiting_vm = 0;
  int waiting_lgkm = 0;
  int at_barriers = 0;
  int for_the_unit = 0;  // for the MMA unit, while another agent has it
};

namespace detail {

class TimedRun {
 public:
  constexpr TimedRun(const WaveProgram& program, const TimedCosts& costs) : program_(program), costs_(costs) {}

  struct Totals {
    long end = 0;
    long computing = 0;
    long waiting[2] = {0, 0};
    long at_barriers = 0;
    long for_the_unit = 0;
  };

  constexpr Totals run(int trips) {
    port_free_ = 0;
    unit_free_ = 0;
    totals_ = {};
    waves_.clear();
    for (int a = 0; a < program_.agents.size(); ++a) waves_.push_back({});
    while (true) {
      int next = -1;
      for (int a = 0; a < waves_.size(); ++a) {
        if (waves_[a].stopped) continue;
        if (next < 0 || waves_[a].time < waves_[next].time) next = a;
      }
      if (next >= 0) {
        step(next, trips);
        continue;
      }
      long latest = 0;
      bool finished = true;
      for (const Wave& wave : waves_) {
        latest = wave.time > latest ? wave.time : latest;
        finished = finished && wave.finished;
      }
      totals_.end = latest;
      if (finished) return totals_;
      for (Wave& wave : waves_) {
        if (wave.finished) continue;
        totals_.at_barriers += latest - wave.time + costs_.barrier;
        wave.time = latest + costs_.barrier;
        wave.stopped = false;
      }
    }
  }

 private:
  struct Pending {
    long done = 0;
    int weight = 0;
    int writes = -1;  // register cell, coarse: buffer * 1024 + subtile
  };
  struct Wave {
    Phase phase = Phase::prologue;
    int index = 0;
    int trip = 0;
    long time = 0;
    bool stopped = false;  // at a barrier, or finished
    bool finished = false;
    Vector<Pending> vm;
    Vector<Pending> lgkm;
    int head[2] = {0, 0};
    int total[2] = {0, 0};
    long last_done[2] = {0, 0};

    constexpr Vector<Pending>& pending(int c) { return c == 0 ? vm : lgkm; }
  };

  constexpr void step(int a, int trips) {
    Wave& wave = waves_[a];
    const Vector<Step>& steps = program_.agents[a].steps(wave.phase);
    if (wave.index == steps.size()) {
      if (wave.phase == Phase::epilogue) {
        wave.finished = true;
        wave.stopped = true;
        return;
      }
      const int made = wave.phase == Phase::prologue ? 0 : wave.trip + 1;
      wave.phase = made == trips ? Phase::epilogue : Phase::kernel;
      wave.trip = made;
      wave.index = 0;
      return;
    }
    const Step& step = steps[wave.index++];
    switch (step.action) {
      case Action::nothing:
      case Action::arrive:
      case Action::await: break;
      case Action::wait: retire(wave, step.counter == Counter::vm ? 0 : 1, step.count); break;
      case Action::barrier:
        if (program_.barriers == BarrierKind::draining) retire(wave, 1, 0);
        wave.stopped = true;
        break;
      case Action::consume: compute(wave, step); break;
      case Action::fetch:
      case Action::move: issue(wave, a, step); break;
    }
  }

  constexpr void retire(Wave& wave, int c, int allowed) {
    while (wave.total[c] > allowed) {
      Pending& oldest = wave.pending(c)[wave.head[c]];
      const int excess = wave.total[c] - allowed;
      const int gone = oldest.weight < excess ? oldest.weight : excess;
      oldest.weight -= gone;
      wave.total[c] -= gone;
      if (oldest.done > wave.time) {
        totals_.waiting[c] += oldest.done - wave.time;
        wave.time = oldest.done;
      }
      if (oldest.weight == 0) ++wave.head[c];
    }
  }

  constexpr void issue(Wave& wave, int a, const Step& step) {
    interlock(wave, step);
    if (step.counter == Counter::none) return;
    const int c = step.counter == Counter::vm ? 0 : 1;
    const int capacity = c == 0 ? program_.limits.vm_capacity : program_.limits.lgkm_capacity;
    retire(wave, c, capacity > step.weight ? capacity - step.weight : 0);
    wave.time += static_cast<long>(step.weight) * costs_.issue;
    long done = wave.time + costs_.global_latency;
    if (c == 1) {
      // The other waves of the agent do the same at the same time.
      port_free_ = (port_free_ > wave.time ? port_free_ : wave.time) +
                   static_cast<long>(step.weight) * costs_.read_cycles * program_.agents[a].waves;
      done = port_free_ + costs_.read_latency;
    }
    wave.last_done[c] = done > wave.last_done[c] ? done : wave.last_done[c];
    wave.pending(c).push_back({wave.last_done[c], step.weight, register_written(step)});
    wave.total[c] += step.weight;
  }

  constexpr void compute(Wave& wave, const Step& step) {
    interlock(wave, step);
    if (unit_free_ > wave.time) {
      totals_.for_the_unit += unit_free_ - wave.time;
      wave.time = unit_free_;
    }
    wave.time += costs_.compute;
    unit_free_ = wave.time;
    totals_.computing += costs_.compute;
  }

  [[nodiscard]] constexpr int cell(const StepAccess& access) const { return access.buffer * 1024 + access.subtile; }

  [[nodiscard]] constexpr int register_written(const Step& step) const {
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (access.mode == AccessMode::write && program_.buffers[access.buffer].per_wave()) return cell(access);
    }
    return -1;
  }

  /// A reader of registers that are still being loaded waits; in the explicit reading the waits have seen to it.
  constexpr void interlock(Wave& wave, const Step& step) {
    if (program_.registers != RegisterReading::interlocked) return;
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (!program_.buffers[access.buffer].per_wave()) continue;
      for (int c = 0; c < 2; ++c) {
        int newer = wave.total[c];
        for (int p = wave.head[c]; p < wave.pending(c).size(); ++p) {
          newer -= wave.pending(c)[p].weight;
          if (wave.pending(c)[p].writes == cell(access)) retire(wave, c, newer);
        }
      }
    }
  }

  const WaveProgram& program_;
  const TimedCosts& costs_;
  Vector<Wave> waves_;
  long port_free_ = 0;
  long unit_free_ = 0;
  Totals totals_;
};

}  // namespace detail

/// A steady trip: the difference between two long runs, per trip.
constexpr TripTime steady_trip(const WaveProgram& program, const TimedCosts& costs) {
  constexpr int few = 8;
  constexpr int many = 24;
  constexpr int between = many - few;
  const detail::TimedRun::Totals a = detail::TimedRun(program, costs).run(few);
  const detail::TimedRun::Totals b = detail::TimedRun(program, costs).run(many);
  const long agents = program.agents.size();
  const auto each = [&](long x, long y) { return static_cast<int>((y - x) / between / agents); };
  TripTime out;
  out.cycles = static_cast<int>((b.end - a.end) / between);
  out.computing = each(a.computing, b.computing);
  out.waiting_vm = each(a.waiting[0], b.waiting[0]);
  out.waiting_lgkm = each(a.waiting[1], b.waiting[1]);
  out.at_barriers = each(a.at_barriers, b.at_barriers);
  out.for_the_unit = each(a.for_the_unit, b.for_the_unit);
  return out;
}

}  // namespace stretto
