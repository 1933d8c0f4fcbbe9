// Choosers: they select the next transition.
#pragma once

#include <cstdint>
#include <vector>

#include "executor/policy.hpp"
#include "executor/random.hpp"
#include "transitions.hpp"

namespace stretto::executor::interpreter {

class Chooser {
 public:
  Chooser() = default;
  Chooser(const Chooser&) = delete;
  Chooser& operator=(const Chooser&) = delete;
  virtual ~Chooser() = default;

  /// Selects one of the possible transitions; there is at least one.
  virtual std::size_t choose(const std::vector<Transition>& possible) = 0;
};

/// Follows the policy of a seed (executor/policy.hpp). The landing of vm also applies to copies and bulk loads, the
/// landing of lgkm to everything else.
class PolicyChooser final : public Chooser {
 public:
  PolicyChooser(std::uint64_t seed, int waves);

  std::size_t choose(const std::vector<Transition>& possible) override;

 private:
  [[nodiscard]] Landing landing(const Transition& transition) const;
  std::size_t choose_step(const std::vector<Transition>& possible);
  std::size_t any() {
    return candidates_[static_cast<std::size_t>(random_.below(static_cast<int>(candidates_.size())))];
  }
  void draw_priorities();

  Policy policy_;
  Random random_;
  std::vector<Landing> landings_;  // by wave: of vm and of lgkm
  std::vector<int> priorities_;    // by wave
  int last_wave_ = -1;
  int burst_left_ = 0;
  std::vector<std::size_t> candidates_;
};

}  // namespace stretto::executor::interpreter
