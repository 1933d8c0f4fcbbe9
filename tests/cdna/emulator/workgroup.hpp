// A workgroup: waves that take turns, by seed, and the instructions that they execute on its memory.
//
// Every instruction begins with a turn, at which another wave may proceed. If time is not modelled, a wave runs to its
// next barrier or its end (even seeds), or yields at random (odd seeds), and operations land as `Landing` says. If time
// is modelled, every wave has a clock; the wave with the smallest clock goes next, with ties broken by priority, and
// everything due by then has landed:
// - an instruction takes its issue; a barrier lasts until all have come, and its own cost;
// - a matrix instruction waits for the SIMD that waves i and i + 4 share, and takes its cycles there;
// - an LDS operation waits for those before it at the LDS, whoever issued them, and then takes its latency;
// - a load takes its latency, in order within its wave.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <executor/random.hpp>
#include <stretto/cdna/mfma.hpp>

#include "tests/cdna/lds_banks.hpp"

#include "options.hpp"
#include "wave.hpp"

namespace stretto::cdna::emulator {

class Workgroup {
 public:
  Workgroup(const Launch& launch, const Options& options, int x, int y);

  /// `body` is what each wave executes.
  Outcome run(const std::function<void()>& body);
  /// The one that runs.
  static Workgroup& current();

  [[nodiscard]] int x() const { return x_; }
  [[nodiscard]] int y() const { return y_; }
  [[nodiscard]] int wave() const { return now_; }

  void load_to_lds(const Buffer& from, int to, const Lanes<int>& lane_offset, int offset, int bytes);
  void load(Piece& to, const Buffer& from, const Lanes<int>& lane_offset, int offset);
  void store(const Buffer& to, const Lanes<int>& lane_offset, const std::uint16_t* of_lanes, int of_lane);
  void read_lds(Piece& to, const Lanes<int>& at);
  void write_lds(const Lanes<int>& at, const Piece& value);
  void multiply(Mfma mfma, float* sums, const Piece* first, const Piece* second, int step);
  void wait_vm(int count);
  void wait_lgkm(int count);
  void barrier(bool draining);
  void set_priority(int priority) { current_wave().priority = priority; }

 private:
  Wave& current_wave() { return *waves_[static_cast<std::size_t>(now_)]; }
  [[nodiscard]] bool modelled() const { return options_.landing == Landing::modelled; }
  [[nodiscard]] bool interlocked() const { return options_.registers == RegisterReading::interlocked; }

  // Choice of the next wave.
  int choose();
  [[nodiscard]] bool earlier(int wave, int than) const;
  void turn();
  void pass_time(long until);

  // Landings.
  void issue(Queue& queue, const Operation& operation);
  long time_of_landing(const Queue& queue);
  void wait(Queue& queue, int count);
  void wait_for_register(const Piece& piece);
  void land_oldest(Queue& queue);
  void land_some();
  void land_due(long time);

  Options options_;
  Latencies latencies_;
  Chip chip_;
  Memory memory_;
  int x_;
  int y_;
  int now_ = 0;
  executor::Random random_;
  std::vector<std::unique_ptr<Wave>> waves_;
  std::vector<long> barrier_times_;  // when the last wave so far has come to the k-th
  long simd_free_[4] = {};
  long lds_free_ = 0;
  Outcome outcome_;
};

}  // namespace stretto::cdna::emulator
