// Program files: verified, executed, shown and explained.
#include <gtest/gtest.h>

#include "program_json.hpp"

namespace stretto::cli {
namespace {

std::string program_path(const std::string& name) {
  return std::string(STRETTO_SOURCE_DIR) + "/examples/programs/" + name + ".json";
}

/// The file of the how-to page, without comments.
Json hopper_gemm() { return Json::parse(read_file(program_path("hopper_gemm")), nullptr, true, true); }

TEST(ProgramFile, IsProven) {
  const Outcome outcome = run_tool({"verify", program_path("hopper_gemm")});
  EXPECT_EQ(outcome.status, 0) << text(outcome);
  expect_words(outcome.out, {"persistent Hopper GEMM: proven for every trip count", "any number of tiles"});
  EXPECT_EQ(verify_json(small_ring()).status, 0) << text(verify_json(small_ring()));
}

TEST(ProgramFile, IsRefutedWithAStory) {
  const Outcome outcome = run_tool({"verify", program_path("bug_released_too_early")});
  EXPECT_EQ(outcome.status, 4);
  expect_words(outcome.out, {"kernel[2] tma_load A of producer may overwrite A[0]", "tile 0, trip 4",
                             "wait mma 2: passes with that still in flight, 1 newer",
                             "missing: wait_mma(1) or less in wave 0 of consumer 0 before kernel[3] arrive empty[0]"});
}

TEST(ProgramFile, TellsWhoWaitsForWhom) {
  const Outcome outcome = run_tool({"verify", program_path("bug_wrong_start_phase")});
  EXPECT_EQ(outcome.status, 4);
  expect_words(outcome.out, {"deadlock", "the next arrival there is kernel[1] arrive full[0] of producer",
                             "a fresh barrier lets only parity 1 pass"});
  // The other role that waits is in the same deadlock, which is told once.
  expect_words(outcome.out, {"of consumer 0 waits forever\n  in the deadlock above\n"});
  EXPECT_EQ(outcome.out.find("missing: "), outcome.out.rfind("missing: "));
}

TEST(ProgramFile, SaysHowManyTripsItNeeds) {
  Json ring = small_ring();
  for (Json& role : ring["roles"]) role["trips"] = "n-1";
  const Outcome refused = verify_json(ring);
  EXPECT_EQ(refused.status, 2);
  expect_words(refused.err, {"kernel trips of a role; value -1", "\"min_trips\""});
}

// A tile of another length is where a loop head repeats; then two trip counts would say nothing.
TEST(ProgramFile, IsNotAsSafeAsItself) {
  Json ring = small_ring();
  ring["persistent"] = true;
  const Outcome outcome = verify_json(ring);
  EXPECT_EQ(outcome.status, 0) << text(outcome);
  EXPECT_EQ(outcome.out.find("after 1 trip is as safe as the one after 1"), std::string::npos) << outcome.out;
}

TEST(ProgramFile, IsReportedAsJson) {
  const Outcome outcome = run_tool({"verify", "--format", "json", program_path("bug_parity_restarts")});
  EXPECT_EQ(outcome.status, 4);
  const Json report = Json::parse(outcome.out);
  EXPECT_EQ(report["verdict"], "race");
  const Json& hazard = report["hazards"][0];
  EXPECT_EQ(hazard["kind"], "progress");
  EXPECT_EQ(hazard["second"]["role"], "consumer 0");
  EXPECT_EQ(hazard["second"]["op"], "await full[0]");
  EXPECT_EQ(hazard["second"]["tile"], 4);
  expect_words(hazard["missing"].get<std::string>(), {"a parity of prologue[0] await full[0] of consumer 0"});
  expect_words(hazard["story"].get<std::string>(), {"with 5 tiles of 0 trips"});
}

TEST(ProgramFile, IsExecuted) {
  const Outcome right = run_tool({"execute", program_path("hopper_gemm"), "--trips", "0,3", "--seeds", "10"});
  EXPECT_EQ(right.status, 0) << text(right);
  expect_words(right.out, {"3 tiles of 0 trips: correct with 10 seeds", "3 tiles of 3 trips: correct",
                           "tiles of 0 and 3 trips: correct"});
  const Outcome wrong = run_tool({"execute", program_path("bug_wrong_start_phase"), "--trips", "1", "--seeds", "3"});
  EXPECT_EQ(wrong.status, 4) << text(wrong);
  expect_words(wrong.out, {"deadlock"});
}

TEST(ProgramFile, IsShownAndExplained) {
  const Outcome shown = run_tool({"show", program_path("hopper_gemm")});
  EXPECT_EQ(shown.status, 0) << text(shown);
  expect_words(shown.out, {"persistent Hopper GEMM on H200: proven", "tma_load A", "consumer 1", "tensor"});
  const Outcome explained = run_tool({"explain", program_path("hopper_gemm"), "consumer 0:kernel[2]"});
  EXPECT_EQ(explained.status, 0) << text(explained);
  expect_words(explained.out, {"wait mma 1", "without it"});
  const Outcome await = run_tool({"explain", program_path("hopper_gemm"), "producer:kernel[0]"});
  expect_words(await.out, {"uses empty[i % 4], waits for parity (i / 4 + 1) % 2"});
  const Outcome load = run_tool({"explain", program_path("hopper_gemm"), "producer:kernel[2]"});
  expect_words(load.out, {"writes A[i % 4] through the async proxy"});
  const Outcome setup = run_tool({"explain", program_path("hopper_gemm"), "producer:setup[0]"});
  EXPECT_EQ(setup.status, 0) << text(setup);
  expect_words(setup.out, {"setup[0] init full", "once before all tiles", "without it: "});
  expect_words(run_tool({"explain", program_path("hopper_gemm")}).out, {"producer:setup[0] init full"});
  EXPECT_EQ(run_tool({"explain", program_path("hopper_gemm"), "producer:setup[9]"}).status, 2);
  // A comma in the file's own label does not end it.
  const Outcome fence = run_tool({"explain", program_path("hopper_gemm"), "consumer 0:epilogue[5]"});
  expect_words(fence.out, {"it orders epilogue[4] consume convert C, st.shared of consumer 0 and "});
  // Hazards of setup have no step in the picture.
  for (const char* format : {"--json", "--html", "--svg"}) {
    EXPECT_EQ(run_tool({"show", program_path("bug_no_init_fence"), format}).status, 0) << format;
  }
}

TEST(ProgramFile, ThatDeadlocksIsShownAsWhoWaitsForWhom) {
  const std::string file = program_path("bug_wrong_start_phase");
  const Outcome shown = run_tool({"show", file});
  EXPECT_EQ(shown.status, 0) << text(shown);
  expect_words(shown.out, {": race; producer waits forever at kernel[0] await empty[0], so there is no timeline",
                           "the next arrival there is kernel[1] arrive full[0] of producer",
                           "missing: parity 1 in kernel[0] await empty[0] of producer"});
  const Json scene = Json::parse(run_tool({"show", file, "--json"}).out);
  EXPECT_EQ(scene["verdict"], "race");
  EXPECT_FALSE(scene["standstill"].get<std::string>().empty());
  EXPECT_EQ(run_tool({"show", file, "--dot"}).status, 0);
  for (const char* format : {"--svg", "--html", "--trace"}) {
    expect_refused(run_tool({"show", file, format}), {"producer waits forever at kernel[0] await empty[0]", format});
  }
  const Outcome entries = run_tool({"explain", file});
  EXPECT_EQ(entries.status, 0) << text(entries);
  expect_words(entries.out, {"consumer 0\n", "kernel[2] wait mma 1"});
  const Outcome explained = run_tool({"explain", file, "producer:kernel[0]"});
  EXPECT_EQ(explained.status, 0) << text(explained);
  expect_words(explained.out, {"kernel[0] await empty[0]", "producer waits forever"});
  EXPECT_EQ(run_tool({"diff", file, program_path("hopper_gemm")}).status, 0);
}

TEST(ProgramFile, HandsRegistersOverAfterTheWorkgroupBarrier) {
  for (const int taken : {240, 248}) {
    Json ring = small_ring();
    ring["target"] = "h200";
    ring["launch_registers"] = 168;
    const auto setup = [](int registers) {
      return Json::array({{{"barrier", "workgroup"}}, {{"setmaxnreg", registers}}});
    };
    ring["roles"][0]["setup"] = setup(24);
    ring["roles"][1]["setup"] = setup(taken);
    ring["roles"][1]["waves"] = 2;  // warpgroups
    ring["barriers"]["empty"]["arrivals"] = 2;
    const Outcome outcome = verify_json(ring);
    EXPECT_EQ(outcome.status, taken == 240 ? 0 : 4) << text(outcome);
    expect_words(outcome.out, taken == 240
                                  ? std::vector<std::string>{"ring: proven"}
                                  : std::vector<std::string>{"setup[1] setmaxnreg 248 of consumer waits forever",
                                                             "waits for 160 registers; the pool has 144"});
  }
}

TEST(ProgramFile, CountsAWarpAsAQuarterOfAWarpgroup) {
  for (const int warps : {1, 4}) {
    Json ring = small_ring();
    ring["launch_registers"] = 168;
    ring["roles"][0]["setup"] = Json::array({{{"setmaxnreg", 24}}});
    ring["roles"][1]["setup"] = Json::array({{{"setmaxnreg", 240}, {"warps", warps}}});
    ring["roles"][1]["waves"] = 4;
    ring["barriers"]["empty"]["arrivals"] = 4;
    const Outcome outcome = verify_json(ring);
    EXPECT_EQ(outcome.status, warps == 1 ? 0 : 4) << text(outcome);
  }
}

TEST(ProgramFile, NamesTheStepThatCausesADeadlock) {
  Json ring = small_ring();
  ring["roles"][0]["kernel"].erase(1);  // the arrival: the producer soon waits, too
  const ScratchDir scratch;
  const Outcome outcome = run_tool({"show", scratch.write("ring.json", ring.dump())});
  EXPECT_EQ(outcome.status, 0) << text(outcome);
  expect_words(outcome.out, {"ring: race; consumer waits forever at kernel[0] await full[0]"});
}

TEST(ProgramFile, StallsAreExplainedInTheWordsOfTheFile) {
  const ScratchDir scratch;
  const Outcome outcome = run_tool({"explain", scratch.write("ring.json", small_ring().dump()), "consumer:kernel[2]"});
  expect_words(outcome.out, {"consumer waits", "mma counter waits for \"wgmma C\" of the same trip"});
}

TEST(ProgramFile, ComesFromStandardInput) {
  const ScratchDir scratch;
  scratch.write("ring.json", small_ring().dump());
  EXPECT_EQ(run_shell("cat ring.json | stretto verify -", scratch.path(".")).status, 0);
}

TEST(ProgramFile, UnrollsALoopOfMoreTrips) {
  Json ring = small_ring();
  ring["k_tiles"] = "2*n";
  for (Json& role : ring["roles"]) role["trips"] = "2*n";
  EXPECT_EQ(verify_json(ring).status, 0) << text(verify_json(ring));
  ring["roles"][0]["trips"] = "n";
  EXPECT_EQ(verify_json(ring).status, 4);
}

TEST(ProgramFile, TakesARoleLikeAnother) {
  Json ring = small_ring();
  ring["barriers"]["empty"]["arrivals"] = 2;
  ring["roles"].push_back({{"name", "second consumer"}, {"like", "consumer"}});
  EXPECT_EQ(verify_json(ring).status, 0) << text(verify_json(ring));
  ring["barriers"]["other"] = {{"slots", 2}, {"arrivals", 2}};
  ring["roles"][2]["replace"] = {{"empty", "other"}};
  EXPECT_EQ(verify_json(ring).status, 4);  // nothing waits for its arrivals, and the slot is never free
}

/// Two consumers that work on alternate tiles and take turns at the tensor cores.
Json ping_pong() { return Json::parse(read_file(program_path("ping_pong_gemm")), nullptr, true, true); }

TEST(ProgramFile, RolesTakeTurnsWithTheTiles) {
  const Outcome outcome = verify_json(ping_pong());
  EXPECT_EQ(outcome.status, 0) << text(outcome);
  expect_words(outcome.out, {"proven for every trip count", "any number of tiles"});
  const Outcome executed = run_tool({"execute", program_path("ping_pong_gemm"), "--trips", "0,2", "--seeds", "5"});
  EXPECT_EQ(executed.status, 0) << text(executed);
}

TEST(ProgramFile, IsShownThoughItsFirstTurnComesFromSetup) {
  for (const char* name : {"ping_pong_attention", "ping_pong_gemm"}) {
    const Outcome shown = run_tool({"show", program_path(name)});
    EXPECT_EQ(shown.status, 0) << text(shown);
    expect_words(shown.out, {"proven", "cycles per trip", "producer"});
    const Outcome explained = run_tool({"explain", program_path(name)});
    EXPECT_EQ(explained.status, 0) << text(explained);
  }
}

TEST(ProgramFile, TurnsWithTheTilesMustFit) {
  Json same = ping_pong();  // both work on the same tiles
  same["roles"][2]["tiles"] = "2*t";
  EXPECT_EQ(verify_json(same).status, 4) << text(verify_json(same));
  Json none = ping_pong();  // neither consumer begins
  none["roles"][2]["setup"] = none["roles"][1]["setup"];
  const Outcome deadlock = verify_json(none);
  EXPECT_EQ(deadlock.status, 4);
  expect_words(deadlock.out, {"prologue[0] barrier multiply 0 of consumer 0", "deadlock"});
  Json shared = ping_pong();  // one staging buffer for both
  shared["roles"][2]["replace"].erase("out 0");
  shared["buffers"].erase("out 1");
  const Outcome race = verify_json(shared);
  EXPECT_EQ(race.status, 4);
  expect_words(race.out, {"epilogue[5] tma_store C of consumer 0", "from out 0"});
}

TEST(ProgramFile, FirstMultiplicationOfATileOverwritesTheSum) {
  Json ring = small_ring();
  ring["persistent"] = true;
  ring["roles"][1]["epilogue"] = {{{"consume", "store C"}, {"reads", "C"}}};
  ring["min_trips"] = 1;
  EXPECT_EQ(verify_json(ring).status, 0) << text(verify_json(ring));
  // A step that spoils the sum between two tiles does no harm.
  ring["roles"][1]["prologue"] = {{{"move", "clear C"}, {"reads", "C"}, {"writes", "C"}}};
  Json& kernel = ring["roles"][1]["kernel"];
  kernel.insert(kernel.begin() + 1, Json{{"fence", "wgmma"}});
  EXPECT_EQ(verify_json(ring).status, 0) << text(verify_json(ring));
}

/// Two workgroups add up halves of a sum through distributed shared memory.
Json exchange() {
  return Json::parse(R"({
    "name": "exchange",
    "buffers": {"half 0": {"bytes": 1024}, "half 1": {"bytes": 1024, "workgroup": 1}},
    "roles": [
      {"name": "rank 0", "kernel": [
        {"ld_global": "own half", "writes": "half 0"},
        {"cluster": "arrive"},
        {"hint": "work that needs no other rank"},
        {"cluster": "wait"},
        {"consume": "other half", "reads": "half 1", "accumulates": "sum 0"},
        {"cluster": "sync"}]},
      {"name": "rank 1", "like": "rank 0", "workgroup": 1,
       "replace": {"half 0": "half 1", "half 1": "half 0", "sum 0": "sum 1"}}]})");
}

TEST(ProgramFile, ArrivesAndWaitsAtTheClusterBarrier) {
  const Json program = exchange();
  EXPECT_EQ(verify_json(program).status, 0) << text(verify_json(program));

  Json early = program;  // reads before it waits
  std::swap(early["roles"][0]["kernel"][3], early["roles"][0]["kernel"][4]);
  const Outcome race = verify_json(early);
  EXPECT_EQ(race.status, 4);
  expect_words(race.out, {"kernel[3] consume other half of rank 0 may read half 1 before"});

  Json again = program;  // arrives twice
  again["roles"][0]["kernel"][3] = {{"cluster", "arrive"}};
  const Outcome twice = verify_json(again);
  EXPECT_EQ(twice.status, 4);
  expect_words(twice.out, {"kernel[3] cluster arrive", "has not waited since its last arrival there"});

  Json leaves = program;  // nothing keeps a rank from leaving
  leaves["roles"][0]["kernel"].erase(5);
  EXPECT_EQ(verify_json(leaves).status, 4);
}

/// Moves a step of consumer 0's epilogue.
void move_epilogue_step(Json& gemm, std::size_t from, std::size_t to) {
  Json& epilogue = gemm["roles"][1]["epilogue"];
  const Json step = epilogue[from];
  epilogue.erase(from);
  epilogue.insert(epilogue.begin() + static_cast<std::ptrdiff_t>(to), step);
}

TEST(ProgramFile, SumIsNotReadBeforeItsWait) {
  Json gemm = hopper_gemm();
  ASSERT_EQ(gemm["roles"][1]["epilogue"][0]["wait"], "mma");
  ASSERT_TRUE(gemm["roles"][1]["epilogue"][4].contains("consume"));
  EXPECT_EQ(verify_json(gemm).status, 0) << text(verify_json(gemm));
  move_epilogue_step(gemm, 0, 4);
  const Outcome outcome = verify_json(gemm);
  EXPECT_EQ(outcome.status, 4) << text(outcome);
  expect_words(outcome.out, {"convert C, st.shared of consumer 0 may read C before prologue[1] wgmma C += A*B",
                             "missing: wait_mma(0) or less"});
}

TEST(ProgramFile, ElectedThreadStoresAfterBothBarriers) {
  for (const std::size_t barrier : {3U, 6U}) {
    Json gemm = hopper_gemm();
    ASSERT_EQ(gemm["roles"][1]["epilogue"][barrier]["barrier"], "warps 0");
    gemm["roles"][1]["epilogue"].erase(barrier);
    const Outcome outcome = verify_json(gemm);
    EXPECT_EQ(outcome.status, 4) << barrier << text(outcome);
    expect_words(outcome.out, {barrier == 3 ? "may overwrite out 0 before" : "may read out 0 before"});
  }
}

TEST(ProgramFile, SaysThatNoStepReadsASum) {
  const Outcome outcome = verify_json(small_ring());
  expect_words(outcome.out, {"note: no step reads the sum \"C\""});
  const Json report = Json::parse(verify_json(small_ring(), {"--format", "json"}).out);
  EXPECT_EQ(report["notes"].size(), 1U);
  EXPECT_EQ(verify_json(hopper_gemm()).out.find("note:"), std::string::npos);
  Json synchronous = small_ring();  // a step that uses the sum of a synchronous step comes after it
  synchronous["roles"][1]["kernel"][1] = {{"mma", "C"}, {"reads", "tile[i%stages]"}, {"accumulates", "C"}};
  EXPECT_EQ(verify_json(synchronous).out.find("note:"), std::string::npos);
}

TEST(ProgramFile, NamesTheRoleOfADeadRead) {
  Json ring = small_ring();
  ring["buffers"]["fragment"] = {{"space", "registers"}};
  Json& kernel = ring["roles"][1]["kernel"];
  kernel.insert(kernel.begin() + 1, Json{{"ld_shared", "part"}, {"reads", "tile[i%stages]"}, {"writes", "fragment"}});
  kernel.insert(kernel.begin() + 2, Json{{"fence", "proxy"}});
  const Outcome outcome = verify_json(ring);
  EXPECT_EQ(outcome.status, 0) << text(outcome);
  expect_words(outcome.out, {"dead read: no step uses the data that kernel[1] ld_shared part of consumer reads",
                             "remove it, or name what it writes"});
}

TEST(ProgramFile, LoadReadsAnyVersion) {
  Json ring = small_ring();
  ring["buffers"]["input"] = {{"space", "global"}};
  ring["roles"][0]["kernel"][2]["reads"] = "input";
  Json said = ring;
  said["roles"][0]["kernel"][2]["reads"] = {{"place", "input"}, {"any", true}};
  // Nobody writes the input.
  expect_words(verify_json(ring).err, {"kernel[2] tma_load tile of producer: no_contributor: reads \"input\""});
  for (Json* program : {&ring, &said}) {
    (*program)["roles"][0]["setup"] = {{{"consume", "st.global"}, {"writes", "input"}, {"tile", 0}},
                                       {{"fence", "proxy"}}};
    EXPECT_EQ(verify_json(*program).status, 0) << text(verify_json(*program));
  }
}

TEST(ProgramFile, SumIsRescaledAfterAFence) {
  // FlashAttention: the first K tile is multiplied before the loop, and O is rescaled before each further one.
  Json ring = small_ring();
  ring["k_tiles"] = "n+1";
  ring["roles"][0]["trips"] = "n+1";
  Json& consumer = ring["roles"][1];
  consumer["prologue"] = consumer["kernel"];
  consumer["kernel"] = {{{"await", "full[(i+1)%stages]"}, {"parity", "((i+1)/stages)%2"}},
                        {{"move", "rescale C"}, {"reads", "C"}, {"writes", "C"}},
                        {{"fence", "wgmma"}},
                        {{"wgmma", "C"}, {"reads", "tile[(i+1)%stages]"}, {"accumulates", "C"}},
                        {{"wait", "mma"}},
                        {{"arrive", "empty[(i+1)%stages]"}}};
  const Outcome rescaled = verify_json(ring);
  EXPECT_EQ(rescaled.status, 0) << text(rescaled);
  EXPECT_EQ(rescaled.out.find("dead read"), std::string::npos) << rescaled.out;  // C is changed in place
  Json unfenced = ring;
  unfenced["roles"][1]["kernel"].erase(2);
  const Outcome outcome = verify_json(unfenced);
  EXPECT_EQ(outcome.status, 4) << text(outcome);
  expect_words(outcome.out, {"no wgmma.fence is between them"});
  ring["roles"][1]["kernel"].erase(4);  // the wait
  EXPECT_EQ(verify_json(ring).status, 4);
}

TEST(ProgramFile, SumInTensorMemoryIsReadByAnotherRole) {
  Json gemm = Json::parse(R"({
    "name": "tcgen05", "target": "b200",
    "buffers": {"tile": {"slots": 2, "bytes": 64}},
    "barriers": {"full": {"slots": 2}, "empty": {"slots": 2}, "done": {}},
    "roles": [
      {"name": "load", "kernel": [
        {"await": "empty[i%2]", "parity": "(i/2)%2^1"},
        {"arrive": "full[i%2]", "expect": 64},
        {"tma_load": "tile", "writes": "tile[i%2]", "signals": "full[i%2]"}]},
      {"name": "multiply", "kernel": [
        {"await": "full[i%2]", "parity": "(i/2)%2"},
        {"tcgen05_mma": "C", "reads": "tile[i%2]", "accumulates": "C"},
        {"arrive": "empty[i%2]", "after": "tensor"}],
       "epilogue": [{"arrive": "done", "after": "tensor"}]},
      {"name": "store", "waves": 4, "epilogue": [
        {"await": "done", "parity": 0},
        {"consume": "tcgen05.ld", "reads": "C"}]}],
    "min_trips": 1})");
  EXPECT_EQ(verify_json(gemm).status, 0) << text(verify_json(gemm));
  Json early = gemm;
  early["roles"][2]["epilogue"].erase(0);
  EXPECT_EQ(verify_json(early).status, 4) << text(verify_json(early));
  // A whole sum has all K tiles, also if nothing is in flight.
  Json partial = gemm;
  partial["roles"][1]["epilogue"] = {{{"await", "full[i%2]"}, {"parity", "(i/2)%2"}},
                                     {{"tcgen05_mma", "C"}, {"reads", "tile[i%2]"}, {"accumulates", "C"}},
                                     {{"arrive", "empty[i%2]"}, {"after", "tensor"}},
                                     {{"arrive", "done"}, {"after", "tensor"}}};
  partial["k_tiles"] = "n+1";
  partial["roles"][0]["trips"] = "n+1";
  EXPECT_EQ(verify_json(partial).status, 0) << text(verify_json(partial));
  std::swap(partial["roles"][1]["epilogue"][1], partial["roles"][1]["epilogue"][3]);
  EXPECT_EQ(verify_json(partial).status, 4);
}

