#include "weakened.hpp"

#include <algorithm>
#include <stdexcept>

#include <stretto/mojo/names.hpp>

#include "executor/interpreter/interpreter.hpp"

namespace stretto::pipelines {

namespace {

std::string described(const WaveProgram& program, const Role& role, Section section, int index) {
  const Step& step = role.steps[section][index];
  std::string text = std::string(role.name) + " " + name(section) + " " + std::to_string(index) + " (";
  switch (step.action) {
    case Action::wait: text += std::string("wait ") + name(step.counter) + " " + std::to_string(step.count); break;
    case Action::await: text += "await"; break;
    case Action::arrive: text += "arrive"; break;
    default: text += "barrier"; break;
  }
  if (step.phase_barrier.present()) {
    text += std::string(" ") + program.phase_barriers[step.phase_barrier.barrier].name + " " +
            std::to_string(step.phase_barrier.barrier);
  }
  return text + ")";
}

bool derived(const Step& step) {
  const bool orders = step.action == Action::wait || step.action == Action::await || step.action == Action::arrive ||
                      step.action == Action::barrier;
  return orders && !step.pacing;
}

}  // namespace

std::vector<Weakened> weakenings(const WaveProgram& program) {
  std::vector<Weakened> all;
  for (int a = 0; a < program.roles.size(); ++a) {
    for (const Section section : all_sections) {
      const Vector<Step>& steps = program.roles[a].steps[section];
      for (int i = 0; i < steps.size(); ++i) {
        if (!derived(steps[i])) continue;
        const std::string where = described(program, program.roles[a], section, i);
        Weakened dropped{where + ": dropped", program};
        Vector<Step> rest;
        for (int k = 0; k < steps.size(); ++k) {
          if (k != i) rest.push_back(steps[k]);
        }
        dropped.program.roles[a].steps[section] = rest;
        all.push_back(dropped);
        Weakened changed{where, program};
        Step& step = changed.program.roles[a].steps[section][i];
        if (step.action == Action::wait) {
          ++step.count;
          changed.what += ": loosened";
          all.push_back(changed);
        } else if (step.action == Action::await) {
          step.phase_barrier.flip = 1 - step.phase_barrier.flip;
          changed.what += ": flipped";
          all.push_back(changed);
        }
      }
    }
  }
  return all;
}

bool only_for_the_next_run(const Weakened& weak) {
  const auto has = [&](const char* words) { return weak.what.find(words) != std::string::npos; };
  const bool few = weak.program.tiles_per_trip == 0;
  const bool first_use = has("prologue") && has("(await empty");
  const bool last_release = (few || has("epilogue")) && has("(arrive empty");
  return !weak.program.persistent && (first_use || last_release) && has("dropped");
}

std::vector<Vector<int>> trip_counts(const WaveProgram& program, int most) {
  std::vector<Vector<int>> all;
  for (int n = program.min_trips; n <= most; ++n) {
    Vector<int> trips;
    trips.push_back(n);
    all.push_back(trips);
    if (program.tiles_per_trip == 0) break;
  }
  if (!program.persistent) return all;
  for (const std::vector<int>& list :
       {std::vector<int>{0, 0, 0, 0, 0, 0}, {1, 2, 0, 3}, {4, 0, 1}, {2, 2, 2}, {1, 1, 5}, {3, 1, 4, 1, 5}}) {
    Vector<int> trips;
    for (int n : list) trips.push_back(n + program.min_trips);
    all.push_back(trips);
  }
  return all;
}

std::string first_failure(const WaveProgram& program, int trips, std::uint64_t seeds) {
  for (const Vector<int>& counts : trip_counts(program, trips)) {
    const executor::Interpretation found = executor::Interpreter(program, counts).search(seeds);
    if (found.right()) continue;
    return std::to_string(counts[0]) + " trips, seed " + std::to_string(found.seed) + ": " +
           executor::name(found.ending) + ", " + found.what;
  }
  return "";
}

bool goes_wrong(const WaveProgram& program, int trips, std::uint64_t seeds) {
  // A program that the interpreter refuses as invalid counts as wrong.
  try {
    return !first_failure(program, trips, seeds).empty();
  } catch (const std::invalid_argument&) {
    return true;
  }
}

}  // namespace stretto::pipelines
