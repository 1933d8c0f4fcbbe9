#include "audit/wait_slack.hpp"

#include <map>

#include <stretto/verify/verify.hpp>

namespace stretto::audit {

namespace {

/// A program in which one instruction is left out, or waits with another count.
bool proven_with(const WaveProgram& program, const WaitSlack& slack, int count) {
  WaveProgram changed = program;
  for (Role& role : changed.roles) {
    for (const Section section : all_sections) {
      Vector<Step> kept;
      for (Step step : role.steps[section]) {
        const bool it = step.part == slack.instruction &&
                        (slack.counter == Counter::none ? step.action == Action::barrier
                                                        : step.action == Action::wait && step.counter == slack.counter);
        if (it && count < 0) continue;
        if (it) step.count = count;
        kept.push_back(step);
      }
      role.steps[section] = kept;
    }
  }
  return verify(changed).verdict == Verdict::proven;
}

/// The largest count that a wait can encode, and that can matter.
constexpr int most_count(Counter counter) { return counter == Counter::vm ? 62 : 14; }

}  // namespace

std::vector<WaitSlack> find_slack(const KernelProgram& of) {
  std::map<std::pair<int, Counter>, WaitSlack> found;
  for (const Role& role : of.program.roles) {
    for (const Section section : all_sections) {
      for (const Step& step : role.steps[section]) {
        if (step.action != Action::wait && step.action != Action::barrier) continue;
        const Counter counter = step.action == Action::wait ? step.counter : Counter::none;
        found.try_emplace({step.part, counter},
                          WaitSlack{step.part, counter, step.action == Action::wait ? step.count : 0, 0});
      }
    }
  }
  std::vector<WaitSlack> out;
  for (auto& [key, slack] : found) {
    if (proven_with(of.program, slack, -1)) {
      slack.loosest = -1;
    } else if (slack.counter != Counter::none) {
      // What is proven with a count is proven with every smaller one.
      int good = slack.count;
      int bad = most_count(slack.counter) + 1;
      while (bad - good > 1) {
        const int middle = good + (bad - good) / 2;
        (proven_with(of.program, slack, middle) ? good : bad) = middle;
      }
      slack.loosest = good;
    }
    out.push_back(slack);
  }
  return out;
}

}  // namespace stretto::audit
