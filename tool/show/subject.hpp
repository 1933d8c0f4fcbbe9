// What is to be shown: a program of waves with names, costs and a verdict, wherever it came from.
//
//   ping_pong, four_wave, single_buffer       a built-in schedule
//   gemm, flash_attention, reduction, copy    a declared loop on a target
//   FILE.json                                 a case, or what `compile` has written
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <stretto/stretto.hpp>

#include "json_reader.hpp"
#include "pipeline_catalog.hpp"
#include "show/scene.hpp"

namespace stretto::tool {

struct SubjectArguments {
  std::string what;
  std::string sync = "declared";  // of a built-in schedule or a case: declared or derived
  LoopArguments loop;             // of a declared loop
};

struct Subject {
  std::string title;
  std::string target;
  std::string source;
  WaveProgram program;
  LatencyBounds latency;
  TimedCosts costs;
  std::vector<std::vector<std::string>> labels;  // of each agent's phases, three an agent: of its steps
  bool has_interval = false;
  SceneInterval interval;
  std::vector<SceneCircuit> circuits;  // of the bound
  int workgroups = 1;                  // of a cluster

  [[nodiscard]] const std::string& label(int agent, Phase phase, int index) const {
    const auto at = static_cast<std::size_t>(agent) * 3 + static_cast<std::size_t>(phase);
    return labels[at][static_cast<std::size_t>(index)];
  }
  /// Agents of one name are numbered.
  [[nodiscard]] std::string agent_name(int agent) const;
};

/// Built-in schedules and declared loops, by name.
std::vector<std::string> subject_names();

/// The case of a built-in schedule, by its name.
std::optional<Json> built_in_case(const std::string& what);

/// Is it the name of a declared loop?
bool is_loop(const std::string& what);

/// The number of a step among all of a program: agent by agent, phase by phase.
int step_id(const WaveProgram& program, int agent, Phase phase, int index);

/// Throws InputError for what is not there, or refused.
Subject find_subject(const SubjectArguments& arguments);

}  // namespace stretto::tool
