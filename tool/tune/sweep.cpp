#include "tune/sweep.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "tune/evaluate.hpp"

namespace stretto::tool {

namespace {

constexpr auto between_ticks = std::chrono::milliseconds(100);

class Sweep {
 public:
  Sweep(const TuneSpace& space, const std::vector<long>& points, const SweepHooks& hooks)
      : space_(space), points_(points), hooks_(hooks) {}

  void run(int jobs) {
    const auto count = std::min(points_.size(), static_cast<std::size_t>(jobs));
    working_ = count;
    std::vector<std::jthread> threads;
    threads.reserve(count);
    for (std::size_t i = 0; i < count; ++i) threads.emplace_back([this] { work(); });
    {
      std::unique_lock lock(mutex_);
      while (!ended_.wait_for(lock, between_ticks, [this] { return working_ == 0; })) hooks_.tick();
    }
    threads.clear();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void work() {
    try {
      while (!failed_ && !hooks_.stopped()) {
        const std::size_t mine = next_++;
        if (mine >= points_.size()) break;
        const TuneRow row = evaluate(space_, points_[mine]);
        const std::scoped_lock lock(mutex_);
        hooks_.done(row);
      }
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      failed_ = true;
      if (!failure_) failure_ = std::current_exception();
    }
    const std::scoped_lock lock(mutex_);
    --working_;
    ended_.notify_all();
  }

  const TuneSpace& space_;
  const std::vector<long>& points_;
  const SweepHooks& hooks_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> failed_ = false;
  std::mutex mutex_;
  std::condition_variable ended_;
  std::size_t working_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

void sweep(const TuneSpace& space, const std::vector<long>& points, int jobs, const SweepHooks& hooks) {
  Sweep(space, points, hooks).run(jobs);
}

}  // namespace stretto::tool
