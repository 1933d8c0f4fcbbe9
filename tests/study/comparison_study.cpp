#include "comparison_study.hpp"

#include <stretto/sync/synchronise.hpp>

#include "../dice.hpp"
#include "arbitrary_study.hpp"
#include "knowledge_program.hpp"
#include "random_loop.hpp"
#include "role_mutations.hpp"

namespace stretto::study {

namespace {

WaveProgram synchronised_loop(std::uint64_t seed) {
  const RandomLoop loop = random_loop(seed, LoopSize::small);
  const Result<SyncPlan> plan = synchronise(loop.program);
  return plan.ok() ? with_synchronisation(loop.program, plan.value) : loop.program;
}

WaveProgram drawn_base(Dice& dice) {
  static const std::vector<RoleBase> bases = role_bases();
  const int kind = dice.below(100);
  const auto seed = static_cast<std::uint64_t>(dice.below(1 << 30));
  if (kind < 15) return bases[seed % bases.size()].program;
  if (kind < 30) return synchronised_loop(seed);
  const Features features = dice.percent(50) ? Features::all : Features::plain;
  return program_of(kind < 40 ? ProgramKind::arbitrary : ProgramKind::nearly_right, seed, features);
}

}  // namespace

Histories drawn_histories(std::uint64_t seed) {
  Dice dice(seed);
  WaveProgram base = drawn_base(dice);
  if (dice.percent(35)) {
    do base = knowledge_program(dice);
    while (check_program(base));
    return histories_of(base, seed, 16);
  }
  for (int attempt = 0; attempt < 8; ++attempt) {
    if (!check_program(base) && (verify(base).proven() || dice.percent(10))) break;
    base = drawn_base(dice);
  }
  return long_histories_of(base, seed, 8);
}

LatencyBounds drawn_bounds(std::uint64_t seed) {
  Dice dice(seed);
  LatencyBounds out;
  out.global_min = dice.percent(50) ? dice.from(1, 200) : dice.from(200, 3000);
  out.read_max = dice.from(0, 40);
  out.read_cycles = dice.from(0, 4);
  out.issue_max = dice.from(0, 8);
  out.compute_max = dice.from(0, 40);
  return out;
}

ComparisonStudyCounts study_comparison(std::uint64_t first_seed, std::uint64_t seeds) {
  ComparisonStudyCounts all;
  for (std::uint64_t seed = first_seed; seed < first_seed + seeds; ++seed) {
    const Histories histories = drawn_histories(seed);
    if (check_program(histories.program)) continue;
    ++all.programs;
    const LatencyBounds latency = seed % 2 == 0 ? LatencyBounds{} : drawn_bounds(seed);
    const PairCounts found = StatePairs<VerifierClasses>(histories, latency, seed % 4 == 2).compare();
    all.pairs.add(found);
    if (found.unsafe > 0 || found.not_itself > 0) all.bad.push_back(std::to_string(seed) + ": " + found.first);
  }
  return all;
}

}  // namespace stretto::study
