#include "schedule_command.hpp"

#include <chrono>
#include <iostream>
#include <map>

#include <CLI/CLI.hpp>

#include "common_options.hpp"
#include "exit_status.hpp"
#include "loops_json.hpp"
#include "output.hpp"

namespace stretto::tool {

namespace {

using Clock = std::chrono::steady_clock;

/// The searches ask through a plain function, so the deadline of the loop at hand lies here.
Clock::time_point& deadline() {
  static Clock::time_point point;
  return point;
}
bool deadline_passed() { return Clock::now() >= deadline(); }

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

Json circuit_json(const NamedLoop& loop, const Vector<int>& circuit) {
  Json list = Json::array();
  for (int e : circuit) list.push_back(loop.op_names[static_cast<std::size_t>(loop.problem.edges[e].from)]);
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
  out["circuit"] = circuit_json(loop, result.recurrence.circuit);
  out["nodes"] = result.nodes;
  out["seconds"] = seconds;
  out["stages"] = result.costs.stages;
  out["starts"] = numbers(result.starts);
  return out;
}

std::string schedule_all(const std::vector<NamedLoop>& loops, double budget) {
  std::string text;
  for (const NamedLoop& loop : loops) {
    const Clock::time_point begin = Clock::now();
    deadline() = begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(budget));
    ModuloOptions options;
    options.only_interval = true;
    options.budget.expired = deadline_passed;
    const Result<ModuloResult> result = modulo_schedule(loop.problem, options);
    if (!result.ok()) throw InputError(loop_refusal(loop, result.error));
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    text += result_json(loop, result.value, seconds).dump() + "\n";
  }
  return text;
}

struct Claim {
  long ii = 0;
  Vector<long> starts;
};

constexpr long largest_start = 1L << 40;

long start_of(const Json& value, long lowest, const std::string& where) {
  const bool fits = value.is_number_unsigned() ? value.get<unsigned long>() <= static_cast<unsigned long>(largest_start)
                                               : value.is_number_integer() && value.get<long>() >= -largest_start;
  if (!fits || value.get<long>() < lowest) {
    throw InputError(where + ": must be an integer from " + std::to_string(lowest) + " to " +
                     std::to_string(largest_start));
  }
  return value.get<long>();
}

Claim read_claim(const JsonLine& line, const NamedLoop& loop) {
  ObjectReader object(line.value, line.where);
  Claim claim;
  claim.ii = start_of(object.require("ii"), 1, object.path_of("ii"));
  if (claim.ii > 1L << 30) throw InputError(object.path_of("ii") + ": is far beyond any loop");
  const Json& starts = object.require("starts");
  if (!starts.is_array() || starts.size() != loop.op_names.size()) {
    throw InputError(object.path_of("starts") + ": must be an array of " + std::to_string(loop.op_names.size()) +
                     " starts, one for each op of " + loop.name);
  }
  for (std::size_t i = 0; i < starts.size(); ++i) {
    claim.starts.push_back(
        start_of(starts[i], -largest_start, object.path_of("starts") + "[" + std::to_string(i) + "]"));
  }
  return claim;
}

std::string quoted(const NamedLoop& loop, int op) { return "\"" + loop.op_names[static_cast<std::size_t>(op)] + "\""; }

std::string breach_text(const NamedLoop& loop, const Claim& claim, const BrokenConstraint& broken) {
  const std::string at = " at II " + std::to_string(claim.ii);
  if (broken.what == ModuloBreach::edge) {
    const ModuloEdge& edge = loop.problem.edges[broken.edge];
    return "edge " + std::to_string(broken.edge) + " from " + quoted(loop, edge.from) + " (start " +
           std::to_string(claim.starts[edge.from]) + ") to " + quoted(loop, edge.to) + " (start " +
           std::to_string(claim.starts[edge.to]) + "), distance " + std::to_string(edge.distance) + ", is short of " +
           std::to_string(edge.delay) + " cycles" + at;
  }
  std::string text = "resource \"" + loop.resource_names[static_cast<std::size_t>(broken.resource)] + "\" of limit " +
                     std::to_string(loop.problem.resources[broken.resource].limit) + " is held " +
                     std::to_string(broken.holders) + " times at residue " + std::to_string(broken.residue) + at +
                     ", by";
  for (int k = 0; k < broken.ops.size(); ++k) text += (k > 0 ? ", " : " ") + quoted(loop, broken.ops[k]);
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
      throw InputError(line.where + ": \"" + loop_name + "\" is no loop of " + arguments.input + ", or stands twice");
    }
    const NamedLoop& loop = *found->second;
    by_name.erase(found);
    const Claim claim = read_claim(line, loop);
    const BrokenConstraint broken = check_modulo_schedule(loop.problem, claim.ii, claim.starts);
    text += loop.name + ": " +
            (broken ? breach_text(loop, claim, broken) : "keeps every constraint at II " + std::to_string(claim.ii)) +
            "\n";
    if (broken) status = exit_race;
  }
  if (!by_name.empty()) {
    throw InputError(arguments.check + ": says nothing of \"" + by_name.begin()->first + "\"");
  }
  write_output(arguments.output, text);
  return status;
}

}  // namespace

CLI::App* add_schedule(CLI::App& app, ScheduleArguments& arguments) {
  CLI::App* schedule = app.add_subcommand("schedule", "Schedule loops modulo their initiation interval, exactly");
  add_input(*schedule, "loops", arguments.input, "File with one loop a line, in JSON");
  add_output(*schedule, arguments.output);
  add_seconds(*schedule, "--budget", arguments.budget, "Time that each loop may take");
  schedule->add_option("--check", arguments.check, "Check the starts in this file, an earlier output, instead")
      ->type_name("FILE");
  set_examples(*schedule, {"stretto schedule tests/loops/origami.jsonl -o schedules.jsonl",
                           "stretto schedule tests/loops/origami.jsonl --check schedules.jsonl"});
  return schedule;
}

int run_schedule(const ScheduleArguments& arguments) {
  const std::vector<NamedLoop> loops = read_loops(arguments.input);
  if (!arguments.check.empty()) return check_all(loops, arguments);
  write_output(arguments.output, schedule_all(loops, arguments.budget));
  return exit_done;
}

}  // namespace stretto::tool
