// Sums of program files: after its loop, a role takes whole sums, with all K tiles of the run.
#include <gtest/gtest.h>

#include "program_json.hpp"

namespace stretto::cli {
namespace {

/// A persistent ring whose consumer accumulates in two sums in turn, and stores the one that its epilogue `reads`.
Json ring_with_two_sums(const Json& reads) {
  Json ring = small_ring();
  ring["persistent"] = true;
  ring["min_trips"] = 1;
  ring["buffers"]["C"] = {{"space", "registers"}, {"slots", 2}};
  ring["roles"][1]["kernel"][1]["accumulates"] = "C[t%2]";
  ring["roles"][1]["epilogue"] = {{{"consume", "store C"}, {"reads", reads}}};
  return ring;
}

/// One role multiplies into two sums in tensor memory in turn, another stores one of them; one sum is used at a time.
Json gemm_with_two_sums(const char* reads) {
  Json gemm = Json::parse(R"({
    "name": "two sums", "target": "b200", "persistent": true, "min_trips": 1,
    "buffers": {"A": {"slots": 2, "bytes": 64}, "C": {"space": "tensor", "slots": 2, "bytes": 1024}},
    "barriers": {"full": {"slots": 2}, "empty": {"slots": 2}, "whole": {}, "taken": {}},
    "roles": [
      {"name": "load", "kernel": [
        {"await": "empty[i%2]", "parity": "(i/2)%2^1"},
        {"arrive": "full[i%2]", "expect": 64},
        {"tma_load": "A", "writes": "A[i%2]", "signals": "full[i%2]"}]},
      {"name": "multiply",
       "prologue": [{"await": "taken", "parity": "t%2^1"}],
       "kernel": [
        {"await": "full[i%2]", "parity": "(i/2)%2"},
        {"tcgen05_mma": "C", "reads": "A[i%2]", "accumulates": "C[t%2]"},
        {"arrive": "empty[i%2]", "after": "tensor"}],
       "epilogue": [{"arrive": "whole", "after": "tensor"}]},
      {"name": "store", "epilogue": [
        {"await": "whole", "parity": "t%2"},
        {"consume": "tcgen05.ld", "reads": "C[0]"},
        {"arrive": "taken"}]}]})");
  gemm["roles"][2]["epilogue"][1]["reads"] = reads;
  return gemm;
}

/// A loop body that multiplies two K tiles, and an epilogue that passes the sum through shared memory.
Json two_k_tiles_per_trip() {
  return Json::parse(R"({
    "name": "pairs", "target": "h200", "min_trips": 1, "k_tiles": "2*n",
    "buffers": {"A": {"slots": 4, "bytes": 64}, "out": {"bytes": 64}},
    "barriers": {"full": {"slots": 4}, "empty": {"slots": 4}},
    "roles": [
      {"name": "producer", "trips": "2*n", "kernel": [
        {"await": "empty[i%4]", "parity": "(i/4)%2^1"},
        {"arrive": "full[i%4]", "expect": 64},
        {"tma_load": "A", "writes": "A[i%4]", "signals": "full[i%4]"}]},
      {"name": "consumer", "kernel": [
        {"await": "full[(2*i)%4]", "parity": "(2*i/4)%2"},
        {"wgmma": "C", "reads": "A[(2*i)%4]", "accumulates": "C"},
        {"await": "full[(2*i+1)%4]", "parity": "((2*i+1)/4)%2"},
        {"wgmma": "C", "reads": "A[(2*i+1)%4]", "accumulates": "C"},
        {"wait": "mma"},
        {"arrive": "empty[(2*i)%4]"},
        {"arrive": "empty[(2*i+1)%4]"}],
       "epilogue": [
        {"consume": "st.shared", "reads": "C", "writes": "out", "tile": "2*i"},
        {"fence": "proxy"},
        {"tma_store": "C", "reads": "out", "tile": "2*i"},
        {"wait": "stored"}]}]})");
}

TEST(WholeSum, OfAnotherRoleIsNotTakenFromAFixedSlot) {
  EXPECT_EQ(verify_json(gemm_with_two_sums("C[t%2]")).status, 0) << text(verify_json(gemm_with_two_sums("C[t%2]")));
  const Outcome outcome = verify_json(gemm_with_two_sums("C[0]"));
  EXPECT_EQ(outcome.status, 4) << text(outcome);
  expect_words(outcome.out, {"content, race: epilogue[1] consume tcgen05.ld of store", "C[0]"});
}

