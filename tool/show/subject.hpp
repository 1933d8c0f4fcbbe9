// The subject of a command: a wave program with names, costs and a verdict, from any source.
//
//   ping_pong, four_wave, single_buffer       a built-in schedule
//   gemm, flash_attention, reduction, copy    a declared loop on a target
//   FILE.json                                 a program file, a loop file, a case, or an output of `compile` or
//   `pipeline` FILE.jsonl                                a loop to modulo-schedule: a graph, not a program
//   (graph_scene.hpp)
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <stretto/stretto.hpp>

#include "input.hpp"
#include "json/object_reader.hpp"
#include "pipeline_catalog.hpp"
#include "show/scene.hpp"

namespace stretto::tool {

/// An option as typed.
struct TypedOption {
  std::string name;
  std::string value;
};

struct SubjectArguments {
  std::string reader = "show";  // the command
  std::string what;
  std::string sync = "declared";  // of a built-in schedule or a case: declared or derived
  LoopArguments loop;             // of a declared loop, and the choice of a loop of a file
  std::string starts;             // FILE.jsonl: a file with starts; empty: search
  std::vector<TypedOption> typed;

  /// The command-line arguments, as typed, but printable.
  [[nodiscard]] std::string command() const;
};

struct Subject {
  std::string title;
  std::string target;
  std::string source;
  WaveProgram program;
  LatencyBounds latency;
  TimedCosts costs;
  std::vector<std::vector<std::string>> labels;  // labels of the steps, by role and section (three per role)
  bool labels_list_accesses = true;              // after the name of the step, and a colon or a comma
  std::vector<int> ahead;  // by step: trip i of an op executes iteration i + this many; empty: iteration i
  bool has_interval = false;
  SceneInterval interval;
  std::vector<SceneRecurrence> recurrences;  // recurrences of the bound
  int workgroups = 1;                        // of a cluster
  std::shared_ptr<const void> owner;         // of the names in the program, if it is from a file
  std::shared_ptr<const StepNames> names;    // of its steps, in the words of the file; null: none

  [[nodiscard]] const std::string& label(int role, Section section, int index) const {
    const auto at = static_cast<std::size_t>(role) * 3 + static_cast<std::size_t>(section);
    return labels[at][static_cast<std::size_t>(index)];
  }
};

/// Built-in schedules and declared loops, by name.
std::vector<std::string> subject_names();

/// The case of a built-in schedule, by its name.
std::optional<Json> built_in_case(const std::string& what);

/// The number of a step in the whole program, by role and section.
int step_id(const WaveProgram& program, int role, Section section, int index);

/// True for the name of a schedule or a loop, false for a file.
bool is_built_in(const std::string& what);

/// As `about_input`, for a subject, which need not be a file.
template <class Function>
auto about_subject(const std::string& what, const Function& function) {
  return is_built_in(what) ? function() : about_input(what, function);
}

/// Throws InputError if it is neither the name of a subject nor a file.
void require_subject(const std::string& what);

/// The program of a subject. Throws InputError if it does not exist or is rejected.
Subject find_subject(const SubjectArguments& arguments);

}  // namespace stretto::tool
