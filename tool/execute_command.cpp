#include "execute_command.hpp"

#include <algorithm>
#include <stdexcept>

#include <CLI/CLI.hpp>

#include "../executor/emitted_schedule.hpp"
#include "../executor/run.hpp"
#include "common_options.hpp"
#include "entries_json.hpp"
#include "exit_status.hpp"
#include "file_kind.hpp"
#include "input.hpp"
#include "output.hpp"
#include "program/execute_program.hpp"
#include "verified.hpp"

namespace stretto::tool {

namespace {

executor::Family family_of(const Case& declared) {
  if (std::holds_alternative<PingPongSchedule>(declared.schedule)) return executor::Family::ping_pong;
  if (std::holds_alternative<FourWaveSchedule>(declared.schedule)) return executor::Family::four_wave;
  return executor::Family::single_buffer;
}

/// Rejects a program that no workgroup can run, or that is too large for the executor. A deadlock of wave groups is not
/// rejected: it is an outcome.
void check_runnable(const EmittedFile& file, const EmittedSections& sections) {
  const Result<WaveProgram> program = lower(sections, file.protocol);
  const Diagnostic error = program.ok() ? check_program(program.value) : program.error;
  if (error && error.rule != Rule::barrier_counts_differ) throw InputError(reason(error));
  int rows = std::max(sections.lgkm_per_fragment[0], sections.lgkm_per_fragment[1]);
  for (const Step& step : program.value.roles[0].steps.kernel) rows = std::max(rows, step.weight);
  constexpr long most = 1L << 16;
  long subtiles = 0;
  for (const Buffer& buffer : program.value.buffers) subtiles += static_cast<long>(buffer.slots) * buffer.subtiles;
  if (subtiles * rows > most)
    throw InputError("too large to execute: buffers of " + std::to_string(subtiles) + " subtiles with " +
                     std::to_string(rows) + " operations each");
}

executor::EmittedSchedule schedule_of(const EmittedFile& file, RegisterReading registers) {
  const EmittedSections sections = emitted_sections(file);
  check_runnable(file, sections);
  executor::EmittedSchedule out;
  out.family = family_of(file.declared);
  out.prologue = file.prologue;
  out.kernel = file.kernel;
  out.epilogue = file.epilogue;
  out.config = file.config;
  out.lgkm_a = sections.lgkm_per_fragment[0];
  out.lgkm_b = sections.lgkm_per_fragment[1];
  out.warp_stagger_index = file.warp_stagger_index;
  out.registers = registers;
  out.barriers = file.protocol.barriers;
  out.limits = file.protocol.limits;
  return out;
}

const char* words(executor::Outcome outcome) {
  switch (outcome) {
    case executor::Outcome::right: return "correct";
    case executor::Outcome::wrong_number: return "wrong result";
    case executor::Outcome::deadlock: return "deadlock";
    case executor::Outcome::unencodable: return "unencodable";
  }
  return "?";
}

/// Adds one line per trip count, with the message of the first failure.
int execute_as(const EmittedFile& file, RegisterReading registers, const ExecuteArguments& arguments,
               std::string& text) {
  const executor::Machine machine = executor::machine_of(schedule_of(file, registers));
  int status = exit_done;
  for (const int trips : arguments.trips) {
    const executor::Report report = executor::search(machine, {trips}, arguments.seeds);
    text += file.declared.name + ": registers " + name(registers) + ", " + std::to_string(trips) +
            (trips == 1 ? " trip: " : " trips: ") + words(report.outcome);
    if (report.right()) {
      text += " with " + std::to_string(arguments.seeds) + (arguments.seeds == 1 ? " seed\n" : " seeds\n");
    } else {
      text += " with seed " + std::to_string(report.seed) + ": " + report.what + "\n";
      status = report.outcome == executor::Outcome::unencodable ? exit_bad_input : exit_race;
    }
  }
  return status;
}

int execute_file(ProgramFile&& file, const ExecuteArguments& arguments, std::string& text) {
  std::vector<RegisterReading> readings = {file.program.registers};
  if (arguments.registers == "explicit") readings = {RegisterReading::explicit_waits};
  if (arguments.registers == "interlocked") readings = {RegisterReading::interlocked};
  if (arguments.registers == "both") readings = {file.program.registers, other_than(file.program.registers)};
  int status = exit_done;
  for (const RegisterReading registers : readings) {
    file.program.registers = registers;
    const ProgramExecution outcome = execute_program(file, arguments.trips, static_cast<long>(arguments.seeds));
    text += outcome.text;
    if (!outcome.right) status = std::max(status, outcome.encodable ? exit_race : exit_bad_input);
  }
  return status;
}

/// The exit status; `text` gets the report.
int execute_input(const ExecuteArguments& arguments, std::string& text) {
  const Json input = read_input(arguments.input, "execute");
  const JsonPlace place(input_name(arguments.input));
  if (kind_of_input(input) == FileKind::program) return execute_file(read_program(input, place), arguments, text);
  const EmittedFile file = read_emitted(input, place);
  RegisterReading registers = file.protocol.registers;
  if (arguments.registers == "explicit") registers = RegisterReading::explicit_waits;
  if (arguments.registers == "interlocked") registers = RegisterReading::interlocked;
  int status = execute_as(file, registers, arguments, text);
  if (arguments.registers == "both") {
    status = std::max(status, execute_as(file, other_than(registers), arguments, text));
  }
  return status;
}

}  // namespace

CLI::App* add_execute(CLI::App& app, ExecuteArguments& arguments) {
  CLI::App* execute =
      app.add_subcommand("execute", "Execute a program or a compiled schedule on data, under adversarial timing");
  add_files(*execute, "file", "Program file, or JSON file written by compile", arguments);
  execute->add_option("--seeds", arguments.seeds, "Interleavings per trip count")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  add_trips(*execute, "--trips", arguments.trips, "Trip counts, separated by commas");
  add_registers(*execute, arguments.registers);
  set_examples(*execute,
               {"stretto execute examples/programs/hopper_gemm.json --trips 2 --seeds 20",
                "stretto execute tests/reference/single_buffer_k2_4x4x2_16x16.json --seeds 50",
                "stretto execute tests/reference/ping_pong_bf16_csp.json --trips 2 --seeds 500  # exits with 4"});
  return execute;
}

int run_execute(const ExecuteArguments& arguments) {
  std::string text;
  const int status = about_input(arguments.input, [&] { return execute_input(arguments, text); });
  if (status == exit_bad_input) throw InputError(input_name(arguments.input) + ": cannot run:\n" + text);
  write_output(arguments.output, text);
  return status;
}

}  // namespace stretto::tool
