// Running a machine: one seed, one interleaving. The result is compared with the plain loop's.
//
// From the issue of a write to its landing the written elements are not a number; where two writes of an element are in
// flight at once, it stays so until a later write lands that overlaps with none. So whoever reads too early, too late
// or in between gets a number that is wrong, and a sum that consumed it is wrong.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>

#include "machine.hpp"

namespace stretto::executor {

enum class Outcome : unsigned char {
  right,
  wrong_number,  // some sum is not the plain loop's
  deadlock,      // no wave can step, and not all have finished
  unencodable,   // a wait that the hardware's field cannot hold
};

struct Report {
  Outcome outcome = Outcome::right;
  std::string what;  // empty when right
  int trips = 0;
  std::uint64_t seed = 0;

  [[nodiscard]] bool right() const { return outcome == Outcome::right; }
};

/// Runs one machine with one trip count as often as wanted; nothing is allocated while it runs. The machine must
/// outlive it.
class Runner {
 public:
  Runner(const Machine& machine, int trips);
  Runner(Runner&&) noexcept;
  Runner& operator=(Runner&&) noexcept;
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;
  ~Runner();

  Report run(std::uint64_t seed);

  /// The same without the words, which take a second run of what went wrong.
  Outcome outcome(std::uint64_t seed);

 private:
  class State;
  std::unique_ptr<State> state_;
};

Report run(const Machine& machine, int trips, std::uint64_t seed);

/// All seeds from 0 to seeds - 1 with each trip count; the first failure, or `right`.
Report search(const Machine& machine, const Vector<int>& trips, std::uint64_t seeds);

}  // namespace stretto::executor
