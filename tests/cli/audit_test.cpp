// stretto audit: reports, exit statuses, launches, and what it cannot judge.
#include <gtest/gtest.h>

#include "tool.hpp"

namespace stretto::cli {
namespace {

std::string audit_path(const std::string& name) { return std::string(STRETTO_SOURCE_DIR) + "/examples/audit/" + name; }

Outcome audit_file(const std::string& path, const std::vector<std::string>& more = {"--arg", "count=8"}) {
  std::vector<std::string> arguments = {"audit", path};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_tool(arguments);
}

/// A text with a passage replaced everywhere.
std::string with(std::string text, const std::string& old, const std::string& other) {
  EXPECT_NE(text.find(old), std::string::npos) << old;
  for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + other.size())) {
    text.replace(at, old.size(), other);
  }
  return text;
}

std::string two_buffers() { return read_file(audit_path("two_buffers.s")); }

Outcome audit_text(const std::string& kernel, const std::vector<std::string>& more = {"--arg", "count=8"}) {
  const ScratchDir scratch;
  return audit_file(scratch.write("kernel.s", kernel), more);
}

Outcome launched(const std::string& launch) {
  const ScratchDir scratch;
  return audit_file(audit_path("two_buffers.s"), {"--launch", scratch.write("launch.json", launch)});
}

void expect_not_judged(const Outcome& outcome, const std::vector<std::string>& words) {
  expect_refused(outcome, words);
  expect_words(outcome.err, {"cannot judge: "});
  EXPECT_EQ(lines_of(outcome.err).size(), 1U) << outcome.err;
}

TEST(Audit, ProvesWithItsLoop) {
  const Outcome outcome = audit_file(audit_path("two_buffers.s"), {"--launch", audit_path("two_buffers.launch.json")});
  EXPECT_EQ(outcome.status, 0) << text(outcome);
  expect_words(outcome.out, {"two_buffers (gfx950): proven for 2, 4, 6, ... executions of the loop at line ",
                             ", in workgroup (0, 0, 0)", "4 waves, "});
  EXPECT_EQ(lines_of(outcome.out).size(), 2U);
}

TEST(Audit, RefutesWithAStory) {
  const Outcome outcome = audit_file(audit_path("two_buffers_broken.s"));
  EXPECT_EQ(outcome.status, 4);
  expect_words(outcome.out,
               {"race for 2, 4, 6, ... executions", "anti, race: ", " may overwrite LDS bytes 0 to 1023 before ",
                "ds_read_b128 v[4:7], v3: reads afterwards, or is still reading", "missing: a barrier between ",
                "  with 2 executions of the loop, ", "    wave 0            execution 2 epilogue[34] ",
                "    wave 1            execution 1 prologue[38] "});
  EXPECT_EQ(outcome.out.find(" trip"), std::string::npos) << outcome.out;
}

TEST(Audit, SpecialRegistersHaveNames) {
  for (const auto& [loaded, name] :
       {std::pair{"s_load_dwordx2 vcc, s[0:1], 0x0", "vcc"}, std::pair{"s_load_dword vcc_hi, s[0:1], 0x0", "vcc_hi"}}) {
    const std::string early = with(two_buffers(), "\ts_load_dwordx4 s[4:7]",
                                   std::string("\t") + loaded + "\n\ts_mov_b64 s[18:19], vcc\n\ts_load_dwordx4 s[4:7]");
    const Outcome outcome = audit_text(early, {"--arg", "count=8"});
    EXPECT_EQ(outcome.status, 4) << text(outcome);
    expect_words(outcome.out, {std::string(" may read ") + name + " before "});
  }
}

