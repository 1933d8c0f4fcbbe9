#include "show_command.hpp"

#include <cstdlib>
#include <string>

#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include "common_options.hpp"
#include "exit_status.hpp"
#include "json/object_reader.hpp"
#include "output.hpp"
#include "result_json.hpp"
#include "show/dot.hpp"
#include "show/find_scene.hpp"
#include "show/find_subject.hpp"
#include "show/grid.hpp"
#include "show/html.hpp"
#include "show/scene_json.hpp"
#include "show/scene_text.hpp"
#include "show/subject_options.hpp"
#include "show/svg.hpp"
#include "show/trace_json.hpp"

namespace stretto::tool {

namespace {

constexpr int width_of_files = 120;

bool to_terminal(const ShowArguments& arguments) { return arguments.output.empty() && isatty(STDOUT_FILENO) != 0; }

int width(const ShowArguments& arguments) {
  if (arguments.width > 0) return arguments.width;
  winsize size{};
  if (to_terminal(arguments) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return width_of_files;
}

/// https://no-color.org: a non-empty NO_COLOR disables colour.
bool colour(const ShowArguments& arguments) {
  if (arguments.colour != "auto") return arguments.colour == "always";
  const char* none = std::getenv("NO_COLOR");
  return to_terminal(arguments) && (none == nullptr || *none == '\0');
}

/// Throws InputError if the format is a picture of a run that there is not.
void require_timeline(const Scene& scene, const ShowArguments& arguments) {
  if (scene.standstill.empty()) return;
  throw InputError(scene.title + ": " + scene.standstill + "; show without --" + arguments.format +
                   " prints who waits for whom");
}

/// Throws InputError if an option is given that the format does not use.
void check_grid_options(const ShowArguments& arguments) {
  if (arguments.format == "grid") return;
  const auto refuse = [&](bool given, const char* option) {
    if (!given) return;
    throw InputError(std::string(option) + " does not apply to --" + arguments.format +
                     "; it is an option of the grid; leave one of them out");
  };
  refuse(arguments.from >= 0, "--from");
  refuse(arguments.to >= 0, "--to");
  refuse(arguments.width > 0, "--width");
  refuse(arguments.colour == "always", "--color");
}

/// Throws InputError if the grid would begin after the run.
void check_window(const Scene& scene, const ShowArguments& arguments) {
  if (arguments.from < scene.cycles) return;
  throw InputError("--from " + std::to_string(arguments.from) + " must be less than the " +
                   std::to_string(scene.cycles) + " cycles of the run; give a smaller one, or more --trips");
}

std::string picture(const Scene& scene, const ShowArguments& arguments) {
  if (arguments.format == "json") return json_text(scene_json(scene));
  if (arguments.format == "dot") return dot_graph(scene);
  if (arguments.format == "grid" && !scene.standstill.empty()) return headline(scene) + "\n" + scene.standstill_report;
  require_timeline(scene, arguments);
  if (arguments.format == "trace") return json_text(trace_json(scene));
  if (arguments.format == "svg") return scene_svg(scene);
  if (arguments.format == "html") return scene_html(scene);
  check_window(scene, arguments);
  return scene_grid(scene, {width(arguments), colour(arguments), arguments.from, arguments.to});
}

}  // namespace

CLI::App* add_show(CLI::App& app, ShowArguments& arguments) {
  CLI::App* show = app.add_subcommand("show", "Draw a schedule: units, waves and operations in flight, cycle by cycle");
  add_subject_or_kernel(*show, arguments.subject);
  add_formats(
      *show, arguments.format,
      {{"--svg", "svg", "An SVG image of the whole run"},
       {"--html", "html", "An HTML report in one file: timeline, the reason for each wait, stalls, memory, verdict"},
       {"--trace", "trace", "Chrome trace events for Perfetto; one microsecond is one cycle"},
       {"--dot", "dot", "The kernel's dependence graph, for Graphviz"},
       {"--json", "json", "All drawn data, as JSON"}});
  add_output(*show, arguments.output);
  show->add_option("--trips", arguments.trips, "Trips of the drawn run, in addition to the minimum")
      ->check(CLI::Range(1, 100))
      ->capture_default_str()
      ->excludes(show->get_option("--dot"));  // which draws no run
  show->add_option("--from", arguments.from, "First cycle shown; default: the grid covers two kernel trips")
      ->check(CLI::NonNegativeNumber);
  show->add_option("--to", arguments.to, "Last cycle shown")->check(CLI::PositiveNumber);
  show->add_option("--width", arguments.width, "Width of the grid in columns; default: the terminal's, or 120")
      ->check(CLI::Range(40, 10000));
  show->add_option("--color", arguments.colour, "Colour in the grid; auto: on a terminal, unless NO_COLOR is set")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
  set_examples(*show, {"stretto show ping_pong --sync derived",
                       "stretto show flash_attention --target h200 --trace -o attention.trace.json",
                       "stretto show tests/loops/origami.jsonl --loop origami/iir4",
                       "stretto show examples/audit/two_buffers.s --arg count=8"});
  return show;
}

int run_show(const ShowArguments& arguments) {
  if (arguments.to >= 0 && arguments.from >= arguments.to) {
    throw InputError("--to " + std::to_string(arguments.to) + " must be greater than --from " +
                     std::to_string(arguments.from));
  }
  check_grid_options(arguments);
  const bool reasons = arguments.format == "json" || arguments.format == "html";
  const std::string drawn = about_subject(arguments.subject.what, [&] {
    check_options(arguments.subject.typed, {arguments.subject.what});
    return picture(find_scene(arguments.subject, {arguments.trips, reasons}), arguments);
  });
  write_output(arguments.output, drawn);
  return exit_done;
}

}  // namespace stretto::tool
