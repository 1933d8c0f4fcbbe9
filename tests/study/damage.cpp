#include "damage.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "extension.hpp"
#include "program_builder.hpp"
#include "step_edits.hpp"

namespace stretto::study {

namespace {

class Damage {
 public:
  Damage(Dice& dice, WaveProgram& program) : dice_(dice), program_(program) {}

  void change() {
    const int kind = dice_.below(160);
    if (kind < 10) return change_frame();
    if (kind < 16) return change_barrier();
    if (kind < 20) return name_barriers();
    if (!choose_step()) return;
    if (kind >= 95) return too_early();
    if (kind >= 90) return before_the_run();
    if (kind < 40) return change_by_action();
    if (kind < 52) return move_step();
    if (kind < 60) return remove_step(*steps_, index_);
    if (kind < 80) return change_access();
    change_counter();
  }

 private:
  Step& step() { return (*steps_)[index_]; }

  bool choose_step() {
    for (int attempt = 0; attempt < 8; ++attempt) {
      Role& role = program_.roles[dice_.below(program_.roles.size())];
      steps_ = &role.steps[run_sections[dice_.below(3)]];
      role_ = &role;
      if (steps_->empty()) continue;
      index_ = dice_.below(steps_->size());
      return true;
    }
    return false;
  }

  void change_frame() {
    switch (dice_.below(8)) {
      case 0: program_.persistent = !program_.persistent && program_.tiles_per_trip > 0; return;
      case 1: program_.barriers = BarrierKind::draining; return;
      case 2: program_.registers = RegisterReading::interlocked; return;
      case 3: program_.registers = RegisterReading::explicit_waits; return;
      case 4: program_.limits.vm_capacity = dice_.from(1, 3); return;
      case 5: program_.min_trips = dice_.from(0, 2); return;
      case 6: {
        Role& role = program_.roles[dice_.below(program_.roles.size())];
        role.extra_trips = std::max(role.extra_trips + (dice_.percent(50) ? 1 : -1), -program_.min_trips);
        return;
      }
      default: {
        const int b = dice_.below(program_.buffers.size());
        Buffer& buffer = program_.buffers[b];
        buffer.slots = std::max(buffer.slots + (dice_.percent(50) ? 1 : -1), 1);
        for (StepAccess& access : program_.accesses) {
          if (access.buffer == b) access.slot %= buffer.slots;
        }
      }
    }
  }

  void change_barrier() {
    if (program_.phase_barriers.empty()) return;
    PhaseBarrier& barrier = program_.phase_barriers[dice_.below(program_.phase_barriers.size())];
    int& number = dice_.percent(50) ? barrier.slots : barrier.arrivals;
    number = std::max(number + (dice_.percent(50) ? 1 : -1), 1);
  }

  /// Moves a signal forward, or moves a wait back or removes it: the first such step from here.
  void too_early() {
    for (int tried = 0; tried < steps_->size(); ++tried) {
      const Action action = step().action;
      const bool signal = action == Action::arrive || (action == Action::barrier && dice_.percent(50));
      const bool waits = action == Action::wait || action == Action::await || action == Action::barrier;
      if (action == Action::await && dice_.percent(35)) return wait_instead();
      if (action == Action::wait && dice_.percent(25)) return loosen();
      if (action == Action::arrive && step().counter != Counter::none && dice_.percent(35)) return at_once();
      if (waits && !signal && dice_.percent(40)) return remove_step(*steps_, index_);
      if (signal || waits) {
        const int other = index_ + (signal ? -1 : 1) * dice_.from(1, 2);
        const Step moved = step();
        remove_step(*steps_, index_);
        return insert_step(*steps_, std::clamp(other, 0, steps_->size()), moved);
      }
      index_ = (index_ + 1) % steps_->size();
    }
  }

  /// The first consume without an accumulator from here must find what was there before the run.
  void before_the_run() {
    for (int tried = 0; tried < steps_->size(); ++tried) {
      if (step().action == Action::consume && step().accumulator < 0) {
        step().tile = -1;
        step().tile_step = 0;
        for (int i = 0; i < step().access_count; ++i) program_.accesses[step().first_access + i].version = 0;
        return;
      }
      index_ = (index_ + 1) % steps_->size();
    }
  }

  void loosen() { ++step().count; }
  void at_once() { step().counter = Counter::none; }

  /// Replaces all workgroup barriers by one named barrier, which drains nothing.
  void name_barriers() {
    const int meet = program_.phase_barriers.size();
    program_.phase_barriers.push_back({"all", PhaseBarrierKind::named, 1, program_.waves()});
    for (Role& role : program_.roles) {
      for (const Section section : all_sections) {
        for (Step& each : role.steps[section]) {
          if (each.action == Action::barrier && !each.phase_barrier.present()) each.phase_barrier.barrier = meet;
        }
      }
    }
  }

