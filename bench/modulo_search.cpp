// Time of exact modulo scheduling: the public loops in tests/loops, and synthetic GPU loops with an II in the
// thousands, by number of ops. Single-threaded.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <stretto/modulo/schedule.hpp>

namespace {

using namespace stretto;

struct Timed {
  std::string name;
  int ops = 0;
  double seconds = 0;
  bool proven = false;      // II is proven
  bool all_proven = false;  // and every later objective
  ModuloResult result;
};

ModuloProblem problem_of(const nlohmann::json& value) {
  ModuloProblem problem;
  const auto& resources = value["resources"];
  for (const auto& resource : resources) {
    problem.resources.push_back({"", resource["limit"].is_null() ? unlimited : resource["limit"].get<int>(), 1});
  }
  for (const auto& op : value["ops"]) {
    const auto& resource = resources[op[1].get<std::size_t>()];
    problem.uses.push_back({problem.size(), op[1].get<int>(), resource["occupancy"].get<int>()});
    problem.ops.push_back({""});
  }
  for (const auto& edge : value["edges"]) {
    const auto& resource = resources[value["ops"][edge[0].get<std::size_t>()][1].get<std::size_t>()];
    problem.edges.push_back({edge[0].get<int>(), edge[1].get<int>(), edge[2].get<int>(),
                             edge[3].get<int>() + resource["latency"].get<int>()});
  }
  return problem;
}

/// A loop of loads into shared memory, MMAs and vector ops that depend on them and on each other, with two issuing
/// roles.
ModuloProblem gpu_loop(unsigned seed, int ops) {
  std::mt19937 random(seed);
  const auto draw = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  enum Unit { tensor_core, copy_engine, vector_unit, producer, consumer };
  ModuloProblem problem;
  problem.resources = {
      {"tensor core", 1, 1}, {"copy engine", 1, 1}, {"vector unit", 1, 1}, {"producer", 1, 1}, {"consumer", 1, 1}};
  const bool ping_pong = draw(0, 2) == 0;
  if (ping_pong) problem.resources[tensor_core].turns = 2;
  const int loads = std::max(1, ops / 4);
  std::vector<int> latency;
  for (int i = 0; i < ops; ++i) {
    const int others = draw(0, 1) == 0 ? tensor_core : vector_unit;
    const int unit = i < loads ? copy_engine : others;
    int occupancy = draw(20, unit == copy_engine ? 200 : 300);
    if (unit == tensor_core) occupancy = draw(64, 512) / (ping_pong ? 2 : 1);
    problem.ops.push_back({"op"});
    problem.uses.push_back({i, unit, occupancy});
    problem.uses.push_back({i, unit == copy_engine ? producer : consumer, draw(1, 24)});
    latency.push_back(unit == copy_engine ? draw(400, 900) : occupancy + draw(10, 60));
  }
  const auto delay = [&](int op) { return latency[static_cast<std::size_t>(op)]; };
  for (int i = loads; i < ops; ++i) {
    for (int e = draw(1, 2); e > 0; --e) {
      const int from = draw(0, i - 1);
      problem.edges.push_back({from, i, 0, delay(from)});
    }
    if (draw(0, 5) == 0) problem.edges.push_back({i, draw(loads, i), 1, delay(i)});
  }
  for (int i = 0; i < ops; ++i) {
    if (i >= loads && draw(0, 2) != 0) continue;
    ModuloStorage storage;
    storage.space = i < loads ? Space::shared : Space::registers;
    storage.bytes = i < loads ? 1024 * draw(4, 48) : draw(4, 64);
    storage.write = i;
    for (const ModuloEdge& edge : problem.edges) {
      if (edge.from == i) storage.ends.push_back({edge.to, edge.distance, delay(edge.to)});
    }
    problem.storages.push_back(storage);
  }
  return problem;
}

Timed timed(const std::string& name, const ModuloProblem& problem, bool only_interval) {
  ModuloOptions options;
  options.only_interval = only_interval;
  const auto begin = std::chrono::steady_clock::now();
  const Result<ModuloResult> scheduled = modulo_schedule(problem, options);
  Timed timed;
  timed.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  timed.name = name;
  timed.ops = problem.size();
  timed.result = scheduled.value;
  const ModuloResult& result = timed.result;
  timed.proven = scheduled.ok() && result.status == ModuloStatus::optimal;
  timed.all_proven = timed.proven && result.shared_status == ModuloStatus::optimal &&
                     result.registers_status == ModuloStatus::optimal &&
                     result.stages_status == ModuloStatus::optimal && result.starts_status == ModuloStatus::optimal;
  return timed;
}

void summarise(const char* what, std::vector<Timed> runs, int slowest) {
  std::sort(runs.begin(), runs.end(), [](const Timed& a, const Timed& b) { return a.seconds > b.seconds; });
  const auto quick = std::count_if(runs.begin(), runs.end(), [](const Timed& run) { return run.seconds < 0.1; });
  const auto proven = std::count_if(runs.begin(), runs.end(), [](const Timed& run) { return run.proven; });
  const auto all = std::count_if(runs.begin(), runs.end(), [](const Timed& run) { return run.all_proven; });
  std::printf("%s: %zu loops, %ld with II proven, %ld with everything proven, %ld within 0.1 s, median %.3f ms\n", what,
              runs.size(), static_cast<long>(proven), static_cast<long>(all), static_cast<long>(quick),
              1e3 * runs[runs.size() / 2].seconds);
  for (int k = 0; k < slowest && k < static_cast<int>(runs.size()); ++k) {
    const Timed& run = runs[static_cast<std::size_t>(k)];
    std::printf("  %9.3f ms %8ld nodes  %4d ops  II %5ld  units %5ld  recurrence %5ld  %s\n", 1e3 * run.seconds,
                run.result.nodes, run.ops, run.result.ii, run.result.resource.ii, run.result.recurrence.ii,
                run.name.c_str());
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : STRETTO_LOOPS;
  for (const char* suite : {"machsuite", "origami"}) {
    std::ifstream file(folder + "/" + suite + ".jsonl");
    std::vector<Timed> runs;
    for (std::string line; std::getline(file, line);) {
      const nlohmann::json value = nlohmann::json::parse(line);
      runs.push_back(timed(value["name"], problem_of(value), true));
    }
    if (runs.empty()) {
      std::cerr << folder << ": no loops of " << suite << "\n";
      return 1;
    }
    summarise(suite, runs, 5);
  }
  for (const bool only_interval : {true, false}) {
    for (int ops = 5; ops <= 40; ops += 5) {
      std::vector<Timed> runs;
      for (unsigned seed = 0; seed < 20; ++seed) {
        runs.push_back(timed("seed " + std::to_string(seed), gpu_loop(seed, ops), only_interval));
      }
      const std::string what =
          "GPU loops of " + std::to_string(ops) + " ops, " + (only_interval ? "II alone" : "all objectives");
      summarise(what.c_str(), runs, 1);
    }
  }
  return 0;
}
