#include "changed_loops.hpp"

#include <algorithm>

#include <stretto/sync/synchronise.hpp>
#include <stretto/verify/verify.hpp>

#include "../dice.hpp"
#include "executor/wave_program_machine.hpp"
#include "explorer.hpp"
#include "random_loop.hpp"
#include "role_writer.hpp"
#include "seed_checker.hpp"
#include "verdict_words.hpp"

namespace stretto::study {

namespace {

/// Changes a program at random. Entries are numbered as in the synchronised program, so that the same change can be
/// made in all roles.
class Changer {
 public:
  Changer(Dice& dice, WaveProgram& program) : dice_(dice), program_(program) {}

  void change_once() {
    const int draw = dice_.below(10);
    section_ = draw < 6 ? Section::kernel : draw < 8 ? Section::prologue : Section::epilogue;
    const Vector<Step>& model = program_.roles[0].steps[section_];
    if (model.empty()) return;
    const Step& step = model[dice_.below(model.size())];
    if (step.entry < 0) return;
    const bool barrier = step.action == Action::barrier;
    // A barrier that only one role executes is a deadlock; a few of them are enough.
    const bool one = program_.roles.size() > 1 && dice_.percent(barrier ? 3 : 30);
    const int only = one ? dice_.below(program_.roles.size()) : -1;
    const int what = dice_.below(100);
    const int amount = dice_.from(1, 3);
    const int which = dice_.below(8);
    const int entry = step.entry;
    const Action action = step.action;
    for (int a = 0; a < program_.roles.size(); ++a) {
      if (only >= 0 && a != only) continue;
      change(program_.roles[a], entry, action, what, amount, which);
    }
  }

 private:
  void change(Role& role, int entry, Action action, int what, int amount, int which) {
    Vector<Step>& steps = role.steps[section_];
    int at = 0;
    while (at < steps.size() && (steps[at].entry != entry || steps[at].action != action)) ++at;
    if (at == steps.size()) return;
    Step& step = steps[at];
    const bool data = step.action == Action::fetch || step.action == Action::move;
    const bool sync = step.action == Action::wait || step.action == Action::barrier;
    if (step.action == Action::wait && what < 40) {
      const int most = step.counter == Counter::vm ? program_.limits.max_wait_vm : program_.limits.max_wait_lgkm;
      step.count = std::min(step.count + amount, most);
    } else if (data && what < 20) {
      StepAccess& access = program_.accesses[step.first_access + which % step.access_count];
      access.slot = (access.slot + 1) % program_.buffers[access.buffer].slots;
    } else if (step.action == Action::fetch && what < 30) {
      ++step.tile;
    } else if (sync && what < 70) {
      Vector<Step> kept;
      for (int i = 0; i < steps.size(); ++i) {
        if (i != at) kept.push_back(steps[i]);
      }
      steps = kept;
    } else {
      for (; amount > 0 && at + 1 < steps.size(); --amount, ++at) {
        if (of_one_sum(steps[at], steps[at + 1])) return;
        std::swap(steps[at], steps[at + 1]);
      }
    }
  }

  /// The verifier requires that the n-th consume of an accumulator takes tile n; the sum is the same in any order.
  static bool of_one_sum(const Step& a, const Step& b) {
    return a.action == Action::consume && b.action == Action::consume && a.accumulator == b.accumulator;
  }

  Dice& dice_;
  WaveProgram& program_;
  Section section_ = Section::kernel;
};

class LoopComparison {
 public:
  LoopComparison(const ChangedLoopOptions& options, ChangedLoopCounts& counts) : options_(options), counts_(counts) {}

  void compare(const WaveProgram& program, const std::string& what) {
    const Verification verdict = verify(program);
    if (verdict.verdict == Verdict::invalid && verdict.invalid.rule != Rule::barrier_counts_differ) {
      ++counts_.malformed;
      return;
    }
    ++counts_.variants;
    ++(verdict.proven() ? counts_.proven : counts_.rejected);
    const executor::Machine machine = executor::machine_of(program);
    SeedChecker checker(machine, {program.min_trips, program.min_trips + 6});
    const executor::Outcome seen =
        checker.look(verdict.proven() ? options_.seeds_if_proven : options_.seeds_if_rejected);
    counts_.runs += checker.runs();
    const bool right = seen == executor::Outcome::right;
    if (!verdict.proven() && !right) counts_.hardest = std::max(counts_.hardest, checker.seeds());
    if (right == verdict.proven()) return;
    std::vector<std::string>& list = verdict.proven() ? counts_.unsound : counts_.never_seen_bad;
    list.push_back(what + (verdict.proven() ? ": proven, but the executor fails\n" : ": rejected, but never fails\n") +
                   words(verdict) + "\n" + explorer::describe(program));
  }

 private:
  const ChangedLoopOptions& options_;
  ChangedLoopCounts& counts_;
};

}  // namespace

ChangedLoopCounts study_changed_loops(const ChangedLoopOptions& options) {
  ChangedLoopCounts counts;
  LoopComparison comparison(options, counts);
  for (int i = 0; i < options.loops; ++i) {
    const std::uint64_t seed = options.first_seed + static_cast<std::uint64_t>(i);
    const RandomLoop loop = random_loop(seed, LoopSize::large);
    const Result<SyncPlan> plan = synchronise(loop.program);
    if (!plan.ok()) continue;
    const WaveProgram base = with_synchronisation(loop.program, plan.value);
    Dice dice(seed);
    for (int variant = 0; variant < options.variants; ++variant) {
      WaveProgram program = base;
      Changer changer(dice, program);
      for (int change = dice.from(1, 3); change > 0; --change) changer.change_once();
      comparison.compare(
          program, "loop " + std::to_string(seed) + " (" + loop.summary + "), variant " + std::to_string(variant));
    }
  }
  return counts;
}

}  // namespace stretto::study
