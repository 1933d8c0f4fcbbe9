// The single changes that take synchronisation away from a pipeline's program: each must be rejected, and go wrong.
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

/// One for every derived wait, await, arrival and barrier, and every way to weaken it. Barriers that set the pace are
/// left alone.
std::vector<Weakened> weakenings(const WaveProgram& program);

/// The first use of a slot and the last release of one meet nobody, unless runs follow each other.
bool only_for_the_next_run(const Weakened& weak);

/// Trip counts that show what goes wrong: those of one run, or of several that follow each other.
std::vector<Vector<int>> trip_counts(const WaveProgram& program, int most);

/// Does the interpreter find a run that is not right? Trip counts up to `trips`, seeds from 0.
bool goes_wrong(const WaveProgram& program, int trips, std::uint64_t seeds);

/// The first run that is not right, in words; empty when all are.
std::string first_failure(const WaveProgram& program, int trips, std::uint64_t seeds);

}  // namespace stretto::pipelines
