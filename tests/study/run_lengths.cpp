#include "run_lengths.hpp"

#include <cstdint>
#include <stdexcept>

#include "executor/interpreter/interpreter.hpp"
#include "tests/model_checker/model_checker.hpp"
#include "verdict_words.hpp"

namespace stretto::study {

namespace {

/// From the first length that is too long to explore, runs are executed at random a few times instead.
constexpr std::uint64_t runs_if_undecided = 20;

}  // namespace

std::vector<Vector<int>> run_lengths(const WaveProgram& program, Reach reach) {
  std::vector<Vector<int>> all;
  const bool usual = reach == Reach::usual;
  if (!program.persistent) {
    for (int n = 0; n <= 4 && usual; ++n) all.push_back({n});
    for (int n = 5; n <= 12 && !usual; ++n) all.push_back({n});
  } else if (usual) {
    for (int a = 0; a <= 2; ++a) all.push_back({a});
    for (int a = 0; a <= 2; ++a) {
      for (int b = 0; b <= 2; ++b) all.push_back({a, b});
    }
    for (const Vector<int>& trips :
         {Vector<int>{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {1, 0, 0}, {1, 1, 1}, {2, 0, 1}, {1, 2, 0}, {0, 1, 2}}) {
      all.push_back(trips);
    }
  } else {
    for (const int n : {4, 7}) all.push_back({n});
    for (const Vector<int>& trips : {Vector<int>{0, 0, 0, 0, 0, 0}, {3, 0, 0, 3}, {1, 1, 1, 1, 1}}) {
      all.push_back(trips);
    }
  }
  for (Vector<int>& trips : all) {
    for (int& n : trips) n += program.min_trips;
  }
  return all;
}

Truth interpreted(const WaveProgram& program, Reach reach, long max_states) {
  Truth truth;
  executor::ExplorationOptions options;
  options.stop_at_first = true;
  for (const Vector<int>& trips : run_lengths(program, reach)) {
    try {
      const executor::Interpreter interpreter(program, trips);
      if (!truth.undecided) {
        options.max_states = max_states - truth.states;
        const executor::Exploration found = interpreter.explore(options);
        truth.states += found.states;
        truth.wrong = found.fails();
        for (int e = 0; e < executor::endings; ++e) {
          if (found.what[static_cast<std::size_t>(e)].empty()) continue;
          truth.what = found.what[static_cast<std::size_t>(e)];
          truth.rule = name(static_cast<executor::Ending>(e));
        }
        truth.undecided = !found.complete && !found.fails();
      }
      if (!truth.wrong && truth.undecided) {
        const executor::Interpretation found = interpreter.search(runs_if_undecided);
        truth.wrong = !found.right();
        truth.what = found.what;
        truth.rule = name(found.ending);
      }
    } catch (const std::invalid_argument& error) {
      truth.refused = true;
      truth.what = error.what();
      return truth;
    }
    if (!truth.wrong) continue;
    truth.trips = trips;
    truth.what += " (trips " + words(trips) + ")";
    return truth;
  }
  return truth;
}

Truth model_checked(const WaveProgram& program, const Vector<int>& trips, long max_states) {
  Truth truth;
  try {
    const model_checker::Outcome outcome =
        model_checker::check(program, std::vector<int>(trips.begin(), trips.end()), max_states);
    truth.wrong = outcome.answer == model_checker::Answer::wrong;
    truth.undecided = outcome.answer == model_checker::Answer::too_many_states;
    truth.states = outcome.states;
    if (truth.wrong) {
      truth.trips = trips;
      truth.rule = outcome.rule;
      truth.what = outcome.what + " (trips " + words(trips) + ")";
    }
  } catch (const std::invalid_argument& error) {
    truth.refused = true;
    truth.what = error.what();
  }
  return truth;
}

}  // namespace stretto::study
