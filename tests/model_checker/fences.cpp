// Proxy fences: which accesses of synchronous steps each of them covers, and which barriers it makes ready. Both depend
// only on the order of the steps in one wave, so they are known before anything is executed. Whether it covers an
// asynchronous step depends on when that completes.
#include "unroll.hpp"

namespace stretto::model_checker {
namespace {

/// The next step of a wave that is such a fence.
int next_fence(const Wave& wave, int after, bool (Instance::*is_such)() const) {
  for (std::size_t k = static_cast<std::size_t>(after) + 1; k < wave.line.size(); ++k) {
    if ((wave.line[k].*is_such)()) return static_cast<int>(k);
  }
  return never;
}

class FencePlacer {
 public:
  explicit FencePlacer(Unrolled& program) : program_(program) {}

  void run() {
    for (Wave& wave : program_.waves) {
      for (Instance& step : wave.line) step.private_fence = step.fences_inits();
    }
    find_async_accesses();
    for (std::size_t w = 0; w < program_.waves.size(); ++w) cover(static_cast<int>(w));
    for (std::size_t w = 0; w < program_.waves.size(); ++w) make_ready(static_cast<int>(w));
  }

 private:
  [[nodiscard]] Part& part(int id) { return program_.parts[static_cast<std::size_t>(id)]; }

  void find_async_accesses() {
    async_reads_.assign(program_.parts.size(), 0);
    async_writes_.assign(program_.parts.size(), 0);
    for (const Wave& wave : program_.waves) {
      for (const Instance& step : wave.line) {
        if (!through_async_proxy(step.counter)) continue;
        for (const Read& read : step.reads) async_reads_[static_cast<std::size_t>(read.part)] = 1;
        for (const Write& write : step.writes) async_writes_[static_cast<std::size_t>(write.part)] = 1;
      }
    }
  }

  /// Notes the generic accesses of a wave: of synchronous steps with the fence that covers them.
  void cover(int w) {
    Wave& wave = program_.waves[static_cast<std::size_t>(w)];
    for (int k = 0; k < static_cast<int>(wave.line.size()); ++k) {
      const Instance& step = wave.line[static_cast<std::size_t>(k)];
      if (!step.touches_memory() || through_async_proxy(step.counter)) continue;
      for (const Read& read : step.reads) {
        const bool written = async_writes_[static_cast<std::size_t>(read.part)] != 0;
        if (written && part(read.part).has_proxies()) note(w, k, read.part, part(read.part).generic_reads);
      }
      for (const Write& write : step.writes) {
        const std::size_t id = static_cast<std::size_t>(write.part);
        const bool accessed = async_writes_[id] != 0 || async_reads_[id] != 0;
        if (accessed && part(write.part).has_proxies()) note(w, k, write.part, part(write.part).generic_writes);
      }
    }
  }

  void note(int w, int k, int id, GenericAccesses& accesses) {
    Wave& wave = program_.waves[static_cast<std::size_t>(w)];
    if (wave.line[static_cast<std::size_t>(k)].counter != Counter::none) {
      if (accesses.late_of(w) < 0) accesses.late.push_back({w, program_.late_accesses++});
      return;
    }
    const int until = next_fence(wave, k, &Instance::is_proxy_fence);
    accesses.synchronous.push_back({w, k, until});
    const bool shared = ((part(id).readers | part(id).writers) & ~(1U << w)) != 0;
    if (shared && until != never) wave.line[static_cast<std::size_t>(until)].private_fence = false;
  }

  /// Records, for every use of an array that the wave initialises, the fence that must precede it.
  void make_ready(int w) {
    Wave& wave = program_.waves[static_cast<std::size_t>(w)];
    for (int k = 0; k < static_cast<int>(wave.line.size()); ++k) {
      if (wave.line[static_cast<std::size_t>(k)].action != Action::init) continue;
      const int barrier = array_of(wave.line[static_cast<std::size_t>(k)]);
      const int fence = next_fence(wave, k, &Instance::fences_inits);
      if (fence != never) wave.line[static_cast<std::size_t>(fence)].private_fence = false;
      for (std::size_t v = 0; v < program_.waves.size(); ++v) {
        for (Instance& use : program_.waves[v].line) {
          if (use.place < 0 || use.action == Action::init || array_of(use) != barrier) continue;
          use.ready_wave = w;
          use.ready_after = static_cast<int>(v) == w && use.counter == Counter::none ? k : fence;
        }
      }
    }
  }

  [[nodiscard]] int array_of(const Instance& step) const {
    return program_.places[static_cast<std::size_t>(step.place)].barrier;
  }

  Unrolled& program_;
  std::vector<char> async_reads_;
  std::vector<char> async_writes_;
};

}  // namespace

void place_fences(Unrolled& program) { FencePlacer(program).run(); }

}  // namespace stretto::model_checker
