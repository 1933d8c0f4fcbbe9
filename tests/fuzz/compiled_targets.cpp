// Cases, compiled schedules and program files: what is compiled, verified and executed.
#include <nlohmann/json.hpp>

#include "compile_command.hpp"
#include "execute_command.hpp"
#include "exit_status.hpp"
#include "harness.hpp"
#include "subject_commands.hpp"
#include "targets.hpp"
#include "verify_command.hpp"

namespace stretto::fuzz {

namespace {

using Json = nlohmann::ordered_json;
using tool::CompileArguments;
using tool::ExecuteArguments;
using tool::VerifyArguments;

Ran verify(const VerifyArguments& arguments) {
  return run([&] { return tool::run_verify(arguments); },
             {.files = {arguments.input}, .says_invalid = arguments.format == "json"});
}

Ran execute(const std::string& file, const std::string& registers) {
  ExecuteArguments arguments;
  arguments.input = file;
  arguments.registers = registers;
  arguments.seeds = 2;
  return run([&] { return tool::run_execute(arguments); }, {.files = {file}});
}

/// The verdict in JSON is the one that the exit status states.
void check_json_verdict(const VerifyArguments& arguments, int status) {
  VerifyArguments as_json = arguments;
  as_json.format = "json";
  const Ran ran = verify(as_json);
  require(ran.status == status, "text and JSON differ in their status");
  const Json report = Json::parse(ran.out, nullptr, false);
  require(report.is_object() && report.contains("verdict"), "no verdict in JSON");
  const std::string verdict = report["verdict"].get<std::string>();
  const std::string expected = status == 0   ? "proven"
                               : status == 3 ? "relies_on_latency"
                               : status == 4 ? "race"
                                             : "invalid";
  require(verdict == expected, "the verdict is " + verdict + ", the status " + std::to_string(status));
}

/// Verifies a file; if it is accepted, tries one more thing on it.
void verify_and_try(const std::string& file, const std::string& input) {
  VerifyArguments arguments;
  arguments.input = file;
  const char* const readings[] = {"", "explicit", "interlocked", "both"};
  arguments.registers = readings[choice(input, 4)];
  const Ran verified = verify(arguments);
  switch (choice(input + "what", 8)) {
    case 0:
      if (verified.accepted()) check_json_verdict(arguments, verified.status);
      break;
    case 1:
      arguments.pairs = true;
      require(verify(arguments).status == verified.status, "--pairs changes the verdict");
      break;
    case 2:
    case 3:
    case 4: {
      const Ran executed = execute(file, arguments.registers);
      require(verified.status != tool::exit_done || executed.status != tool::exit_race,
              "proven, but executed wrongly:\n" + executed.out);
      break;
    }
    default:
      if (verified.accepted()) try_subject(file, input);
      break;
  }
}

}  // namespace

void fuzz_case(const std::string& input) {
  const std::string file = "case.json";
  write_file(file, input);
  CompileArguments arguments;
  arguments.input = file;
  arguments.sync = choice(input, 2) == 0 ? "declared" : "derived";
  arguments.options.node_budget = 2000;
  const char* const levels[] = {"", "structural", "latency", "proven"};
  arguments.verify = levels[choice(input + "level", 4)];
  const Ran compiled = run([&] { return tool::run_compile(arguments); }, {.files = {file}});
  if (compiled.status != tool::exit_done) return;
  switch (choice(input + "what", 4)) {
    case 0: {
      // What compile writes can be read. Below the level `latency`, it also writes programs that cannot run, and says
      // so.
      write_file("compiled.json", compiled.out);
      const bool can_run = Json::parse(compiled.out).value("verdict", std::string()) != "invalid";
      VerifyArguments again;
      again.input = "compiled.json";
      const Ran verified = verify(again);
      require(verified.accepted() == can_run,
              "verify and compile disagree on a program that cannot run: " + verified.err);
      if (arguments.verify == "proven") require(verified.status == tool::exit_done, "compiled as proven, and is not");
      break;
    }
    case 1:
      arguments.format = "text";
      require(run([&] { return tool::run_compile(arguments); }).status == tool::exit_done, "text and JSON differ");
      break;
    default: try_subject(file, input); break;
  }
}

void fuzz_compiled(const std::string& input) {
  write_file("compiled.json", input);
  verify_and_try("compiled.json", input);
}

void fuzz_program(const std::string& input) {
  write_file("program.json", input);
  verify_and_try("program.json", input);
}

}  // namespace stretto::fuzz
