// Policy: which of the legal moments the executor picks, by seed.
#pragma once

#include <cstdint>

namespace stretto::executor {

enum class Landing : unsigned char { late, early, random };               // when an operation completes
enum class Sampling : unsigned char { at_issue, at_completion, random };  // when it reads

enum class WaveChoice : unsigned char {
  uniform,          // any wave, a few steps at a time
  fixed_priority,   // in a random order: the first that can step runs as far as it can
  moving_priority,  // the same, the order changing at random moments
  starved,          // one wave steps only when no other can
  favoured,         // one wave steps whenever it can
};

struct Policy {
  WaveChoice choice = WaveChoice::uniform;
  int wave = 0;   // the starved or favoured one
  int burst = 1;  // uniform: most steps in a row
  Sampling sampling = Sampling::at_issue;
  Landing vm = Landing::late;
  Landing lgkm = Landing::late;
  bool landing_by_wave = false;  // each wave draws its own two landings instead
};

/// Seeds go round all choices of waves (each wave starved and favoured in turn) with both ends of sampling; every
/// second round everything lands late, since that is the worst most often, and the rounds between go through the other
/// landings.
Policy policy_of(std::uint64_t seed, int waves);

}  // namespace stretto::executor
