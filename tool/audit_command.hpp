// `stretto audit`: judges a compiled kernel.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace stretto::tool {

struct AuditArguments {
  std::string input;
  std::string output;
  std::string format = "text";
  std::string launch;
  std::string kernel;
  std::vector<std::string> values;  // of arguments
  bool waits = false;
  bool patch = false;
  bool loosen = false;
  std::string llvm;  // folder of LLVM's tools
};

CLI::App* add_audit(CLI::App& app, AuditArguments& arguments);
int run_audit(const AuditArguments& arguments);

}  // namespace stretto::tool
