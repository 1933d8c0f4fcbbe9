#include "show_command.hpp"

#include <cstdlib>
#include <string>

#include <sys/ioctl.h>
#include <unistd.h>

#include "exit_status.hpp"
#include "output.hpp"
#include "result_json.hpp"
#include "show/dot.hpp"
#include "show/grid.hpp"
#include "show/html.hpp"
#include "show/make_scene.hpp"
#include "show/scene_json.hpp"
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

/// https://no-color.org: a variable NO_COLOR that is not empty means none.
bool colour(const ShowArguments& arguments) {
  if (arguments.colour != "auto") return arguments.colour == "always";
  const char* none = std::getenv("NO_COLOR");
  return to_terminal(arguments) && (none == nullptr || *none == '\0');
}

std::string picture(const Scene& scene, const ShowArguments& arguments) {
  if (arguments.format == "json") return json_text(scene_json(scene));
  if (arguments.format == "trace") return json_text(trace_json(scene));
  if (arguments.format == "dot") return dot_graph(scene);
  if (arguments.format == "svg") return scene_svg(scene);
  if (arguments.format == "html") return scene_html(scene);
  return scene_grid(scene, {width(arguments), colour(arguments), arguments.from, arguments.to});
}

}  // namespace

int run_show(const ShowArguments& arguments) {
  const Subject subject = find_subject(arguments.subject);
  const bool reasons = arguments.format == "json" || arguments.format == "html";
  write_output(arguments.output, picture(make_scene(subject, {arguments.trips, reasons}), arguments));
  return exit_done;
}

}  // namespace stretto::tool
