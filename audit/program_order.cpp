#include "audit/program_order.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

namespace stretto::audit {

namespace {

int barriers_in(const Vector<Step>& steps, int end) {
  int count = 0;
  for (int i = 0; i < end; ++i) count += steps[i].action == Action::barrier ? 1 : 0;
  return count;
}

bool is_race(const Hazard& hazard) {
  return hazard.verdict == Verdict::race && hazard.buffer >= 0 && hazard.second.present();
}

bool writes(const KernelProgram& of, const Step& step, const Hazard& hazard) {
  const int cell = of.lds_cell(hazard.buffer, hazard.subtile);
  for (int i = 0; i < step.access_count; ++i) {
    const StepAccess& access = of.program.accesses[step.first_access + i];
    if (access.mode != AccessMode::write) continue;
    if (cell >= 0 && of.lds_cell(access.buffer, access.subtile) == cell) return true;
  }
  return false;
}

class ProgramOrder {
 public:
  ProgramOrder(const KernelProgram& of, const WaveProgram& program) : of_(of), program_(program) {}

  /// Swaps the two accesses if the second comes first in program order and no barrier is between them.
  void orient(Hazard& hazard) const {
    const bool pair =
        hazard.kind == HazardKind::flow || hazard.kind == HazardKind::anti || hazard.kind == HazardKind::output;
    if (!is_race(hazard) || !pair || !hazard.first.present() || hazard.first.role == hazard.second.role) return;
    if (!unordered(hazard.first, hazard.second) || !precedes(of_, hazard.second, hazard.first)) return;
    std::swap(hazard.first, hazard.second);
    if (hazard.kind == HazardKind::flow) {
      hazard.kind = HazardKind::anti;
    } else if (hazard.kind == HazardKind::anti) {
      hazard.kind = HazardKind::flow;
    }
  }

  /// The pair behind a read that finds nothing: the last write of the same bytes by another wave that comes before it
  /// in program order, with no barrier between the two.
  [[nodiscard]] std::optional<Hazard> missed_write(const Hazard& hazard) const {
    if (!is_race(hazard) || hazard.kind != HazardKind::content) return std::nullopt;
    std::optional<Hazard> out;
    for (int role = 0; role < program_.roles.size(); ++role) {
      if (role == hazard.second.role) continue;
      for (const Section section : all_sections) {
        if (section == Section::kernel && hazard.trips == 0) continue;
        const Vector<Step>& steps = program_.roles[role].steps[section];
        for (int i = 0; i < steps.size(); ++i) {
          if (!writes(of_, steps[i], hazard)) continue;
          const StepInstance write = near({role, section, i, steps[i].entry, 0}, hazard);
          if (!unordered(write, hazard.second) || !precedes(of_, write, hazard.second)) continue;
          if (out && !precedes(of_, out->first, write)) continue;
          out = hazard;
          out->kind = HazardKind::flow;
          out->first = write;
          out->tile_due = no_tile;
        }
      }
    }
    return out;
  }

 private:
  [[nodiscard]] bool unordered(const StepInstance& x, const StepInstance& y) const {
    return barriers_before(program_, x) == barriers_before(program_, y);
  }

  /// The execution of a step in the trip of the hazard's second step.
  [[nodiscard]] static StepInstance near(StepInstance step, const Hazard& hazard) {
    if (step.section == Section::kernel) step.trip = hazard.second.section == Section::kernel ? hazard.second.trip : 0;
    if (step.section == Section::epilogue) step.trip = hazard.trips;
    return step;
  }

  const KernelProgram& of_;
  const WaveProgram& program_;
};

bool same_pair(const Hazard& x, const Hazard& y) {
  return x.kind == y.kind && x.first.present() && x.first == y.first && x.second == y.second;
}

}  // namespace

int barriers_before(const WaveProgram& program, const StepInstance& step) {
  const PerSection<Vector<Step>>& steps = program.roles[step.role].steps;
  int count = barriers_in(steps[step.section], step.index);
  if (step.section == Section::prologue) return count;
  count += barriers_in(steps.prologue, steps.prologue.size());
  return count + step.trip * barriers_in(steps.kernel, steps.kernel.size());
}

bool precedes(const KernelProgram& of, const StepInstance& x, const StepInstance& y) {
  const auto when = [&](const StepInstance& step) {
    return std::tuple(step.section, step.trip, of.position(step), of.instruction(step).line);
  };
  return when(x) < when(y);
}

bool written_before(const KernelProgram& of, const StepInstance& step, const Hazard& hazard) {
  for (int role = 0; role < of.program.roles.size(); ++role) {
    for (const Section section : all_sections) {
      const Vector<Step>& steps = of.program.roles[role].steps[section];
      for (int i = 0; i < steps.size(); ++i) {
        // In the kernel section, trip 0 of the write.
        const StepInstance write = {role, section, i, steps[i].entry, section == step.section ? 0 : step.trip};
        if (writes(of, steps[i], hazard) && precedes(of, write, step)) return true;
      }
    }
  }
  return false;
}

void put_in_program_order(const KernelProgram& of, const WaveProgram& program, const std::vector<Hazard>& in_queues,
                          Verification& found) {
  const ProgramOrder order(of, program);
  Vector<Hazard> kept;
  for (Hazard hazard : found.hazards) {
    const bool follows = hazard.kind == HazardKind::content &&
                         std::any_of(in_queues.begin(), in_queues.end(),
                                     [&](const Hazard& pair) { return pair.second == hazard.second; });
    if (follows) continue;
    order.orient(hazard);
    if (const std::optional<Hazard> pair = order.missed_write(hazard)) hazard = *pair;
    bool known = false;
    for (const Hazard& other : kept) known = known || same_pair(other, hazard);
    if (!known) kept.push_back(hazard);
  }
  found.hazards = kept;
}

}  // namespace stretto::audit