TEST(Audit, WritesJson) {
  const Json proven =
      Json::parse(audit_file(audit_path("two_buffers.s"), {"--arg", "count=8", "--format", "json"}).out);
  EXPECT_EQ(proven["kernel"], "two_buffers");
  EXPECT_EQ(proven["target"], "gfx950");
  EXPECT_EQ(proven["verdict"], "proven");
  EXPECT_EQ(proven["reason"], nullptr);
  EXPECT_EQ(proven["waves"], 4);
  EXPECT_EQ(proven["loop"]["first"], 2);
  EXPECT_EQ(proven["loop"]["period"], 2);
  EXPECT_EQ(proven["loop"]["launched"], 8);
  EXPECT_EQ(proven["workgroups"], Json::parse(R"({"judged": [[0, 0, 0]], "of": 1})"));
  EXPECT_EQ(proven["why_no_loop"], nullptr);
  EXPECT_EQ(proven["hazards"], Json::array());
  EXPECT_EQ(proven["unwritten"], Json::array());
  EXPECT_FALSE(proven.contains("waits"));

  const Outcome broken = audit_file(audit_path("two_buffers_broken.s"), {"--arg", "count=8", "--format", "json"});
  EXPECT_EQ(broken.status, 4);
  const Json race = Json::parse(broken.out);
  EXPECT_EQ(race["verdict"], "race");
  const Json& hazard = race["hazards"].at(0);
  EXPECT_EQ(hazard["kind"], "anti");
  const std::vector<std::string> source = lines_of(read_file(audit_path("two_buffers_broken.s")));
  for (const char* side : {"first", "second"}) {
    const int line = hazard[side]["line"];
    EXPECT_NE(source.at(static_cast<std::size_t>(line - 1)).find(hazard[side]["text"].get<std::string>()),
              std::string::npos);
  }

  const Outcome refused = audit_file(audit_path("two_buffers.s"), {"--format", "json"});
  EXPECT_EQ(refused.status, 2);
  expect_words(refused.err, {"two_buffers.s: two_buffers (gfx950): cannot judge: "});
  EXPECT_EQ(Json::parse(refused.out)["verdict"], "cannot judge");
  expect_words(Json::parse(refused.out)["reason"], {"argument 2 (count)"});
}

TEST(Audit, LoopThatDoesNotRepeatIsJudgedForTheLaunch) {
  const Outcome outcome = audit_file(audit_path("two_buffers.s"), {"--arg", "count=1"});
  EXPECT_EQ(outcome.status, 0) << text(outcome);
  expect_words(outcome.out, {"proven for this launch"});
}

TEST(Audit, ArgumentsAreGivenByNameOrNumber) {
  const std::string expected = audit_file(audit_path("two_buffers.s")).out;
  EXPECT_EQ(audit_file(audit_path("two_buffers.s"), {"--arg", "2=8"}).out, expected);
  EXPECT_EQ(launched(R"({"args": [null, null, 8]})").out, expected);
  EXPECT_EQ(launched(R"({"args": [null, null, {"name": "count", "value": 8, "type": "int"}]})").out, expected);
  EXPECT_EQ(launched(R"({"args": {"count": 8}, "threads": [256, 1, 1], "grid": 1, "workgroup": 0})").out, expected);
  // The command line counts more than the file.
  const std::vector<std::string> both = {"--launch", audit_path("two_buffers.launch.json"), "--arg", "count=1"};
  expect_words(audit_file(audit_path("two_buffers.s"), both).out, {"proven for this launch"});
}

TEST(Audit, NamesTheWorkgroupsThatItJudges) {
  expect_words(launched(R"({"args": {"count": 8}, "grid": 4, "workgroup": 3})").out,
               {", in workgroup (3, 0, 0) of 4\n"});
  expect_words(launched(R"({"args": {"count": 8}, "grid": 4})").out, {", in all 4 workgroups\n"});
  expect_words(launched(R"({"args": {"count": 8}, "grid": 9})").out,
               {", in workgroups (0, 0, 0) and (8, 0, 0) of 9\n"});
}

TEST(Audit, SaysWhyTheVerdictIsOnlyForTheLaunch) {
  const Outcome outcome = audit_file(audit_path("two_buffers.s"), {"--arg", "count=3"});
  expect_words(outcome.out, {"note: only for this launch, because of the loop at line 31: its state does not repeat "
                             "within the 3 iterations of this launch"});
}

