// What `stretto show` and `explain` write.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tool.hpp"

namespace stretto::cli {

/// What show writes.
inline std::string shown(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "show");
  const Outcome outcome = run_tool(arguments);
  EXPECT_EQ(outcome.status, 0) << text(outcome);
  EXPECT_EQ(outcome.err, "");
  return outcome.out;
}

/// The scene itself.
inline Json shown_json(std::vector<std::string> arguments) {
  arguments.push_back("--json");
  return Json::parse(shown(std::move(arguments)));
}

inline std::string explained(const std::vector<std::string>& arguments) {
  std::vector<std::string> command = {"explain"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const Outcome outcome = run_tool(command);
  EXPECT_EQ(outcome.status, 0) << text(outcome);
  return outcome.out;
}

}  // namespace stretto::cli
