// The message for an invalid command line.
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace stretto::tool {

/// Names the offending word, the rule, the closest valid name if there is one, and the help to read.
std::string usage_error(const CLI::App& app, const CLI::ParseError& error);

}  // namespace stretto::tool
