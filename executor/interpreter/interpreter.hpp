// Interprets wave programs adversarially: everything that program/wave_program.hpp leaves open is chosen, by seed or in
// every way.
//
// transitions.hpp says how its head comment is implemented. `straight_line.hpp` says why versions stand for numbers.
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
  std::string what;  // who, what and in which trip; empty when right
  std::uint64_t seed = 0;

  [[nodiscard]] bool right() const { return ending == Ending::right; }
};

struct ExplorationOptions {
  long max_states = 1'000'000;
  bool stop_at_first = false;  // one way to go wrong is enough
  ReadTimes reads = ReadTimes::worst;
  CompletionTimes completions = CompletionTimes::when_waited_for;
};

/// All the ways in which a program can end.
struct Exploration {
  std::array<bool, endings> found{};
  std::array<std::string, endings> what;  // the first of each
  long states = 0;
  bool complete = false;  // everything was seen

  [[nodiscard]] bool finds(Ending ending) const { return found[static_cast<std::size_t>(ending)]; }
  [[nodiscard]] bool fails() const {
    return finds(Ending::wrong_number) || finds(Ending::deadlock) || finds(Ending::unencodable) ||
           finds(Ending::invalid_phase) || finds(Ending::unfinished);
  }
  [[nodiscard]] bool right() const { return complete && !fails(); }
};

/// One program with its trip counts: one, or for a persistent program one for each run. The program must outlive it.
class Interpreter {
 public:
  /// Throws std::invalid_argument when the program makes no sense.
  Interpreter(const WaveProgram& program, const Vector<int>& trips);
  Interpreter(Interpreter&&) noexcept;
  Interpreter& operator=(Interpreter&&) noexcept;
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;
  ~Interpreter();

  /// One run, up to the first thing that goes wrong.
  [[nodiscard]] Interpretation run(std::uint64_t seed, ReadTimes reads = ReadTimes::worst) const;

  /// Seeds from 0 on, up to the first run that is not right.
  [[nodiscard]] Interpretation search(std::uint64_t seeds, ReadTimes reads = ReadTimes::worst) const;

  [[nodiscard]] Exploration explore(const ExplorationOptions& options) const;

 private:
  class Lines;
  std::unique_ptr<Lines> lines_;
};

Interpretation interpret(const WaveProgram& program, const Vector<int>& trips, std::uint64_t seed);
Exploration interpret_all(const WaveProgram& program, const Vector<int>& trips, long max_states);

}  // namespace stretto::executor
