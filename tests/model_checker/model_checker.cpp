// The search: breadth first, over whole states.
#include "model_checker.hpp"

#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

#include "machine.hpp"

namespace stretto::model_checker {
namespace {

/// All visited states in the order of discovery, which is also the queue of the search. Complete states are stored and
/// compared, so no two are mistaken for one.
class States {
 public:
  explicit States(int cells) : cells_(static_cast<std::size_t>(cells)), table_(1 << 12, empty) {}

  [[nodiscard]] long size() const { return size_; }

  [[nodiscard]] const Cell* operator[](long index) const {
    return blocks_[static_cast<std::size_t>(index) / block].get() + static_cast<std::size_t>(index) % block * cells_;
  }

  /// Adds a state if it is new.
  void add(const Cell* state) {
    if (2 * size_ >= static_cast<long>(table_.size())) grow();
    std::size_t k = hash(state) & (table_.size() - 1);
    for (; table_[k] != empty; k = (k + 1) & (table_.size() - 1)) {
      if (std::memcmp((*this)[table_[k]], state, cells_ * sizeof(Cell)) == 0) return;
    }
    if (static_cast<std::size_t>(size_) % block == 0) blocks_.push_back(std::make_unique<Cell[]>(block * cells_));
    std::memcpy(blocks_.back().get() + static_cast<std::size_t>(size_) % block * cells_, state, cells_ * sizeof(Cell));
    table_[k] = size_++;
  }

 private:
  static constexpr long empty = -1;
  static constexpr std::size_t block = 1 << 12;  ///< states that are allocated together

  [[nodiscard]] std::size_t hash(const Cell* state) const {
    return std::hash<std::string_view>{}({reinterpret_cast<const char*>(state), cells_ * sizeof(Cell)});
  }

  void grow() {
    table_.assign(2 * table_.size(), empty);
    for (long index = 0; index < size_; ++index) {
      std::size_t k = hash((*this)[index]) & (table_.size() - 1);
      while (table_[k] != empty) k = (k + 1) & (table_.size() - 1);
      table_[k] = index;
    }
  }

  std::size_t cells_;
  long size_ = 0;
  std::vector<std::unique_ptr<Cell[]>> blocks_;
  std::vector<long> table_;  ///< a power of two
};

/// Waits that cannot be encoded. Every execution reaches every step, or fails before it, so the order does not matter.
std::optional<Wrong> check_waits(const Unrolled& program) {
  for (const Wave& wave : program.waves) {
    for (const Instance& step : wave.line) {
      if (step.action == Action::wait && step.count > program.limits.max_wait(step.counter)) {
        return Wrong{"encodable", step.where + ": cannot wait for a count of " + std::to_string(step.count)};
      }
    }
  }
  return std::nullopt;
}

/// The number of consumes of a wave does not depend on the order either.
std::optional<Wrong> check_counts(const WaveProgram& program, const std::vector<int>& trips) {
  for (const Role& role : program.roles) {
    long wanted = 0;
    std::vector<int> own;  // the trip counts of the runs that the role takes part in
    for (std::size_t r = 0; r < trips.size(); ++r) {
      if (static_cast<int>(r) % role.run_period != role.first_run) continue;
      own.push_back(trips[r]);
      wanted += program.tiles + static_cast<long>(trips[r]) * program.tiles_per_trip;
    }
    for (int accumulator = 0; accumulator < program.accumulators; ++accumulator) {
      bool named = false;
      long consumed = 0;
      for (const Section section : all_sections) {
        for (const Step& step : role.steps[section]) {
          if (step.action != Action::consume || step.accumulator != accumulator) continue;
          named = true;
          if (section == Section::setup || section == Section::teardown) {
            ++consumed;
            continue;
          }
          for (const int n : own) consumed += section == Section::kernel ? n + role.extra_trips : 1;
        }
      }
      if (!named || consumed == wanted) continue;
      return Wrong{"count", "wave " + std::to_string(role.first_wave) + " (" + role.name + ") consumes " +
                                std::to_string(consumed) + " times in accumulator " + std::to_string(accumulator) +
                                " and not " + std::to_string(wanted) + " times"};
    }
  }
  return std::nullopt;
}

Outcome wrong_outcome(const Wrong& wrong, long states) {
  return {Answer::wrong, wrong.rule + ": " + wrong.what, wrong.rule, states};
}

}  // namespace

Outcome check(const WaveProgram& program, const std::vector<int>& trips, long max_states, Search search) {
  validate(program, trips);
  const Unrolled unrolled = unroll(program, trips);
  if (const auto wrong = check_counts(program, trips)) return wrong_outcome(*wrong, 0);
  if (const auto wrong = check_waits(unrolled)) return wrong_outcome(*wrong, 0);

  Machine machine(unrolled, search == Search::reduced);
  States states(machine.cells());
  states.add(machine.start().data());
  std::vector<Cell> next;
  for (long index = 0; index < states.size(); ++index) {
    if (states.size() > max_states) return {Answer::too_many_states, "too many states", "", states.size()};
    next.clear();
    if (const auto wrong = machine.expand(states[index], next)) return wrong_outcome(*wrong, states.size());
    for (std::size_t k = 0; k < next.size(); k += static_cast<std::size_t>(machine.cells())) states.add(&next[k]);
  }
  return {Answer::right, "", "", states.size()};
}

}  // namespace stretto::model_checker
