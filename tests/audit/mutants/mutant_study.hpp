// The audit against the emulator, on mutants of a kernel.
#pragma once

#include <string>
#include <vector>

#include "audit/launch.hpp"

namespace stretto::audit {

enum class Agreement {
  proven_right,     // proven, and right in every run
  race_wrong,       // not proven, and wrong in a run
  race_overtaking,  // not proven, and wrong only if loads to the LDS overtake each other
  race_unseen,      // not proven, and right in every run
  proven_wrong,     // the audit is wrong
  cannot_judge,     // the audit refuses
};
inline constexpr int agreements = 6;

struct StudyOptions {
  int seeds = 12;            // of each mutant
  int more_seeds = 48;       // of those that are not proven and right so far
  int overtaking_seeds = 4;  // of each mutant, and six times as many of those that are right so far and not proven
  int most = 0;              // mutants of a kernel, chosen by chance; 0: all
  int threads = 1;
};

struct MutantResult {
  std::string change;
  Agreement agreement = Agreement::cannot_judge;
  std::string audit;     // what the audit says
  std::string emulator;  // what differs
  int seed = -1;         // the first with which it is wrong
};

struct KernelStudy {
  std::string name;
  MutantResult base;
  std::vector<MutantResult> mutants;

  [[nodiscard]] int count(Agreement agreement) const;
};

KernelStudy study_kernel(const std::string& text, KernelLaunch launch, const StudyOptions& options);

/// A GEMM of 1024 * 1024 * k in a grid of 4 * 4 workgroups, with the arguments of kernels/cdna.
KernelLaunch gemm_launch(long k);

}  // namespace stretto::audit
