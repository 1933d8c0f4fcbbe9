#include "explain_command.hpp"

#include <CLI/CLI.hpp>
#include <stretto/verify/verify.hpp>

#include "common_options.hpp"
#include "exit_status.hpp"
#include "json_reader.hpp"
#include "output.hpp"
#include "show/changes.hpp"
#include "show/make_scene.hpp"
#include "show/scene_text.hpp"

namespace stretto::tool {

namespace {

/// The step that is asked for. Throws InputError.
int find_step(const Scene& scene, const std::string& asked) {
  const std::size_t colon = asked.find(':');
  const std::string agent = colon == std::string::npos ? "" : asked.substr(0, colon);
  const std::string place = colon == std::string::npos ? asked : asked.substr(colon + 1);
  bool has_agent = agent.empty();
  for (int id = 0; id < scene.step_count(); ++id) {
    const SceneStep& step = scene.steps[static_cast<std::size_t>(id)];
    const std::string& name = scene.agents[static_cast<std::size_t>(step.agent)].name;
    if (!agent.empty() && name != agent) continue;
    has_agent = true;
    if (called(step) == place) return id;
  }
  std::string agents;
  for (const SceneAgent& one : scene.agents) agents += (agents.empty() ? "" : ", ") + one.name;
  if (!has_agent) throw InputError("no agent \"" + agent + "\"; there are " + agents);
  throw InputError("no entry " + asked + "; entries are prologue[0], kernel[12], or of an agent (" + agents + ") \"" +
                   scene.agents.front().name + ":kernel[3]\"");
}

std::string trips(int distance, const char* where) {
  return distance == 0 ? "" : ", " + std::to_string(distance) + (distance > 1 ? " trips " : " trip ") + where;
}

std::string links_text(const Scene& scene, const std::vector<SceneLink>& links, const char* where) {
  std::string out;
  for (const SceneLink& link : links) {
    const SceneStep& other = scene.steps[static_cast<std::size_t>(link.step)];
    out += "  - " + called(other) + " " + other.label + " (" + link.kind + " through " + link.place +
           trips(link.distance, where) + ")\n";
  }
  return out;
}

/// Places that a step can go up (-1) or down (1) before the verdict gets worse, or more goes wrong than does anyway.
int room(const Subject& subject, const SceneStep& step, int direction) {
  const Verification whole = verify(subject.program, {subject.latency, false});
  const int steps = subject.program.agents[step.agent].steps(step.phase).size();
  const int most = direction < 0 ? step.index : steps - 1 - step.index;
  int places = 0;
  while (places < most) {
    const WaveProgram moved =
        with_step_moved(subject.program, step.agent, step.phase, step.index, direction * (places + 1));
    const Verification then = verify(moved, {subject.latency, false});
    if (then.verdict > whole.verdict || then.hazards.size() > whole.hazards.size()) break;
    ++places;
  }
  return places;
}

std::string count(int places, const char* where, int most) {
  if (places == most) return std::string("to the ") + (where[0] == 'u' ? "start" : "end") + " of its phase";
  return std::to_string(places) + (places == 1 ? " place " : " places ") + where;
}

}  // namespace

CLI::App* add_explain(CLI::App& app, ExplainArguments& arguments) {
  CLI::App* explain =
      app.add_subcommand("explain", "One entry in words: what it waits for, who waits for it, its room");
  add_subject(*explain, arguments.subject);
  explain->add_option("entry", arguments.entry, "kernel[12]; of one agent: consumer:kernel[3]")->required();
  add_output(*explain, arguments.output);
  set_examples(*explain, {"stretto explain ping_pong 'kernel[12]'"});
  return explain;
}

int run_explain(const ExplainArguments& arguments) {
  const Subject subject = find_subject(arguments.subject);
  const Scene scene = make_scene(subject);
  const SceneStep& step = scene.steps[static_cast<std::size_t>(find_step(scene, arguments.entry))];
  const SceneAgent& agent = scene.agents[static_cast<std::size_t>(step.agent)];

  std::string out = scene.title + "\n" + called(step) + " " + step.label + ", " + name(step.kind) + " of " +
                    agent.name + " (" + std::to_string(agent.waves) + (agent.waves > 1 ? " waves)\n" : " wave)\n");
  if (step.kind == SceneKind::op) {
    out += "costs: ";
    if (step.unit >= 0) {
      out += scene.units[static_cast<std::size_t>(step.unit)].name + " for " + std::to_string(step.occupancy) +
             " cycles, ";
    }
    out += "result after " + std::to_string(step.latency) + ", " + std::to_string(step.issue) + " to issue\n";
    if (step.slack >= 0) {
      out += "slack: " + std::to_string(step.slack) + " cycles from its result to the first that needs it\n";
    }
  } else if (step.kind != SceneKind::other) {
    out += step.redundant ? "redundant: without it the verdict is the same\n" : "without it: " + step.needed_for + "\n";
  }
  if (!step.before.empty()) out += "comes after\n" + links_text(scene, step.before, "before");
  if (!step.after.empty()) out += "comes before\n" + links_text(scene, step.after, "later");
  const int steps = subject.program.agents[step.agent].steps(step.phase).size();
  out += "could move " + count(room(subject, step, -1), "up", step.index) + ", " +
         count(room(subject, step, 1), "down", steps - 1 - step.index) + ", and stay " + scene.verdict + "\n";
  for (const SceneHazard& hazard : scene.hazards) {
    const bool concerned = &step == scene.steps.data() + hazard.first || &step == scene.steps.data() + hazard.second;
    if (concerned) out += hazard.verdict + ": " + hazard.text + "\n";
  }
  write_output(arguments.output, out);
  return exit_done;
}

}  // namespace stretto::tool
