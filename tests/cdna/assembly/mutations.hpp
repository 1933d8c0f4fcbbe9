// Mistakes that the comparison must notice: in what is expected, and in the assembly.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "audit/amdgcn/assembly.hpp"
#include "expected.hpp"

namespace stretto::assembly {

struct ExpectedMutation {
  std::string name;
  ExpectedKernel expected;
};

/// Neighbours swapped, waits dropped and changed, loads and reads dropped, other fragments multiplied, and so on.
std::vector<ExpectedMutation> mutations_of(const ExpectedKernel& expected);

struct TextMutation {
  std::string name;
  std::string text;
};

/// A wait added, a barrier removed, a read moved across a barrier, a sum touched, ...
std::vector<TextMutation> mutations_of(const std::string& text);

}  // namespace stretto::assembly
