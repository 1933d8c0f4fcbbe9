#include "audit/wait_slack.hpp"

#include <map>

#include <stretto/verify/verify.hpp>

#include "audit/program_order.hpp"

namespace stretto::audit {

namespace {

/// The program with another count of one instruction, or (`count` below 0) without the instruction.
WaveProgram changed_program(const WaveProgram& program, const WaitSlack& slack, int count) {
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
  return changed;
}

bool proven_with(const WaveProgram& program, const WaitSlack& slack, int count) {
  return verify(changed_program(program, slack, count)).verdict == Verdict::proven;
}

/// The first hazard with two steps, in program order.
std::optional<Hazard> unordered_pair(const KernelProgram& of, const WaveProgram& changed) {
  Verification found = verify(changed);
  put_in_program_order(of, changed, {}, found);
  for (const Hazard& hazard : found.hazards) {
    if (hazard.first.present() && hazard.second.present()) return hazard;
  }
  return std::nullopt;
}

/// "flow, LDS bytes 0 to 15: line 34 buffer_load ... of wave 0, then line 39 ds_read ... of wave 1".
std::string pair_text(const KernelProgram& of, const Hazard& hazard) {
  std::string text = name(hazard.kind);
  if (hazard.buffer >= 0) text += ", " + of.place(hazard.buffer, hazard.subtile);
  const char* between = ": ";
  for (const StepInstance& step : {hazard.first, hazard.second}) {
    const assembly::Instruction& in = of.instruction(step);
    text += between + of.kernel().place(in.line) + " " + in.text + " of wave " + std::to_string(step.role);
    between = ", then ";
  }
  return text;
}

}  // namespace

std::vector<WaitSlack> waits_of(const KernelProgram& of) {
  if (of.needs_queues) return {};  // its program is not what is proven
  std::map<std::pair<int, Counter>, WaitSlack> found;
  for (const Role& role : of.program.roles) {
    for (const Section section : all_sections) {
      for (const Step& step : role.steps[section]) {
        if (step.action != Action::wait && step.action != Action::barrier) continue;
        const Counter counter = step.action == Action::wait ? step.counter : Counter::none;
        found.try_emplace({step.part, counter},
                          WaitSlack{step.part, counter, step.action == Action::wait ? step.count : 0, 0, -1, {}, {}});
      }
    }
  }
  std::vector<WaitSlack> out;
  for (auto& [key, wait] : found) out.push_back(std::move(wait));
  return out;
}

void measure(const KernelProgram& of, WaitSlack& wait) {
  if (proven_with(of.program, wait, -1)) {
    wait.loosest = -1;
    return;
  }
  if (wait.counter != Counter::none) {
    // If the kernel is proven with a count, it is proven with every smaller one.
    int good = wait.count;
    int bad = of.program.limits.max_wait(wait.counter) + 1;
    while (bad - good > 1) {
      const int middle = good + (bad - good) / 2;
      (proven_with(of.program, wait, middle) ? good : bad) = middle;
    }
    wait.loosest = good;
  }
  const bool more = wait.counter != Counter::none && wait.loosest < of.program.limits.max_wait(wait.counter);
  if (more) wait.next = wait.loosest + 1;
  wait.unordered = unordered_pair(of, changed_program(of.program, wait, wait.next));
  if (wait.unordered) wait.needed_for = pair_text(of, *wait.unordered);
}

std::vector<WaitSlack> find_slack(const KernelProgram& of) {
  std::vector<WaitSlack> out = waits_of(of);
  for (WaitSlack& wait : out) measure(of, wait);
  return out;
}

}  // namespace stretto::audit
