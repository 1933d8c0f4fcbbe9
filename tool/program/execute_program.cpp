#include "program/execute_program.hpp"

#include "../executor/interpreter/interpreter.hpp"
#include "program/verify_program.hpp"

namespace stretto::tool {

namespace {

constexpr int tiles_of_a_run =
    3;  // enough for phases and rings to wrap, and for a tile to meet the one before the last

std::string number_of(int number, const char* what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

/// "3 tiles of 2 trips", "tiles of 0, 1 and 2 trips"; of a program that is not persistent, "2 trips".
std::string runs_text(const Vector<int>& runs, bool persistent) {
  bool same = true;
  for (const int count : runs) same = same && count == runs[0];
  if (same) return (persistent ? number_of(runs.size(), "tile") + " of " : "") + number_of(runs[0], "trip");
  std::string text = "tiles of ";
  for (int r = 0; r < runs.size(); ++r) {
    if (r > 0) text += r + 1 == runs.size() ? " and " : ", ";
    text += std::to_string(runs[r]);
  }
  return text + " trips";
}

}  // namespace

ProgramExecution execute_program(const ProgramFile& file, const std::vector<int>& trips, long seeds) {
  // A program that cannot run has no executions. A deadlock is an outcome, so barrier counts may differ.
  if (const Diagnostic error = check_program(file.program); error && error.rule != Rule::barrier_counts_differ) {
    throw InputError(file.name + ": " + refusal(file, error));
  }
  ProgramExecution out;
  const auto execute = [&](const Vector<int>& runs) {
    out.text += file.name + ": " + runs_text(runs, file.program.persistent) + ": ";
    const executor::Interpretation found =
        executor::Interpreter(file.program, runs).search(static_cast<std::uint64_t>(seeds));
    if (found.right()) {
      out.text += "correct with " + number_of(static_cast<int>(seeds), "seed") + "\n";
      return;
    }
    out.right = false;
    out.encodable = out.encodable && found.ending != executor::Ending::unencodable;
    out.text += std::string(name(found.ending)) + " with seed " + std::to_string(found.seed) + ": " + found.what + "\n";
  };
  Vector<int> mixed;
  for (const int count : trips) {
    if (count < file.program.min_trips) {
      out.text += file.name + ": " + number_of(count, "trip") + ": the program makes at least " +
                  std::to_string(file.program.min_trips) + "\n";
      continue;
    }
    execute(Vector<int>(file.program.persistent ? tiles_of_a_run : 1, count));
    mixed.push_back(count);
  }
  // Tiles of different lengths, one after another.
  if (file.program.persistent && mixed.size() > 1) execute(mixed);
  return out;
}

}  // namespace stretto::tool
