// `stretto schedule`: exact modulo schedules of the loops in a file, or a check of such schedules.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace stretto::tool {

struct ScheduleArguments {
  std::string input;
  std::string output;
  std::string check;     // a file with results; empty: schedule
  double budget = 60.0;  // seconds a loop
};

CLI::App* add_schedule(CLI::App& app, ScheduleArguments& arguments);
int run_schedule(const ScheduleArguments& arguments);

}  // namespace stretto::tool
