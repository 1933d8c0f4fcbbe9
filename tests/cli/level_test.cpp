// Levels of verification, derived synchronisation, and what `compile` writes of them.
#include <gtest/gtest.h>

#include "compiled_file.hpp"

namespace stretto::cli {
namespace {

std::vector<std::string> example_cases() {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(STRETTO_EXAMPLE_CASES)) {
    names.push_back(file.path().stem().string());
  }
  return names;
}

std::string example_path(const std::string& name) { return std::string(STRETTO_EXAMPLE_CASES) + "/" + name + ".json"; }

TEST(Level, AsDeclared) {
  for (const auto& [name, level, verdict] :
       {std::tuple("ping_pong_bf16_csp", "structural", "race"),
        std::tuple("ping_pong_fp8_csp_max_globals0", "structural", "relies_on_latency"),
        std::tuple("four_wave_bf16_256x256x64", "structural", "race"),
        std::tuple("single_buffer_k2_4x4x2_16x16", "proven", "proven")}) {
    const Outcome outcome = run_tool({"compile", reference_path(name)});
    ASSERT_EQ(outcome.status, 0) << text(outcome);
    const Json result = Json::parse(outcome.out);
    EXPECT_EQ(result["synchronisation"], "declared");
    EXPECT_EQ(result["verified"], level);
    EXPECT_EQ(result["verdict"], verdict);
    EXPECT_FALSE(result.contains("sync_reasons"));
  }
}

TEST(Level, RefusesWhatIsLess) {
  const struct {
    const char* name;
    const char* level;
    int status;
    const char* words;
  } cases[] = {
      {"ping_pong_bf16_csp", "structural", 0, ""},
      {"ping_pong_bf16_csp", "latency", 4, "anti, race: kernel[12] LOAD_B"},
      {"ping_pong_bf16_csp", "proven", 4, "missing: a barrier between kernel[11]"},
      {"ping_pong_fp8_csp_max_globals0", "latency", 0, ""},
      {"ping_pong_fp8_csp_max_globals0", "proven", 3, "anti, relies_on_latency by 175 cycles"},
      {"four_wave_bf16_256x256x64", "latency", 4, "flow, race"},
      {"single_buffer_k2_4x4x2_16x16", "proven", 0, ""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(std::string(c.name) + " " + c.level);
    const Outcome outcome = run_tool({"compile", reference_path(c.name), "--verify", c.level});
    EXPECT_EQ(outcome.status, c.status) << text(outcome);
    EXPECT_EQ(outcome.out.empty(), c.status != 0);
    EXPECT_NE(outcome.err.find(c.words), std::string::npos) << text(outcome);
    if (c.status == 0) {
      EXPECT_EQ(Json::parse(outcome.out)["verified"], c.level);
    } else {
      EXPECT_EQ(outcome.err.find(std::string("stretto: error: ") + c.name + ": "), 0u);
    }
  }
}

TEST(Level, OtherRefusalsStayBadInput) {
  Json input = ping_pong_case();
  at_path(input, "params.pipeline_overrides.depth") = 0;
  expect_refused(run_on(input, {"compile", "--verify", "proven", "--sync", "derived"}), {"depth_below_one"});
}

TEST(Level, IsInTheText) {
  const Outcome declared = run_tool({"compile", reference_path("ping_pong_bf16_csp"), "--format", "text"});
  EXPECT_NE(declared.out.find("\nverdict: race: 2 races, "), std::string::npos) << text(declared);
  EXPECT_NE(declared.out.find("\nrequired level: structural"), std::string::npos);
  const Outcome derived =
      run_tool({"compile", reference_path("ping_pong_bf16_csp"), "--format", "text", "--sync", "derived"});
  EXPECT_NE(derived.out.find("\nverdict: proven for every trip count: "), std::string::npos) << text(derived);
  EXPECT_NE(derived.out.find("\nderived synchronisation: "), std::string::npos);
  EXPECT_NE(derived.out.find(" WAIT_VM "), std::string::npos);
}

class Derived : public testing::TestWithParam<std::string> {
 protected:
  Derived() : outcome_(run_tool({"compile", example_path(GetParam()), "--sync", "derived"})) {}
  Outcome outcome_;
};

TEST_P(Derived, IsProvenByVerify) {
  ASSERT_EQ(outcome_.status, 0) << text(outcome_);
  const Json compiled = Json::parse(outcome_.out);
  const Outcome verified = run_on(compiled, {"verify", "--format", "json"});
  EXPECT_EQ(verified.status, 0) << text(verified);
  EXPECT_EQ(Json::parse(verified.out)["verdict"], "proven");
  EXPECT_EQ(Json::parse(verified.out)["hazards"], Json::array());
}

TEST_P(Derived, IsRightWhenExecuted) {
  ASSERT_EQ(outcome_.status, 0) << text(outcome_);
  const Outcome executed = run_on(Json::parse(outcome_.out), {"execute", "--seeds", "30"});
  EXPECT_EQ(executed.status, 0) << text(executed);
}

TEST_P(Derived, NamesAReasonForEveryWait) {
  ASSERT_EQ(outcome_.status, 0) << text(outcome_);
  const Json result = Json::parse(outcome_.out);
  EXPECT_EQ(result["synchronisation"], "derived");
  EXPECT_EQ(result["verified"], "proven");
  EXPECT_EQ(result["verdict"], "proven");
  int derived_barriers = 0;
  for (const Json& reason : result["sync_reasons"]) {
    const Json& entry = result[reason["section"].get<std::string>()][reason["index"].get<std::size_t>()];
    const std::string tag = entry["op"]["tag"];
    EXPECT_TRUE(tag == "WAIT_VM" || tag == "WAIT_LGKM" || tag == "BARRIER") << reason;
    derived_barriers += reason["section"] == "kernel" && tag == "BARRIER" ? 1 : 0;
    for (const char* side : {"first", "second"}) {
      if (reason[side].is_null()) continue;
      EXPECT_LT(reason[side]["index"], result[reason[side]["section"].get<std::string>()].size()) << reason;
    }
    EXPECT_TRUE(reason["kind"] == "flow" || reason["kind"] == "anti" || reason["kind"] == "output") << reason;
    EXPECT_TRUE(reason["buffer"].is_string()) << reason;
  }
  EXPECT_EQ(result["barriers_per_trip"]["derived"], derived_barriers);
  int waits = 0;
  int reasons = 0;
  for (const char* section : {"prologue", "kernel", "epilogue"}) {
    for (const Json& entry : result[section]) {
      waits += entry["op"]["tag"] == "WAIT_VM" || entry["op"]["tag"] == "WAIT_LGKM" ? 1 : 0;
    }
    for (const Json& reason : result["sync_reasons"]) {
      const Json& entry = result[section];
      if (reason["section"] != section) continue;
      reasons += entry[reason["index"].get<std::size_t>()]["op"]["tag"] == "BARRIER" ? 0 : 1;
    }
  }
  EXPECT_EQ(waits, reasons);
  const Json& certificate = result["minimality"];
  EXPECT_TRUE(certificate["windings"].is_number_integer());
  // One barrier less a trip would be too few for the needs on the way round.
  const int per_trip = result["barriers_per_trip"]["pacing"].get<int>() + derived_barriers;
  if (derived_barriers > 0) {
    EXPECT_GT(certificate["barriers_needed"].get<int>(), certificate["windings"].get<int>() * (per_trip - 1));
  }
}

TEST_P(Derived, CompilesAgain) {
  const Outcome again = compile_text(outcome_.out);
  ASSERT_EQ(again.status, 0) << text(again);
  EXPECT_EQ(again.out, run_tool({"compile", example_path(GetParam())}).out);
}

INSTANTIATE_TEST_SUITE_P(Examples, Derived, testing::ValuesIn(example_cases()),
                         [](const auto& file) { return file.param; });

TEST(Compiled, IsWhatVerifyTakes) {
  for (const std::string& name : reference_names()) {
    const Outcome compiled = run_tool({"compile", reference_path(name)});
    ASSERT_EQ(compiled.status, 0) << text(compiled);
    const Outcome ours = run_on(Json::parse(compiled.out), {"verify"});
    const Outcome recorded = run_tool({"verify", reference_path(name)});
    EXPECT_EQ(ours.out, recorded.out) << name;
    EXPECT_EQ(ours.status, recorded.status) << name;
  }
}

}  // namespace
}  // namespace stretto::cli
