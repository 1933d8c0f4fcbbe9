// A program file: a wave program as JSON, written down from a kernel's source. docs/program_files.md documents the
// format, docs/schema/program.schema.json is its schema.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include <stretto/stretto.hpp>

#include "json/object_reader.hpp"

namespace stretto::tool {

/// The words of a step in the file.
struct StepWords {
  std::string verb;   // "tma_load"
  std::string label;  // "A, B"; empty for steps that synchronise
  int cycles = 0;     // on its unit, for pictures; 0: not said
};

/// A program with everything that its file says about it.
class ProgramFile {
 public:
  ProgramFile() = default;
  ProgramFile(ProgramFile&&) = default;
  ProgramFile& operator=(ProgramFile&&) = default;
  ProgramFile(const ProgramFile&) = delete;  // names are owned here, and the program points to them
  ProgramFile& operator=(const ProgramFile&) = delete;

  std::string name;
  const Gpu* target = nullptr;  // null: none is named
  WaveProgram program;
  std::vector<PerSection<std::vector<StepWords>>> words;  // by role
  std::vector<std::string> unread_sums;                   // of asynchronous steps: no step reads them

  /// A text that lives as long as the file.
  const char* keep(const std::string& text) { return texts_.emplace_back(text).c_str(); }
  [[nodiscard]] const StepWords& words_of(const StepInstance& step) const {
    return words[static_cast<std::size_t>(step.role)][step.section][static_cast<std::size_t>(step.index)];
  }

 private:
  std::deque<std::string> texts_;
};

/// Throws InputError with the place of what is wrong.
ProgramFile read_program(const Json& input, const JsonPlace& place);

/// Names the steps of a program file in messages: "kernel[0] await full[2]".
class ProgramNames : public StepNames {
 public:
  explicit ProgramNames(const ProgramFile& file) : StepNames(file.program), file_(file) {}

  /// "wave 0 of consumer 1": counted within its role, as "waves" in the file counts; the role alone if it has one wave.
  [[nodiscard]] Text wave(int number) const override {
    for (const Role& role : file_.program.roles) {
      if (number < role.first_wave || number >= role.first_wave + role.waves) continue;
      if (role.waves == 1 || file_.program.roles.size() < 2) break;
      Text text("wave ");
      return text << number - role.first_wave << " of " << role.name;
    }
    return StepNames::wave(number);
  }

 protected:
  [[nodiscard]] Text op(const StepInstance& step) const override {
    const StepWords& words = file_.words_of(step);
    Text text(words.verb.c_str());
    if (!words.label.empty()) return text << " " << words.label.c_str();
    return StepNames::op(step);
  }

 private:
  const ProgramFile& file_;
};

}  // namespace stretto::tool
