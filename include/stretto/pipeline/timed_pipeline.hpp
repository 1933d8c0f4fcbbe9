// A pipeline in time: the target's costs for the timed executor.
//
// A trip in the steady state takes II if the modelled units and roles are the only limits. Mbarrier waits, arrivals and
// barriers cost a role time that II does not include. `Signals::priced` adds it; `Signals::free` leaves it out, except
// for the cycle that a release has in the schedule. Every workgroup of a cluster has its own units.
#pragma once

#include <stretto/pipeline/pipeline.hpp>
#include <stretto/timing/steady_time.hpp>

namespace stretto {

/// Do mbarrier waits, arrivals and barriers cost cycles?
enum class Signals : bool {
  free,    ///< only the cycle of a release
  priced,  ///< the target's costs
};

namespace detail {

/// Does the op only add to sums? Then the next one need not wait for its result.
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

/// The costs of a loop's ops on its target.
constexpr TimedCosts timed_costs(const TargetLoop& loop, Signals signals) {
  TimedCosts costs;
  for (int r = 0; r < loop.cluster; ++r) {
    for (int u = 0; u < target_units; ++u) costs.units.push_back({name(static_cast<TargetUnit>(u)), 1});
    for (int i = 0; i < loop.ops.size(); ++i) {
      const TargetOp& op = loop.ops[i];
      TimedOp timed;
      timed.name = op.name;
      timed.unit = r * target_units + static_cast<int>(op.unit);
      timed.occupancy = op.occupancy;
      timed.latency = !op.asynchronous() && detail::only_adds(loop, i) ? op.occupancy : op.latency;
      timed.issue = op.hold;
      if (op.port > 0) timed.second_unit = r * target_units + static_cast<int>(TargetUnit::shared_port);
      timed.second_occupancy = op.port;
      costs.ops.push_back(timed);
    }
  }
  // The part of a load that goes to other workgroups costs no cycles there, and arrives its latency after the issue.
  for (int i = 0; i < loop.ops.size() && loop.cluster > 1; ++i) {
    TimedOp sent;
    sent.name = loop.ops[i].name;
    sent.latency = loop.ops[i].latency;
    costs.ops.push_back(sent);
  }
  costs.arrive = release_hold;
  if (signals == Signals::priced) {
    costs.await = loop.gpu.mbarrier_cycles;
    costs.arrive = loop.gpu.mbarrier_cycles;
    costs.barrier = loop.gpu.barrier;
    costs.named_barrier = loop.gpu.barrier;
  }
  return costs;
}

/// The time of a trip of the pipeline, and where it stalls. Fails if a role waits forever.
constexpr Result<TimedReport> steady_time(const Pipeline& pipe, Signals signals) {
  return steady_time(pipe.program, timed_costs(pipe.loop, signals));
}

}  // namespace stretto
