// `stretto schedule`: finds or checks exact modulo schedules of the loops in a file.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace stretto::tool {

struct ScheduleArguments {
  std::string input;
  std::string output;
  std::string check;     // a results file to check; empty: schedule
  double budget = 60.0;  // seconds per loop
};

CLI::App* add_schedule(CLI::App& app, ScheduleArguments& arguments);
int run_schedule(const ScheduleArguments& arguments);

}  // namespace stretto::tool
