#include "policy.hpp"

namespace stretto::executor {

namespace {

struct Landings {
  Landing vm;
  Landing lgkm;
  bool by_wave;
};

constexpr Landings landings[] = {
    {Landing::random, Landing::random, false}, {Landing::late, Landing::random, false},
    {Landing::random, Landing::late, false},   {Landing::late, Landing::late, true},
    {Landing::early, Landing::late, false},    {Landing::late, Landing::early, false},
    {Landing::early, Landing::early, false},
};
constexpr std::uint64_t landing_kinds = sizeof(landings) / sizeof(landings[0]);

WaveChoice choice_of(int number, int waves) {
  switch (number) {
    case 0: return WaveChoice::uniform;
    case 1: return WaveChoice::fixed_priority;
    case 2: return WaveChoice::moving_priority;
    default: return number < 3 + waves ? WaveChoice::starved : WaveChoice::favoured;
  }
}

}  // namespace

Policy policy_of(std::uint64_t seed, int waves) {
  const std::uint64_t choices = 3 + 2 * static_cast<std::uint64_t>(waves);
  const int number = static_cast<int>(seed / 2 % choices);
  const std::uint64_t round = seed / 2 / choices;
  Policy policy;
  policy.choice = choice_of(number, waves);
  if (number >= 3) policy.wave = (number - 3) % waves;
  policy.burst = 1 << (2 * static_cast<int>(round / 2 % 3));
  policy.sampling = seed % 2 == 0 ? Sampling::at_issue : Sampling::at_completion;
  if (round % 2 == 1) {
    const Landings& landing = landings[round / 2 % landing_kinds];
    policy.vm = landing.vm;
    policy.lgkm = landing.lgkm;
    policy.landing_by_wave = landing.by_wave;
    if (seed % 2 == 0) policy.sampling = Sampling::random;
  }
  return policy;
}

}  // namespace stretto::executor
