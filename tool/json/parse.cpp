#include "json/parse.hpp"

#include <set>
#include <sstream>

#include "input.hpp"

namespace stretto::tool {

namespace {

constexpr int deepest_nesting = 64;  // copying and writing JSON are recursive

/// "parse error at line 1, ..." of "[json.exception.parse_error.101] parse error at line 1, ...".
std::string reason_of(const Json::exception& error) {
  const std::string why = error.what();
  const std::size_t bracket = why.find("] ");
  return printable(cut(bracket == std::string::npos ? why : why.substr(bracket + 2), 4 * longest_quote));
}

Json parse(const std::string& text, const std::string& where, bool comments) {
  std::vector<std::set<std::string>> keys;  // of the enclosing objects
  const auto refuse = [&](int depth, Json::parse_event_t event, Json& value) {
    if (depth > deepest_nesting)
      throw InputError(where + ": nested deeper than " + std::to_string(deepest_nesting) + " levels");
    if (event == Json::parse_event_t::object_start) {
      keys.emplace_back();
    } else if (event == Json::parse_event_t::object_end) {
      keys.pop_back();
    } else if (event == Json::parse_event_t::key && !keys.back().insert(value.get<std::string>()).second) {
      throw InputError(where + ": duplicate key " + quote(value.get<std::string>()) + " in an object");
    }
    return true;
  };
  try {
    return Json::parse(text, refuse, true, comments);
  } catch (const Json::exception& error) {
    throw InputError(where + ": not valid JSON: " + reason_of(error));
  }
}

}  // namespace

Json read_json_file(const std::string& path) { return parse(read_text(path), input_name(path), true); }

Json parse_json(const std::string& text, const std::string& where) { return parse(text, where, false); }

std::vector<JsonLine> read_json_lines(const std::string& path) {
  std::istringstream input(read_text(path));
  std::vector<JsonLine> lines;
  std::string text;
  for (int number = 1; std::getline(input, text); ++number) {
    if (text.find_first_not_of(" \t\r") == std::string::npos) continue;
    const std::string where = input_name(path) + " line " + std::to_string(number);
    lines.push_back({JsonPlace(where), parse_json(text, where)});
  }
  return lines;
}

}  // namespace stretto::tool
