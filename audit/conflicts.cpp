#include "audit/conflicts.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "audit/program_order.hpp"

namespace stretto::audit {

namespace {

struct Access {
  StepInstance step;
  int instruction = 0;
  int barriers = 0;
  bool writes = false;
};

class ConflictFinder {
 public:
  explicit ConflictFinder(const KernelProgram& of) : of_(of) {}

  std::vector<Conflict> find() {
    look_at(0);
    const bool loops = std::ranges::any_of(of_.program.roles, [](const Role& r) { return !r.steps.kernel.empty(); });
    if (loops) look_at(2);
    return std::move(out_);
  }

 private:
  void look_at(int trips) {
    accesses_.clear();
    for (int role = 0; role < of_.program.roles.size(); ++role) {
      add(role, Section::prologue, 0);
      for (int trip = 0; trip < trips; ++trip) add(role, Section::kernel, trip);
      add(role, Section::epilogue, trips);
    }
    for (auto& [cell, list] : accesses_) {
      std::ranges::sort(list, [&](const Access& x, const Access& y) {
        if (x.barriers != y.barriers) return x.barriers < y.barriers;
        if (precedes(of_, x.step, y.step)) return true;
        if (precedes(of_, y.step, x.step)) return false;
        return std::tuple(x.step.role, x.step.index, x.writes) < std::tuple(y.step.role, y.step.index, y.writes);
      });
      compare(list);
    }
  }

  void add(int role, Section section, int trip) {
    const Vector<Step>& steps = of_.program.roles[role].steps[section];
    if (steps.empty()) return;
    int barriers = barriers_before(of_.program, {role, section, 0, steps[0].entry, trip});
    for (int i = 0; i < steps.size(); ++i) {
      const Step& step = steps[i];
      barriers += step.action == Action::barrier ? 1 : 0;
      for (int k = 0; k < step.access_count; ++k) {
        const StepAccess& access = of_.program.accesses[step.first_access + k];
        const int cell = of_.lds_cell(access.buffer, access.subtile);
        if (cell < 0) continue;
        accesses_[cell].push_back(
            {{role, section, i, step.entry, trip}, step.part, barriers, access.mode == AccessMode::write});
      }
    }
  }

  /// Goes through the accesses of one cell and remembers the last access and the last write of each wave.
  void compare(const std::vector<Access>& list) {
    const auto waves = static_cast<std::size_t>(of_.program.roles.size());
    std::vector<const Access*> last(waves);
    std::vector<const Access*> written(waves);
    for (const Access& access : list) {
      for (std::size_t wave = 0; wave < waves; ++wave) {
        const Access* before = access.writes ? last[wave] : written[wave];
        if (before == nullptr || before->step.role == access.step.role || before->barriers != access.barriers) continue;
        const bool together = before->writes && access.writes && before->instruction == access.instruction;
        if (!together) out_.push_back({before->step, access.step});
      }
      const auto own = static_cast<std::size_t>(access.step.role);
      last[own] = &access;
      if (access.writes) written[own] = &access;
    }
  }

  const KernelProgram& of_;
  std::map<int, std::vector<Access>> accesses_;  // by cell
  std::vector<Conflict> out_;
};

}  // namespace

std::vector<Conflict> find_conflicts(const KernelProgram& of) { return ConflictFinder(of).find(); }

}  // namespace stretto::audit
