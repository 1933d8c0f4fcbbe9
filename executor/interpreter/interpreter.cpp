#include "interpreter.hpp"

#include "chooser.hpp"
#include "exploration.hpp"
#include "story.hpp"
#include "transitions.hpp"

namespace stretto::executor {

using namespace interpreter;

class Interpreter::Lines {
 public:
  Lines(const WaveProgram& program, const Vector<int>& trips) : lines(straight_lines(program, trips)) {}
  StraightLines lines;
};

Interpreter::Interpreter(const WaveProgram& program, const Vector<int>& trips)
    : lines_(std::make_unique<Lines>(program, trips)) {}
Interpreter::Interpreter(Interpreter&&) noexcept = default;
Interpreter& Interpreter::operator=(Interpreter&&) noexcept = default;
Interpreter::~Interpreter() = default;

Interpretation Interpreter::run(std::uint64_t seed, ReadTimes reads) const {
  const StraightLines& lines = lines_->lines;
  if (!lines.unencodable.empty()) return {Ending::unencodable, lines.unencodable, seed};
  const Transitions transitions(lines, reads, CompletionTimes::any);
  PolicyChooser chooser(seed, static_cast<int>(lines.waves.size()));
  State state = first_state(lines);
  std::vector<Transition> possible;
  std::vector<Failure> failures;
  for (transitions.list(state, possible); !possible.empty(); transitions.list(state, possible)) {
    transitions.take(state, possible[chooser.choose(possible)], failures);
    if (!failures.empty()) return {failures[0].ending, story(lines, state, failures[0]), seed};
    if (const auto left = transitions.left_behind(state)) return {left->ending, story(lines, state, *left), seed};
  }
  if (const auto stuck = transitions.end_of(state)) return {stuck->ending, story(lines, state, *stuck), seed};
  if (!lines.miscounted.empty()) return {Ending::wrong_number, lines.miscounted, seed};
  return {Ending::right, {}, seed};
}

Interpretation Interpreter::search(std::uint64_t seeds, ReadTimes reads) const {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    if (Interpretation found = run(seed, reads); !found.right()) return found;
  }
  return {};
}

Exploration Interpreter::explore(const ExplorationOptions& options) const {
  return explore_all(lines_->lines, options);
}

Interpretation interpret(const WaveProgram& program, const Vector<int>& trips, std::uint64_t seed) {
  return Interpreter(program, trips).run(seed);
}

Exploration interpret_all(const WaveProgram& program, const Vector<int>& trips, long max_states) {
  ExplorationOptions options;
  options.max_states = max_states;
  return Interpreter(program, trips).explore(options);
}

}  // namespace stretto::executor
