// Workgroup: the waves and the memory of a machine, and the effect of one step. The caller chooses which wave steps and
// which operations land meanwhile; the workgroup itself does only what the program forces.
#pragma once

#include <cstdint>
#include <vector>

#include "machine.hpp"
#include "memory.hpp"
#include "plain_loop.hpp"
#include "waves.hpp"

namespace stretto::executor {

/// A consume that was executed.
struct Consumed {
  const Instruction* instruction = nullptr;
  int wave = 0;
  int trip = 0;
  int term = 0;  // index among the terms of its accumulator
  double value = 0;
};

enum class Progress : unsigned char {
  stepped,
  stopped,   // it waits at a barrier, or has finished
  released,  // it was the last at a barrier, and others can step again
};

class Workgroup {
 public:
  Workgroup(const Machine& machine, int trips);

  /// Restores the state before the first step. `diagnose`: also look for the first wrong term.
  void reset(bool diagnose);

  Progress step(int number, bool read_at_issue);

  /// Completes everything in flight, after all waves have finished.
  void land_rest();

  /// Lands the oldest operations in flight.
  void land(Wave& wave, Queue& queue, int operations);

  [[nodiscard]] Wave& wave(int number) { return waves_[number]; }
  [[nodiscard]] int waves() const { return waves_.size(); }
  [[nodiscard]] std::uint64_t runnable() const { return runnable_; }  // bit w: wave w can step
  [[nodiscard]] int unfinished() const { return unfinished_; }
  [[nodiscard]] const PlainLoop& plain() const { return plain_; }
  [[nodiscard]] double accumulator(int wave, int number) const {
    return sums_.data()[wave * machine_.accumulators + number];
  }

  /// The first consume that took NaN or, when diagnosing, a wrong result.
  [[nodiscard]] const Consumed& first_wrong() const { return first_wrong_; }

 private:
  Progress arrive(Wave& wave);
  Progress pass(Wave& wave);
  void issue(Wave& wave, const Instruction& instruction, bool read_at_issue);
  static bool samples(const Group& group, const Transfer& transfer);
  void begin(Group& group, int from, int to);
  void land_group(Wave& wave, Group& group, int operations);
  void transfer_now(const Instruction& instruction, int trip);
  void await_registers(Wave& wave, const Instruction& instruction);
  void await_register(Wave& wave, const Place& place);
  void accumulate(const Wave& wave, const Instruction& instruction, int trip, double term);
  [[nodiscard]] double product(const Instruction& instruction, int trip, int from, int to) const;
  [[nodiscard]] int first_row(int operation, int weight) const { return operation * machine_.rows / weight; }

  const Machine& machine_;
  int trips_;
  PlainLoop plain_;
  Memory memory_;
  Vector<Wave> waves_;
  std::vector<Group> rings_;
  std::uint64_t runnable_ = 0;
  int arrived_ = 0;
  int unfinished_ = 0;
  bool diagnose_ = false;
  Consumed first_wrong_;
  std::vector<std::uint32_t> written_at_;  // by register and counter: operations issued at its last write
  std::vector<double> sums_;
  std::vector<int> terms_;
  std::vector<int> sum_of_;  // by wave and accumulator: index in machine.sums; -1: none
};

}  // namespace stretto::executor
