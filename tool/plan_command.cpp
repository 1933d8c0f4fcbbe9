#include "plan_command.hpp"

#include <CLI/CLI.hpp>
#include <stretto/pipeline/loop_error.hpp>

#include "common_options.hpp"
#include "exit_status.hpp"
#include "input.hpp"
#include "loop/loaded_loop.hpp"
#include "output.hpp"
#include "plan/cpp_text.hpp"
#include "plan/loop_source.hpp"
#include "plan/plan_header.hpp"
#include "show/find_subject.hpp"

namespace stretto::tool {
namespace {

std::string type_name(const PlanArguments& arguments, const Loop& loop) {
  if (arguments.name.empty()) {
    const std::string name = cpp_type_name(loop.name);
    return name.empty() ? "Declared" : name;
  }
  if (!is_cpp_name(arguments.name)) {
    throw InputError("--name \"" + arguments.name + "\": must be a C++ identifier of at most " +
                     std::to_string(longest_cpp_name) + " characters, such as Gemm");
  }
  return arguments.name;
}

std::string planned(const PlanArguments& arguments) {
  LoadedLoop source = load_loop(arguments.loop, arguments.options, "plan");
  source.loop = in_declared_order(source.loop);
  const std::string name = type_name(arguments, source.loop);
  const Pipeline pipe = make_pipeline(source);
  if (pipe.verdict != Verdict::proven) {
    throw InputError(input_name(arguments.loop) +
                     ": the pipeline is not proven, so no plan is written; `stretto pipeline` explains");
  }
  if (const Diagnostic error = refused_as_constant(pipe)) {
    throw InputError(str(describe(error)));
  }
  return plan_header({source.loop, source.target, source.options}, pipe, name);
}

}  // namespace

CLI::App* add_plan(CLI::App& app, PlanArguments& arguments) {
  CLI::App* plan = app.add_subcommand(
      "plan", "Plan a declared loop and write the plan as a C++ header: the compiler verifies it and does not search");
  add_names_or_file(*plan, "loop", arguments.loop, loop_names(), "A built-in loop, or a loop file")->required();
  add_loop_options(*plan, arguments.options);
  plan->add_option("--name", arguments.name, "Prefix of the generated type names; default: from the loop's name")
      ->type_name("NAME");
  add_output(*plan, arguments.output);
  set_examples(*plan, {"stretto plan gemm --target h200 -o gemm_plan.hpp",
                       "stretto plan flash_attention --groups 2 --name Attention"});
  return plan;
}

int run_plan(const PlanArguments& arguments) {
  const std::string header = about_subject(arguments.loop, [&] { return planned(arguments); });
  write_output(arguments.output, header);
  return exit_done;
}

}  // namespace stretto::tool
