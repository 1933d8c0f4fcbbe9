// The assembly text of a kernel, and the file of its launch.
#include "audit_command.hpp"
#include "exit_status.hpp"
#include "harness.hpp"
#include "input_parts.hpp"
#include "subject_commands.hpp"
#include "targets.hpp"

namespace stretto::fuzz {

namespace {

Ran audit(const tool::AuditArguments& arguments) {
  return run([&] { return tool::run_audit(arguments); },
             {.files = {arguments.input, "launch.json", "--arg"}, .says_invalid = arguments.format == "json"});
}

}  // namespace

void fuzz_audit(const std::string& input) {
  const std::vector<std::string> parts = parts_of(input);
  // Code objects are disassembled by LLVM's tools.
  write_file("kernel.s", parts[0].starts_with("\x7f"
                                              "ELF")
                             ? ""
                             : parts[0]);
  write_part("launch.json", parts, 1);
  tool::AuditArguments arguments;
  arguments.input = "kernel.s";
  if (parts.size() > 1) arguments.launch.file = "launch.json";
  const char* const values[] = {"count=4", "0=64", "2=3", "x=1.5"};
  if (choice(input, 4) == 0) arguments.launch.values = {values[choice(input + "value", 4)]};
  const Ran judged = audit(arguments);
  if (!judged.accepted()) return;
  try_kernel("kernel.s", arguments.launch, input);
  tool::AuditArguments again = arguments;
  if (choice(input + "what", 2) == 0) {
    again.format = "json";
  } else {
    again.waits = true;
  }
  require(audit(again).status == judged.status, "--format json or --waits changes the verdict");
}

}  // namespace stretto::fuzz
