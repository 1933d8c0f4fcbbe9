// Random loops in the form that users declare, on random GPUs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <stretto/pipeline/loop.hpp>

namespace stretto::study {

struct DeclaredLoop {
  Loop loop{"random"};
  Gpu gpu;
  bool persistent = false;
};

/// Two to eight ops: loads, multiplications, chains of computations, and stores, also of values that nothing else
/// reads. Values of this iteration or of the previous one; every way to copy, with the ways to multiply that go with
/// it; costs from random figures.
DeclaredLoop draw_declared_loop(std::uint64_t seed);

/// The same ops on a shipped target: with groups that take turns, with one to three declared roles, in clusters.
DeclaredLoop draw_on_shipped_target(std::uint64_t seed);

/// The loop and the GPU's figures as text, for reports and for reproduction.
std::string words(const DeclaredLoop& drawn);

}  // namespace stretto::study
