// Interprets wave programs adversarially: everything that program/wave_program.hpp leaves open is chosen, by seed or
// exhaustively.
//
// The head comment of `transitions.hpp` describes how the semantics are implemented, `straight_line.hpp` why versions
// can represent numbers.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include <stretto/program/wave_program.hpp>

#include "ending.hpp"
#include "times.hpp"

namespace stretto::executor {

struct Interpretation {
  Ending ending = Ending::right;
  std::string what;  // wave, step and trip of the failure; empty if right
  std::uint64_t seed = 0;

  [[nodiscard]] bool right() const { return ending == Ending::right; }
};

struct ExplorationOptions {
  long max_states = 1'000'000;
  bool stop_at_first = false;  // stop at the first failure
  ReadTimes reads = ReadTimes::worst;
  CompletionTimes completions = CompletionTimes::when_waited_for;
};

/// All endings that a program can have.
struct Exploration {
  std::array<bool, endings> found{};
  std::array<std::string, endings> what;  // the first of each
  long states = 0;
  bool complete = false;  // every state was visited

  [[nodiscard]] bool finds(Ending ending) const { return found[static_cast<std::size_t>(ending)]; }
  [[nodiscard]] bool fails() const {
    for (int e = 0; e < endings; ++e) {
      if (static_cast<Ending>(e) != Ending::right && found[static_cast<std::size_t>(e)]) return true;
    }
    return false;
  }
  [[nodiscard]] bool right() const { return complete && !fails(); }
};

/// A program with its trip counts: one, or for a persistent program one per run. The program must outlive it.
class Interpreter {
 public:
  /// Throws std::invalid_argument if the program is invalid.
  Interpreter(const WaveProgram& program, const Vector<int>& trips);
  Interpreter(Interpreter&&) noexcept;
  Interpreter& operator=(Interpreter&&) noexcept;
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;
  ~Interpreter();

  /// Executes one run, up to the first failure.
  [[nodiscard]] Interpretation run(std::uint64_t seed, ReadTimes reads = ReadTimes::worst) const;

  /// Runs seeds 0 to seeds - 1, up to the first run that is not right.
  [[nodiscard]] Interpretation search(std::uint64_t seeds, ReadTimes reads = ReadTimes::worst) const;

  [[nodiscard]] Exploration explore(const ExplorationOptions& options) const;

 private:
  class Lines;
  std::unique_ptr<Lines> lines_;
};

Interpretation interpret(const WaveProgram& program, const Vector<int>& trips, std::uint64_t seed);
Exploration interpret_all(const WaveProgram& program, const Vector<int>& trips, long max_states);

}  // namespace stretto::executor