TEST(Audit, ArgumentsThatTheKernelDoesNotHaveAreRefused) {
  const std::string path = audit_path("two_buffers.s");
  expect_refused(audit_file(path, {"--arg", "cuont=8"}),
                 {path, "the kernel has no argument \"cuont\"; its arguments: count, in, out"});
  expect_refused(audit_file(path, {"--arg", "3=8"}), {"argument 3 is given", "3 arguments, numbered from 0"});
  expect_refused(audit_file(path, {"--arg", "count=8", "--arg", "count=9"}),
                 {"--arg \"count=9\": duplicate argument; leave one out"});
  expect_refused(launched(R"({"threads": 2000})"), {path, "launch (", ".json): threads: must be 1 to 1024"});
  expect_refused(launched(R"({"threads": [600, 2]})"), {"threads: a workgroup has 1200 of them"});
  expect_refused(launched(R"({"grid": 2, "workgroup": 2})"), {"workgroup: the grid has no such workgroup; number it"});
  expect_refused(launched(R"({"shared": 200000})"), {"shared: 200000 bytes are not from 0 to 163840"});
  expect_refused(launched(R"({"args": {"cuont": 8}})"), {"the kernel has no argument \"cuont\""});
  expect_refused(launched(R"({"args": [1, 2, 3, 4]})"), {"args: 4 are given", "3 arguments"});
  for (const char* value : {"count", "count=", "=8", "count=x", "count=8x", "count=8.5"}) {
    expect_refused(audit_file(path, {"--arg", value}), {value, "NAME=VALUE"});
  }
}

TEST(Audit, LaunchFileErrorsNameTheirPlace) {
  expect_refused(launched(R"({"thread": 256})"), {"launch.json", "thread: unknown key; did you mean threads?"});
  expect_refused(launched(R"({"threads": true})"), {"launch.json", "threads"});
  expect_refused(launched(R"({"grid": [4, 4, 1, 1]})"), {"launch.json", "grid"});
  expect_refused(launched(R"({"grid": [4, 0]})"), {"launch.json", "grid[1]"});
  expect_refused(launched(R"({"shared": -1})"), {"launch.json", "shared: -1"});
  expect_refused(launched(R"({"args": {"count": "many"}})"), {"launch.json", "args.count"});
  expect_refused(launched(R"({"args": [null, {"val": 4}]})"), {"launch.json", "args[1].val", "did you mean value?"});
  expect_refused(launched("{"), {"launch.json"});
  expect_refused(audit_file(audit_path("two_buffers.s"), {"--launch", "/nonexistent.json"}), {"/nonexistent.json"});
}

TEST(Audit, LaunchMustFitTheKernel) {
  expect_refused(launched(R"({"threads": 2048, "args": {"count": 8}})"), {"threads: must be 1 to 1024"});
  expect_refused(launched(R"({"threads": [64, 32], "args": {"count": 8}})"),
                 {"threads: a workgroup has 2048 of them, and at most 1024"});
  expect_refused(launched(R"({"grid": [4, 4], "workgroup": [4, 0], "args": {"count": 8}})"),
                 {"workgroup: the grid has no such workgroup"});
}

TEST(Audit, MissingIntegerArgumentIsNamed) {
  expect_not_judged(audit_file(audit_path("two_buffers.s"), {}),
                    {"s_cbranch_scc1 .Lloop: the branch depends on loaded data", "not given: argument 2 (count)"});
}

TEST(Audit, MissingArgumentOfAnAddressIsNamed) {
  const std::string kernel = with(two_buffers(), "\ts_cbranch_scc1 .Lloop\n",
                                  "\ts_add_u32 s20, s4, s12\n\ts_mov_b32 s21, s5\n\tv_mov_b32_e32 v9, 0\n"
                                  "\tglobal_load_dword v9, v9, s[20:21]\n");
  expect_not_judged(audit_text(kernel, {}), {"unknown global address", "not given: argument 2 (count)"});
}

TEST(Audit, ArgumentsWithoutNamesAreGivenByNumber) {
  std::string unnamed = two_buffers();
  for (const char* name : {"in", "out", "count"}) {
    unnamed = with(unnamed, "- .name:           " + std::string(name) + "\n        .", "- .");
  }
  expect_refused(audit_text(unnamed, {"--arg", "count=8"}),
                 {"the kernel has no argument \"count\"; its arguments have no names: give them by number, 0 to 2"});
  EXPECT_EQ(audit_text(unnamed, {"--arg", "2=8"}).status, 0);
}

