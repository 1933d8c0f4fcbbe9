// Margins: how far apart in time two unordered accesses are, in cycles, from the target's latency bounds. Programs with
// phase barriers have no margins.
#pragma once

#include <stretto/verify/phase_run.hpp>

namespace stretto::detail {

class Margins : protected PhaseRun {
 protected:
  constexpr Margins(const WaveProgram& program, const Cells& cells, const LatencyBounds& latency, Findings& findings)
      : PhaseRun(program, cells, findings), latency_(latency), waves_(program.waves()) {
    // Versions decide whether a conflict is about the old content or the new, so all must advance at the same rate.
    bounded_ = latency.known() && program.phase_barriers.empty();
    for (const Buffer& buffer : program.buffers) bounded_ = bounded_ && buffer.offset < 0;
    for (const StepAccess& access : program.accesses) {
      bounded_ = bounded_ && access.local_step == 0 && access.run_step == 0 && !access.any;
    }
    for (const Role& role : program.roles) {
      bounded_ = bounded_ && role.steps.setup.empty() && role.steps.teardown.empty();
      for (const Section section : all_sections) {
        if (!bounded_ || (section == Section::prologue && !program.persistent)) continue;
        for (const Step& step : role.steps[section]) {
          const bool counts = step.action == Action::fetch || (step.action == Action::consume && step.accumulator < 0);
          if (counts && step.tile_step != program.tiles_per_trip) bounded_ = false;
        }
      }
    }
  }

  /// Does a section come before every loop head?
  [[nodiscard]] constexpr bool before_all_heads(Section section) const {
    return section == Section::setup || (section == Section::prologue && !program_.persistent);
  }

  constexpr void later(RoleState& role, int cycles) const {
    if (!bounded_) return;
    role.elapsed = role.elapsed + cycles < unbounded ? role.elapsed + cycles : unbounded;
  }

  /// The longest time that shared-memory operations take, with this many in flight in every wave.
  [[nodiscard]] constexpr int read_latency(const RoleState& role, int more = 0) const {
    return latency_.read_max + latency_.read_cycles * (role.lgkm.total + more) * waves_;
  }

  /// The cycles from the end of a read to the first write of a load. The read ends at most `latest` cycles after a
  /// barrier that both waves have passed; the load is issued after that barrier.
  [[nodiscard]] constexpr int margin(const StepInstance& write, long latest) const {
    if (!bounded_) return 0;
    if (step_at(write).action != Action::fetch || step_at(write).counter == Counter::none) return 0;
    return latency_.global_min > latest ? static_cast<int>(latency_.global_min - latest) : 0;
  }

  const LatencyBounds& latency_;
  int waves_;
  bool bounded_ = false;  // margins are computed
};

}  // namespace stretto::detail
