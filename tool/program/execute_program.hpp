// Executes programs of program files under adversarial timing.
#pragma once

#include <string>
#include <vector>

#include "program/program_file.hpp"

namespace stretto::tool {

struct ProgramExecution {
  std::string text;   // a line per trip count, with the first failure
  bool right = true;  // no execution failed
  bool encodable = true;
};

/// Executes `seeds` interleavings per trip count. A persistent program executes three tiles with that trip count.
ProgramExecution execute_program(const ProgramFile& file, const std::vector<int>& trips, long seeds);

}  // namespace stretto::tool
