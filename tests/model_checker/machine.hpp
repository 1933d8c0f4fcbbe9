// The machine that executes an unrolled program: its states and its events.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "unroll.hpp"

namespace stretto::model_checker {

/// A state is a row of cells. Its length is the same for all states of a program.
using Cell = std::uint16_t;

struct Wrong {
  std::string rule;
  std::string what;
};

class Machine {
 public:
  Machine(const Unrolled& program, bool reduces);

  [[nodiscard]] int cells() const { return cells_; }
  /// The initial state.
  [[nodiscard]] std::vector<Cell> start() const;
  /// Appends the possible successors, one row of cells each. Returns the failure of the state, or of an event that is
  /// possible in it.
  std::optional<Wrong> expand(const Cell* from, std::vector<Cell>& next);

 private:
  // The contents of a state. A wave at step k has executed the steps before it.
  /// Where a wave's cells are.
  struct WaveCells {
    int at = 0;                    ///< the step
    int part = 0;                  ///< how much of the step has happened; see begin_step
    int completed[counters] = {};  ///< steps that are complete in a counter that retires in order
    int done[counters] = {};       ///< in no order: bits, which steps are complete
    int arrivals = 0;              ///< bits: asynchronous arrivals that have happened
    int turn = 0;                  ///< at the cluster barrier, if there is one: whether the wave arrives or waits next
  };
  Cell& cell(int index) { return state_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] Cell cell(int index) const { return state_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] bool bit(int first, int index) const { return (cell(first + index / 16) >> (index % 16) & 1) != 0; }
  void set_bit(int first, int index, bool value = true);
  [[nodiscard]] std::uint32_t wide(int index) const;
  void set_wide(int index, std::uint32_t value);

  [[nodiscard]] int waves() const { return static_cast<int>(program_.waves.size()); }
  [[nodiscard]] const Wave& wave(int w) const { return program_.waves[static_cast<std::size_t>(w)]; }
  [[nodiscard]] const WaveCells& where(int w) const { return wave_cells_[static_cast<std::size_t>(w)]; }
  [[nodiscard]] const IssueLine& issued(int w, Counter c) const { return wave(w).issued[static_cast<int>(c)]; }
  [[nodiscard]] const Instance& instance(int w, int k) const { return wave(w).line[static_cast<std::size_t>(k)]; }
  [[nodiscard]] int at(int w) const { return cell(where(w).at); }
  [[nodiscard]] bool at_end(int w) const { return at(w) == static_cast<int>(wave(w).line.size()); }
  [[nodiscard]] const Instance& current(int w) const { return instance(w, at(w)); }
  [[nodiscard]] const Part& part(int id) const { return program_.parts[static_cast<std::size_t>(id)]; }
  [[nodiscard]] const Place& place(const Instance& step) const {
    return program_.places[static_cast<std::size_t>(step.place)];
  }
  [[nodiscard]] int cells_of(const Instance& step) const { return place_cells_[static_cast<std::size_t>(step.place)]; }
  /// Part of its current step has happened.
  [[nodiscard]] bool within(int w) const { return cell(where(w).part) != 0; }
  void go_on(int w);
  Cell& content(int part) { return cell(first_part_ + part); }
  [[nodiscard]] Cell content(int part) const { return cell(first_part_ + part); }

  // What is in flight.
  [[nodiscard]] int begun(int w, Counter counter) const;
  [[nodiscard]] int completed(int w, Counter counter) const {
    return cell(where(w).completed[static_cast<int>(counter)]);
  }
  [[nodiscard]] long pending(int w, Counter counter) const;
  template <class F>
  bool any_in_flight(int w, F f) const;
  [[nodiscard]] bool still_reads(int w, const Instance& step, const Read& read) const;
  [[nodiscard]] bool write_in_flight(int part) const;
  [[nodiscard]] bool being_written(int w, int part) const;
  [[nodiscard]] bool everything_before_is_complete(int w, const Instance& arrival) const;

  // Reading and writing.
  [[nodiscard]] Content found(int w, const Instance& reader, const Read& read) const;
  [[nodiscard]] bool others_write(int w, const Instance& step, int index) const;
  void spoil(int writer, const Instance& step, const Write& write);
  [[nodiscard]] bool may_begin(int w, const Instance& step) const;
  [[nodiscard]] bool commutes(int w, const Instance& step) const;
  void begin_step(int w);
  void make_reads(int w, const Instance& step, std::optional<Content>& moved);
  void begin_writes(int w, const Instance& step, std::optional<Content> moved);
  void write_ends(const Instance& step);

  // Fences, and what is not ready or gone.
  [[nodiscard]] bool uncovered(const GenericAccesses& accesses) const;
  void note_late(int w, const Instance& step);
  [[nodiscard]] bool other_register_write(int w, int part) const;
  [[nodiscard]] bool fence_is_private(int w) const;
  void execute_fence(int w);
  void fence_proxy(int w);
  void fence_mma(int w);
  void check_fences(int w, const Instance& step);
  [[nodiscard]] bool gone(int workgroup) const;
  void check_use(int w, const Instance& step);
  void check_accessed_workgroups(const Instance& step);
  void check_gone();

  // Phase barriers.
  void arrive(int w, const Instance& step);
  void bytes_come(const Instance& step);
  void end_phase_if_complete(const Instance& step);
  bool wait_at_cluster(int w);

  // What can happen.
  void settle();
  bool advance(int w);
  bool pass_barrier();
  bool complete(int w, Counter counter);
  bool complete_in_no_order(int w, Counter counter, int ordinal);
  bool move_registers(int w);
  bool arrive_later(int w, int arrival);
  void check_end();
  void set_wrong(const char* rule, const std::string& what);
  [[nodiscard]] std::string describe(Content content) const;

  const Unrolled& program_;
  bool reduces_;  ///< events that commute with all others happen first and alone
  int cells_ = 0;
  int first_part_ = 0;
  int first_late_ = 0;       ///< bits: asynchronous generic accesses that no fence covers
  int first_mma_fence_ = 0;  ///< bits: registers that were written and not fenced
  int first_pool_ = 0;       ///< registers in the pool of each workgroup
  std::vector<WaveCells> wave_cells_;
  std::vector<int> place_cells_;
  std::vector<Cell> state_;  ///< the one that is being changed
  std::optional<Wrong> wrong_;
};

}  // namespace stretto::model_checker
