// Single changes that weaken the synchronisation of a pipeline's program: each must be rejected, and must go wrong.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <stretto/pipeline/pipeline.hpp>

namespace stretto::pipelines {

enum class Weakening : unsigned char {
  drop,    // the wait, await, arrival or barrier
  loosen,  // a wait leaves one more pending
  flip,    // an await waits for the other parity
};

struct Weakened {
  std::string what;  // "consumer KERNEL 2 (wait mma 1): loosened"
  WaveProgram program;
};

/// One for every derived wait, await, arrival and barrier, and every way to weaken it, except pacing barriers.
std::vector<Weakened> weakenings(const WaveProgram& program);

/// True for the first use of a slot and its last release, which pair with nothing unless runs follow each other.
bool only_for_the_next_run(const Weakened& weak);

/// Trip counts that show failures: those of one run, or of several successive runs.
std::vector<Vector<int>> trip_counts(const WaveProgram& program, int most);

/// Does the interpreter find a failing run? Trip counts up to `trips`, seeds from 0.
bool goes_wrong(const WaveProgram& program, int trips, std::uint64_t seeds);

/// Describes the first failing run; empty if there is none.
std::string first_failure(const WaveProgram& program, int trips, std::uint64_t seeds);

}  // namespace stretto::pipelines
