#include <algorithm>

#include "extension.hpp"
#include "program_builder.hpp"
#include "step_edits.hpp"

namespace stretto::study {

namespace {

/// One step of a program.
struct Chosen {
  Role* role = nullptr;
  Section section = Section::prologue;
  int index = 0;
  Step& step() const { return role->steps[section][index]; }
};

class ExtensionDamage {
 public:
  ExtensionDamage(Dice& dice, WaveProgram& program) : dice_(dice), program_(program) {}

  bool change() {
    switch (dice_.below(12)) {
      case 0:
      case 1: return drop_fence();
      case 2: return delay_fence();
      case 3: return turn_access();
      case 4: return turn_phase_use();
      case 5: return change_parity();
      case 6: return move_buffer();
      case 7: return change_scalar();
      case 8: return change_stored();
      case 9: return change_workgroup();
      case 10: return change_section();
      default: return change_rest();
    }
  }

 private:
  /// A step that satisfies the condition; the role is null if there is none.
  template <class Predicate>
  Chosen choose(const Predicate& predicate) {
    Chosen chosen;
    int found = 0;
    for (Role& role : program_.roles) {
      for (const Section section : all_sections) {
        for (int i = 0; i < role.steps[section].size(); ++i) {
          if (predicate(role.steps[section][i]) && dice_.below(++found) == 0) chosen = {&role, section, i};
        }
      }
    }
    return chosen;
  }

  static bool is_fence(const Step& step) { return step.action == Action::fence || step.action == Action::init_fence; }

  /// Removes a fence, or leaves of it what makes barriers visible.
  bool drop_fence() {
    const Chosen fence = choose(is_fence);
    if (fence.role == nullptr) return false;
    if (fence.step().action == Action::fence && dice_.percent(30)) {
      fence.step().action = Action::init_fence;
      fence.step().counter = Counter::none;
      return true;
    }
    remove_step(fence.role->steps[fence.section], fence.index);
    return true;
  }

  /// Moves the step to after the next signal, or to the end.
  bool delay_fence() {
    const Chosen fence = choose(is_fence);
    if (fence.role == nullptr) return false;
    Vector<Step>& steps = fence.role->steps[fence.section];
    const Step moved = fence.step();
    remove_step(steps, fence.index);
    int place = fence.index;
    while (place < steps.size() && steps[place].action != Action::barrier && steps[place].action != Action::arrive)
      ++place;
    insert_step(steps, std::min(place + 1, steps.size()), moved);
    return true;
  }

  bool turn_access() {
    if (program_.accesses.empty()) return false;
    rotate(program_.accesses[dice_.below(program_.accesses.size())]);
    return true;
  }

  bool turn_phase_use() {
    const Chosen chosen =
        choose([](const Step& step) { return step.phase_barrier.present() && step.action != Action::init; });
    if (chosen.role == nullptr) return false;
    rotate(chosen.step().phase_barrier);
    return true;
  }

  /// Changes how the version of an access or of a phase use rotates.
  template <class Use>
  void rotate(Use& use) {
    switch (dice_.below(3)) {
      case 0: use.local_step = dice_.from(0, 2); break;
      case 1: use.run_step = dice_.from(0, 2); break;
      default: std::swap(use.slot_step, use.local_step);
    }
  }

  bool change_parity() {
    const Chosen chosen = choose([](const Step& step) { return step.action == Action::await; });
    if (chosen.role == nullptr) return false;
    PhaseUse& use = chosen.step().phase_barrier;
    if (use.divisor == 0) {
      use.divisor = program_.phase_barriers[use.barrier].slots;
      use.parity = {use.slot, use.slot_step, use.local_step, use.run_step};
      if (dice_.percent(20)) return true;
    }
    switch (dice_.below(5)) {
      case 0: use.divisor = std::max(1, use.divisor + (dice_.percent(50) ? 1 : -1)); break;
      case 1: ++use.parity.first; break;
      case 2: std::swap(use.parity.step, use.parity.local_step); break;
      case 3: use.parity.run_step = dice_.from(0, 2); break;
      default: use.divisor = 0;
    }
    return true;
  }