TEST(ProgramFile, SumsMayAlternateInTensorMemory) {
  Json gemm = Json::parse(R"({
    "name": "two sums", "target": "b200", "persistent": true, "min_trips": 1,
    "buffers": {"A": {"slots": 4, "bytes": 16384}, "D": {"space": "tensor", "slots": 2, "bytes": 65536}},
    "barriers": {"full": {"slots": 4}, "empty": {"slots": 4}, "whole": {"slots": 2}, "taken": {"slots": 2}},
    "roles": [
      {"name": "load", "kernel": [
        {"await": "empty[i%4]", "parity": "(i/4)%2^1"},
        {"arrive": "full[i%4]", "expect": 16384},
        {"tma_load": "A", "writes": "A[i%4]", "signals": "full[i%4]"}]},
      {"name": "multiply",
       "prologue": [{"await": "taken[t%2]", "parity": "(t/2)%2^1"}],
       "kernel": [
        {"await": "full[i%4]", "parity": "(i/4)%2"},
        {"tcgen05_mma": "D += A*A", "reads": "A[i%4]", "accumulates": "D[t%2]"},
        {"arrive": "empty[i%4]", "after": "tensor"}],
       "epilogue": [{"arrive": "whole[t%2]", "after": "tensor"}]},
      {"name": "store", "epilogue": [
        {"await": "whole[t%2]", "parity": "(t/2)%2"},
        {"consume": "tcgen05.ld", "reads": "D[t%2]"},
        {"arrive": "taken[t%2]"}]}]})");
  EXPECT_EQ(verify_json(gemm).status, 0) << text(verify_json(gemm));
  Json other = gemm;  // takes the sum of the tile before
  other["roles"][2]["epilogue"][1]["reads"] = "D[(t+1)%2]";
  EXPECT_EQ(verify_json(other).status, 4) << text(verify_json(other));
  gemm["roles"][1]["prologue"] = Json::array();  // overwrites a sum that may still be read
  EXPECT_EQ(verify_json(gemm).status, 4) << text(verify_json(gemm));
}

