#include "json/parse.hpp"

#include <set>
#include <sstream>
#include <utility>

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

/// The values that enclose the one that is parsed: which keys they had, and where in them the parser is.
class Enclosing {
 public:
  explicit Enclosing(std::string file) : file_(std::move(file)) {}

  void begin_object() { levels_.emplace_back(); }
  void begin_array() { levels_.emplace_back().is_array = true; }
  void end() { levels_.pop_back(); }
  /// A value is complete, or an object or array that is.
  void value() {
    if (!levels_.empty()) ++levels_.back().index;
  }
  void key(const std::string& name) {
    levels_.back().key = name;
    if (!levels_.back().keys.insert(name).second) throw place().error("duplicate key");
  }

 private:
  struct Level {
    bool is_array = false;
    std::size_t index = 0;
    std::string key;
    std::set<std::string> keys;
  };

  [[nodiscard]] JsonPlace place() const {
    JsonPlace out(file_);
    for (const Level& level : levels_) out = level.is_array ? out.item(level.index) : out.key(level.key);
    return out;
  }

  std::string file_;
  std::vector<Level> levels_;
};

Json parse(const std::string& text, const std::string& where, bool comments) {
  Enclosing enclosing(where);
  const auto refuse = [&](int depth, Json::parse_event_t event, Json& value) {
    if (depth > deepest_nesting)
      throw InputError(where + ": nested deeper than " + std::to_string(deepest_nesting) + " levels");
    switch (event) {
      case Json::parse_event_t::object_start: enclosing.begin_object(); break;
      case Json::parse_event_t::array_start: enclosing.begin_array(); break;
      case Json::parse_event_t::key: enclosing.key(value.get<std::string>()); break;
      case Json::parse_event_t::object_end:
      case Json::parse_event_t::array_end: enclosing.end(); [[fallthrough]];
      case Json::parse_event_t::value: enclosing.value(); break;
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
