// What the tests check in patched assembly.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "audit/patch.hpp"

namespace stretto::tool {

inline std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> out;
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

/// Does LLVM's assembler accept a text? Without an assembler, yes.
inline bool assembles(const std::string& text, const std::string& target) {
  if (std::string(STRETTO_LLVM_MC).ends_with("NOTFOUND")) return true;
  // Tests run at the same time, so each process has a file of its own.
  const std::filesystem::path file =
      std::filesystem::path(testing::TempDir()) / ("patched_" + std::to_string(getpid()) + ".s");
  std::ofstream(file) << text;
  const std::string command = std::string(STRETTO_LLVM_MC) + " -triple=amdgcn-amd-amdhsa -mcpu=" + target +
                              " -filetype=obj -o /dev/null " + file.string();
  const bool good = std::system(command.c_str()) == 0;
  std::filesystem::remove(file);
  return good;
}

}  // namespace stretto::tool
