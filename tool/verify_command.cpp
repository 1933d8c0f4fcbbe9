#include "verify_command.hpp"

#include <iostream>
#include <optional>

#include <CLI/CLI.hpp>

#include "common_options.hpp"
#include "entries_json.hpp"
#include "exit_status.hpp"
#include "file_kind.hpp"
#include "input.hpp"
#include "output.hpp"
#include "pipeline_file.hpp"
#include "pipeline_report.hpp"
#include "program/verify_program.hpp"
#include "result_json.hpp"
#include "verification_json.hpp"
#include "verification_text.hpp"

namespace stretto::tool {

namespace {

struct Readings {
  Verified asked_for;
  Verified other;
};

Readings verify_readings(const EmittedFile& file, const VerifyArguments& arguments) {
  RegisterReading registers = file.protocol.registers;
  if (arguments.registers == "explicit") registers = RegisterReading::explicit_waits;
  if (arguments.registers == "interlocked") registers = RegisterReading::interlocked;
  const EmittedSections sections = emitted_sections(file);
  const auto verify_as = [&](RegisterReading as) {
    return verify_entries(sections, file.protocol, as, tag_namer(file.declared), arguments.pairs);
  };
  Readings readings{verify_as(registers), verify_as(other_than(registers))};
  // With both readings, the worse verdict decides.
  if (arguments.registers == "both" && readings.other.verdict() > readings.asked_for.verdict()) {
    std::swap(readings.asked_for, readings.other);
  }
  return readings;
}

std::string report_text(const std::string& schedule, const Readings& readings, bool both) {
  const Verified& found = readings.asked_for;
  std::string text = schedule + ": " + verdict_sentence(found) + "\n";
  text += std::string("registers: ") + name(found.program.registers) + "; " +
          std::to_string(found.verification.pairs_checked) + " pairs checked\n";
  text += hazards_text(found) + dead_reads_text(found);
  text += std::string("with registers ") + name(readings.other.program.registers) + ": " +
          verdict_line(readings.other) + "\n";
  if (both) text += hazards_text(readings.other);
  return text;
}

Json report_json(const std::string& schedule, const Readings& readings, bool both) {
  Json out = verification_json(schedule, readings.asked_for);
  out["other_reading"] = other_reading_json(readings.other, both);
  return out;
}

int refuse(const VerifyArguments& arguments, const Json& input, const std::string& why) {
  Json schedule = nullptr;
  if (input.is_object() && input.contains("name") && input["name"].is_string()) schedule = input["name"];
  if (arguments.format == "json") write_output(arguments.output, json_text(invalid_json(schedule, why)));
  const std::string file = input_name(arguments.input);
  const std::string named = why.find(file) == std::string::npos ? file + ": " + why : why;
  const std::string of = schedule.is_string() ? printable(cut(schedule.get<std::string>(), longest_quote)) + ": " : "";
  std::cerr << "stretto: error: " << message_text(of + "invalid: " + named) << "\n";
  return exit_bad_input;
}

/// With both register readings, the worse verdict decides.
int run_verify_program(const VerifyArguments& arguments, const Json& input) {
  ProgramFile file;
  try {
    file = read_program(input, JsonPlace(input_name(arguments.input)));
  } catch (const InputError& error) {
    return refuse(arguments, input, error.what());
  }
  const auto verify_as = [&](RegisterReading registers) {
    file.program.registers = registers;
    return verify_program(file, arguments.pairs);
  };
  RegisterReading registers = file.program.registers;
  if (arguments.registers == "explicit") registers = RegisterReading::explicit_waits;
  if (arguments.registers == "interlocked") registers = RegisterReading::interlocked;
  Verification found = verify_as(registers);
  if (arguments.registers == "both") {
    Verification other = verify_as(other_than(registers));
    if (other.verdict > found.verdict) {
      found = std::move(other);
    } else {
      file.program.registers = registers;
    }
  }
  if (found.verdict == Verdict::invalid) return refuse(arguments, input, refusal(file, found.invalid));
  write_output(arguments.output,
               arguments.format == "json" ? json_text(program_report_json(file, found)) : program_report(file, found));
  return exit_status(found.verdict);
}

/// An output of `pipeline`: its programs are those that its declaration gives, and they are verified again.
int run_verify_pipeline(const VerifyArguments& arguments, const Json& input) {
  if (arguments.pairs || !arguments.registers.empty()) {
    throw InputError(arguments.input + ": --pairs and --registers do not apply to an output of pipeline");
  }
  const PipelineReport report = about_input(arguments.input, [&] {
    return report_pipeline(read_pipeline_file(input, JsonPlace(input_name(arguments.input))));
  });
  write_output(arguments.output,
               arguments.format == "json" ? json_text(pipeline_verdict_json(report)) : pipeline_verdict_text(report));
  return exit_status(report.pipe.verdict);
}

}  // namespace

CLI::App* add_verify(CLI::App& app, VerifyArguments& arguments) {
  CLI::App* verify =
      app.add_subcommand("verify", "Verify a program, a compiled schedule or a pipeline, for every trip count");
  add_files(*verify, "file", "Program file, or JSON file written by compile or pipeline", arguments);
  add_format(*verify, arguments.format);
  add_registers(*verify, arguments.registers);
  verify->add_flag("--pairs", arguments.pairs, "Also list the ordered pairs");
  set_examples(*verify, {"stretto verify examples/programs/hopper_gemm.json",
                         "stretto verify tests/reference/single_buffer_k2_4x4x2_16x16.json",
                         "stretto compile examples/cases/ping_pong_bf16.json | stretto verify -  # exits with 4"});
  return verify;
}

int run_verify(const VerifyArguments& arguments) {
  const Json input = read_input(arguments.input, "verify");
  if (kind_of_input(input) == FileKind::program) return run_verify_program(arguments, input);
  if (kind_of_input(input) == FileKind::pipeline) return run_verify_pipeline(arguments, input);
  std::optional<EmittedFile> file;
  try {
    file = read_emitted(input, JsonPlace(input_name(arguments.input)));
  } catch (const InputError& error) {
    return refuse(arguments, input, error.what());
  } catch (const Error& error) {
    return refuse(arguments, input, error.what());
  }
  const Readings readings = verify_readings(*file, arguments);
  const Verdict verdict = readings.asked_for.verdict();
  if (verdict == Verdict::invalid) {
    return refuse(arguments, input, reason(readings.asked_for.verification.invalid));
  }
  const bool both = arguments.registers == "both";
  const std::string& schedule = file->declared.name;
  write_output(arguments.output, arguments.format == "json" ? json_text(report_json(schedule, readings, both))
                                                            : report_text(schedule, readings, both));
  return exit_status(verdict);
}

}  // namespace stretto::tool
