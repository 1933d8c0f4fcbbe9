// Loop files, the figures of GPUs, and outputs of `pipeline`.
#include <nlohmann/json.hpp>

#include "exit_status.hpp"
#include "harness.hpp"
#include "input_parts.hpp"
#include "json/expression.hpp"
#include "pipeline_command.hpp"
#include "plan_command.hpp"
#include "program/index_text.hpp"
#include "subject_commands.hpp"
#include "targets.hpp"
#include "verify_command.hpp"

namespace stretto::fuzz {

namespace {

using tool::PipelineArguments;

Ran pipeline(const std::string& file, const std::string& format) {
  PipelineArguments arguments;
  arguments.loop = file;
  arguments.format = format;
  return run([&] { return tool::run_pipeline(arguments); }, {.files = {file, "gpu.json"}});
}

/// A loop that is written reads back as the same loop.
void check_written_loop(const std::string& text) {
  write_file("written.json", text);
  const Ran again = pipeline("written.json", "loop");
  require(again.status == tool::exit_done, "a written loop is refused: " + again.err);
  require(again.out == text, "a written loop reads back as another:\n" + text + again.out);
}

/// `verify` gives an output of `pipeline` the same verdict.
void check_written_pipeline(const Ran& written) {
  write_file("pipeline.json", written.out);
  tool::VerifyArguments arguments;
  arguments.input = "pipeline.json";
  const Ran verified = run([&] { return tool::run_verify(arguments); }, {.files = {"pipeline.json"}});
  require(verified.status == written.status, "verify does not agree with pipeline: " + verified.err);
}

void pipeline_and_try(const std::string& file, const std::string& input) {
  const Ran loop = pipeline(file, "loop");
  if (!loop.accepted()) return;
  check_written_loop(loop.out);
  switch (choice(input, 4)) {
    case 0: pipeline(file, "text"); break;
    case 1: {
      const Ran written = pipeline(file, "json");
      if (written.accepted()) check_written_pipeline(written);
      break;
    }
    case 2: {
      tool::PlanArguments arguments;
      arguments.loop = file;
      run([&] { return tool::run_plan(arguments); }, {.files = {file}});
      break;
    }
    default: try_subject(file, input); break;
  }
}

/// One producer and one consumer of a ring.
constexpr const char* small_loop = R"({"name": "small", "target": "gpu.json", "threads": 256, "buffers": [
  {"name": "A", "space": "shared", "bytes": 16384}, {"name": "C", "space": "registers", "bytes": 65536}],
  "ops": [{"name": "load A", "kind": "load", "writes": ["A"]}, {"name": "mma", "kind": "multiply", "m": 128, "n": 128,
  "k": 64, "dtype": "bf16", "reads": ["A"], "accumulates": ["C"]}]})";

}  // namespace

void fuzz_loop(const std::string& input) {
  const std::vector<std::string> parts = parts_of(input);
  write_file("loop.json", parts[0]);
  write_part("gpu.json", parts, 1);
  pipeline_and_try("loop.json", input);
}

void fuzz_gpu(const std::string& input) {
  write_file("gpu.json", input);
  write_file("loop.json", small_loop);
  pipeline_and_try("loop.json", input);
}

void fuzz_pipeline(const std::string& input) {
  const std::string file = "pipeline.json";
  write_file(file, input);
  tool::VerifyArguments arguments;
  arguments.input = file;
  const Ran verified = run([&] { return tool::run_verify(arguments); }, {.files = {file}});
  if (verified.accepted()) try_subject(file, input);
}

void fuzz_expression(const std::string& input) {
  const tool::Parameters parameters = {{"bm", 128}, {"stages", 4}, {"zero", 0}, {"most", 9223372036854775807L}};
  const tool::JsonPlace place("file.json");
  const auto read = [&](const auto& reader) {
    run(
        [&] {
          reader();
          return 0;
        },
        {.files = {"file.json"}});
  };
  read([&] { (void)tool::evaluate(input, parameters, place); });
  read([&] { (void)tool::read_slot(input, 4, tool::step_indices(), parameters, place); });
  read([&] { (void)tool::read_index(input, tool::step_indices(), parameters, place); });
  read([&] { (void)tool::read_parity(input, tool::step_indices(), parameters, place); });
}

}  // namespace stretto::fuzz
