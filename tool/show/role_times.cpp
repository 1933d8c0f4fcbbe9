#include "show/role_times.hpp"

#include <algorithm>

namespace stretto::tool {

namespace {

bool is_op(const Step& step) { return !stretto::detail::is_wait_or_barrier(step); }

/// How long an op occupies its role after it begins.
long hold(const TimedOp& cost, const Step& step) {
  return step.counter == Counter::none ? std::max(cost.occupancy, cost.issue) : cost.issue;
}

}  // namespace

RoleTimes::RoleTimes(const WaveProgram& program, const TimedCosts& costs, const TimedTrace& trace, int trips) {
  std::map<Key, std::vector<const TimedStall*>> stalls;
  for (const TimedStall& stall : trace.stalls) {
    stalls[{stall.site.role, stall.site.section, stall.site.step, stall.trip}].push_back(&stall);
  }
  std::map<Key, const TimedSlice*> slices;
  for (const TimedSlice& slice : trace.timeline) slices[{slice.role, slice.section, slice.step, slice.trip}] = &slice;
  for (int a = 0; a < program.roles.size(); ++a) {
    const Role& role = program.roles[a];
    const int own_trips = std::max(0, trips + role.extra_trips);
    std::vector<StepTime> times;
    long time = 0;
    const auto execute = [&](Section section, int trip) {
      for (int i = 0; i < role.steps[section].size(); ++i) {
        const Step& step = role.steps[section][i];
        const Key key{a, section, i, trip};
        StepTime out;
        out.step = {a, section, i, trip};
        if (const auto found = stalls.find(key); found != stalls.end()) out.stalls = found->second;
        if (const auto found = slices.find(key); found != slices.end()) out.slice = found->second;
        for (const TimedStall* stall : out.stalls) time += precedes_step(stall->site.kind) ? stall->lost.cycles : 0;
        out.came = time;
        for (const TimedStall* stall : out.stalls) time += precedes_step(stall->site.kind) ? 0 : stall->lost.cycles;
        if (is_op(step)) time += hold(costs.of(step, role), step);
        out.passed = time;
        places_[key] = static_cast<int>(times.size());
        times.push_back(std::move(out));
      }
    };
    if (role.takes_part(0)) {
      execute(Section::prologue, 0);
      for (int trip = 0; trip < own_trips; ++trip) execute(Section::kernel, trip);
      execute(Section::epilogue, own_trips);
    }
    times_.push_back(std::move(times));
  }
}

int RoleTimes::find(const TimedStep& step) const {
  const auto found = places_.find({step.role, step.section, step.index, step.trip});
  return found == places_.end() ? -1 : found->second;
}

}  // namespace stretto::tool