TEST(Audit, UnknownInstructionIsNamedWithItsLine) {
  const std::string kernel = with(two_buffers(), "\tds_read_b128 v[4:7], v3\n", "\tds_unheard_of v[4:7], v3\n");
  const std::size_t before = kernel.find("\tds_unheard_of");
  const auto line = std::count(kernel.begin(), kernel.begin() + static_cast<long>(before), '\n') + 1;
  expect_not_judged(audit_text(kernel),
                    {"line " + std::to_string(line) + ": ds_unheard_of v[4:7], v3: unsupported instruction"});
}

TEST(Audit, BranchOnLoadedDataCannotBeJudged) {
  const std::string by_data = "\tv_readfirstlane_b32 s20, v4\n\ts_cmp_lg_u32 s20, 0\n\ts_cbranch_scc1 .Lloop\n";
  const Outcome outcome = audit_text(with(two_buffers(), "\ts_mov_b32 s14, s16\n", by_data));
  expect_not_judged(outcome, {"s_cbranch_scc1 .Lloop: the branch depends on loaded data (wave 0)"});
  EXPECT_EQ(outcome.err.find("not given"), std::string::npos);
}

TEST(Audit, AddressInLoadedDataCannotBeJudged) {
  const std::string kernel = with(two_buffers(), "\tv_add_f32_e32 v8, v8, v6\n", "\tds_read_b32 v9, v4\n");
  expect_not_judged(audit_text(kernel), {"ds_read_b32 v9, v4: ", "depends on loaded data"});
}

TEST(Audit, AccessBeyondTheLdsCannotBeJudged) {
  const std::string kernel = with(two_buffers(), "ds_read_b128 v[4:7], v3\n", "ds_read_b128 v[4:7], v3 offset:8192\n");
  expect_not_judged(audit_text(kernel), {"offset:8192: accesses byte ", "the workgroup has 8192", "\"shared\""});
}

/// The descriptor and the metadata tell the bytes of the LDS.
std::string with_lds(const std::string& kernel, const std::string& bytes) {
  return with(with(kernel, "amdhsa_group_segment_fixed_size 8192", "amdhsa_group_segment_fixed_size " + bytes),
              ".group_segment_fixed_size: 8192", ".group_segment_fixed_size: " + bytes);
}

TEST(Audit, DynamicLdsIsAdded) {
  const std::string kernel = with(two_buffers(), "\t.amdhsa_kernel two", "\t; dynamic\n\t.amdhsa_kernel two");
  const std::string dynamic = with_lds(kernel, "4096");
  expect_not_judged(audit_text(dynamic), {"the workgroup has 4096"});
  const ScratchDir scratch;
  const std::string launch = scratch.write("launch.json", R"({"shared": 4096, "args": {"count": 8}})");
  EXPECT_EQ(audit_text(dynamic, {"--launch", launch}).status, 0);
}

TEST(Audit, BytesThatNothingWritesAreARace) {
  const std::string kernel = with(two_buffers(), "ds_read_b128 v[4:7], v3\n", "ds_read_b128 v[4:7], v3 offset:8192\n");
  const Outcome outcome = audit_text(with_lds(kernel, "16384"));
  EXPECT_EQ(outcome.status, 4) << text(outcome);
  expect_words(outcome.out, {"unwritten, race: line ", "of wave 0 reads LDS byte ", "which no instruction writes"});
}

TEST(Audit, GlobalMemoryThatIsLoadedAndStoredCannotBeJudged) {
  expect_not_judged(
      audit_text(with(two_buffers(), "global_store_dword v3, v8, s[6:7]", "global_store_dword v3, v8, s[4:5]")),
      {"loads and stores the same buffer in global memory (argument 0)"});
  const std::string global =
      with(two_buffers(), "buffer_load_dwordx4 v1, s[8:11], s13 offen lds\n", "global_load_lds_dwordx4 v1, s[4:5]\n");
  EXPECT_EQ(audit_text(global).status, 0);
  expect_not_judged(audit_text(with(global, "v8, s[6:7]", "v8, s[4:5]")), {"loads and stores the same buffer"});
  expect_not_judged(audit_text(with(two_buffers(), "global_store_dword v3", "global_atomic_add v3")),
                    {"global_atomic_add v3, v8, s[6:7]: unsupported instruction"});
}