TEST(WholeSum, OfTheOwnRoleIsNotTakenFromAFixedSlot) {
  EXPECT_EQ(verify_json(ring_with_two_sums("C[t%2]")).status, 0) << text(verify_json(ring_with_two_sums("C[t%2]")));
  const Outcome outcome = verify_json(ring_with_two_sums("C[0]"));
  EXPECT_EQ(outcome.status, 4) << text(outcome);
  expect_words(outcome.out, {"content, race: epilogue[0] consume store C of consumer", "C[0]"});
}

TEST(WholeSum, HasTheLastKTileOfTheOwnRole) {
  Json ring = ring_with_two_sums("C[t%2]");
  ring["k_tiles"] = "n+1";
  ring["roles"][0]["trips"] = "n+1";
  Json& consumer = ring["roles"][1];
  const Json store = consumer["epilogue"][0];
  consumer["epilogue"] = consumer["kernel"];
  consumer["epilogue"].push_back(store);
  EXPECT_EQ(verify_json(ring).status, 0) << text(verify_json(ring));
  consumer["epilogue"].erase(consumer["epilogue"].size() - 1);
  consumer["epilogue"].insert(consumer["epilogue"].begin(), store);
  EXPECT_EQ(verify_json(ring).status, 4) << text(verify_json(ring));
}

TEST(WholeSum, IsNoneWithoutAKTile) {
  for (Json program : {gemm_with_two_sums("C[t%2]"), ring_with_two_sums("C[t%2]")}) {
    program.erase("min_trips");
    const Outcome outcome = verify_json(program);
    EXPECT_EQ(outcome.status, 4) << text(outcome);
    expect_words(outcome.out, {"with 0 trips"});
  }
}

TEST(WholeSum, IsNotDemandedOfAReadThatSaysWhatItTakes) {
  for (const Json& reads : {Json{{"place", "C[0]"}, {"any", true}}, Json{{"place", "C[t%2]"}, {"version", -1}}}) {
    Json ring = ring_with_two_sums(reads);
    ring["roles"][1]["kernel"][1]["accumulates"] = reads["place"];
    EXPECT_EQ(verify_json(ring).status, 0) << text(verify_json(ring));
  }
}

TEST(WholeSum, IsTakenInTeardownIfItsLastTileIsKnown) {
  Json ring = ring_with_two_sums("C[t%2]");
  Json& consumer = ring["roles"][1];
  consumer["teardown"] = consumer["epilogue"];
  EXPECT_EQ(verify_json(ring).status, 0) << text(verify_json(ring));
  consumer["teardown"][0]["reads"] = "C[0]";
  EXPECT_EQ(verify_json(ring).status, 4) << text(verify_json(ring));
  consumer["tiles"] = "2*t";
  ring["roles"].push_back({{"name", "other"}, {"like", "consumer"}, {"tiles", "2*t+1"}});
  expect_words(verify_json(ring).err,
               {"roles[1].teardown[0].reads: roles that take turns with the tiles accumulate \"C\"",
                "use the sum in the epilogue"});
}

TEST(WholeSum, NeedsAStepWhoseKTileAdvancesAsTheSumDoes) {
  Json pairs = two_k_tiles_per_trip();
  EXPECT_EQ(verify_json(pairs).status, 0) << text(verify_json(pairs));
  pairs["roles"][1]["epilogue"][0].erase("tile");
  const Outcome outcome = verify_json(pairs);
  EXPECT_EQ(outcome.status, 2) << text(outcome);
  expect_words(outcome.err, {"roles[1].epilogue[0].reads: the step takes the whole sum \"C\"", "by 2 per trip",
                             "\"tile\": \"2*i\"", R"({"place": "C", "any": true})"});
  // A step without a K tile of its own works on the last one.
  pairs["roles"][1]["epilogue"] = {{{"consume", "store C"}, {"reads", "C"}}};
  pairs["buffers"].erase("out");
  EXPECT_EQ(verify_json(pairs).status, 0) << text(verify_json(pairs));
}

}  // namespace
}  // namespace stretto::cli
