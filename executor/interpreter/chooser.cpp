#include "chooser.hpp"

#include <algorithm>

namespace stretto::executor::interpreter {

namespace {

using Kind = Transition::Kind;

constexpr int change_of_priorities = 16;  // average number of steps between changes

bool is_step(const Transition& transition) {
  return transition.kind == Kind::step || transition.kind == Kind::pass_barrier;
}

bool like_vm(Counter counter) {
  return counter == Counter::vm || counter == Counter::copy || counter == Counter::bytes;
}

}  // namespace

PolicyChooser::PolicyChooser(std::uint64_t seed, int waves)
    : policy_(policy_of(seed, waves)), random_(seed), priorities_(at(waves), 0) {
  for (int wave = 0; wave < waves; ++wave) {
    for (const Landing given : {policy_.vm, policy_.lgkm}) {
      landings_.push_back(policy_.landing_by_wave ? static_cast<Landing>(random_.below(3)) : given);
    }
  }
  draw_priorities();
}

void PolicyChooser::draw_priorities() {
  for (int& priority : priorities_) priority = random_.below(1 << 20);
}

Landing PolicyChooser::landing(const Transition& transition) const {
  return landings_[at(2 * transition.wave + (like_vm(transition.counter) ? 0 : 1))];
}

std::size_t PolicyChooser::choose(const std::vector<Transition>& possible) {
  const auto gather = [&](auto wanted) {
    candidates_.clear();
    for (std::size_t i = 0; i < possible.size(); ++i) {
      if (wanted(possible[i])) candidates_.push_back(i);
    }
    return !candidates_.empty();
  };
  const auto samples = [&](Sampling sampling) {
    return [=, this](const Transition& t) { return t.kind == Kind::sample && policy_.sampling == sampling; };
  };
  const auto lands = [&](Landing when) {
    return [=, this](const Transition& t) { return !is_step(t) && t.kind != Kind::sample && landing(t) == when; };
  };
  if (gather(samples(Sampling::at_issue))) return any();
  if (gather(lands(Landing::early))) return any();
  const bool can_step = std::any_of(possible.begin(), possible.end(), is_step);
  const auto sometime = [&](const Transition& t) { return samples(Sampling::random)(t) || lands(Landing::random)(t); };
  if (gather(sometime) && (!can_step || random_.one_in(3))) return any();
  if (can_step) return choose_step(possible);
  if (gather(lands(Landing::late))) return any();
  return static_cast<std::size_t>(random_.below(static_cast<int>(possible.size())));
}

std::size_t PolicyChooser::choose_step(const std::vector<Transition>& possible) {
  candidates_.clear();
  for (std::size_t i = 0; i < possible.size(); ++i) {
    if (is_step(possible[i])) candidates_.push_back(i);
  }
  const auto wave_of = [&](std::size_t i) { return possible[i].wave; };
  const auto own =
      std::find_if(candidates_.begin(), candidates_.end(), [&](std::size_t i) { return wave_of(i) == policy_.wave; });
  switch (policy_.choice) {
    case WaveChoice::moving_priority:
      if (random_.one_in(change_of_priorities)) draw_priorities();
      [[fallthrough]];
    case WaveChoice::fixed_priority:
      return *std::max_element(candidates_.begin(), candidates_.end(), [&](std::size_t a, std::size_t b) {
        return priorities_[at(wave_of(a))] < priorities_[at(wave_of(b))];
      });
    case WaveChoice::starved:
      if (own != candidates_.end() && candidates_.size() > 1) candidates_.erase(own);
      return any();
    case WaveChoice::favoured: return own != candidates_.end() ? *own : any();
    case WaveChoice::uniform: break;
  }
  if (burst_left_ > 0) {
    --burst_left_;
    for (const std::size_t i : candidates_) {
      if (wave_of(i) == last_wave_) return i;
    }
  }
  const std::size_t chosen = any();
  last_wave_ = wave_of(chosen);
  burst_left_ = random_.below(policy_.burst);
  return chosen;
}

}  // namespace stretto::executor::interpreter