TEST(Audit, OtherTargetsCannotBeJudged) {
  expect_not_judged(audit_text(with(two_buffers(), "gfx950", "gfx90a")),
                    {"unsupported target gfx90a (supported: gfx942, gfx950)"});
}

TEST(Audit, FileWithoutKernelIsRefused) {
  for (const char* text : {"", "hello\n", "\ts_endpgm\n"})
    expect_refused(audit_text(text), {"kernel.s", "no AMD kernel"});
  expect_refused(audit_text("\t.amdhsa_kernel lost\n"), {"kernel.s", "lost"});
}

TEST(Audit, ControlCharactersAreRefused) {
  const std::string bell = with(two_buffers(), "\tds_read_b128 v[4:7], v3\n", "\tds_\x07\xff\tv[4:7], v3\n");
  expect_refused(audit_text(bell), {"kernel.s: line 39: a non-ASCII character"});
  // Neither tabs nor line ends matter.
  const Outcome outcome = audit_text(with(with(two_buffers(), "s_waitcnt ", "s_waitcnt\t"), "\n", "\r\n"));
  EXPECT_EQ(outcome.out, audit_file(audit_path("two_buffers.s")).out) << text(outcome);
}

TEST(Audit, OneOfSeveralKernelsIsChosen) {
  const std::string one = two_buffers();
  const std::string other =
      with(with(read_file(audit_path("two_buffers_broken.s")), ".Lloop", ".Lother"), ".Lfunc_end0", ".Lfunc_end1");
  // One metadata for both.
  const std::size_t metadata = other.find("\t.amdgpu_metadata");
  const std::size_t entry = one.find("  - .args:");
  const std::size_t end = one.find("amdhsa.target:");
  const std::string renamed = with(one.substr(entry, end - entry), "two_buffers", "two_buffers_broken");
  const std::string both = other.substr(0, metadata) + one.substr(0, end) + renamed + one.substr(end);
  const ScratchDir scratch;
  const std::string path = scratch.write("both.s", both);
  expect_refused(audit_file(path), {"has several kernels", "\"two_buffers_broken\", \"two_buffers\"", "--kernel"});
  EXPECT_EQ(audit_file(path, {"--kernel", "two_buffers", "--arg", "count=8"}).status, 0);
  EXPECT_EQ(audit_file(path, {"--kernel", "two_buffers_broken", "--arg", "count=8"}).status, 4);
  expect_refused(audit_file(path, {"--kernel", "two_bufers", "--arg", "count=8"}),
                 {"unknown kernel \"two_bufers\"", "did you mean"});
  const std::string launch = scratch.write("launch.json", R"({"kernel": "two_buffers_broken", "args": {"count": 8}})");
  EXPECT_EQ(audit_file(path, {"--launch", launch}).status, 4);
  EXPECT_EQ(audit_file(path, {"--launch", launch, "--kernel", "two_buffers"}).status, 0);
}

TEST(Audit, TellsHowFarWaitsCouldBeLoosened) {
  const Outcome needed = audit_file(audit_path("two_buffers.s"), {"--arg", "count=8", "--waits"});
  EXPECT_EQ(needed.status, 0);
  expect_words(needed.out,
               {"s_waitcnt vmcnt(1): vmcnt(1) is as loose as it can be", "s_barrier: the barrier is needed"});
  EXPECT_EQ(needed.out.find("not needed"), std::string::npos);

  std::string strict = with(two_buffers(), "s_waitcnt vmcnt(1)", "s_waitcnt vmcnt(0)");
  strict = with(strict, "\tv_add_u32_e32 v3, s14, v2\n",
                "\ts_barrier\n\ts_waitcnt lgkmcnt(0)\n\tv_add_u32_e32 v3, s14, v2\n");
  const Outcome outcome = audit_text(strict, {"--arg", "count=8", "--waits"});
  expect_words(outcome.out,
               {"4 of 7 waits and barriers are stricter than needed", "vmcnt(0) could be 1", "lgkmcnt(0) is not needed",
                "the barrier is not needed", "  for flow, LDS bytes ", "of wave 0, then line "});
  const Json json = Json::parse(audit_text(strict, {"--arg", "count=8", "--waits", "--format", "json"}).out);
  EXPECT_EQ(json["waits"].size(), 7U);
  // A kernel that is not proven has no slack.
  const std::vector<std::string> waits = {"--arg", "count=8", "--waits"};
  EXPECT_EQ(audit_file(audit_path("two_buffers_broken.s"), waits).out,
            audit_file(audit_path("two_buffers_broken.s")).out);
}

