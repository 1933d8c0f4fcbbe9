// A pipeline in time: the target's costs for the timed executor.
//
// Its steady trip takes II when the modelled units and agents are all that binds. Waits, awaits, arrivals and barriers
// cost time of an agent that II does not see: `Signals::priced` adds them, `Signals::free` leaves them out, but for the
// cycle that a release has in the schedule.
#pragma once

#include <stretto/pipeline/pipeline.hpp>
#include <stretto/timing/steady_time.hpp>

namespace stretto {

enum class Signals : bool { free, priced };

namespace detail {

/// Does the op do nothing but add to sums? Then the next one need not wait for its result.
constexpr bool only_adds(const TargetLoop& loop, int op) {
  bool writes = false;
  for (const TargetAccess& access : loop.accesses) {
    if (access.op != op || access.mode != AccessMode::write) continue;
    if (!loop.buffers[access.buffer].sum) return false;
    writes = true;
  }
  return writes || loop.ops[op].unit == TargetUnit::tensor;
}

}  // namespace detail

constexpr TimedCosts timed_costs(const TargetLoop& loop, Signals signals) {
  TimedCosts costs;
  for (int u = 0; u < target_units; ++u) costs.units.push_back({name(static_cast<TargetUnit>(u)), 1});
  for (int i = 0; i < loop.ops.size(); ++i) {
    const TargetOp& op = loop.ops[i];
    TimedOp timed;
    timed.name = op.name;
    timed.unit = static_cast<int>(op.unit);
    timed.occupancy = op.occupancy;
    timed.latency = !op.asynchronous() && detail::only_adds(loop, i) ? op.occupancy : op.latency;
    timed.issue = op.hold;
    costs.ops.push_back(timed);
  }
  costs.arrive = release_hold;
  if (signals == Signals::priced) {
    costs.await = loop.gpu.phase;
    costs.arrive = loop.gpu.phase;
    costs.barrier = loop.gpu.barrier;
    costs.named_barrier = loop.gpu.barrier;
  }
  return costs;
}

constexpr Result<TimedReport> steady_time(const Pipeline& pipe, Signals signals) {
  return steady_time(pipe.program, timed_costs(pipe.loop, signals));
}

}  // namespace stretto
