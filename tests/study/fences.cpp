#include "fences.hpp"

#include "program_builder.hpp"
#include "step_edits.hpp"

namespace stretto::study {

namespace {

class Fences {
 public:
  Fences(Dice& dice, WaveProgram& program, int percent) : dice_(dice), program_(program), percent_(percent) {
    for (const Role& role : program.roles) {
      for (const Section section : all_sections) {
        for (const Step& step : role.steps[section]) async_ = async_ || is_async(step);
      }
    }
  }

  void add() {
    for (int a = 0; a < program_.roles.size(); ++a) {
      if (async_ && has_generic(program_.roles[a])) add_proxy_fences(a);
      add_mma_fences(a);
    }
  }

 private:
  static bool is_async(const Step& step) { return is_data(step) && through_async_proxy(step.counter); }

  [[nodiscard]] bool accesses(const Step& step, bool registers, bool writes_only) const {
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      const Space space = program_.buffers[access.buffer].space;
      const bool wanted = registers ? space == Space::registers : space == Space::shared || space == Space::global;
      if (wanted && (!writes_only || access.mode == AccessMode::write)) return true;
    }
    return false;
  }

  [[nodiscard]] bool has_generic(const Role& role) const {
    for (const Section section : all_sections) {
      for (const Step& step : role.steps[section]) {
        if (is_data(step) && !is_async(step) && accesses(step, false, false)) return true;
      }
    }
    return false;
  }

  void add_proxy_fences(int role) {
    for (const Section section : all_sections) {
      const Vector<Step>& steps = program_.roles[role].steps[section];
      bool seen = true;  // some complete access may not be covered by a fence
      for (int i = 0; i < steps.size(); ++i) {
        const Step step = steps[i];
        const bool signals = step.action == Action::barrier || step.action == Action::arrive || is_async(step);
        if (step.action == Action::fence && step.counter == Counter::none) seen = false;
        if (signals && seen) {
          seen = false;
          if (!dice_.percent(percent_)) continue;
          insert_step(program_, role, section, i++, fence());
        }
        const bool completes = step.action == Action::wait || step.action == Action::await;
        if (completes || (is_data(step) && !is_async(step))) seen = true;
      }
    }
  }

  void add_mma_fences(int role) {
    bool writes = false;
    for (const Section section : all_sections) {
      for (const Step& step : program_.roles[role].steps[section]) {
        writes = writes || (is_data(step) && step.counter != Counter::mma && accesses(step, true, true));
      }
    }
    if (!writes) return;
    for (const Section section : all_sections) {
      const Vector<Step>& steps = program_.roles[role].steps[section];
      for (int i = 0; i < steps.size(); ++i) {
        if (!is_data(steps[i]) || steps[i].counter != Counter::mma || !accesses(steps[i], true, false)) continue;
        if (dice_.percent(percent_)) insert_step(program_, role, section, i++, fence(Counter::mma));
      }
    }
  }

  Dice& dice_;
  WaveProgram& program_;
  int percent_;
  bool async_ = false;  // some step uses the async proxy
};

}  // namespace

void add_fences(Dice& dice, WaveProgram& program, int percent) { Fences(dice, program, percent).add(); }

}  // namespace stretto::study