TEST(ProgramFile, WorkgroupBarrierJoinsOneWorkgroup) {
  Json cluster = Json::parse(R"({
    "name": "exit", "barriers": {"free": {"workgroup": 1}},
    "roles": [
      {"name": "a", "epilogue": [{"arrive": "free"}, {"barrier": "workgroup"}]},
      {"name": "b", "workgroup": 1, "epilogue": [{"barrier": "workgroup"}]}]})");
  const Outcome outcome = verify_json(cluster);
  EXPECT_EQ(outcome.status, 4) << text(outcome);
  expect_words(outcome.out, {"arrive free of a may reach a workgroup that has ended"});
  for (const std::size_t role : {0U, 1U}) {
    cluster["roles"][role]["epilogue"].back() = Json{{"cluster", "sync"}};
  }
  EXPECT_EQ(verify_json(cluster).status, 0) << text(verify_json(cluster));
}

/// A reader and a writer that share a buffer, and a named barrier with `arrivals` between them.
Json shared_through_a_barrier(int arrivals, bool waits) {
  Json program = Json::parse(R"({
    "name": "exchange", "min_trips": 1, "buffers": {"part": {"bytes": 64}},
    "barriers": {"done": {"kind": "named", "arrivals": 2}},
    "roles": [
      {"name": "reader", "kernel": [{"barrier": "done"}, {"consume": "read", "reads": "part"}]},
      {"name": "writer", "kernel": [{"consume": "write", "writes": "part"}, {"arrive": "done"}]}]})");
  program["barriers"]["done"]["arrivals"] = arrivals;
  if (!waits) program["roles"][0]["kernel"].erase(0);
  return program;
}

