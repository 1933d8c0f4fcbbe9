// Malformed, incomplete and unknown input: each complaint names the key.
#include <gtest/gtest.h>

#include "tool.hpp"

namespace stretto::cli {
namespace {

// A valid case of each schedule with every key that it requires.
struct Required {
  const char* schedule;
  Json (*valid)();
  std::vector<std::string> keys;
};

std::vector<Required> required_keys() {
  return {{"single_buffer",
           single_buffer_case,
           {"name", "schedule", "params", "params.num_k_tiles", "params.hints", "params.hints.m_mmas",
            "params.hints.n_mmas", "params.hints.k_mmas", "params.hints.mma_m", "params.hints.mma_n",
            "params.hints.a_loads_per_thread", "params.hints.b_loads_per_thread"}},
          {"ping_pong",
           ping_pong_case,
           {"name", "schedule", "params", "params.is_fp8", "params.lgkm_a", "params.lgkm_b", "params.target",
            "params.target.vm_per_load_a", "params.target.vm_per_load_b", "params.target.max_globals",
            "params.schedule_config"}},
          {"four_wave",
           four_wave_case,
           {"name",
            "schedule",
            "params",
            "params.geometry",
            "params.geometry.BM",
            "params.geometry.BN",
            "params.geometry.BK",
            "params.geometry.MMA_M",
            "params.geometry.MMA_N",
            "params.geometry.MMA_K",
            "params.geometry.elem_bytes",
            "params.geometry.simd_width",
            "params.geometry.is_fp8",
            "params.geometry.vm_per_load_a",
            "params.geometry.vm_per_load_b",
            "params.geometry.lgkm_per_load_a",
            "params.geometry.lgkm_per_load_b",
            "params.target",
            "params.target.vm_per_load_a",
            "params.target.vm_per_load_b",
            "params.target.max_globals",
            "params.schedule_config"}}};
}

const std::vector<std::string> int_knobs = {"lds_contention_penalty", "wait_lgkm_first", "wait_vm_last",
                                            "lgkm_per_load_a",        "lgkm_per_load_b", "max_vgpr"};
const std::vector<std::string> mask_knobs = {"sched_barrier_mask", "drain_lgkm_mask"};
const std::vector<std::string> bool_knobs = {"auto_waits",
                                             "auto_drain",
                                             "lgkm_after_last",
                                             "minimal_barriers",
                                             "omit_mma_set_prio",
                                             "global_before_frag",
                                             "barrier_before_pre_ops",
                                             "inter_block_lgkm_drain",
                                             "partial_prologue_drain",
                                             "wrap_waits_with_sched_barrier"};
const std::vector<std::string> int_overrides = {"depth",
                                                "prefetch",
                                                "drain_passes",
                                                "prologue_fill",
                                                "loop_carried.selector",
                                                "block_sizing.heavy",
                                                "block_sizing.light",
                                                "block_sizing.max_globals",
                                                "m_mmas",
                                                "n_mmas",
                                                "num_partitions",
                                                "mma_latency",
                                                "vm_per_load_a",
                                                "vm_per_load_b",
                                                "ch0_match_field",
                                                "ch1_match_field",
                                                "warp_stagger.fixed_amount",
                                                "lgkm_per_load_a",
                                                "lgkm_per_load_b"};
const std::vector<std::string> bool_overrides = {"frag_order.b_before_a", "mma_serial", "warp_stagger.enabled",
                                                 "warp_stagger.compute_from_body", "cross_stage_rotation"};
const std::vector<std::string> object_overrides = {"loop_carried", "block_sizing", "frag_order", "warp_stagger"};

/// Every path of the ping-pong case that takes an int.
std::vector<std::string> int_paths() {
  std::vector<std::string> paths = {"params.lgkm_a", "params.lgkm_b", "params.target.vm_per_load_a",
                                    "params.target.vm_per_load_b", "params.target.max_globals"};
  for (const std::string& key : int_knobs) paths.push_back("params.schedule_config." + key);
  for (const std::string& key : int_overrides) paths.push_back("params.pipeline_overrides." + key);
  return paths;
}

std::string key_of(const std::string& path) { return path.substr(path.rfind('.') + 1); }

/// Compiles the ping-pong case with one value changed.
Outcome compile_with(const std::string& path, const Json& value) {
  Json input = ping_pong_case();
  at_path(input, path) = value;
  return compile(input);
}

TEST(MissingKey, IsNamedByItsPath) {
  for (const Required& schedule : required_keys()) {
    for (const std::string& key : schedule.keys) {
      SCOPED_TRACE(std::string(schedule.schedule) + " without " + key);
      Json input = schedule.valid();
      erase_path(input, key);
      expect_refused(compile(input), {key + ": required key is missing"});
    }
  }
}

// The lists above are complete: no other key of the cases is required, and none of theirs is unknown.
TEST(MissingKey, ListIsComplete) {
  for (const Required& schedule : required_keys()) {
    Json input = schedule.valid();
    Json least = Json::object();
    for (const std::string& key : schedule.keys) {
      const Json& value = at_path(input, key);
      if (!value.is_object()) at_path(least, key) = value;
    }
    if (schedule.schedule != std::string("single_buffer")) at_path(least, "params.schedule_config") = Json::object();
    const Outcome outcome = compile(least);
    EXPECT_EQ(outcome.status, 0) << schedule.schedule << "\n" << text(outcome);
  }
}

TEST(UnknownKey, IsNamedAtEachLevel) {
  struct {
    Json (*valid)();
    std::vector<std::string> objects;
  } const levels[] = {
      {single_buffer_case, {"", "params.", "params.hints."}},
      {ping_pong_case,
       {"", "params.", "params.target.", "params.schedule_config.", "params.pipeline_overrides.",
        "params.pipeline_overrides.loop_carried.", "params.pipeline_overrides.block_sizing.",
        "params.pipeline_overrides.frag_order.", "params.pipeline_overrides.warp_stagger."}},
      {four_wave_case, {"", "params.", "params.geometry.", "params.target.", "params.schedule_config."}},
  };
  for (const auto& level : levels) {
    for (const std::string& object : level.objects) {
      SCOPED_TRACE(object);
      Json input = level.valid();
      at_path(input, object + "frobnicate") = 1;
      expect_refused(compile(input), {object + "frobnicate: unknown key"});
    }
  }
}

TEST(UnknownKey, AKnobWithATypo) {
  expect_refused(compile_with("params.schedule_config.auto_wait", true),
                 {"params.schedule_config.auto_wait: unknown key"});
}

TEST(UnknownName, OfASchedule) {
  expect_refused(compile_with("schedule", "pong_ping"), {"pong_ping", "single_buffer, ping_pong, four_wave"});
  expect_refused(compile_with("schedule", ""), {"schedule: unknown"});
}

TEST(UnknownName, OfAStrategyOrRole) {
  expect_refused(compile_with("params.schedule_config.scheduling", "csp"),
                 {"params.schedule_config.scheduling", "\"csp\"", "IDENTITY, GREEDY, CSP"});
  expect_refused(compile_with("params.pipeline_overrides.loop_carried.role", "LOADER"),
                 {"params.pipeline_overrides.loop_carried.role", "LOADER", "GLOBAL_LOAD"});
}

TEST(WrongType, OfEachRequiredKey) {
  for (const Required& schedule : required_keys()) {
    for (const std::string& key : schedule.keys) {
      Json input = schedule.valid();
      Json& value = at_path(input, key);
      for (const Json& wrong : {Json(nullptr), Json("7"), Json(7), Json(true), Json::array({1}), Json::object()}) {
        if (wrong.type_name() == std::string(value.type_name())) continue;
        Json changed = input;
        at_path(changed, key) = wrong;
        SCOPED_TRACE(key + " = " + wrong.dump());
        // An empty object in place of a number: the complaint is about the number.
        expect_refused(compile(changed), {key + ": must be"});
      }
    }
  }
}

TEST(WrongType, OfEachKnobAndOverride) {
  const auto refuse = [](const std::string& path, const Json& wrong) {
    SCOPED_TRACE(path);
    expect_refused(compile_with(path, wrong), {path + ": must be"});
  };
  for (const std::string& path : int_paths()) refuse(path, "7");
  for (const std::string& key : mask_knobs) refuse("params.schedule_config." + key, true);
  for (const std::string& key : bool_knobs) refuse("params.schedule_config." + key, 1);
  for (const std::string& key : bool_overrides) refuse("params.pipeline_overrides." + key, 1);
  for (const std::string& key : object_overrides) refuse("params.pipeline_overrides." + key, Json::array());
  refuse("params.schedule_config.scheduling", 2);
  refuse("params.pipeline_overrides.loop_carried.role", 2);
  refuse("params.pipeline_overrides", Json::array());
}

TEST(WrongType, OfTheWholeInput) {
  for (const char* whole : {"null", "7", "\"case\"", "[]", "true"})
    expect_refused(compile_text(whole), {"JSON object"});
}

TEST(OutOfRange, IntegersAreRefusedNotWrapped) {
  std::size_t begin = 0;
  for (const std::string& path : int_paths()) {
    // What a number is refused for does not depend on the path: with sanitizers each path gets one of them.
    const std::vector<const char*> numbers{
        "2147483648", "-2147483649", "4294967297", "9223372036854775808", "123456789012345678901234567890",
        "1.5",        "1e3"};
    const std::size_t tried = sanitized ? 1 : numbers.size();
    for (std::size_t i = 0; i < tried; ++i) {
      const char* number = numbers[(begin + i) % numbers.size()];
      SCOPED_TRACE(path + " = " + number);
      expect_refused(compile_with(path, Json::parse(number)),
                     {path + ": must be an integer from -2147483648 to 2147483647"});
    }
    ++begin;
  }
}

TEST(OutOfRange, MasksAreSixtyThreeBits) {
  for (const std::string& key : mask_knobs) {
    const std::string path = "params.schedule_config." + key;
    for (const char* number : {"-1", "9223372036854775808", "1e3"}) {
      expect_refused(compile_with(path, Json::parse(number)),
                     {path + ": must be an integer from 0 to 9223372036854775807"});
    }
  }
}

TEST(OutOfRange, NegativeCountsAreRefused) {
  for (const std::string& path : int_paths()) {
    const std::string key = key_of(path);
    if (key == "selector" || key == "ch0_match_field" || key == "ch1_match_field") continue;
    SCOPED_TRACE(path);
    const Outcome outcome = compile_with(path, -1);
    const bool has_own_rule = key == "depth" || key == "m_mmas" || key == "n_mmas" || key == "num_partitions";
    expect_refused(outcome, {has_own_rule ? "_below_one" : "negative_count"});
  }
}

TEST(OutOfRange, MatchFieldsAreZeroOrOne) {
  for (const char* key : {"ch0_match_field", "ch1_match_field"}) {
    const std::string path = std::string("params.pipeline_overrides.") + key;
    for (int field : {-1, 2}) expect_refused(compile_with(path, field), {path + ": must be 0"});
  }
}

TEST(Malformed, TextThatIsNotJson) {
  const std::string valid = ping_pong_case().dump();
  for (const std::string& bad : {std::string("{"), std::string("name: x"), std::string("{\"name\": }"),
                                 valid.substr(0, valid.size() - 1), valid + "}", valid + valid, "# comment\n" + valid,
                                 std::string("\0\0\0", 3), std::string("{\"name\": \"\xff\"}")}) {
    SCOPED_TRACE(bad.substr(0, 40));
    expect_refused(compile_text(bad), {"case.json", "not valid JSON"});
  }
}

TEST(Malformed, TextThatIsEmpty) {
  for (const char* bad : {"", " \n"}) expect_refused(compile_text(bad), {"case.json", "is empty"});
}

TEST(Malformed, NumberBeyondEveryType) {
  expect_refused(compile_text(R"({"name": 1e999, "schedule": "ping_pong", "params": {}})"), {"case.json", "1e999"});
}

TEST(Malformed, RepeatedKeyIsNamed) {
  expect_refused(compile_text(R"({"name": "a", "name": "b", "schedule": "ping_pong", "params": {}})"),
                 {"case.json: name: duplicate key"});
  std::string text = ping_pong_case().dump();
  const std::string target = "\"max_globals\":";
  text.insert(text.find(target), "\"max_globals\":1,");
  expect_refused(compile_text(text), {"params.target.max_globals: duplicate key"});
}

// The same key in two objects is no repetition.
TEST(Malformed, KeysOfDifferentObjectsMayBeEqual) {
  const Outcome outcome = compile_with("params.pipeline_overrides.block_sizing.max_globals", 1);
  EXPECT_EQ(outcome.status, 0) << text(outcome);
}

}  // namespace
}  // namespace stretto::cli
