#include "explain_command.hpp"

#include <CLI/CLI.hpp>

#include "audit/explain_kernel.hpp"
#include "common_options.hpp"
#include "exit_status.hpp"
#include "output.hpp"
#include "show/explain_graph.hpp"
#include "show/explain_outside.hpp"
#include "show/explain_program.hpp"
#include "show/find_subject.hpp"
#include "show/make_scene.hpp"
#include "show/scene_text.hpp"
#include "show/subject_options.hpp"

namespace stretto::tool {

namespace {

std::string explained(const ExplainArguments& arguments) {
  check_options(arguments.subject.typed, {arguments.subject.what});
  if (is_loop_file(arguments.subject.what)) {
    const LoopGraph graph = find_graph(arguments.subject);
    const Scene scene = graph_scene(graph, {});
    return arguments.entry.empty() ? entries_text(scene) : explain_op(graph, scene, arguments.entry);
  }
  if (is_kernel_file(arguments.subject.what)) {
    return explain_kernel(arguments.subject.what, arguments.subject.launch, arguments.entry);
  }
  const Subject subject = find_subject(arguments.subject);
  return arguments.entry.empty() ? entries_text(make_scene(subject, {1, false})) + outside_entries_text(subject)
                                 : explain_program(subject, make_scene(subject), arguments.entry);
}

}  // namespace

CLI::App* add_explain(CLI::App& app, ExplainArguments& arguments) {
  CLI::App* explain =
      app.add_subcommand("explain", "Explain one entry: what it waits for, what waits for it, how far it can move");
  add_subject_or_kernel(*explain, arguments.subject);
  explain->add_option(
      "entry", arguments.entry,
      "An entry: kernel[12]; for one role: consumer:kernel[3]; for a file of loop graphs: the name of an op; for a "
      "compiled kernel: the line of a wait or barrier; default: list the entries");
  add_output(*explain, arguments.output);
  set_examples(*explain, {"stretto explain ping_pong", "stretto explain ping_pong 'kernel[12]'",
                          "stretto explain examples/audit/two_buffers.s 36 --arg count=8"});
  return explain;
}

int run_explain(const ExplainArguments& arguments) {
  const std::string out = about_subject(arguments.subject.what, [&] { return explained(arguments); });
  write_output(arguments.output, out);
  return exit_done;
}
}  // namespace stretto::tool
