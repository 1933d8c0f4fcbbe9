// What is to be shown: a program of waves with names, costs and a verdict, wherever it came from.
//
//   ping_pong, four_wave, single_buffer       a built-in schedule
//   gemm, flash_attention, reduction, copy    a declared loop on a target
//   FILE.json                                 a case, or what `compile` has written
//   FILE.jsonl                                a loop to be scheduled modulo: a graph, no program (graph_scene.hpp)
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <stretto/stretto.hpp>

#include "json_reader.hpp"
#include "pipeline_catalog.hpp"
#include "show/scene.hpp"

namespace stretto::tool {

/// An option as it was typed.
struct TypedOption {
  std::string name;
  std::string value;
};

struct SubjectArguments {
  std::string what;
  std::string sync = "declared";  // of a built-in schedule or a case: declared or derived
  LoopArguments loop;             // of a declared loop
  std::string which;              // of a file of loops: name or number; empty: the only one
  std::string starts;             // of a file of loops: a file with starts; empty: they are searched for
  std::vector<TypedOption> typed;

  /// What was asked for, as it is typed.
  [[nodiscard]] std::string command() const;
};

struct Subject {
  std::string title;
  std::string target;
  std::string source;
  WaveProgram program;
  LatencyBounds latency;
  TimedCosts costs;
  std::vector<std::vector<std::string>> labels;  // of each role's phases, three a role: of its steps
  std::vector<int> ahead;  // by step: trip i of an op executes iteration i + this many; empty: iteration i
  bool has_interval = false;
  SceneInterval interval;
  std::vector<SceneRecurrence> recurrences;  // of the bound
  int workgroups = 1;                        // of a cluster

  [[nodiscard]] const std::string& label(int role, Section section, int index) const {
    const auto at = static_cast<std::size_t>(role) * 3 + static_cast<std::size_t>(section);
    return labels[at][static_cast<std::size_t>(index)];
  }
  /// Roles of one name are numbered.
  [[nodiscard]] std::string role_name(int role) const;
};

/// Built-in schedules and declared loops, by name.
std::vector<std::string> subject_names();

/// The case of a built-in schedule, by its name.
std::optional<Json> built_in_case(const std::string& what);

/// Is it the name of a declared loop?
bool is_loop(const std::string& what);

/// The number of a step among all of a program: role by role, phase by phase.
int step_id(const WaveProgram& program, int role, Section section, int index);

/// Throws InputError if it is neither the name of a subject nor a file.
void require_subject(const std::string& what);

/// A program. Throws InputError for what is not there, or refused.
Subject find_subject(const SubjectArguments& arguments);

}  // namespace stretto::tool
