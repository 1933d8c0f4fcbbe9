#include "common_options.hpp"

#include <CLI/CLI.hpp>

#include "exit_status.hpp"
#include "pipeline_catalog.hpp"
#include "show/subject.hpp"

namespace stretto::tool {

void add_output(CLI::App& command, std::string& output) {
  command.add_option("-o,--output", output, "Write to this file instead of standard output");
}

void add_format(CLI::App& command, std::string& format) {
  command.add_option("--format", format, format == "json" ? "json or text" : "text or json")
      ->check(CLI::IsMember({"json", "text"}))
      ->capture_default_str();
}

void add_registers(CLI::App& command, std::string& registers) {
  command
      .add_option(
          "--registers", registers,
          "Who makes a reader of registers wait: explicit (the program's waits alone), interlocked (the compiler "
          "or the hardware) or both; default: as the schedule's kernel does")
      ->check(CLI::IsMember({"explicit", "interlocked", "both"}));
}

void add_sync(CLI::App& command, std::string& sync, const char* help) {
  command.add_option("--sync", sync, help)->check(CLI::IsMember({"declared", "derived"}))->capture_default_str();
}

void add_loop_options(CLI::App& command, LoopArguments& arguments) {
  command.add_option("--target", arguments.target, "Of a loop: h200, h100, b200, a100, mi300x or mi355x")
      ->capture_default_str();
  command.add_option("--tile", arguments.tile,
                     "Of a loop: MxNxK, queries x keys x head, or bytes; default: the target's");
  command.add_option("--type", arguments.type, "Of a loop: bf16 or fp8")
      ->check(CLI::IsMember({"bf16", "fp8"}))
      ->capture_default_str();
  command.add_option("--slots", arguments.slots, "Of a loop: slots of every buffer in shared memory; default: derived")
      ->check(CLI::Range(1, 1000));
  command.add_option("--groups", arguments.groups, "Of a loop: groups of waves that take turns")
      ->check(CLI::Range(1, 4))
      ->capture_default_str();
  command.add_option("--cluster", arguments.cluster, "Of a loop: workgroups in step; those of gemm share B")
      ->check(CLI::Range(1, 8))
      ->capture_default_str();
  command.add_flag("--persistent", arguments.persistent,
                   "Of a loop: runs follow each other, each with a trip count of its own");
}

void add_subject(CLI::App& command, SubjectArguments& arguments) {
  command
      .add_option(
          "what", arguments.what,
          "A schedule (ping_pong, four_wave, single_buffer), a loop (gemm, flash_attention, reduction, copy), or "
          "a JSON file: a case, or what compile wrote")
      ->required();
  add_sync(command, arguments.sync, "Waits and barriers of a schedule: declared or derived");
  add_loop_options(command, arguments.loop);
}

void set_examples(CLI::App& command, std::initializer_list<const char*> examples) {
  std::string text = examples.size() == 1 ? "Example: " : "Examples: ";
  const std::string indent = "\n" + std::string(text.size(), ' ');
  for (const char* example : examples) text += (example == *examples.begin() ? "" : indent) + example;
  command.footer(text + "\n" + exit_status_help);
}

}  // namespace stretto::tool
