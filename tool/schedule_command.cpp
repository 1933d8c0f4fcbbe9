#include "schedule_command.hpp"

#include <chrono>
#include <iostream>
#include <map>

#include <CLI/CLI.hpp>

#include "common_options.hpp"
#include "exit_status.hpp"
#include "file_kind.hpp"
#include "input.hpp"
#include "loop_schedule.hpp"
#include "output.hpp"

namespace stretto::tool {

namespace {

const char* reason_word(ModuloReason reason) {
  switch (reason) {
    case ModuloReason::resource: return "resource";
    case ModuloReason::recurrence: return "recurrence";
    case ModuloReason::exhausted: return "exhausted";
    case ModuloReason::fixed: return "fixed";
    case ModuloReason::open: return "open";
  }
  return "?";
}

Json numbers(const Vector<long>& values) {
  Json list = Json::array();
  for (long value : values) list.push_back(value);
  return list;
}

Json recurrence_json(const NamedLoop& loop, const Vector<int>& recurrence) {
  Json list = Json::array();
  for (int e : recurrence) list.push_back(loop.op_names[static_cast<std::size_t>(loop.problem.edges[e].from)]);
  return list;
}

Json result_json(const NamedLoop& loop, const ModuloResult& result, double seconds) {
  Json out;
  out["name"] = loop.name;
  out["ops"] = loop.problem.size();
  out["edges"] = loop.problem.edges.size();
  out["res_mii"] = result.resource.ii;
  out["rec_mii"] = result.recurrence.ii;
  out["ii"] = result.ii;
  out["status"] = result.status == ModuloStatus::optimal ? "optimal" : "best";
  out["lower_bound"] = result.lower_bound;
  out["reason"] = reason_word(result.reason);
  out["saturated"] = nullptr;
  if (result.resource.resource >= 0) {
    out["saturated"] = loop.resource_names[static_cast<std::size_t>(result.resource.resource)];
  }
  out["recurrence"] = recurrence_json(loop, result.recurrence.edges);
  out["nodes"] = result.nodes;
  out["seconds"] = seconds;
  out["stages"] = result.costs.stages;
  out["starts"] = numbers(result.starts);
  return out;
}

std::string schedule_all(const std::vector<NamedLoop>& loops, double budget) {
  std::string text;
  for (const NamedLoop& loop : loops) {
    const auto begin = std::chrono::steady_clock::now();
    ModuloOptions options;
    options.only_interval = true;
    const ModuloResult result = schedule_loop(loop, options, budget);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    text += result_json(loop, result, seconds).dump() + "\n";
  }
  return text;
}

int check_all(const std::vector<NamedLoop>& loops, const ScheduleArguments& arguments) {
  std::map<std::string, const NamedLoop*> by_name;
  for (const NamedLoop& loop : loops) by_name.emplace(loop.name, &loop);
  std::string text;
  int status = exit_done;
  for (const JsonLine& line : read_json_lines(arguments.check)) {
    ObjectReader object(line.value, line.where);
    const std::string loop_name = object.require_string("name");
    const auto found = by_name.find(loop_name);
    if (found == by_name.end()) {
      throw line.where.error("unknown or duplicate loop " + quote(loop_name) + " of " + input_name(arguments.input));
    }
    const NamedLoop& loop = *found->second;
    by_name.erase(found);
    const LoopClaim claim = read_claim(line, loop);
    const BrokenConstraint broken = check_modulo_schedule(loop.problem, claim.ii, claim.starts);
    text +=
        loop.name + ": " +
        (broken ? breach_text(loop, claim, broken) : "satisfies every constraint at II " + std::to_string(claim.ii)) +
        "\n";
    if (broken) status = exit_race;
  }
  if (!by_name.empty()) {
    throw InputError(arguments.check + ": no schedule for loop \"" + by_name.begin()->first + "\"");
  }
  write_output(arguments.output, text);
  return status;
}

}  // namespace

CLI::App* add_schedule(CLI::App& app, ScheduleArguments& arguments) {
  CLI::App* schedule = app.add_subcommand("schedule", "Find exact modulo schedules of loop graphs");
  add_files(*schedule, "loops", "File with one JSON loop per line", arguments);
  add_seconds(*schedule, "--budget", arguments.budget, "Time budget per loop");
  schedule->add_option("--check", arguments.check, "Check the schedules in this file, an earlier output, instead")
      ->type_name("FILE");
  set_examples(*schedule, {"stretto schedule tests/loops/origami.jsonl -o schedules.jsonl",
                           "stretto schedule tests/loops/origami.jsonl --check schedules.jsonl"});
  return schedule;
}

int run_schedule(const ScheduleArguments& arguments) {
  const std::vector<NamedLoop> loops =
      about_kind(arguments.input, "schedule", [&] { return read_loops(arguments.input); });
  if (!arguments.check.empty()) {
    return about_kind(arguments.check, "schedule --check", [&] { return check_all(loops, arguments); });
  }
  write_output(arguments.output, schedule_all(loops, arguments.budget));
  return exit_done;
}

}  // namespace stretto::tool
