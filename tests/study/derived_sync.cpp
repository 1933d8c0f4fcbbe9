#include "derived_sync.hpp"

#include <algorithm>

#include <stretto/core/error.hpp>
#include <stretto/mojo/names.hpp>
#include <stretto/sync/synchronise.hpp>
#include <stretto/verify/verify.hpp>

#include "executor/wave_program_machine.hpp"
#include "explorer.hpp"
#include "random_loop.hpp"
#include "seed_checker.hpp"

namespace stretto::study {

namespace {

class LoopCheck {
 public:
  LoopCheck(const DerivedSyncOptions& options, DerivedSyncCounts& counts) : options_(options), counts_(counts) {}

  void check(std::uint64_t seed, bool weaken) {
    seed_ = seed;
    loop_ = random_loop(seed, LoopSize::large);
    ++counts_.loops;
    Result<SyncPlan> plan = synchronise(loop_.program);
    if (!plan.ok()) {
      fail(std::string("not synchronised: ") + describe(plan.error).c_str(), loop_.program);
      return;
    }
    const WaveProgram program = with_synchronisation(loop_.program, plan.value);
    const Verification verdict = verify(program);
    if (!verdict.proven() || !verdict.hazards.empty()) {
      fail(std::string("derived synchronisation is ") + name(verdict.verdict), program);
      return;
    }
    ++counts_.proven;
    count(plan.value);
    run(program);
    if (weaken) weaken_each(plan.value);
  }

 private:
  void count(const SyncPlan& plan) {
    for (const Section section : run_sections) {
      for (const SyncElement& element : plan.section(section)) {
        if (element.kind == ElementKind::wait) ++counts_.waits;
        if (element.kind != ElementKind::barrier) continue;
        ++(section == Section::kernel ? counts_.kernel_barriers : counts_.outer_barriers);
      }
    }
  }

  void run(const WaveProgram& program) {
    const executor::Machine machine = executor::machine_of(program);
    SeedChecker checker(machine, {program.min_trips, program.min_trips + 4});
    if (checker.look(options_.executor_seeds) != executor::Outcome::right) fail("the executor fails", program);
    counts_.runs += checker.runs();
  }

  void weaken_each(const SyncPlan& plan) {
    for (const Section section : run_sections) {
      for (int e = 0; e < plan.section(section).size(); ++e) {
        const SyncElement& element = plan.section(section)[e];
        if (element.kind == ElementKind::wait) {
          SyncPlan looser = plan;
          ++looser.section(section)[e].count;
          ++counts_.waits_loosened;
          expect_rejected(looser, "wait loosened", section, e);
        }
        if (element.kind != ElementKind::wait && element.kind != ElementKind::barrier) continue;
        ++(element.kind == ElementKind::wait ? counts_.waits_dropped : counts_.barriers_dropped);
        expect_rejected(without(plan, section, e),
                        element.kind == ElementKind::wait ? "wait dropped" : "barrier dropped", section, e);
      }
    }
  }

  static SyncPlan without(const SyncPlan& plan, Section section, int dropped) {
    SyncPlan out = plan;
    out.section(section).clear();
    for (int e = 0; e < plan.section(section).size(); ++e) {
      if (e != dropped) out.section(section).push_back(plan.section(section)[e]);
    }
    return out;
  }

  void expect_rejected(const SyncPlan& weaker, const char* how, Section section, int element) {
    const WaveProgram program = with_synchronisation(loop_.program, weaker);
    const std::string where = std::string(how) + " in " + name(section) + " at " + std::to_string(element);
    if (verify(program).proven()) fail(where + " and still proven", program);
    const executor::Machine machine = executor::machine_of(program);
    SeedChecker checker(machine, {program.min_trips, program.min_trips + 6});
    if (checker.look(options_.seeds_if_weakened) == executor::Outcome::right) {
      fail(where + " and the executor does not fail", program);
    }
    counts_.runs += checker.runs();
    counts_.hardest = std::max(counts_.hardest, checker.seeds());
  }

  void fail(const std::string& what, const WaveProgram& program) {
    counts_.failures.push_back("loop " + std::to_string(seed_) + " (" + loop_.summary + "): " + what + "\n" +
                               explorer::describe(program));
  }

