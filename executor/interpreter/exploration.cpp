#include "exploration.hpp"

#include <unordered_set>

#include "story.hpp"
#include "transitions.hpp"

namespace stretto::executor::interpreter {

namespace {

struct FingerprintHash {
  std::size_t operator()(const Fingerprint& print) const { return static_cast<std::size_t>(print.low); }
};

class Explorer {
 public:
  Explorer(const StraightLines& lines, const ExplorationOptions& options)
      : lines_(lines), options_(options), transitions_(lines, options.reads, options.completions) {}

  Exploration explore() {
    if (!lines_.unencodable.empty()) note(Ending::unencodable, lines_.unencodable);
    visit(first_state(lines_));
    while (!open_.empty() && !enough()) {
      const State state = std::move(open_.back());
      open_.pop_back();
      expand(state);
    }
    out_.complete = open_.empty() && !enough();
    out_.states = static_cast<long>(seen_.size());
    return out_;
  }

 private:
  [[nodiscard]] bool enough() const {
    return static_cast<long>(seen_.size()) > options_.max_states || (options_.stop_at_first && out_.fails());
  }

  void visit(State&& state) {
    if (seen_.insert(fingerprint(state)).second) open_.push_back(std::move(state));
  }

  void expand(const State& state) {
    if (const auto left = transitions_.left_behind(state); left && !out_.finds(Ending::unfinished)) {
      note(Ending::unfinished, story(lines_, state, *left));
    }
    transitions_.list(state, possible_);
    if (possible_.empty()) return end(state);
    const int alone = transitions_.without_effect(state, possible_);
    for (int i = 0; at(i) < possible_.size(); ++i) {
      if (alone >= 0 && i != alone) continue;
      State after = state;
      failures_.clear();
      transitions_.take(after, possible_[at(i)], failures_);
      bool ends = false;
      for (const Failure& failure : failures_) {
        if (failure.ending != Ending::wrong_number && failure.ending != Ending::unfenced) ends = true;
        if (!out_.finds(failure.ending)) note(failure.ending, story(lines_, after, failure));
      }
      if (!ends) visit(std::move(after));
    }
  }

  void end(const State& state) {
    if (const auto stuck = transitions_.end_of(state)) {
      if (!out_.finds(Ending::deadlock)) note(Ending::deadlock, story(lines_, state, *stuck));
    } else if (!lines_.miscounted.empty()) {
      note(Ending::wrong_number, lines_.miscounted);
    } else {
      note(Ending::right, {});
    }
  }

  void note(Ending ending, const std::string& what) {
    const auto index = static_cast<std::size_t>(ending);
    if (out_.found[index]) return;
    out_.found[index] = true;
    out_.what[index] = what;
  }

  const StraightLines& lines_;
  const ExplorationOptions& options_;
  Transitions transitions_;
  Exploration out_;
  std::unordered_set<Fingerprint, FingerprintHash> seen_;
  std::vector<State> open_;
  std::vector<Transition> possible_;
  std::vector<Failure> failures_;
};

}  // namespace

Exploration explore_all(const StraightLines& lines, const ExplorationOptions& options) {
  return Explorer(lines, options).explore();
}

}  // namespace stretto::executor::interpreter
