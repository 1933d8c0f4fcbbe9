#include "audit/explain_kernel.hpp"

#include <charconv>
#include <optional>

#include <stretto/verify/explain.hpp>

#include "audit/audit_report.hpp"
#include "audit/audited_kernel.hpp"
#include "input.hpp"
#include "json/printable.hpp"

namespace stretto::tool {

namespace {

/// The number in "36", "line 36", "0x1a40", "address 0x1a40" or "kernel[36]".
std::optional<int> number_in(const std::string& place) {
  std::string text = place.ends_with(']') ? place.substr(0, place.size() - 1) : place;
  text = text.substr(text.find_last_of("[ ") + 1);
  const bool is_hex = text.starts_with("0x");
  int number = 0;
  const char* first = text.data() + (is_hex ? 2 : 0);
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(first, last, number, is_hex ? 16 : 10);
  if (error != std::errc() || end != last) return std::nullopt;
  return number;
}

[[noreturn]] void refuse_place(const AuditedKernel& audited, const std::vector<audit::WaitSlack>& waits,
                               const std::string& place, const std::optional<int>& number) {
  const assembly::Kernel& kernel = audited.kernel;
  std::string text = quote(place) + " is not the place of a wait or barrier";
  for (const assembly::Instruction& in : kernel.code) {
    if (number && in.line == *number) text = kernel.place(in.line) + " " + in.text + " is not a wait or barrier";
  }
  text += " that a wave executes";
  const char* between = kernel.has_addresses ? "; those are at the addresses " : "; those are at the lines ";
  int before = -1;  // two waits may be one instruction
  for (const audit::WaitSlack& slack : waits) {
    if (slack.instruction == before) continue;
    before = slack.instruction;
    const std::string at = kernel.place(kernel.code[static_cast<std::size_t>(before)].line);
    text += between + at.substr(at.find(' ') + 1);
    between = ", ";
  }
  throw InputError(text);
}

/// What could happen if a wait were looser.
std::string looser_text(const AuditedKernel& audited, const audit::WaitSlack& slack) {
  if (!slack.unordered) return "";
  const audit::KernelProgram& program = *audited.found.program;
  const audit::InstructionNames names(program);
  return "  " + slack_change(slack) + ": " + hazard_sentence(names, program.program, *slack.unordered).c_str() + "\n";
}

}  // namespace

std::string explain_kernel(const std::string& path, const LaunchArguments& arguments, const std::string& place) {
  const std::shared_ptr<const AuditedKernel> audited = audited_program(path, arguments, "explain");
  const assembly::Kernel& kernel = audited->kernel;
  const std::string verdict = kernel.name + " (" + kernel.target + "): " + audit_verdict(audited->found);
  if (!audited->found.proven()) {
    throw InputError(input_name(path) + ": " + verdict +
                     "; explain takes proven kernels; `stretto audit` tells what goes wrong");
  }
  const std::vector<audit::WaitSlack> waits = audit::find_slack(*audited->found.program);
  std::string text = verdict + " " + verdict_extent(kernel, audited->found);
  if (place.empty()) {
    text += slack_summary(waits) + "\n";
    for (const audit::WaitSlack& slack : waits) text += slack_text(kernel, slack);
    return text;
  }
  const std::optional<int> number = number_in(place);
  bool found = false;
  for (const audit::WaitSlack& slack : waits) {
    if (!number || kernel.code[static_cast<std::size_t>(slack.instruction)].line != *number) continue;
    found = true;
    text += slack_text(kernel, slack) + looser_text(*audited, slack);
  }
  if (!found) refuse_place(*audited, waits, place, number);
  return text;
}

}  // namespace stretto::tool
