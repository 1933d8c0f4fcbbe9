#include "json_reader.hpp"

#include <limits>
#include <utility>
#include <vector>

#include "input.hpp"

namespace stretto::tool {

namespace {
constexpr int deepest_nesting = 64;  // copying and writing JSON are recursive

template <class Input>
Json parse(Input&& input, const std::string& where) {
  std::vector<std::set<std::string>> keys;  // of the enclosing objects
  const auto refuse = [&](int depth, Json::parse_event_t event, Json& value) {
    if (depth > deepest_nesting)
      throw InputError(where + ": nested deeper than " + std::to_string(deepest_nesting) + " levels");
    if (event == Json::parse_event_t::object_start) {
      keys.emplace_back();
    } else if (event == Json::parse_event_t::object_end) {
      keys.pop_back();
    } else if (event == Json::parse_event_t::key && !keys.back().insert(value.get<std::string>()).second) {
      throw InputError(where + ": duplicate key \"" + value.get<std::string>() + "\" in an object");
    }
    return true;
  };
  try {
    return Json::parse(std::forward<Input>(input), refuse);
  } catch (const Json::exception& error) {
    const std::string why = error.what();  // "[json.exception.parse_error.101] parse error at line 1, ..."
    throw InputError(where + ": not valid JSON: " + why.substr(why.find("] ") + 2));
  } catch (const std::ios_base::failure&) {
    throw InputError(where + ": read error");
  }
}

}  // namespace

Json read_json_file(const std::string& path) {
  Input input(path);
  return parse(input.stream(), input.name());
}

Json parse_json(const std::string& text, const std::string& where) { return parse(text, where); }

ObjectReader::ObjectReader(const Json& object, std::string path) : object_(object), path_(std::move(path)) {
  if (!object.is_object()) throw InputError((path_.empty() ? "the input" : path_) + ": must be a JSON object");
}

std::string ObjectReader::path_of(const std::string& key) const { return path_.empty() ? key : path_ + "." + key; }

const Json& ObjectReader::require(const std::string& key) {
  seen_.insert(key);
  const auto found = object_.find(key);
  if (found == object_.end()) throw InputError(path_of(key) + ": required key is missing");
  return *found;
}

std::string ObjectReader::require_string(const std::string& key) {
  const Json& value = require(key);
  if (!value.is_string()) throw InputError(path_of(key) + ": must be a string");
  return value.get<std::string>();
}

long ObjectReader::integer(const std::string& key, long lowest, long highest) {
  const Json& value = require(key);
  const bool fits = value.is_number_unsigned() ? value.get<unsigned long>() <= static_cast<unsigned long>(highest)
                                               : value.is_number_integer() && value.get<long>() >= lowest;
  if (!fits) {
    throw InputError(path_of(key) + ": must be an integer from " + std::to_string(lowest) + " to " +
                     std::to_string(highest));
  }
  return value.get<long>();
}

int ObjectReader::require_int(const std::string& key) {
  return static_cast<int>(integer(key, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
}

bool ObjectReader::require_bool(const std::string& key) {
  const Json& value = require(key);
  if (!value.is_boolean()) throw InputError(path_of(key) + ": must be true or false");
  return value.get<bool>();
}

ObjectReader ObjectReader::require_object(const std::string& key) { return {require(key), path_of(key)}; }

void ObjectReader::optional_int(const std::string& key, int& out) {
  if (has(key)) out = require_int(key);
}

void ObjectReader::optional_long(const std::string& key, long& out) {
  if (has(key)) out = integer(key, 0, std::numeric_limits<long>::max());
}

void ObjectReader::optional_bool(const std::string& key, bool& out) {
  if (has(key)) out = require_bool(key);
}

void ObjectReader::finish() const {
  for (const auto& [key, value] : object_.items()) {
    if (!seen_.contains(key)) throw InputError(path_of(key) + ": unknown key");
  }
}

}  // namespace stretto::tool
