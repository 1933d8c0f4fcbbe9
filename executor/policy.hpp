// Policy: the choice among the legal times of each event, by seed.
#pragma once

#include <cstdint>

namespace stretto::executor {

enum class Landing : unsigned char { late, early, random };               // when an operation completes
enum class Sampling : unsigned char { at_issue, at_completion, random };  // when it reads

enum class WaveChoice : unsigned char {
  uniform,          // any wave, a few steps at a time
  fixed_priority,   // in a random fixed order: the first wave that can step runs as far as it can
  moving_priority,  // as fixed_priority, but the order changes at random times
  starved,          // one wave steps only if no other can
  favoured,         // one wave steps whenever it can
};

struct Policy {
  WaveChoice choice = WaveChoice::uniform;
  int wave = 0;   // the starved or favoured wave
  int burst = 1;  // uniform: most consecutive steps of a wave
  Sampling sampling = Sampling::at_issue;
  Landing vm = Landing::late;
  Landing lgkm = Landing::late;
  bool landing_by_wave = false;  // each wave draws its two landings at random instead
};

/// The policy of a seed. Seeds cycle through all choices of waves (each wave starved and favoured in turn), with both
/// extremes of sampling. In every second round everything lands late, since that is the worst case most often; the
/// other rounds cycle through the remaining landings.
Policy policy_of(std::uint64_t seed, int waves);

}  // namespace stretto::executor
