// The subject of a command: a wave program with names and costs. find_subject.hpp finds it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <stretto/stretto.hpp>

#include "audit/launch_arguments.hpp"
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
  LaunchArguments launch;         // of a compiled kernel
  std::vector<TypedOption> typed;

  /// The command-line arguments, as typed, but printable.
  [[nodiscard]] std::string command() const;
};

class Judgement;

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
  std::vector<SceneRecurrence> recurrences;    // recurrences of the bound
  int workgroups = 1;                          // of a cluster
  std::shared_ptr<const void> owner;           // of the names in the program, if it is from a file
  std::shared_ptr<const StepNames> names;      // of its steps, in the words of the file; null: none
  std::shared_ptr<const Judgement> judgement;  // null: the verdict on `program` is that of the verifier

  [[nodiscard]] const std::string& label(int role, Section section, int index) const {
    const auto at = static_cast<std::size_t>(role) * 3 + static_cast<std::size_t>(section);
    return labels[at][static_cast<std::size_t>(index)];
  }
};

/// The number of a step in the whole program, by role and section.
int step_id(const WaveProgram& program, int role, Section section, int index);

}  // namespace stretto::tool
