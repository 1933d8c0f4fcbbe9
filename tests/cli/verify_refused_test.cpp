// Files that cannot be verified: exit status 2, and the reason names the place.
#include <functional>

#include <gtest/gtest.h>

#include "compiled_file.hpp"

namespace stretto::cli {
namespace {

struct Damage {
  std::string name;
  std::string reference;
  std::function<void(Json&)> damage;
  std::vector<std::string> words;  // of the reason

  friend void PrintTo(const Damage& d, std::ostream* out) { *out << d.name; }
};

const char* const ping_pong = "ping_pong_bf16_csp";
const char* const four_wave = "four_wave_bf16_256x256x64";
const char* const single_buffer = "single_buffer_k2_4x4x2_16x16";

Json& op(Json& file, const char* section, std::size_t index) { return file[section][index]["op"]; }

/// The n-th entry of the kernel with this tag.
Json& kernel_op(Json& file, const std::string& tag, int n = 0) {
  for (Json& entry : file["kernel"]) {
    if (entry["op"]["tag"] == tag && n-- == 0) return entry["op"];
  }
  throw std::out_of_range(tag);
}

/// Sets a value of an op.
auto set_op(const char* section, std::size_t index, const char* key, const Json& value) {
  return [=](Json& file) { op(file, section, index)[key] = value; };
}
auto set_kernel_op(const char* tag, const char* key, const Json& value) {
  return [=](Json& file) { kernel_op(file, tag)[key] = value; };
}

void remove_tag(Json& file, const std::string& tag, int subtile = -1) {
  for (const char* section : {"prologue", "kernel", "epilogue"}) {
    Json kept = Json::array();
    for (const Json& entry : file[section]) {
      const bool removed = entry["op"]["tag"] == tag && (subtile < 0 || entry["op"]["subtile"] == subtile);
      if (!removed) kept.push_back(entry);
    }
    file[section] = kept;
  }
}

std::vector<Damage> damages() {
  return {
      {"unknown_tag", ping_pong, set_op("kernel", 12, "tag", "LOAD_C"), {"kernel[12].op.tag", "LOAD_C", "LOAD_A"}},
      {"tag_of_another_schedule",
       ping_pong,
       set_op("kernel", 3, "tag", "STORE_SMEM"),
       {"kernel[3].op.tag", "STORE_SMEM"}},
      {"tag_none", ping_pong, set_op("kernel", 3, "tag", "NONE"), {"kernel[3].op.tag"}},
      {"unknown_role", ping_pong, set_op("epilogue", 2, "role", "DREAM"), {"epilogue[2].op.role", "DREAM", "COMPUTE"}},
      {"unknown_resource", ping_pong, set_op("prologue", 0, "resource", "ETHER"), {"prologue[0].op.resource"}},
      {"unknown_k_offset", ping_pong, set_op("prologue", 0, "k_offset", "K9"), {"prologue[0].op.k_offset"}},
      {"unknown_field", ping_pong, set_op("kernel", 0, "speed", 1), {"kernel[0].op.speed", "unknown"}},
      {"unknown_entry_field", ping_pong, [](Json& f) { f["kernel"][5]["colour"] = 1; }, {"kernel[5].colour"}},
      {"missing_field",
       ping_pong,
       [](Json& f) { op(f, "kernel", 7).erase("wait_value"); },
       {"kernel[7].op.wait_value", "missing"}},
      {"missing_op", ping_pong, [](Json& f) { f["kernel"][7].erase("op"); }, {"kernel[7].op", "missing"}},
      {"missing_list", ping_pong, [](Json& f) { f.erase("epilogue"); }, {"epilogue", "missing"}},
      {"missing_config", ping_pong, [](Json& f) { f.erase("config"); }, {"config", "missing"}},
      {"missing_config_field",
       ping_pong,
       [](Json& f) { f["config"]["warp_stagger"].erase("enabled"); },
       {"config.warp_stagger.enabled", "missing"}},
      {"missing_stagger", ping_pong, [](Json& f) { f.erase("warp_stagger_index"); }, {"warp_stagger_index"}},
      {"missing_lgkm", ping_pong, [](Json& f) { f["params"].erase("lgkm_a"); }, {"params.lgkm_a"}},
      {"field_of_wrong_type", ping_pong, set_op("kernel", 1, "stage", "zero"), {"kernel[1].op.stage", "integer"}},
      {"fraction", ping_pong, set_op("kernel", 1, "stage", 0.5), {"kernel[1].op.stage"}},
      {"huge_number", ping_pong, set_op("kernel", 1, "stage", 1LL << 40), {"kernel[1].op.stage"}},
      {"list_of_wrong_type", ping_pong, [](Json& f) { f["kernel"] = 3; }, {"kernel", "array"}},
      {"entry_of_wrong_type", ping_pong, [](Json& f) { f["kernel"][4] = 3; }, {"kernel[4]", "object"}},
      {"op_of_wrong_type", ping_pong, [](Json& f) { f["kernel"][4]["op"] = nullptr; }, {"kernel[4].op", "object"}},
      {"wrong_phase", ping_pong, [](Json& f) { f["kernel"][4]["phase"] = "EPILOGUE"; }, {"kernel[4].phase", "KERNEL"}},
      {"config_of_wrong_type", ping_pong, [](Json& f) { f["config"]["depth"] = "two"; }, {"config.depth"}},
      {"config_unknown_field", ping_pong, [](Json& f) { f["config"]["depths"] = 2; }, {"config.depths", "unknown"}},
      {"config_no_grid", ping_pong, [](Json& f) { f["config"]["m_mmas"] = 0; }, {"config", "grid_below_one"}},
      {"config_huge_depth", ping_pong, [](Json& f) { f["config"]["depth"] = 2147483647; }, {"config.depth"}},
      {"config_huge_grid", ping_pong, [](Json& f) { f["config"]["m_mmas"] = 2147483647; }, {"count_too_large"}},
      {"unknown_schedule", ping_pong, [](Json& f) { f["schedule"] = "triple_pong"; }, {"schedule", "triple_pong"}},
      {"name_of_wrong_type", ping_pong, [](Json& f) { f["name"] = 5; }, {"name", "string"}},
      {"wait_vm_out_of_field",
       ping_pong,
       set_kernel_op("WAIT_VM", "wait_value", 63),
       {"wait_vm_field", "kernel[", "value 63, limit 62"}},
      {"wait_lgkm_out_of_field",
       ping_pong,
       set_kernel_op("WAIT_LGKM", "wait_value", 15),
       {"wait_lgkm_field", "kernel["}},
      {"negative_wait", ping_pong, set_kernel_op("WAIT_VM", "wait_value", -1), {"negative_wait"}},
      {"huge_wait", ping_pong, set_kernel_op("WAIT_VM", "wait_value", 2147483647), {"wait_vm_field"}},
      {"huge_load", ping_pong, set_kernel_op("LOAD_A", "vm_cost", 2147483647), {"count_too_large", "kernel["}},
      {"negative_load", ping_pong, set_kernel_op("LOAD_A", "vm_cost", -1), {"vm_cost"}},
      {"no_such_channel", ping_pong, set_kernel_op("LOAD_A", "channel", 7), {"channel"}},
      {"no_such_stage", ping_pong, set_kernel_op("LOAD_A", "stage", 2), {"no_such_place", "kernel["}},
      {"negative_stage", ping_pong, set_kernel_op("MMA_LOAD_A", "stage", -1), {"no_such_place"}},
      {"no_such_subtile", ping_pong, set_kernel_op("MMA_LOAD_B", "subtile", 2), {"no_such_place"}},
      {"no_such_accumulator", four_wave, set_kernel_op("MMA", "stage", 2), {"no_such_place"}},
      {"no_such_slot", single_buffer, set_kernel_op("STORE_SMEM", "stage", 1), {"no_such_place"}},
      {"huge_subtile", single_buffer, set_kernel_op("LOAD_FRAG", "subtile", 2147483647), {"no_such_place"}},
      {"stagger_never_reached", ping_pong, [](Json& f) { f["warp_stagger_index"] = 1000; }, {"barrier_counts_differ"}},
      {"stagger_negative", ping_pong, [](Json& f) { f["warp_stagger_index"] = -1; }, {"barrier_counts_differ"}},
      {"load_without_contributor",
       four_wave,
       [](Json& f) { remove_tag(f, "LOAD_B", 1); },
       {"no_contributor", "subtile"}},
      {"no_loads", ping_pong, [](Json& f) { remove_tag(f, "LOAD_A"); }, {"no_contributor"}},
      {"no_computes", ping_pong, [](Json& f) { remove_tag(f, "MMA"); }, {"never_consumed"}},
      {"role_of_another_tag",
       four_wave,
       set_kernel_op("LOAD_A", "role", "SHARED_STORE"),
       {"kernel[", "].op.role", "GLOBAL_LOAD"}},
      {"channel_of_another_tag", four_wave, set_kernel_op("LOAD_A", "channel", 1), {"kernel[", "].op.channel"}},
      {"empty_lists",
       ping_pong,
       [](Json& f) {
         for (const char* section : {"prologue", "kernel", "epilogue"}) f[section] = Json::array();
       },
       {"never_consumed"}},
      {"empty_single_buffer",
       single_buffer,
       [](Json& f) {
         for (const char* section : {"prologue", "kernel", "epilogue"}) f[section] = Json::array();
       },
       {"never_consumed"}},
      {"too_many_entries",
       ping_pong,
       [](Json& f) {
         while (f["kernel"].size() < 600) f["kernel"].push_back(f["kernel"][0]);
       },
       {"kernel", "at most 512"}},
  };
}

class DamagedFile : public testing::TestWithParam<Damage> {
 protected:
  DamagedFile() : file_(reference_file(GetParam().reference)) { GetParam().damage(file_); }
  Json file_;
};

TEST_P(DamagedFile, IsRefusedWithTheReason) { expect_refused(verify(file_), GetParam().words); }

TEST_P(DamagedFile, IsInvalidAsJson) {
  const Outcome outcome = run_on(file_, {"verify", "--format", "json"});
  EXPECT_EQ(outcome.status, 2) << text(outcome);
  EXPECT_NE(outcome.err, "");
  const Json report = Json::parse(outcome.out);
  EXPECT_EQ(report["verdict"], "invalid");
  EXPECT_EQ(report["name"], file_["name"].is_string() ? file_["name"] : Json(nullptr));
  for (const std::string& word : GetParam().words) {
    EXPECT_NE(report["reason"].get<std::string>().find(word), std::string::npos) << word << report;
  }
}

// Only waves that wait for each other forever are a run.
TEST_P(DamagedFile, IsNotExecuted) {
  const Outcome outcome = run_on(file_, {"execute", "--seeds", "1"});
  const bool deadlock = GetParam().words[0] == "barrier_counts_differ";
  EXPECT_EQ(outcome.status, deadlock ? 4 : 2) << text(outcome);
  EXPECT_EQ(outcome.out.empty(), !deadlock) << text(outcome);
}

INSTANTIATE_TEST_SUITE_P(Verify, DamagedFile, testing::ValuesIn(damages()),
                         [](const auto& damage) { return damage.param.name; });

TEST(VerifyRefuses, MissingFile) { expect_refused(run_tool({"verify", "no_such_file.json"}), {"no_such_file.json"}); }

TEST(VerifyRefuses, WhatIsNotJson) {
  const ScratchDir dir;
  const std::string path = dir.write("file.json", "{\"name\": ");
  expect_refused(run_tool({"verify", path, "--format", "json"}), {"not valid JSON"});
  expect_refused(run_tool({"execute", path}), {"not valid JSON"});
}

TEST(VerifyRefuses, JsonThatIsNotAnObject) {
  for (const char* input : {"[]", "5", "null", "\"x\""}) {
    const Outcome outcome = run_on(Json::parse(input), {"verify", "--format", "json"});
    EXPECT_EQ(outcome.status, 2) << input;
    EXPECT_TRUE(Json::parse(outcome.out)["name"].is_null()) << input;
    EXPECT_EQ(Json::parse(outcome.out)["verdict"], "invalid") << input;
  }
}

// Waits or barriers taken away, doubled or exchanged: a verdict every time, and in time.
TEST(VerifyRobustness, EveryEntryLeftOutOnce) {
  for (const char* name : {ping_pong, single_buffer}) {
    const Json whole = reference_file(name);
    for (std::size_t i = 0; i < whole["kernel"].size(); i += sanitized ? 7 : 1) {
      Json file = whole;
      file["kernel"].erase(i);
      const Outcome outcome = run_on(file, {"verify", "--format", "json"});
      EXPECT_TRUE(outcome.status == 0 || outcome.status >= 2) << i << text(outcome);
      EXPECT_TRUE(Json::accept(outcome.out)) << i;
    }
  }
}

}  // namespace
}  // namespace stretto::cli
