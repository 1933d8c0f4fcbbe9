// The command-line arguments that choose a kernel of a file and describe its launch.
#pragma once

#include <string>
#include <vector>

namespace stretto::tool {

struct LaunchArguments {
  std::string file;                 // --launch
  std::string kernel;               // --kernel
  std::vector<std::string> values;  // --arg
  std::string llvm;                 // --llvm: folder of LLVM's tools
};

}  // namespace stretto::tool
