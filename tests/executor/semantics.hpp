// The fixture of the tests of semantics: a program, and the endings that the interpreter finds.
#pragma once

#include <vector>

#include <gtest/gtest.h>

#include <stretto/verify/verify.hpp>

#include "executor/interpreter/interpreter.hpp"
#include "role_writer.hpp"

namespace stretto::executor {

constexpr PhaseBarrierKind mbarrier = PhaseBarrierKind::mbarrier;
constexpr PhaseBarrierKind named = PhaseBarrierKind::named;

/// The endings found, which must not depend on how times are chosen.
class Semantics : public testing::Test {
 protected:
  bool finds(Ending ending, const Vector<int>& trips = {0}) {
    const Interpreter interpreter(program, trips);
    bool first = true;
    bool found = false;
    for (const ReadTimes reads : {ReadTimes::worst, ReadTimes::chosen}) {
      for (const CompletionTimes completions : {CompletionTimes::any, CompletionTimes::when_waited_for}) {
        ExplorationOptions options;
        options.reads = reads;
        options.completions = completions;
        const Exploration all = interpreter.explore(options);
        EXPECT_TRUE(all.complete);
        if (first) found = all.finds(ending);
        EXPECT_EQ(found, all.finds(ending)) << static_cast<int>(reads) << static_cast<int>(completions);
        first = false;
      }
    }
    return found;
  }
  bool right(const Vector<int>& trips = {0}) {
    for (int e = 0; e < endings; ++e) {
      const auto ending = static_cast<Ending>(e);
      // Most tests do not wait for their last multiplications and copies.
      if (ending == Ending::unfinished || finds(ending, trips) == (ending == Ending::right)) continue;
      // A second opinion: the verifier must not prove a wrong program.
      EXPECT_FALSE(verify(program).proven()) << e;
      return false;
    }
    return true;
  }
  /// Begins another program.
  void restart(int tiles) {
    program = {};
    program.tiles = tiles;
  }
  /// Something is needed: the program is right with it, and can end this way without it. `put(with)` writes both
  /// programs.
  template <class Put>
  void expect_needed(Ending without_it, Put put) {
    for (const bool with : {false, true}) {
      program = {};
      put(with);
      EXPECT_EQ(right(), with);
      EXPECT_EQ(finds(without_it), !with) << (with ? "with it" : "without it");
    }
  }
  /// Likewise; without it, the program can end in any wrong way.
  template <class Put>
  void expect_needed(Put put) {
    for (const bool with : {false, true}) {
      program = {};
      put(with);
      EXPECT_EQ(right(), with);
    }
  }
  void straight(const std::vector<WrittenStep>& steps) { write.put(Section::prologue, steps); }
  /// A role of one wave that executes these steps.
  void wave(const char* name, const std::vector<WrittenStep>& steps) {
    write.role(name, 1);
    straight(steps);
  }
  /// One run per output tile, one K tile per trip.
  void run_per_tile() {
    program.persistent = true;
    program.tiles_per_trip = 1;
  }

  WaveProgram program;
  RoleWriter write{program};
};

inline Turning fixed(int of, int slot = 0) { return {of, slot, 0}; }

}  // namespace stretto::executor
