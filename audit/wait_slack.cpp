#include "audit/wait_slack.hpp"

#include <map>

#include <stretto/verify/verify.hpp>

namespace stretto::audit {

namespace {

/// Verifies the program with another count of one instruction, or (`count` below 0) without the instruction.
Verification verify_with(const WaveProgram& program, const WaitSlack& slack, int count) {
  WaveProgram changed = program;
  for (Role& role : changed.roles) {
    for (const Section section : all_sections) {
      for (Step& step : role.steps[section]) {
        const bool it = step.part == slack.instruction &&
                        (slack.counter == Counter::none ? step.action == Action::barrier
                                                        : step.action == Action::wait && step.counter == slack.counter);
        if (!it) continue;
        step.count = count;
        if (count >= 0) continue;
        step.count = 0;
        step.action = Action::nothing;
        step.counter = Counter::none;
      }
    }
  }
  return verify(changed);
}

bool proven_with(const WaveProgram& program, const WaitSlack& slack, int count) {
  return verify_with(program, slack, count).verdict == Verdict::proven;
}

/// "flow, LDS bytes 0 to 15: line 34 buffer_load ... of wave 0, line 39 ds_read ... of wave 1".
std::string pair_text(const KernelProgram& of, const Verification& found) {
  for (const Hazard& hazard : found.hazards) {
    if (!hazard.first.present() || !hazard.second.present()) continue;
    std::string text = name(hazard.kind);
    if (hazard.buffer >= 0) text += std::string(", ") + of.place(hazard.buffer, hazard.subtile);
    const char* between = ": ";
    for (const StepInstance& step : {hazard.first, hazard.second}) {
      const assembly::Instruction& in = of.instruction(step);
      text += between + of.kernel().place(in.line) + " " + in.text + " of wave " + std::to_string(step.role);
      between = ", then ";
    }
    return text;
  }
  return "";
}

}  // namespace

std::vector<WaitSlack> find_slack(const KernelProgram& of) {
  if (of.needs_queues) return {};  // its program is not what is proven
  std::map<std::pair<int, Counter>, WaitSlack> found;
  for (const Role& role : of.program.roles) {
    for (const Section section : all_sections) {
      for (const Step& step : role.steps[section]) {
        if (step.action != Action::wait && step.action != Action::barrier) continue;
        const Counter counter = step.action == Action::wait ? step.counter : Counter::none;
        found.try_emplace({step.part, counter},
                          WaitSlack{step.part, counter, step.action == Action::wait ? step.count : 0, 0, {}});
      }
    }
  }
  std::vector<WaitSlack> out;
  for (auto& [key, slack] : found) {
    if (proven_with(of.program, slack, -1)) {
      slack.loosest = -1;
    } else if (slack.counter != Counter::none) {
      // If the kernel is proven with a count, it is proven with every smaller one.
      int good = slack.count;
      int bad = of.program.limits.max_wait(slack.counter) + 1;
      while (bad - good > 1) {
        const int middle = good + (bad - good) / 2;
        (proven_with(of.program, slack, middle) ? good : bad) = middle;
      }
      slack.loosest = good;
    }
    if (slack.needed()) {
      const bool more = slack.counter != Counter::none && slack.loosest < of.program.limits.max_wait(slack.counter);
      slack.needed_for = pair_text(of, verify_with(of.program, slack, more ? slack.loosest + 1 : -1));
    }
    out.push_back(slack);
  }
  return out;
}

}  // namespace stretto::audit
