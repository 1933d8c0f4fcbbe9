#include "verify_command.hpp"

#include <iostream>
#include <optional>

#include <CLI/CLI.hpp>

#include "common_options.hpp"
#include "entries_json.hpp"
#include "exit_status.hpp"
#include "output.hpp"
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
  std::cerr << "stretto: error: " << (schedule.is_string() ? schedule.get<std::string>() + ": " : "")
            << "invalid: " << why << "\n";
  return exit_bad_input;
}

}  // namespace

CLI::App* add_verify(CLI::App& app, VerifyArguments& arguments) {
  CLI::App* verify = app.add_subcommand("verify", "Verify a compiled schedule, for every trip count");
  add_input(*verify, "file", arguments.input, "JSON file written by compile");
  add_output(*verify, arguments.output);
  add_format(*verify, arguments.format);
  add_registers(*verify, arguments.registers);
  verify->add_flag("--pairs", arguments.pairs, "Also list the ordered pairs");
  set_examples(*verify, {"stretto verify tests/reference/single_buffer_k2_4x4x2_16x16.json",
                         "stretto compile examples/cases/ping_pong_bf16.json | stretto verify -  # exits with 4"});
  return verify;
}

int run_verify(const VerifyArguments& arguments) {
  const Json input = read_json_file(arguments.input);
  std::optional<EmittedFile> file;
  try {
    file = read_emitted(input);
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