TEST(Audit, PatchesWhatIsBroken) {
  const Outcome outcome = audit_file(audit_path("two_buffers_broken.s"), {"--arg", "count=8", "--patch"});
  EXPECT_EQ(outcome.status, 0) << text(outcome);
  expect_words(outcome.err, {"line 41: added s_barrier"});
  const Outcome again = audit_text(outcome.out, {"--arg", "count=8", "--patch"});
  EXPECT_EQ(again.out, outcome.out);
  EXPECT_EQ(audit_text(outcome.out, {"--arg", "count=8"}).status, 0);
  EXPECT_EQ(audit_file(audit_path("two_buffers.s"), {"--arg", "count=8", "--patch"}).out, two_buffers());
}

TEST(Audit, PatchLoosensOnRequest) {
  const std::string strict = with(two_buffers(), "s_waitcnt vmcnt(1)", "s_waitcnt vmcnt(0)");
  EXPECT_EQ(audit_text(strict, {"--arg", "count=8", "--patch"}).out, strict);
  const Outcome loosened = audit_text(strict, {"--arg", "count=8", "--patch", "--loosen"});
  expect_words(loosened.out, {"s_waitcnt vmcnt(1)  ; loosened by stretto audit"});
  expect_words(loosened.err, {"line 36: loosened to s_waitcnt vmcnt(1)"});
  EXPECT_EQ(audit_text(loosened.out, {"--arg", "count=8"}).status, 0);
}

TEST(Audit, PatchKeepsLabelsAndSaysWhatItRemoves) {
  const std::string strict =
      with(two_buffers(), "\ts_waitcnt vmcnt(1)", ".Lnone: s_barrier ; too many\n.Lwait: .Llate: s_waitcnt vmcnt(0)");
  const Outcome outcome = audit_text(strict, {"--arg", "count=8", "--patch", "--loosen"});
  expect_words(outcome.out, {".Lwait:.Llate:\ts_waitcnt vmcnt(1)  ; loosened by stretto audit\n",
                             ".Lnone:\t; s_barrier  ; removed by stretto audit\n"});
  expect_words(outcome.err, {"line 36: removed s_barrier\n", "line 37: loosened to s_waitcnt vmcnt(1)\n"});
  EXPECT_EQ(audit_text(outcome.out, {"--arg", "count=8"}).status, 0);
}

TEST(Audit, PatchRefusesWhatWaitsDoNotHelp) {
  expect_refused(
      audit_text(with(two_buffers(), "s_mov_b32 m0, s15", "v_readfirstlane_b32 s15, v9\n\ts_mov_b32 m0, s15"),
                 {"--arg", "count=8", "--patch"}),
      {"waits and barriers cannot make it proven: ", "M0"});
  expect_refused(audit_file(audit_path("two_buffers.s"), {"--patch", "--waits"}), {"leave out --waits"});
}

TEST(Audit, ABarrierThatNotEveryWaveReachesIsAFault) {
  const std::string uneven = with(two_buffers(), "\n.Lloop:",
                                  "\n\tv_readfirstlane_b32 s20, v0\n\ts_cmp_lg_u32 s20, 0\n\ts_cbranch_scc0 "
                                  ".Lnone\n\ts_barrier\n.Lnone:\n.Lloop:");
  const Outcome outcome = audit_text(uneven, {"--arg", "count=8"});
  EXPECT_EQ(outcome.status, 4) << text(outcome);
  expect_words(outcome.out, {"barrier that not every wave reaches", "but wave 0 ends after "});
}

}  // namespace
}  // namespace stretto::cli
