// The reference files as cases.
#pragma once

#include <string>
#include <vector>

#include "case.hpp"

namespace stretto::findings {

/// In the order of their names. Throws if a file cannot be read.
std::vector<tool::Case> reference_cases(const std::string& dir);

}  // namespace stretto::findings