TEST(ProgramFile, StoryNamesTheSignalThatAReaderNeeds) {
  const Outcome outcome = verify_json(shared_through_a_barrier(2, false));
  EXPECT_EQ(outcome.status, 4);
  expect_words(outcome.out,
               {"missing: a signal from writer, sent when kernel[0] consume write of writer is complete, that "
                "reader awaits before kernel[0] consume read"});
}

TEST(ProgramFile, StoryCountsArrivalsAtNamedBarriersAndAtEachSlot) {
  expect_words(verify_json(shared_through_a_barrier(3, true)).out,
               {"a phase of done needs 3 arrivals, but 2 waves arrive"});
  // Each slot gets the one arrival that it counts. Only the parity is wrong.
  const Outcome outcome = verify_json(Json::parse(R"({
    "name": "turns", "persistent": true, "min_trips": 1, "barriers": {"order": {"slots": 2}},
    "roles": [
      {"name": "first", "prologue": [{"await": "order[0]", "parity": "t%2^1"}], "epilogue": [{"arrive": "order[1]"}]},
      {"name": "second", "prologue": [{"await": "order[1]", "parity": "0"}], "epilogue": [{"arrive": "order[0]"}]}],
    "k_tiles": "n"})"));
  EXPECT_EQ(outcome.status, 4) << text(outcome);
  EXPECT_EQ(outcome.out.find("matching arrival count"), std::string::npos) << outcome.out;
  expect_words(outcome.out, {"await order[1] of second", "parity"});
}

