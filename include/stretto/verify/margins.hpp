// How far apart in time two accesses are that nothing orders: bounds in cycles, from the target's latencies. Where
// phase barriers order things, nothing is said of time.
#pragma once

#include <stretto/verify/phase_run.hpp>

namespace stretto::detail {

class Margins : protected PhaseRun {
 protected:
  constexpr Margins(const WaveProgram& program, const Cells& cells, const LatencyBounds& latency, Findings& findings)
      : PhaseRun(program, cells, findings), latency_(latency), waves_(program.waves()) {
    // Whether a conflict is about the old content or the new depends on versions, so these must move on alike.
    bounded_ = latency.known() && program.phase_barriers.empty();
    for (const Role& role : program.roles) {
      for (const Section section : all_sections) {
        if (!bounded_ || (section == Section::prologue && !program.persistent)) continue;
        for (const Step& step : role.steps[section]) {
          const bool counts = step.action == Action::fetch || (step.action == Action::consume && step.accumulator < 0);
          if (counts && step.tile_step != program.tiles_per_trip) bounded_ = false;
        }
      }
    }
  }

  constexpr void later(RoleState& role, int cycles) const {
    if (!bounded_) return;
    role.elapsed = role.elapsed + cycles < unbounded ? role.elapsed + cycles : unbounded;
  }

  /// The longest that shared-memory operations take with so many in flight in every wave.
  [[nodiscard]] constexpr int read_latency(const RoleState& role, int more = 0) const {
    return latency_.read_max + latency_.read_cycles * (role.lgkm.total + more) * waves_;
  }

  /// From the end of a read, `latest` cycles after a barrier that both waves passed, to the first write of a load that
  /// was issued after that barrier.
  [[nodiscard]] constexpr int margin(const StepInstance& write, long latest) const {
    if (!bounded_) return 0;
    if (step_at(write).action != Action::fetch || step_at(write).counter == Counter::none) return 0;
    return latency_.global_min > latest ? static_cast<int>(latency_.global_min - latest) : 0;
  }

  const LatencyBounds& latency_;
  int waves_;
  bool bounded_ = false;  // there are margins
};

}  // namespace stretto::detail