  /// Changes the step slightly, according to its action.
  void change_by_action() {
    PhaseUse& use = step().phase_barrier;
    switch (step().action) {
      case Action::wait: step().count = std::max(step().count + (dice_.percent(70) ? 1 : -1), 0); return;
      case Action::await:
      case Action::barrier:
        if (step().action == Action::await && dice_.percent(25)) {
          wait_instead();
        } else if (use.present() && dice_.percent(30)) {
          use.slot += 1;
        } else if (step().action == Action::await && dice_.percent(30)) {
          use.flip = 1 - use.flip;
        } else {
          remove_step(*steps_, index_);
        }
        return;
      case Action::arrive:
        if (dice_.percent(30))
          use.bytes = std::max(use.bytes + (dice_.percent(50) ? 8 : -8), 0);
        else if (dice_.percent(50) && step().counter != Counter::none)
          step().counter = Counter::none;
        else
          remove_step(*steps_, index_);
        return;
      case Action::fetch: step().tile += dice_.percent(50) ? 1 : -1; return;
      case Action::consume: step().accumulator = -1; return;
      default: remove_step(*steps_, index_);
    }
  }

  /// The step becomes a wait for this wave's own operations, which says nothing about those of other waves.
  void wait_instead() {
    Counter counter = Counter::none;
    for (const Section section : all_sections) {
      for (const Step& each : role_->steps[section]) {
        if (each.action == Action::arrive && each.counter != Counter::none) counter = each.counter;
      }
    }
    if (counter == Counter::none || counter == Counter::tensor) return remove_step(*steps_, index_);
    step() = wait(counter, 0).step;
  }

  void move_step() {
    const int other = std::clamp(index_ + (dice_.percent(50) ? 1 : -1) * dice_.from(1, 2), 0, steps_->size() - 1);
    if (dice_.percent(80)) {
      std::swap((*steps_)[index_], (*steps_)[other]);
      return;
    }
    const Section section = run_sections[dice_.below(3)];
    Vector<Step>& target = role_->steps[section];
    if (&target == steps_) return;
    const Step moved = step();
    remove_step(*steps_, index_);
    insert_step(target, dice_.below(target.size() + 1), moved);
  }

  void change_access() {
    if (step().access_count == 0) return;
    const int chosen = dice_.below(step().access_count);
    StepAccess& access = program_.accesses[step().first_access + chosen];
    const Buffer& buffer = program_.buffers[access.buffer];
    switch (dice_.below(6)) {
      case 0: return remove_access(program_, step(), chosen);
      case 1: access.version += dice_.percent(50) ? 1 : -1; return;
      case 2: access.slot = (access.slot + 1) % buffer.slots; return;
      case 3: access.slot_step = dice_.from(0, 2); return;
      case 4:
        if (role_->waves > 1) access.waves = 1U << (role_->first_wave + dice_.below(role_->waves));
        return;
      default: add_write(access);
    }
  }

  /// Adds a write to the step.
  void add_write(const StepAccess& like) {
    if (step().counter == Counter::store) return;
    StepAccess added = like;
    added.mode = AccessMode::write;
    added.waves = 0;
    added.buffer = dice_.below(program_.buffers.size());
    added.slot = dice_.below(program_.buffers[added.buffer].slots);
    added.subtile = dice_.below(program_.buffers[added.buffer].subtiles);
    // Two writes of the same place by one step are always wrong if anything reads it.
    for (int i = 0; i < step().access_count; ++i) {
      const StepAccess& there = program_.accesses[step().first_access + i];
      if (there.buffer == added.buffer && there.mode == AccessMode::write && dice_.percent(90)) return;
    }
    BuiltStep built = taken_out(program_, step());
    built.accesses.push_back(added);
    const Section section = step().section;
    step() = built.step;
    step().section = section;
    step().first_access = program_.accesses.size();
    step().access_count = static_cast<int>(built.accesses.size());
    for (const StepAccess& access : built.accesses) program_.accesses.push_back(access);
  }

  void change_counter() {
    if (!is_data(step()) || step().counter == Counter::none || step().counter == Counter::bytes) return;
    const bool groups = counts_groups(step().counter);
    if (dice_.percent(40)) {
      step().weight = groups ? 1 - step().weight : dice_.from(1, 3);
    } else if (dice_.percent(50)) {
      step().counter = Counter::none;
      step().weight = 1;
    } else {
      step().counter =
          std::array{Counter::vm, Counter::lgkm, Counter::copy, Counter::mma}[static_cast<std::size_t>(dice_.below(4))];
      step().weight = 1;
    }
  }

  Dice& dice_;
  WaveProgram& program_;
  Role* role_ = nullptr;
  Vector<Step>* steps_ = nullptr;
  int index_ = 0;
};

}  // namespace

void damage(Dice& dice, WaveProgram& program) {
  Damage(dice, program).change();
  restore_cluster_barrier(program);
}

}  // namespace stretto::study
