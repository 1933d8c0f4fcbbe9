// `stretto verify`: is a compiled schedule, as it stands in its file, safe for every trip count?
#pragma once

#include <string>

namespace stretto::tool {

struct VerifyArguments {
  std::string input;
  std::string output;
  std::string format = "text";
  std::string registers;  // explicit, interlocked or both; empty: as the schedule's kernel reads them
  bool pairs = false;
};

int run_verify(const VerifyArguments& arguments);

}  // namespace stretto::tool