TEST(ProgramFile, StoryOfNoTripsNamesTheLoop) {
  Json ring = small_ring();
  ring["roles"][1]["epilogue"] = {{{"consume", "store C"}, {"reads", "C"}}};
  const Outcome outcome = verify_json(ring);
  EXPECT_EQ(outcome.status, 4);
  expect_words(outcome.out,
               {"with 0 trips", "missing: at least one trip: with 0 trips, no step writes C", "min_trips"});
}

TEST(ProgramFile, StoryOfAFenceWithoutABarrierAsksForTheBarrier) {
  Json gemm = hopper_gemm();
  for (Json& role : gemm["roles"]) {
    if (role.contains("setup")) role["setup"].erase(role["setup"].size() - 1);
  }
  const Outcome outcome = verify_json(gemm);
  EXPECT_EQ(outcome.status, 4);
  expect_words(outcome.out,
               {"a barrier after the fence that follows setup[0] init full of producer, which consumer 0 passes"});
}

TEST(ProgramFile, IsWhatAScheduleWithOtherTagsShouldBe) {
  Json file = Json::parse(read_file(reference_path("ping_pong_bf16_csp")));
  file["kernel"][0]["op"]["tag"] = "SOFTMAX";
  const ScratchDir scratch;
  const Outcome outcome = run_tool({"verify", scratch.write("other.json", file.dump())});
  EXPECT_EQ(outcome.status, 2);
  expect_words(outcome.err, {"unknown tag \"SOFTMAX\"", "a schedule with other ops is a program file"});
}

}  // namespace
}  // namespace stretto::cli
