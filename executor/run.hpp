// Runs a machine: one seed, one interleaving. The result is compared with the plain loop.
//
// From the issue of a write to its landing, the written elements are NaN. If two writes of an element are in flight at
// once, it stays NaN until a later write lands that overlaps with no other. So a read that is too early, too late or in
// between gets a wrong result, and the sum that consumes it is wrong.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>

#include "machine.hpp"

namespace stretto::executor {

enum class Outcome : unsigned char {
  right,
  wrong_number,  // some sum differs from the plain loop
  deadlock,      // no wave can step, and some have not finished
  unencodable,   // a wait count does not fit in the hardware's field
};

struct Report {
  Outcome outcome = Outcome::right;
  std::string what;  // empty if right
  int trips = 0;
  std::uint64_t seed = 0;

  [[nodiscard]] bool right() const { return outcome == Outcome::right; }
};

/// Runs one machine with one trip count any number of times, without allocating during a run. The machine must outlive
/// it.
class Runner {
 public:
  Runner(const Machine& machine, int trips);
  Runner(Runner&&) noexcept;
  Runner& operator=(Runner&&) noexcept;
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;
  ~Runner();

  Report run(std::uint64_t seed);

  /// As run, without the description, which requires a second run of a failure.
  Outcome outcome(std::uint64_t seed);

 private:
  class State;
  std::unique_ptr<State> state_;
};

Report run(const Machine& machine, int trips, std::uint64_t seed);

/// Runs all seeds from 0 to seeds - 1 with each trip count. Returns the first failure, or `right`.
Report search(const Machine& machine, const Vector<int>& trips, std::uint64_t seeds);

}  // namespace stretto::executor