  bool move_buffer() {
    Buffer& buffer = program_.buffers[dice_.below(program_.buffers.size())];
    if (buffer.offset < 0) return false;
    buffer.offset = std::max(0, buffer.offset + 8 * dice_.from(-3, 3));
    return true;
  }

  bool change_scalar() {
    const Chosen chosen = choose([](const Step& step) {
      return is_data(step) && (step.counter == Counter::scalar || step.counter == Counter::lgkm);
    });
    if (chosen.role == nullptr) return false;
    Counter& counter = chosen.step().counter;
    counter = counter == Counter::scalar ? Counter::lgkm : Counter::scalar;
    return true;
  }

  bool change_stored() {
    const Chosen chosen = choose([](const Step& step) {
      return step.action == Action::wait && (step.counter == Counter::store || step.counter == Counter::stored);
    });
    if (chosen.role == nullptr) return false;
    Counter& counter = chosen.step().counter;
    counter = counter == Counter::stored ? Counter::store : Counter::stored;
    return true;
  }

  bool change_workgroup() {
    bool several = false;
    for (const Role& role : program_.roles) several = several || role.workgroup > 0;
    if (!several) return false;
    if (!program_.phase_barriers.empty() && dice_.percent(40)) {
      int& workgroup = program_.phase_barriers[dice_.below(program_.phase_barriers.size())].workgroup;
      workgroup = 1 - workgroup;
    } else {
      int& workgroup = program_.buffers[dice_.below(program_.buffers.size())].workgroup;
      workgroup = 1 - workgroup;
    }
    return true;
  }

  /// Between setup and prologue, or between epilogue and teardown.
  bool change_section() {
    const bool begins = dice_.percent(60);
    Role& role = program_.roles[dice_.below(program_.roles.size())];
    Section from = begins ? Section::setup : Section::teardown;
    Section to = begins ? Section::prologue : Section::epilogue;
    if (dice_.percent(40)) std::swap(from, to);
    Vector<Step>& steps = role.steps[from];
    if (steps.empty()) return false;
    const int index = dice_.below(steps.size());
    const Step moved = steps[index];
    remove_step(steps, index);
    insert_step(role.steps[to], dice_.below(role.steps[to].size() + 1), moved);
    return true;
  }

  bool change_rest() {
    if (program_.accesses.empty()) return false;
    for (Role& role : program_.roles) {
      if (role.run_period == 1 || !dice_.percent(50)) continue;
      role.first_run = dice_.below(role.run_period);
      return true;
    }
    StepAccess& access = program_.accesses[dice_.below(program_.accesses.size())];
    bool& changed = dice_.percent(30) ? access.skips_first : access.any;
    changed = !changed;
    const Chosen chosen = choose([](const Step& step) { return step.action == Action::registers; });
    if (chosen.role != nullptr) chosen.step().count += dice_.percent(50) ? 8 : -8;
    return true;
  }

  Dice& dice_;
  WaveProgram& program_;
};

}  // namespace

bool damage_extension(Dice& dice, WaveProgram& program) {
  const bool changed = ExtensionDamage(dice, program).change();
  restore_cluster_barrier(program);
  return changed;
}

void restore_cluster_barrier(WaveProgram& program) {
  for (int b = 0; b < program.phase_barriers.size(); ++b) {
    PhaseBarrier& barrier = program.phase_barriers[b];
    if (barrier.kind != PhaseBarrierKind::cluster) continue;
    barrier = {barrier.name, PhaseBarrierKind::cluster, 1, program.waves()};
    for (Role& role : program.roles) {
      for (const Section section : all_sections) {
        for (Step& step : role.steps[section]) {
          if (step.phase_barrier.barrier != b) continue;
          step.phase_barrier = {b};
          step.counter = Counter::none;
        }
      }
    }
  }
}

}  // namespace stretto::study
