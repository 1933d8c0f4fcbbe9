// Program files that cannot be read or cannot run are refused with the place, and with a fix where there is one.
#include <gtest/gtest.h>

#include "program_json.hpp"

namespace stretto::cli {
namespace {

struct ProgramRefusal {
  const char* name;
  void (*damage)(Json& ring);
  std::vector<std::string> words;

  friend void PrintTo(const ProgramRefusal& refusal, std::ostream* out) { *out << refusal.name; }
};

Json& kernel_step(Json& ring, std::size_t role, std::size_t index) { return ring["roles"][role]["kernel"][index]; }

/// The producer executes setmaxnreg.
void set_registers(Json& ring, int count, int warps = 0) {
  Json step = {{"setmaxnreg", count}};
  if (warps > 0) step["warps"] = warps;
  ring["launch_registers"] = 168;
  ring["roles"][0]["setup"] = Json::array({step});
}

/// The consumer passes this many named barriers.
void use_named_barriers(Json& ring, int count) {
  ring["target"] = "h200";
  ring["barriers"]["pair"] = {{"kind", "named"}, {"slots", count}, {"arrivals", 1}};
  ring["roles"][1]["epilogue"] = Json::array({{{"barrier", count > 1 ? "pair[0]" : "pair"}}});
}

class RefusedProgram : public ::testing::TestWithParam<ProgramRefusal> {};

TEST_P(RefusedProgram, NamesThePlace) {
  Json ring = small_ring();
  GetParam().damage(ring);
  const Outcome outcome = verify_json(ring);
  EXPECT_EQ(outcome.status, 2) << text(outcome);
  expect_words(outcome.err, GetParam().words);
}

INSTANTIATE_TEST_SUITE_P(
    All, RefusedProgram,
    ::testing::Values(
        ProgramRefusal{"unknown_key", [](Json& r) { r["bufers"] = Json::object(); }, {"bufers", "unknown key", "buffers"}},
        ProgramRefusal{"old_key",
                [](Json& r) { r["agents"] = r["roles"]; r.erase("roles"); },
                {"agents: unknown key; it is called \"roles\" now"}},
        ProgramRefusal{"unknown_verb",
                [](Json& r) { kernel_step(r, 1, 1) = {{"wgmmma", "C"}}; },
                {"roles[1].kernel[1].wgmmma", "did you mean wgmma"}},
        ProgramRefusal{"unknown_buffer",
                [](Json& r) { kernel_step(r, 1, 1)["reads"] = "tyle[i%stages]"; },
                {"roles[1].kernel[1].reads", "unknown buffer \"tyle\"", "did you mean tile"}},
        ProgramRefusal{"unknown_barrier",
                [](Json& r) { kernel_step(r, 1, 0)["await"] = "ful[i%stages]"; },
                {"roles[1].kernel[0].await", "unknown barrier \"ful\"", "full"}},
        ProgramRefusal{"other_modulus",
                [](Json& r) { kernel_step(r, 1, 1)["reads"] = "tile[i%3]"; },
                {"roles[1].kernel[1].reads", "% 3 does not match the 2 slots"}},
        ProgramRefusal{"unknown_index",
                [](Json& r) { kernel_step(r, 1, 1)["reads"] = "tile[j%stages]"; },
                {"unknown name \"j\"", "\"j%stages\""}},
        ProgramRefusal{"quotient_as_slot",
                [](Json& r) { kernel_step(r, 1, 1)["reads"] = "tile[i/2]"; },
                {"a slot cannot be a quotient"}},
        ProgramRefusal{"parity_without_modulus",
                [](Json& r) { kernel_step(r, 1, 0)["parity"] = "i/stages"; },
                {"roles[1].kernel[0].parity", "a parity must be an expression modulo 2"}},
        ProgramRefusal{"slot_missing",
                [](Json& r) { kernel_step(r, 1, 1)["reads"] = "tile"; },
                {"\"tile\" has 2 slots; name one of them, such as \"tile[i%2]\""}},
        ProgramRefusal{
            "slot_beyond", [](Json& r) { kernel_step(r, 1, 1)["reads"] = "tile[2]"; }, {"slot 2 is not from 0 to 1"}},
        ProgramRefusal{"load_of_no_bytes",
                [](Json& r) { r["buffers"]["tile"].erase("bytes"); },
                {"roles[0].kernel[2].bytes", "a load of 0 bytes signals nothing"}},
        ProgramRefusal{"unknown_counter",
                [](Json& r) { kernel_step(r, 1, 2)["wait"] = "wgmma"; },
                {"roles[1].kernel[2].wait", "unknown counter \"wgmma\"", "mma"}},
        ProgramRefusal{
            "odd_unrolling", [](Json& r) { r["roles"][0]["trips"] = "2*n+1"; }, {"roles[0].trips", "multiple of 2"}},
        ProgramRefusal{"unknown_turn", [](Json& r) { r["roles"][0]["tiles"] = "2*t+2"; }, {"roles[0].tiles", "2*t or 2*t+1"}},
        ProgramRefusal{"turns_without_persistence",
                [](Json& r) { r["roles"][0]["tiles"] = "2*t+1"; },
                {"roles[0].tiles", "only a persistent program has several tiles"}},
        ProgramRefusal{"duplicate_role",
                [](Json& r) { r["roles"][1]["name"] = "producer"; },
                {"roles[1].name", "duplicate role \"producer\""}},
        ProgramRefusal{"like_nobody",
                [](Json& r) { r["roles"][1]["like"] = "prodcer"; },
                {"roles[1].like", "unknown role", "did you mean producer"}},
        ProgramRefusal{"parameter_named_as_index",
                [](Json& r) { r["parameters"]["k"] = 1; },
                {"parameters.k", "not a valid parameter name"}},
        ProgramRefusal{"unknown_use_of_the_cluster",
                [](Json& r) { kernel_step(r, 1, 2) = {{"cluster", "leave"}}; },
                {"roles[1].kernel[2].cluster", "valid operations: arrive, wait, sync"}},
        ProgramRefusal{"two_cluster_barriers",
                [](Json& r) {
                  r["barriers"]["all"] = {{"kind", "cluster"}};
                  r["barriers"]["every"] = {{"kind", "cluster"}};
                },
                {"barriers.every.kind", "one cluster barrier"}},
        ProgramRefusal{"sum_written",
                [](Json& r) { r["roles"][1]["epilogue"] = {{{"consume", "C = 0"}, {"writes", "C"}}}; },
                {"roles[1].epilogue[0].writes", "\"C\" is a sum: only steps that accumulate it, and moves, may write it"}},
        ProgramRefusal{"sum_of_another_role",
                [](Json& r) { r["roles"][0]["epilogue"] = {{{"consume", "store C"}, {"reads", "C"}}}; },
                {"roles[0].epilogue[0].reads", "this role does not accumulate \"C\""}},
        ProgramRefusal{"two_verbs",
                [](Json& r) { kernel_step(r, 1, 0)["arrive"] = "empty[i%stages]"; },
                {"roles[1].kernel[0].arrive", "the step already begins with \"await\""}},
        ProgramRefusal{"unknown_key_of_a_step",
                [](Json& r) { kernel_step(r, 1, 2)["cont"] = 1; },
                {"roles[1].kernel[2].cont: unknown key; did you mean count?; valid keys: count, wait"}},
        ProgramRefusal{"unused_parameter",
                [](Json& r) { r["parameters"]["depth"] = 3; },
                {"parameters.depth: no expression uses this parameter; use it, or remove it"}},
        ProgramRefusal{"unused_buffer",
                [](Json& r) { r["buffers"]["spare"] = {{"bytes", 16}}; },
                {"buffers.spare: no step names this buffer", "remove it"}},
        ProgramRefusal{"unused_barrier",
                [](Json& r) { r["barriers"]["spare"] = Json::object(); },
                {"barriers.spare: no step names this barrier", "remove it"}},
        ProgramRefusal{"unused_cluster_barrier",
                [](Json& r) { r["barriers"]["all"] = {{"kind", "cluster"}}; },
                {"barriers.all: no step names this barrier"}},
        ProgramRefusal{"unknown_name_replaced",
                [](Json& r) {
                  r["roles"].push_back({{"name", "other"}, {"like", "consumer"}, {"replace", {{"emty", "full"}}}});
                },
                {"roles[2].replace.emty: no step that the role inherits names \"emty\"; did you mean empty?"}},
        ProgramRefusal{"registers_of_a_wave",
                [](Json& r) {
                  r["target"] = "h200";
                  r["buffers"]["C"] = {{"space", "registers"}, {"bytes", 1 << 20}};
                  r["roles"][1]["epilogue"] = {{{"consume", "store C"}, {"reads", "C"}}};
                },
                {"buffers.C: takes 1048576 bytes of registers, and a wave of H200 has at most 130560"}},
        ProgramRefusal{"registers_of_a_workgroup",
                [](Json& r) {
                  r["target"] = "h200";
                  r["buffers"]["C"] = {{"space", "registers"}, {"bytes", 1 << 16}};
                  r["roles"][1]["waves"] = 5;
                  r["roles"][1]["epilogue"] = {{{"consume", "store C"}, {"reads", "C"}}};
                },
                {"register buffers of all waves", "take 327680 bytes", "register file of H200 has 262144"}},
        ProgramRefusal{"bulk_load_on_a100",
                [](Json& r) { r["target"] = "a100"; },
                {"roles[0].kernel[2].tma_load: needs bulk copies (TMA), which the target A100 does not have",
                 "the steps of A100: cp_async, mma,"}},
        ProgramRefusal{"wgmma_on_b200",
                [](Json& r) { r["target"] = "b200"; },
                {"roles[1].kernel[1].wgmma: needs wgmma, which the target B200 does not have", "tcgen05_mma"}},
        ProgramRefusal{"counter_of_another_target",
                [](Json& r) {
                  r["target"] = "mi355x";
                  r["roles"][0]["kernel"] = {{{"wait", "mma"}}};
                },
                {"roles[0].kernel[0].wait: needs wgmma, which the target MI355X does not have"}},
        ProgramRefusal{"registers_of_no_multiple",
                [](Json& r) { set_registers(r, 100); },
                {"roles[0].setup[0].setmaxnreg: setmaxnreg must be a multiple of 8, not 100"}},
        ProgramRefusal{"too_few_registers",
                [](Json& r) { set_registers(r, 16); },
                {"roles[0].setup[0].setmaxnreg: 16 is not from 24 to 256"}},
        ProgramRefusal{"too_many_registers",
                [](Json& r) { set_registers(r, 264); },
                {"roles[0].setup[0].setmaxnreg: 264 is not from 24 to 256"}},
        ProgramRefusal{"odd_registers_at_launch",
                [](Json& r) { set_registers(r, 40); r["launch_registers"] = 100; },
                {"launch_registers: setmaxnreg must be a multiple of 8, not 100"}},
        ProgramRefusal{"registers_at_launch_missing",
                [](Json& r) { set_registers(r, 40); r.erase("launch_registers"); },
                {"roles[0].setup[0].setmaxnreg", "add \"launch_registers\""}},
        ProgramRefusal{"registers_at_launch_without_a_use",
                [](Json& r) { r["launch_registers"] = 168; },
                {"launch_registers: no step uses it"}},
        ProgramRefusal{"registers_outside_of_setup",
                [](Json& r) { r["launch_registers"] = 168; kernel_step(r, 1, 2) = {{"setmaxnreg", 40}}; },
                {"roles[1].kernel[2].setmaxnreg: setmaxnreg is allowed in setup only"}},
        ProgramRefusal{"old_registers_step",
                [](Json& r) { kernel_step(r, 1, 2) = {{"registers", 40}}; },
                {"roles[1].kernel[2].registers: unknown step; write {\"setmaxnreg\": N}"}},
        ProgramRefusal{"registers_of_four_waves",
                [](Json& r) { set_registers(r, 40); r["roles"][0]["waves"] = 4; },
                {"roles[0].setup[0].setmaxnreg: the role has 4 waves", "\"warps\": 1", "\"warps\": 4"}},
        ProgramRefusal{"registers_of_half_a_warpgroup",
                [](Json& r) { set_registers(r, 40, 1); r["roles"][0]["waves"] = 2; },
                {"roles[0].setup[0].warps: all warps of a warpgroup execute setmaxnreg, and the role has 2"}},
        ProgramRefusal{"setmaxnreg_on_a100",
                [](Json& r) {
                  r["target"] = "a100";
                  r["launch_registers"] = 168;
                  r["roles"] = {{{"name", "all"}, {"setup", {{{"setmaxnreg", 40}}}}}};
                },
                {"roles[0].setup[0].setmaxnreg: needs setmaxnreg, which the target A100 does not have"}},
        ProgramRefusal{"too_many_named_barriers",
                [](Json& r) {
                  use_named_barriers(r, 17);
                },
                {"barriers: a workgroup uses 17 named barriers, and H200 has 16 per workgroup", "use mbarriers"}},
        ProgramRefusal{"named_barriers_and_the_workgroup_barrier",
                [](Json& r) {
                  use_named_barriers(r, 16);
                  for (Json& role : r["roles"]) role["setup"] = {{{"barrier", "workgroup"}}};
                },
                {"barriers: a workgroup uses 16 named barriers and the workgroup barrier, which is number 0"}},
        ProgramRefusal{"named_barriers_on_amd",
                [](Json& r) {
                  use_named_barriers(r, 1);
                  r["target"] = "mi300x";
                  r["roles"][0].erase("kernel");
                  r["roles"][1].erase("kernel");
                  r.erase("buffers");
                  r["barriers"].erase("full");
                  r["barriers"].erase("empty");
                  r.erase("parameters");
                },
                {"barriers: contains named barriers, which the target MI300X does not have"}},
        ProgramRefusal{"load_of_a_version",
                [](Json& r) { kernel_step(r, 0, 2)["reads"] = {{"place", "tile[i%stages]"}, {"version", 0}}; },
                {"roles[0].kernel[2].reads.version: a load reads any version"}},
        ProgramRefusal{"read_without_a_write",
                [](Json& r) {
                  r["buffers"]["bias"] = {{"bytes", 16}};
                  kernel_step(r, 1, 1)["reads"] = {"tile[i%stages]", "bias"};
                },
                {"kernel[1] wgmma C of consumer: no_contributor: reads \"bias\", which no step writes"}},
        ProgramRefusal{"sum_in_an_unnamed_slot",
                [](Json& r) {
                  r["buffers"]["C"] = {{"space", "registers"}, {"slots", 2}};
                  r["roles"][1]["epilogue"] = {{{"consume", "store C"}, {"reads", "C[t%2]"}}};
                },
                {"buffers.C: has 2 slots", "\"accumulates\": \"C[t%2]\""}},
        ProgramRefusal{"named_barrier_awaited",
                [](Json& r) { r["barriers"]["full"] = {{"kind", "named"}, {"slots", 2}, {"arrivals", 1}}; },
                {"kernel[1] arrive full[0] of producer: phase_barrier_use"}},
        ProgramRefusal{"named_barrier_of_another_workgroup",
                [](Json& r) {
                  use_named_barriers(r, 1);
                  r["roles"][1]["workgroup"] = 1;
                  r["roles"][1]["setup"] = r["roles"][1]["epilogue"];
                },
                {"roles[1].setup[0].barrier: \"pair\" of workgroup 0 is a named barrier, which joins warps of one workgroup",
                 "role \"consumer\" belongs to workgroup 1", "\"cluster\": \"sync\""}},
        ProgramRefusal{"await_in_another_workgroup",
                [](Json& r) { r["roles"][1]["workgroup"] = 1; },
                {"roles[1].kernel[0].await: only roles of its own workgroup may wait at the mbarrier \"full\" of workgroup 0",
                 "role \"consumer\" belongs to workgroup 1", "declare an mbarrier of that workgroup"}},
        ProgramRefusal{"init_of_some_mbarriers",
                [](Json& r) {
                  r["roles"][0]["setup"] = {{{"init", "empty"}}, {{"fence", "proxy"}}};
                },
                {"barriers.full: no step initialises this mbarrier, although one initialises \"empty\"", "add {\"init\": \"full\"}"}},
        ProgramRefusal{"any_and_a_version",
                [](Json& r) {
                  kernel_step(r, 1, 1)["reads"] = {{"place", "tile[i%stages]"}, {"version", 0}, {"any", true}};
                },
                {"roles[1].kernel[1].reads.any: a read that takes any version cannot name one"}},
        ProgramRefusal{"init_with_an_index",
                [](Json& r) { r["roles"][0]["setup"] = {{{"init", "full[0]"}}}; },
                {"roles[0].setup[0].init: init initialises all barriers of an array; write \"full\" without an index"}},
        ProgramRefusal{"init_in_another_workgroup",
                [](Json& r) {
                  r["roles"][1]["workgroup"] = 1;
                  r["roles"][1]["setup"] = {{{"init", "full"}}};
                },
                {"roles[1].setup[0].init: only a role of its own workgroup may initialise the mbarrier \"full\""}},
        ProgramRefusal{"multiplication_in_another_workgroup",
                [](Json& r) {
                  r["roles"][1]["workgroup"] = 1;
                  for (const char* barrier : {"full", "empty"}) r["barriers"][barrier]["workgroup"] = 1;
                  r["roles"][0]["workgroup"] = 1;
                  r["roles"].push_back({{"name", "other"}});
                  kernel_step(r, 0, 2) = {{"st_shared", "tile"}, {"writes", "tile[i%stages]"}};
                },
                {"roles[1].kernel[1].wgmma: wgmma cannot access \"tile\" of workgroup 0",
                 "role \"consumer\" belongs to workgroup 1", "arrivals reach another workgroup"}},
        ProgramRefusal{"bulk_load_that_signals_elsewhere",
                [](Json& r) {
                  r["roles"].push_back({{"name", "other"}, {"workgroup", 1}});
                  r["buffers"]["tile"]["workgroup"] = 1;
                },
                {"roles[0].kernel[2].tma_load: the load accesses \"tile\" of workgroup 1 and signals \"full\" of workgroup 0"}},
        ProgramRefusal{"more_registers_than_the_file",
                [](Json& r) {
                  set_registers(r, 40);
                  r["target"] = "h200";
                  r["launch_registers"] = 240;
                  r["roles"][0]["waves"] = 3;
                },
                {"launch_registers: a workgroup begins with 399360 bytes of registers, and the register file of H200 has "
                 "262144"}},
        ProgramRefusal{"more_spare_registers_than_the_file",
                [](Json& r) {
                  set_registers(r, 232);
                  r["target"] = "h200";
                  r["spare_registers"] = 60000;
                },
                {"spare_registers: a workgroup begins with", "and the register file of H200 has 262144"}},
        ProgramRefusal{"buffer_larger_than_the_registers_of_its_role",
                [](Json& r) {
                  set_registers(r, 160);
                  r["target"] = "h200";
                  r["buffers"]["part"] = {{"space", "registers"}, {"bytes", "168*128*4"}};
                  r["roles"][0]["kernel"].push_back({{"consume", "zero"}, {"writes", "part"}});
                  r["roles"][0]["epilogue"] = {{{"consume", "add"}, {"reads", "part"}}};
                },
                {"buffers.part: takes 86016 bytes of registers, and a wave of \"producer\", with 160 registers per thread, has "
                 "81920"}}),
    [](const auto& chosen) { return std::string(chosen.param.name); });

TEST(ProgramFile, NamesADuplicateKeyWithItsPlace) {
  const ScratchDir scratch;
  const std::string file = scratch.write(
      "twice.json", R"({"name": "twice", "roles": [{"name": "a"}, {"name": "b", "kernel": [], "kernel": []}]})");
  expect_refused(run_tool({"verify", file}), {"twice.json: roles[1].kernel: duplicate key"});
}

}  // namespace
}  // namespace stretto::cli
