// A file of the wrong kind: every command says what the file is, what it takes itself, and which commands take the
// file.
#include <gtest/gtest.h>

#include <algorithm>

#include "tool.hpp"

namespace stretto::cli {
namespace {

/// One file of each kind, written into a folder.
struct KindFiles {
  ScratchDir dir;
  std::string program = STRETTO_SOURCE_DIR "/examples/programs/hopper_gemm.json";
  std::string schedule = STRETTO_SOURCE_DIR "/examples/cases/ping_pong_bf16.json";
  std::string compiled = reference_path("ping_pong_bf16_csp");
  std::string graphs = STRETTO_LOOPS "/origami.jsonl";
  std::string loop = written({"pipeline", "gemm", "--format", "loop"}, "loop.json");
  std::string pipeline = written({"pipeline", "copy", "--format", "json"}, "pipeline.json");
  std::string plan = written({"plan", "copy"}, "plan.hpp");
  std::string verdict = written({"verify", program, "--format", "json"}, "verdict.json");
  std::string scene = written({"show", "copy", "--json"}, "scene.json");
  std::string target = dir.write("gpu.json", R"({"like": "h200", "global_latency": 900})");
  std::string results = dir.write("results.jsonl", "{\"tune\":1}\n");
  std::string starts = dir.write("starts.jsonl", R"({"name": "a", "ii": 1, "starts": [0]})");
  std::string assembly = STRETTO_SOURCE_DIR "/examples/audit/two_buffers.s";
  std::string launch = STRETTO_SOURCE_DIR "/examples/audit/two_buffers.launch.json";

 private:
  std::string written(std::vector<std::string> arguments, const std::string& name) {
    arguments.insert(arguments.end(), {"-o", dir.path(name)});
    const Outcome outcome = run_tool(arguments);
    EXPECT_EQ(outcome.status, 0) << text(outcome);
    return dir.path(name);
  }
};

TEST(FileKinds, AreNamedByEveryCommand) {
  const KindFiles files;
  const std::string of_program = " is a program file";
  const std::string takes_program = "`stretto verify`, `execute`, `show`, `explain` and `diff` take it";
  const std::string of_loop = " is a loop file";
  const std::string takes_loop = "`stretto pipeline`, `plan`, `show`, `explain`, `diff` and `tune` take it";
  struct Case {
    std::vector<std::string> command;
    std::vector<std::string> words;
  };
  const std::vector<Case> cases = {
      {{"pipeline", files.program}, {of_program, "`stretto pipeline` takes loop files;", takes_program}},
      {{"plan", files.program}, {of_program, "`stretto plan` takes loop files;", takes_program}},
      {{"compile", files.program}, {of_program, "`stretto compile` takes cases", takes_program}},
      {{"schedule", files.program}, {of_program, "`stretto schedule` takes files of loop graphs", takes_program}},
      {{"merge", files.program}, {of_program, "`stretto merge` takes results files", takes_program}},
      {{"tune", files.program, "--vary", "slots=2"}, {of_program, "`stretto tune` takes", takes_program}},
      {{"verify", files.loop}, {of_loop, "`stretto verify` takes program files", takes_loop}},
      {{"execute", files.loop}, {of_loop, "`stretto execute` takes program files", takes_loop}},
      {{"compile", files.loop}, {of_loop, takes_loop}},
      {{"schedule", files.loop}, {of_loop, takes_loop}},
      {{"schedule", files.graphs, "--check", files.loop}, {of_loop, "`stretto schedule --check` takes"}},
      {{"execute", files.pipeline}, {" is an output of `pipeline`", "`stretto verify`, `show`"}},
      {{"pipeline", files.pipeline}, {" is an output of `pipeline`"}},
      {{"verify", files.schedule}, {" is a case", "`stretto compile`, `show`"}},
      {{"pipeline", files.compiled}, {" is a compiled schedule"}},
      {{"verify", files.graphs}, {" is a file of loop graphs", "`stretto schedule`, `show`"}},
      {{"show", files.results}, {" is a results file of `tune`", "`stretto show` takes", "`stretto merge`"}},
      {{"explain", files.results}, {"`stretto explain` takes"}},
      {{"diff", "gemm", files.results}, {"`stretto diff` takes"}},
      {{"pipeline", files.starts}, {" is an output of `schedule`", "`stretto schedule --check`"}},
      {{"show", files.graphs, "--loop", "0", "--starts", files.loop}, {of_loop, "`stretto show --starts` takes"}},
      {{"pipeline", files.target}, {" is a target", "a loop file names it"}},
      {{"pipeline", files.plan}, {" is a plan", "a C++ file includes it"}},
      {{"verify", files.verdict}, {" is an output of `verify`", "no command reads it"}},
      {{"show", files.scene}, {" is an output of `show`", "no command reads it"}},
      {{"audit", files.program}, {of_program, "`stretto audit` takes compiled AMD kernels;", takes_program}},
      {{"audit", files.launch},
       {" is a launch file", "`stretto audit --launch`, `show --launch` and `explain --launch` take it"}},
      {{"audit", files.assembly, "--launch", files.program},
       {of_program, "`stretto audit --launch` takes launch files"}},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(testing::PrintToString(one.command));
    expect_refused(run_tool(one.command), one.words);
  }
}

TEST(FileKinds, AreNamedWhereverTheyAreNotTaken) {
  const KindFiles files;
  const struct {
    std::string file;
    std::string is;
    std::vector<std::string> takers;
  } kinds[] = {
      {files.program, "a program file", {"verify", "execute", "show", "explain", "diff"}},
      {files.schedule, "a case", {"compile", "show", "explain", "diff", "tune"}},
      {files.compiled, "a compiled schedule", {"compile", "verify", "execute", "show", "explain", "diff"}},
      {files.graphs, "a file of loop graphs", {"schedule", "show", "explain", "diff"}},
      {files.loop, "a loop file", {"pipeline", "plan", "show", "explain", "diff", "tune"}},
      {files.pipeline, "an output of `pipeline`", {"verify", "show", "explain", "diff"}},
      {files.plan, "a plan", {}},
      {files.verdict, "an output of `verify`", {}},
      {files.scene, "an output of `show`", {}},
      {files.target, "a target", {}},
      {files.results, "a results file of `tune`", {"merge"}},
      {files.starts, "an output of `schedule`", {}},
      {files.assembly, "a compiled AMD kernel", {"audit", "show", "explain"}},
      {files.launch, "a launch file", {}},
  };
  for (const auto& kind : kinds) {
    for (const std::string command : {"compile", "verify", "execute", "audit", "schedule", "pipeline", "plan", "show",
                                      "explain", "diff", "tune", "merge"}) {
      if (std::ranges::find(kind.takers, command) != kind.takers.end()) continue;
      SCOPED_TRACE(command + " " + kind.file);
      std::vector<std::string> line = {command, kind.file};
      if (command == "tune") line.insert(line.end(), {"--vary", "slots=2"});
      expect_refused(run_tool(line), {" is " + kind.is + "; `stretto " + command + "` takes "});
    }
  }
}

TEST(FileKinds, AreRecognisedOnStandardInput) {
  const KindFiles files;
  expect_words(run_shell("stretto pipeline - < loop.json", files.dir.path(".")).out, {"II 1024 cycles"});
  const Outcome outcome = run_shell("stretto schedule - < loop.json", files.dir.path("."));
  EXPECT_EQ(outcome.status, 2);
  expect_words(outcome.err, {"standard input is a loop file"});
}

}  // namespace
}  // namespace stretto::cli
