#include "explain_command.hpp"

#include <CLI/CLI.hpp>

#include "common_options.hpp"
#include "exit_status.hpp"
#include "output.hpp"
#include "show/explain_graph.hpp"
#include "show/explain_program.hpp"
#include "show/make_scene.hpp"
#include "show/subject_options.hpp"

namespace stretto::tool {

CLI::App* add_explain(CLI::App& app, ExplainArguments& arguments) {
  CLI::App* explain =
      app.add_subcommand("explain", "One entry in words: what it waits for, who waits for it, its room");
  add_subject(*explain, arguments.subject);
  explain
      ->add_option("entry", arguments.entry,
                   "kernel[12]; of one role: consumer:kernel[3]; of a file of loops: an op's name")
      ->required();
  add_output(*explain, arguments.output);
  set_examples(*explain, {"stretto explain ping_pong 'kernel[12]'"});
  return explain;
}

int run_explain(const ExplainArguments& arguments) {
  check_options(arguments.subject.typed, {arguments.subject.what});
  std::string out;
  if (is_loop_file(arguments.subject.what)) {
    const LoopGraph graph = find_graph(arguments.subject);
    out = explain_op(graph, graph_scene(graph, {}), arguments.entry);
  } else {
    const Subject subject = find_subject(arguments.subject);
    out = explain_program(subject, make_scene(subject), arguments.entry);
  }
  write_output(arguments.output, out);
  return exit_done;
}

}  // namespace stretto::tool