  const DerivedSyncOptions& options_;
  DerivedSyncCounts& counts_;
  std::uint64_t seed_ = 0;
  RandomLoop loop_;
};

/// All ways to put barriers into the gaps of a kernel in which everything else is as strict as possible.
class FewerBarriers {
 public:
  FewerBarriers(const WaveProgram& program, const SyncPlan& plan, int barriers) : program_(program), strict_(plan) {
    for (const Section section : run_sections) {
      Vector<SyncElement> elements;
      for (const SyncElement& element : plan.section(section)) {
        if (element.kind == ElementKind::wait || element.kind == ElementKind::barrier) continue;
        add_gap(elements, section);
        elements.push_back(element);
      }
      add_gap(elements, section);
      strict_.section(section) = elements;
    }
    for (int e = 0; e < strict_.section(Section::kernel).size(); ++e) {
      if (strict_.section(Section::kernel)[e].kind == ElementKind::wait) gaps_.push_back(e + 1);
    }
    // After the second of each pair of waits.
    Vector<int> behind;
    for (int i = 1; i < gaps_.size(); i += 2) behind.push_back(gaps_[i]);
    gaps_ = behind;
    chosen_.resize(gaps_.size(), 0);
    try_all(0, barriers);
  }

  [[nodiscard]] std::uint64_t placements() const { return placements_; }
  [[nodiscard]] bool all_rejected() const { return all_rejected_; }
  [[nodiscard]] const WaveProgram& counterexample() const { return counterexample_; }

 private:
  static void add_gap(Vector<SyncElement>& elements, Section section) {
    for (const Counter counter : {Counter::vm, Counter::lgkm}) {
      SyncElement wait;
      wait.kind = ElementKind::wait;
      wait.counter = counter;
      elements.push_back(wait);
    }
    SyncElement barrier;
    barrier.kind = ElementKind::barrier;
    for (int i = 0; i < 3 && section != Section::kernel; ++i) elements.push_back(barrier);
  }

  void try_all(int gap, int barriers) {
    if (!all_rejected_) return;
    if (barriers == 0) {
      try_one();
      return;
    }
    if (gap == gaps_.size()) return;
    for (int here = 0; here <= barriers; ++here) {
      chosen_[gap] = here;
      try_all(gap + 1, barriers - here);
    }
    chosen_[gap] = 0;
  }

  void try_one() {
    SyncPlan plan = strict_;
    Vector<SyncElement>& kernel = plan.section(Section::kernel);
    kernel.clear();
    SyncElement barrier;
    barrier.kind = ElementKind::barrier;
    int gap = 0;
    const Vector<SyncElement>& strict = strict_.section(Section::kernel);
    for (int e = 0; e <= strict.size(); ++e) {
      if (gap < gaps_.size() && gaps_[gap] == e) {
        for (int i = 0; i < chosen_[gap]; ++i) kernel.push_back(barrier);
        ++gap;
      }
      if (e < strict.size()) kernel.push_back(strict[e]);
    }
    ++placements_;
    WaveProgram program = with_synchronisation(program_, plan);
    if (!verify(program).proven()) return;
    all_rejected_ = false;
    counterexample_ = program;
  }

  const WaveProgram& program_;
  SyncPlan strict_;
  Vector<int> gaps_;  // elements of the strict kernel before which barriers may come
  Vector<int> chosen_;
  std::uint64_t placements_ = 0;
  bool all_rejected_ = true;
  WaveProgram counterexample_;
};

}  // namespace

DerivedSyncCounts study_derived_sync(const DerivedSyncOptions& options) {
  DerivedSyncCounts counts;
  LoopCheck check(options, counts);
  for (int i = 0; i < options.loops; ++i) {
    check.check(options.first_seed + static_cast<std::uint64_t>(i), i < options.loops_weakened);
  }
  return counts;
}

BarrierMinimumCounts study_barrier_minimum(const BarrierMinimumOptions& options) {
  BarrierMinimumCounts counts;
  for (std::uint64_t seed = options.first_seed; counts.loops < options.loops; ++seed) {
    const RandomLoop loop = random_loop(seed, LoopSize::small);
    ++counts.drawn;
    const Result<SyncPlan> plan = synchronise(loop.program);
    const auto fail = [&](const std::string& what, const WaveProgram& program) {
      counts.failures.push_back("small loop " + std::to_string(seed) + " (" + loop.summary + "): " + what + "\n" +
                                explorer::describe(program));
    };
    if (!plan.ok()) {
      ++counts.loops;
      fail(std::string("not synchronised: ") + describe(plan.error).c_str(), loop.program);
      continue;
    }
    const int barriers = plan.value.derived_barriers_per_trip;
    if (barriers == 0) continue;
    ++counts.loops;
    counts.most_barriers = barriers > counts.most_barriers ? barriers : counts.most_barriers;
    const WaveProgram derived = with_synchronisation(loop.program, plan.value);
    if (!verify(derived).proven()) fail("not proven", derived);
    const FewerBarriers fewer(loop.program, plan.value, barriers - 1);
    counts.placements += fewer.placements();
    if (!fewer.all_rejected()) fail("fewer barriers do", fewer.counterexample());
  }
  return counts;
}

}  // namespace stretto::study
