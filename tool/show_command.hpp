// stretto show: draws a schedule.
#pragma once

#include <string>

#include "show/subject.hpp"

namespace CLI {
class App;
}

namespace stretto::tool {

struct ShowArguments {
  SubjectArguments subject;
  std::string format = "grid";  // grid, svg, html, trace, dot or json
  std::string output;
  std::string colour = "auto";  // auto, always or never
  int width = 0;                // 0: the terminal's
  int trips = 6;
  long from = -1;
  long to = -1;
};

CLI::App* add_show(CLI::App& app, ShowArguments& arguments);
int run_show(const ShowArguments& arguments);

}  // namespace stretto::tool
