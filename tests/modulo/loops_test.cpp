// The 113 public loop graphs in tests/loops: each scheduled, proven, and checked independently of the scheduler.
#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "brute_force.hpp"

namespace stretto::modulo_test {
namespace {

struct Loop {
  std::string name;
  ModuloProblem problem;
};

std::vector<Loop> loops_of(const std::string& file) {
  std::ifstream in(std::string(STRETTO_LOOPS) + "/" + file);
  std::vector<Loop> loops;
  for (std::string line; std::getline(in, line);) {
    const nlohmann::json value = nlohmann::json::parse(line);
    Loop loop;
    loop.name = value["name"];
    const auto& resources = value["resources"];
    for (const auto& resource : resources) {
      loop.problem.resources.push_back({"", resource["limit"].is_null() ? unlimited : resource["limit"].get<int>(), 1});
    }
    for (const auto& op : value["ops"]) {
      loop.problem.uses.push_back(
          {loop.problem.size(), op[1].get<int>(), resources[op[1].get<std::size_t>()]["occupancy"].get<int>()});
      loop.problem.ops.push_back({""});
    }
    for (const auto& edge : value["edges"]) {
      const auto from = edge[0].get<std::size_t>();
      const int latency = resources[value["ops"][from][1].get<std::size_t>()]["latency"].get<int>();
      loop.problem.edges.push_back(
          {edge[0].get<int>(), edge[1].get<int>(), edge[2].get<int>(), edge[3].get<int>() + latency});
    }
    loops.push_back(loop);
  }
  return loops;
}

/// The recurrence is a cycle and requires the II that it claims to prove.
void expect_critical(const Loop& loop, const RecurrenceBound& bound) {
  if (bound.edges.empty()) {
    EXPECT_EQ(bound.ii, 1) << loop.name;
    return;
  }
  long delay = 0;
  long distance = 0;
  for (int k = 0; k < bound.edges.size(); ++k) {
    const ModuloEdge& edge = loop.problem.edges[bound.edges[k]];
    EXPECT_EQ(edge.to, loop.problem.edges[bound.edges[(k + 1) % bound.edges.size()]].from) << loop.name;
    delay += edge.delay;
    distance += edge.distance;
  }
  EXPECT_GT(delay, (bound.ii - 1) * distance) << loop.name;
}

/// The unit is busy for more than all of the cycles of a smaller II.
void expect_saturated(const Loop& loop, const ResourceBound& bound) {
  if (bound.resource < 0) return;
  long work = 0;
  for (const ModuloUse& use : loop.problem.uses) work += use.resource == bound.resource ? use.occupancy : 0;
  EXPECT_GT(work, (bound.ii - 1) * loop.problem.resources[bound.resource].limit) << loop.name;
}

// The loops whose smallest II is above both bounds.
const std::map<std::string, long> above_bounds = {
    {"MachSuite/aes2/graph2", 20},     {"MachSuite/aes2/graph4", 32},    {"MachSuite/fft_strided/graph2", 74},
    {"MachSuite/md_grid/graph2", 6},   {"MachSuite/md_grid/graph6", 13}, {"MachSuite/md_grid/graph7", 43},
    {"MachSuite/stencil3d/graph9", 9}, {"origami/fir_lms", 28}};

class Loops : public testing::TestWithParam<std::pair<const char*, int>> {};

// Post-conditions for every loop: 1. a valid schedule; 2. proven optimal, with a bound or an exhausted search; 3. the
// critical recurrence and the saturated unit prove what they claim.
TEST_P(Loops, AreScheduledAndProven) {
  const std::vector<Loop> loops = loops_of(GetParam().first);
  ASSERT_EQ(static_cast<int>(loops.size()), GetParam().second);
  for (const Loop& loop : loops) {
    ModuloOptions options;
    options.only_interval = true;
    const Result<ModuloResult> scheduled = modulo_schedule(loop.problem, options);
    ASSERT_TRUE(scheduled.ok()) << loop.name;
    const ModuloResult& result = scheduled.value;
    EXPECT_EQ(complaint(loop.problem, result.ii, plain(result.starts), {}), "") << loop.name;
    EXPECT_EQ(result.status, ModuloStatus::optimal) << loop.name;
    EXPECT_EQ(result.lower_bound, result.ii) << loop.name;
    expect_critical(loop, result.recurrence);
    expect_saturated(loop, result.resource);
    const auto known = above_bounds.find(loop.name);
    const long expected =
        known == above_bounds.end() ? std::max(result.resource.ii, result.recurrence.ii) : known->second;
    EXPECT_EQ(result.ii, expected) << loop.name;
    EXPECT_EQ(result.reason == ModuloReason::exhausted, known != above_bounds.end()) << loop.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Public, Loops,
                         testing::Values(std::pair("machsuite.jsonl", 91), std::pair("origami.jsonl", 22)),
                         [](const auto& file) { return file.index == 0 ? "MachSuite" : "Origami"; });

}  // namespace
}  // namespace stretto::modulo_test
