#include "mutant_study.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>

#include "../../dice.hpp"
#include "../emulator/workgroup.hpp"
#include "audit/audit.hpp"
#include "mutants.hpp"

namespace stretto::audit {
namespace {

std::string first_race(const Audit& found) {
  const InstructionNames names(*found.program);
  const Hazard& hazard = found.found.hazards[0];
  std::string out = std::string(name(hazard.kind)) + ": " + names.place(hazard).c_str();
  for (const StepInstance& step : {hazard.first, hazard.second}) {
    out += step.present() ? std::string("; ") + names.with_role(step).c_str() : "; nothing";
  }
  return out;
}

MutantResult judge(const std::string& text, const KernelLaunch& launch, const StudyOptions& options) {
  MutantResult out;
  const assembly::Kernel kernel = assembly::read_kernel(text);
  const Audit found = audit(kernel, launch);
  if (!found.judged() || found.uneven) {
    out.audit = found.uneven ? "a barrier that not every wave reaches" : found.refusal;
    return out;
  }
  for (const SharedWrite& write : found.program->shared) {
    if (write.same_data || !found.proven()) continue;
    out.audit = "several waves write the same bytes";
    return out;
  }
  const bool proven = found.proven();
  out.audit = proven ? "proven" : found.found.proven() ? "reads bytes that nothing writes" : first_race(found);
  const emulator::Workgroup workgroup(kernel, launch);
  if (!workgroup.problem.empty()) {
    out.emulator = workgroup.problem;
    return out;
  }
  const emulator::Outcome right = emulator::run_at_once(workgroup);
  bool wrong = !right.failure.empty();
  out.emulator = right.failure;
  const int seeds = options.seeds + (proven ? 0 : options.more_seeds);
  for (int seed = 0; seed < seeds && !wrong; ++seed) {
    const emulator::Outcome outcome = emulator::run_seed(workgroup, static_cast<std::uint64_t>(seed));
    wrong = outcome != right;
    if (!wrong) continue;
    out.seed = seed;
    out.emulator = outcome.failure.empty() ? "stores something else" : outcome.failure;
  }
  const int more = options.overtaking_seeds * (proven ? 1 : 6);
  bool overtaken = false;
  for (int seed = 0; seed < more && !wrong && !overtaken; ++seed) {
    overtaken = emulator::run_seed_overtaking(workgroup, static_cast<std::uint64_t>(seed)) != right;
    if (overtaken) out.emulator = "stores something else if loads to the LDS overtake each other";
  }
  if (overtaken) {
    out.agreement = proven ? Agreement::proven_wrong : Agreement::race_overtaking;
    return out;
  }
  out.agreement = proven ? (wrong ? Agreement::proven_wrong : Agreement::proven_right)
                         : (wrong ? Agreement::race_wrong : Agreement::race_unseen);
  return out;
}

}  // namespace

int KernelStudy::count(Agreement agreement) const {
  return static_cast<int>(
      std::count_if(mutants.begin(), mutants.end(), [&](const MutantResult& m) { return m.agreement == agreement; }));
}

KernelStudy study_kernel(const std::string& text, KernelLaunch launch, const StudyOptions& options) {
  KernelStudy out;
  // The emulator runs only one workgroup.
  launch.workgroup = launch.workgroup.value_or(std::array<int, 3>{});
  out.name = assembly::read_kernel(text).name;
  out.base = judge(text, launch, options);
  std::vector<Mutant> mutants = mutants_of(text);
  Dice dice(1);
  for (std::size_t i = mutants.size(); i > 1; --i)
    std::swap(mutants[i - 1], mutants[static_cast<std::size_t>(dice.below(static_cast<int>(i)))]);
  if (options.most > 0 && static_cast<int>(mutants.size()) > options.most)
    mutants.resize(static_cast<std::size_t>(options.most));
  out.mutants.resize(mutants.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < mutants.size(); i = next++) {
      try {
        out.mutants[i] = judge(mutants[i].text, launch, options);
      } catch (const std::exception& e) {
        out.mutants[i].audit = e.what();
      }
      out.mutants[i].change = mutants[i].change;
    }
  };
  std::vector<std::thread> others;
  for (int t = 1; t < options.threads; ++t) others.emplace_back(work);
  work();
  for (std::thread& thread : others) thread.join();
  return out;
}

KernelLaunch gemm_launch(long k) {
  KernelLaunch out;
  out.grid = {4, 4, 1};
  out.by_number = {std::nullopt, std::nullopt, std::nullopt, 1024, 1024, k};
  return out;
}

}  // namespace stretto::audit
