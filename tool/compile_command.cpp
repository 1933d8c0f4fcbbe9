#include "compile_command.hpp"

#include <iostream>

#include "case.hpp"
#include "exit_status.hpp"
#include "output.hpp"
#include "result_json.hpp"
#include "text_report.hpp"
#include "verification_text.hpp"

namespace stretto::tool {

namespace {

CompiledSchedule compile_case(const Case& input, const CompileArguments& arguments) {
  CompileOptions options = arguments.options;
  for (const VerificationLevel level :
       {VerificationLevel::structural, VerificationLevel::latency, VerificationLevel::proven}) {
    if (arguments.verify == name(level)) options.verify = level;
  }
  return std::visit(
      [&]<class S>(const S& schedule) {
        if (arguments.sync == "derived") return try_compile(Proven<S>(schedule), options);
        return try_compile(schedule, options);
      },
      input.schedule);
}

/// A schedule that is not as safe as it has to be: the whole story.
int refuse_unsafe(const Case& input, const CompiledSchedule& compiled) {
  const Verified found = verified(compiled, tag_namer(input));
  std::cerr << "stretto: error: " << refusal(input, compiled) << "\n" << hazards_text(found);
  return exit_status(found.verdict());
}

}  // namespace

int run_compile(const CompileArguments& arguments) {
  const Case input = read_case(read_json_file(arguments.input));
  const CompiledSchedule compiled = compile_case(input, arguments);
  const Rule rule = compiled.error.rule;
  if (rule == Rule::race || rule == Rule::relies_on_latency) return refuse_unsafe(input, compiled);
  if (compiled.error) throw InputError(refusal(input, compiled));
  const std::string notes = broken_edge_notes(input, compiled);
  if (!notes.empty()) std::cerr << "stretto: note: " << input.name << ":\n" << notes;
  write_output(arguments.output,
               arguments.format == "json" ? json_text(result_json(input, compiled)) : text_report(input, compiled));
  return exit_done;
}

}  // namespace stretto::tool
