#include "scheduler.hpp"

#include <bit>
#include <utility>

namespace stretto::executor {

namespace {

constexpr int unlimited = 1 << 30;

}  // namespace

Scheduler::Scheduler(Workgroup& workgroup) : workgroup_(workgroup) {
  for (int w = 0; w < workgroup.waves(); ++w) priorities_.push_back(w);
}

bool Scheduler::execute(std::uint64_t seed) {
  random_ = Random(seed);
  policy_ = policy_of(seed, workgroup_.waves());
  draw_landings();
  for (int i = 0; i < priorities_.size(); ++i) priorities_[i] = i;  // a run depends on its seed alone
  draw_priorities();
  while (workgroup_.runnable() != 0) {
    const bool short_turns = policy_.choice == WaveChoice::uniform || policy_.choice == WaveChoice::moving_priority;
    const int wave = choose();
    run_wave(wave, short_turns ? 1 + random_.below(policy_.burst) : unlimited);
  }
  return workgroup_.unfinished() == 0;
}

void Scheduler::draw_landings() {
  some_land_at_random_ = false;
  for (int w = 0; w < workgroup_.waves(); ++w) {
    for (int c = 0; c < 2; ++c) {
      Landing landing = c == 0 ? policy_.vm : policy_.lgkm;
      if (policy_.landing_by_wave) landing = static_cast<Landing>(random_.below(3));
      workgroup_.wave(w).queues[c].landing = landing;
      some_land_at_random_ = some_land_at_random_ || landing == Landing::random;
    }
  }
}

void Scheduler::draw_priorities() {
  for (int i = priorities_.size() - 1; i > 0; --i) std::swap(priorities_[i], priorities_[random_.below(i + 1)]);
}

int Scheduler::choose() {
  const std::uint64_t runnable = workgroup_.runnable();
  const std::uint64_t special = std::uint64_t{1} << policy_.wave;
  switch (policy_.choice) {
    case WaveChoice::starved: return any_of((runnable & ~special) != 0 ? runnable & ~special : runnable);
    case WaveChoice::favoured: return (runnable & special) != 0 ? policy_.wave : any_of(runnable);
    case WaveChoice::moving_priority:
      if (random_.one_in(16)) draw_priorities();
      [[fallthrough]];
    case WaveChoice::fixed_priority:
      for (int wave : priorities_) {
        if ((runnable >> wave & 1) != 0) return wave;
      }
      [[fallthrough]];
    case WaveChoice::uniform: break;
  }
  return any_of(runnable);
}

int Scheduler::any_of(std::uint64_t waves) {
  for (int skip = random_.below(std::popcount(waves)); skip > 0; --skip) waves &= waves - 1;
  return std::countr_zero(waves);
}

/// Runs up to `steps` steps of one wave; fewer if it stops, or if other waves can step again.
void Scheduler::run_wave(int wave, int steps) {
  Progress progress = Progress::stepped;
  while (steps-- > 0 && progress == Progress::stepped) {
    if (some_land_at_random_) land_some();
    const bool at_issue =
        policy_.sampling == Sampling::random ? random_.one_in(2) : policy_.sampling == Sampling::at_issue;
    progress = workgroup_.step(wave, at_issue);
  }
}

/// With some probability, completes some operations that one wave has in flight.
void Scheduler::land_some() {
  if (!random_.one_in(4)) return;
  Wave& wave = workgroup_.wave(random_.below(workgroup_.waves()));
  for (Queue& queue : wave.queues) {
    if (queue.landing != Landing::random || queue.pending == 0) continue;
    workgroup_.land(wave, queue, random_.below(queue.pending + 1));
  }
}

}  // namespace stretto::executor
