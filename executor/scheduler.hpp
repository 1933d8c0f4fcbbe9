// Scheduler: selects the next wave to step and the operations that land meanwhile, according to a policy.
#pragma once

#include <cstdint>

#include "policy.hpp"
#include "random.hpp"
#include "workgroup.hpp"

namespace stretto::executor {

class Scheduler {
 public:
  explicit Scheduler(Workgroup& workgroup);

  /// Runs until no wave can step. Returns false if some wave has not finished.
  bool execute(std::uint64_t seed);

 private:
  void draw_landings();
  void draw_priorities();
  int choose();
  int any_of(std::uint64_t waves);
  void run_wave(int wave, int steps);
  void land_some();

  Workgroup& workgroup_;
  Policy policy_;
  Random random_{0};
  bool some_land_at_random_ = false;
  Vector<int> priorities_;  // waves, highest priority first
};

}  // namespace stretto::executor
