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

}  // namespace

ProgramExecution execute_program(const ProgramFile& file, const std::vector<int>& trips, long seeds) {
  // A program that cannot run has no executions. A deadlock is an outcome, so barrier counts may differ.
  if (const Diagnostic error = check_program(file.program); error && error.rule != Rule::barrier_counts_differ) {
    throw InputError(file.name + ": " + refusal(file, error));
  }
  ProgramExecution out;
  for (const int count : trips) {
    out.text += file.name + ": ";
    if (count < file.program.min_trips) {
      out.text +=
          number_of(count, "trip") + ": the program makes at least " + std::to_string(file.program.min_trips) + "\n";
      continue;
    }
    const Vector<int> runs(file.program.persistent ? tiles_of_a_run : 1, count);
    if (file.program.persistent) out.text += number_of(tiles_of_a_run, "tile") + " of ";
    out.text += number_of(count, "trip") + ": ";
    const executor::Interpretation found =
        executor::Interpreter(file.program, runs).search(static_cast<std::uint64_t>(seeds));
    if (found.right()) {
      out.text += "correct with " + number_of(static_cast<int>(seeds), "seed") + "\n";
      continue;
    }
    out.right = false;
    out.encodable = out.encodable && found.ending != executor::Ending::unencodable;
    out.text += std::string(name(found.ending)) + " with seed " + std::to_string(found.seed) + ": " + found.what + "\n";
  }
  return out;
}

}  // namespace stretto::tool
