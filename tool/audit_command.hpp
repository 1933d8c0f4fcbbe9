// `stretto audit`: judges a compiled kernel.
#pragma once

#include <string>

#include "audit/launch_arguments.hpp"

namespace CLI {
class App;
}

namespace stretto::tool {

struct AuditArguments {
  std::string input;
  std::string output;
  std::string format = "text";
  LaunchArguments launch;
  bool waits = false;
  bool patch = false;
  bool loosen = false;
};

CLI::App* add_audit(CLI::App& app, AuditArguments& arguments);
int run_audit(const AuditArguments& arguments);

}  // namespace stretto::tool
