// What is wrong with a command line, in words.
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace stretto::tool {

/// Names the thing, the rule and, where a name is nearly right, the one that was meant; and where to read more.
std::string usage_error(const CLI::App& app, const CLI::ParseError& error);

}  // namespace stretto::tool
