#include "json/parse.hpp"

#include <set>
#include <sstream>
#include <utility>

#include "input.hpp"

namespace stretto::tool {

namespace {

constexpr std::size_t deepest_nesting = 64;  // copying and writing JSON are recursive
constexpr long most_values = 1'000'000;      // of one input; each takes memory that its text does not show

/// "parse error at line 1, ..." of "[json.exception.parse_error.101] parse error at line 1, ...".
std::string reason_of(const Json::exception& error) {
  const std::string why = error.what();
  const std::size_t bracket = why.find("] ");
  return printable(cut(bracket == std::string::npos ? why : why.substr(bracket + 2), 4 * longest_quote));
}

/// Builds a value from the events of nlohmann's parser. Json's own insertion searches all keys of an object for each of
/// them; this one does not, so an object with many keys takes no longer than an array.
class Document {
 public:
  /// `budget`: how many values it may still have; decreases.
  Document(std::string where, long& budget) : where_(std::move(where)), budget_(budget) {}

  Json take() { return std::move(root_); }

  bool null() { return scalar(nullptr); }
  bool boolean(bool value) { return scalar(value); }
  bool number_integer(Json::number_integer_t value) { return scalar(value); }
  bool number_unsigned(Json::number_unsigned_t value) { return scalar(value); }
  bool number_float(Json::number_float_t value, const std::string& /*text*/) { return scalar(value); }
  bool string(std::string& value) { return scalar(std::move(value)); }
  bool binary(Json::binary_t& value) { return scalar(std::move(value)); }
  bool start_object(std::size_t /*elements*/) { return begin(Json::object()); }
  bool start_array(std::size_t /*elements*/) { return begin(Json::array()); }
  bool end_object() { return end(); }
  bool end_array() { return end(); }

  bool key(std::string& name) {
    Level& level = levels_.back();
    level.key = name;
    if (!level.keys.insert(name).second) throw place().error("duplicate key");
    return true;
  }

  bool parse_error(std::size_t /*position*/, const std::string& /*token*/, const Json::exception& error) {
    throw InputError(where_ + ": not valid JSON: " + reason_of(error));
  }

 private:
  /// An object or array that is not complete.
  struct Level {
    Json* value;  // valid: what encloses it does not grow while it does
    std::string key;
    std::set<std::string> keys;
  };

  bool scalar(Json value) {
    add(std::move(value));
    return true;
  }

  bool begin(Json value) {
    if (levels_.size() >= deepest_nesting)
      throw InputError(where_ + ": nested deeper than " + std::to_string(deepest_nesting) + " levels");
    levels_.push_back({&add(std::move(value)), {}, {}});
    return true;
  }

  bool end() {
    levels_.pop_back();
    return true;
  }

  Json& add(Json value) {
    if (--budget_ < 0)
      throw InputError(where_ + ": more than " + std::to_string(most_values) + " values, the limit of an input");
    if (levels_.empty()) return root_ = std::move(value);
    Level& level = levels_.back();
    if (level.value->is_array()) {
      auto& items = level.value->get_ref<Json::array_t&>();
      items.push_back(std::move(value));
      return items.back();
    }
    auto& items = level.value->get_ref<Json::object_t&>();
    items.push_back({level.key, std::move(value)});
    return items.back().second;
  }

  /// Of the key that was read last.
  [[nodiscard]] JsonPlace place() const {
    JsonPlace out(where_);
    for (const Level& level : levels_)
      out = level.value->is_array() ? out.item(level.value->size() - 1) : out.key(level.key);
    return out;
  }

  std::string where_;
  long& budget_;
  Json root_;
  std::vector<Level> levels_;
};

Json parse(const std::string& text, const std::string& where, bool comments, long& budget) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) throw InputError(where + ": is empty");
  Document document(where, budget);
  Json::sax_parse(text, &document, Json::input_format_t::json, true, comments);
  return document.take();
}

}  // namespace

Json read_json_file(const std::string& path) {
  long budget = most_values;
  return parse(read_text(path), input_name(path), true, budget);
}

Json parse_json(const std::string& text, const std::string& where) {
  long budget = most_values;
  return parse(text, where, false, budget);
}

std::vector<JsonLine> read_json_lines(const std::string& path) {
  std::istringstream input(read_text(path));
  std::vector<JsonLine> lines;
  std::string text;
  long budget = most_values;
  for (int number = 1; std::getline(input, text); ++number) {
    if (text.find_first_not_of(" \t\r") == std::string::npos) continue;
    const std::string where = input_name(path) + " line " + std::to_string(number);
    lines.push_back({JsonPlace(where), parse(text, where, false, budget)});
  }
  return lines;
}

}  // namespace stretto::tool
