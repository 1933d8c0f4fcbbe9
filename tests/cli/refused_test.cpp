// Well-formed cases that the library refuses: the rule is named, with values and ops.
#include <gtest/gtest.h>

#include "tool.hpp"

namespace stretto::cli {
namespace {

struct Change {
  std::string path;
  Json value;
};

struct RefusedCase {
  std::string name;
  Json (*valid)();
  std::vector<Change> changes;
  std::vector<std::string> words;  // on standard error

  friend void PrintTo(const RefusedCase& c, std::ostream* out) { *out << c.name; }
};

const std::string overrides = "params.pipeline_overrides.";
const std::string knobs = "params.schedule_config.";
const std::string geometry = "params.geometry.";
const std::string hints = "params.hints.";

std::vector<RefusedCase> refused_cases() {
  return {
      {"depth", ping_pong_case, {{overrides + "depth", 0}}, {"depth_below_one", "value 0, limit 1"}},
      {"rows", ping_pong_case, {{overrides + "m_mmas", 0}}, {"grid_below_one", "value 0, limit 1"}},
      {"columns", four_wave_case, {{overrides + "n_mmas", -1}}, {"grid_below_one", "value -1, limit 1"}},
      {"partitions", ping_pong_case, {{overrides + "num_partitions", 0}}, {"partitions_below_one", "value 0, limit 1"}},
      {"other_grid", ping_pong_case, {{overrides + "m_mmas", 3}}, {"block_count", "value 8, limit 12"}},
      {"one_buffer", ping_pong_case, {{overrides + "depth", 1}}, {"stage_beyond_depth", "value 1, limit 0", "op 2"}},
      {"registers", ping_pong_case, {{knobs + "max_vgpr", 10}}, {"register_budget", "limit 10", "raise max_vgpr"}},
      {"negative_registers", ping_pong_case, {{knobs + "max_vgpr", -1}}, {"negative_count"}},
      {"vm_wait",
       four_wave_case,
       {{"params.target.vm_per_load_a", 9}, {"params.target.vm_per_load_b", 9}},
       {"wait_vm_field", "value 63, limit 62", "entry 8"}},
      {"manual_vm_wait",
       ping_pong_case,
       {{knobs + "auto_waits", false}, {knobs + "wait_vm_last", 63}},
       {"wait_vm_field", "value 63, limit 62"}},
      {"lgkm_wait", ping_pong_case, {{"params.lgkm_a", 15}}, {"wait_lgkm_field", "value 15, limit 14"}},
      {"four_wave_lgkm_wait",
       four_wave_case,
       {{geometry + "lgkm_per_load_a", 15}},
       {"wait_lgkm_field", "value 15, limit 14"}},
      {"tile", four_wave_case, {{geometry + "BM", 250}}, {"counts_do_not_divide", "value 250, limit 64"}},
      {"no_tile", four_wave_case, {{geometry + "BN", 0}}, {"tile_below_one", "value 0"}},
      {"no_fragment_reads", four_wave_case, {{geometry + "lgkm_per_load_a", 0}}, {"entries_below_one", "value 0"}},
      {"k_tiles", single_buffer_case, {{"params.num_k_tiles", 0}}, {"k_tiles_below_one", "value 0, limit 1"}},
      {"hint_mmas", single_buffer_case, {{hints + "k_mmas", 0}}, {"hint_below_one", "value 0, limit 1"}},
      {"hint_loads", single_buffer_case, {{hints + "a_loads_per_thread", -1}}, {"negative_count", "value -1, limit 0"}},
  };
}

// Numbers that fit an int but no kernel. Their products overflow, or their loops never end.
std::vector<RefusedCase> absurd_cases() {
  constexpr int most = 2147483647;
  std::vector<RefusedCase> cases = {
      {"grid_product_wraps_to_zero",
       ping_pong_case,
       {{overrides + "m_mmas", 65536}, {overrides + "n_mmas", 65536}},
       {}},
      {"rows", ping_pong_case, {{overrides + "m_mmas", most}}, {}},
      {"columns", ping_pong_case, {{overrides + "n_mmas", most}}, {}},
      {"partitions", ping_pong_case, {{overrides + "num_partitions", most}}, {}},
      {"vm_per_load", ping_pong_case, {{"params.target.vm_per_load_a", most}}, {}},
      {"vm_per_load_sum_wraps",
       four_wave_case,
       {{"params.target.vm_per_load_a", 1 << 30}, {"params.target.vm_per_load_b", 1 << 30}},
       {}},
      {"lgkm_per_load", ping_pong_case, {{"params.lgkm_a", most}, {"params.lgkm_b", most}}, {}},
      {"contention", ping_pong_case, {{knobs + "lds_contention_penalty", most}}, {}},
      {"mma_rows", four_wave_case, {{geometry + "MMA_M", 1 << 30}}, {}},
      {"mma_columns", four_wave_case, {{geometry + "MMA_N", 1 << 30}}, {}},
      {"row_bytes_wrap_to_zero", four_wave_case, {{geometry + "BK", 65536}, {geometry + "elem_bytes", 65536}}, {}},
      {"k_tiles", single_buffer_case, {{"params.num_k_tiles", most}}, {}},
      {"hint_grid_wraps_to_zero", single_buffer_case, {{hints + "m_mmas", 1 << 30}, {hints + "n_mmas", 1 << 30}}, {}},
      {"hint_loads_wrap",
       single_buffer_case,
       {{hints + "a_loads_per_thread", most}, {hints + "b_loads_per_thread", most}},
       {}},
  };
  for (const char* key : {"m_mmas", "n_mmas", "k_mmas", "a_loads_per_thread", "b_loads_per_thread"}) {
    cases.push_back({std::string("hint_") + key, single_buffer_case, {{hints + key, most}}, {}});
  }
  return cases;
}

class Refused : public testing::TestWithParam<RefusedCase> {};

TEST_P(Refused, NamesTheRule) {
  Json input = GetParam().valid();
  input["params"].erase("kernel");  // the tile that gives counts, some of which are changed
  for (const Change& change : GetParam().changes) at_path(input, change.path) = change.value;
  const Outcome outcome = compile(input);
  expect_refused(outcome, GetParam().words);
  EXPECT_EQ(outcome.err.find("stretto: error: "), 0u) << text(outcome);
}

const auto case_name = [](const auto& info_of_case) { return info_of_case.param.name; };
INSTANTIATE_TEST_SUITE_P(Rules, Refused, testing::ValuesIn(refused_cases()), case_name);
INSTANTIATE_TEST_SUITE_P(Absurd, Refused, testing::ValuesIn(absurd_cases()), case_name);

TEST(Refusal, SaysTheCaseAndTheFix) {
  Json input = ping_pong_case();
  input["name"] = "my_case";
  at_path(input, overrides + "depth") = 0;
  expect_refused(compile(input), {"my_case: depth_below_one", "Fix: "});
}

TEST(Refusal, SpellsOutTheOps) {
  Json input = ping_pong_case();
  at_path(input, overrides + "depth") = 1;
  expect_refused(compile(input), {"; op 2.", "\n  op 2 (LOAD_A stage 1 subtile 1 @K_PREV"});
}

// With a contended port the greedy seed misses the bound. A search that ends at once keeps it and does not call it
// optimal.
TEST(NodeBudget, ThatEndsTheSearchIsReported) {
  Json input = ping_pong_case();
  at_path(input, knobs + "lds_contention_penalty") = 20;
  const ScratchDir dir;
  const std::string path = dir.write("case.json", input.dump());
  const Outcome outcome = run_tool({"compile", path, "--node-budget", "1"});
  ASSERT_EQ(outcome.status, 0) << text(outcome);
  EXPECT_EQ(Json::parse(outcome.out)["search"]["status"], "best_found");
  const Outcome words = run_tool({"compile", path, "--node-budget", "1", "--format", "text"});
  EXPECT_NE(words.out.find("best found (bound "), std::string::npos) << text(words);
}

}  // namespace
}  // namespace stretto::cli
