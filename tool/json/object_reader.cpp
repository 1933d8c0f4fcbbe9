#include "json/object_reader.hpp"

#include <limits>
#include <utility>

#include "json/renamed_keys.hpp"
#include "usage/suggestion.hpp"

namespace stretto::tool {

namespace {

constexpr std::size_t longest_name = 200;  // bytes

/// "; valid keys: a, b".
std::string key_list(const std::set<std::string>& keys) {
  std::string out;
  for (const std::string& key : keys) out += (out.empty() ? "; valid keys: " : ", ") + key;
  return out;
}

}  // namespace

ObjectReader::ObjectReader(const Json& object, JsonPlace place) : object_(object), place_(std::move(place)) {
  if (!object.is_object()) throw place_.error("must be a JSON object");
}

bool ObjectReader::has(const std::string& key) {
  known_.insert(key);
  return object_.contains(key);
}

const Json& ObjectReader::require(const std::string& key) {
  seen_.insert(key);
  const auto found = object_.find(key);
  if (found == object_.end()) {
    refuse_misspelt(key);
    throw place(key).error("required key is missing");
  }
  return *found;
}

void ObjectReader::refuse_misspelt(const std::string& missing) const {
  for (const auto& [key, value] : object_.items()) {
    // Keys of equal length may be siblings that are read later: "load_a" and "load_b".
    if (current_key(key) == missing) throw place(key).error("unknown key; " + called_now(key));
    if (key.size() == missing.size() || seen_.contains(key) || known_.contains(key)) continue;
    if (distance(key, missing) == 1) throw place(key).error("unknown key; did you mean " + missing + "?");
  }
}

std::string ObjectReader::require_string(const std::string& key) {
  const Json& value = require(key);
  if (!value.is_string()) throw place(key).error("must be a string");
  return value.get<std::string>();
}

std::string ObjectReader::require_name(const std::string& key) { return read_name(require(key), place(key)); }

long ObjectReader::integer(const std::string& key, long lowest, long highest) {
  const Json& value = require(key);
  const bool fits = value.is_number_unsigned() ? value.get<unsigned long>() <= static_cast<unsigned long>(highest)
                                               : value.is_number_integer() && value.get<long>() >= lowest;
  if (!fits) {
    throw place(key).error("must be an integer from " + std::to_string(lowest) + " to " + std::to_string(highest));
  }
  return value.get<long>();
}

int ObjectReader::require_int(const std::string& key) {
  return static_cast<int>(integer(key, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
}

bool ObjectReader::require_bool(const std::string& key) {
  const Json& value = require(key);
  if (!value.is_boolean()) throw place(key).error("must be true or false");
  return value.get<bool>();
}

ObjectReader ObjectReader::require_object(const std::string& key) { return {require(key), place(key)}; }

std::vector<JsonItem> ObjectReader::require_list(const std::string& key, std::size_t most) {
  const Json& values = require(key);
  if (!values.is_array()) throw place(key).error("must be an array");
  if (values.size() > most) {
    throw place(key).error(std::to_string(values.size()) + " values; at most " + std::to_string(most) + " are allowed");
  }
  std::vector<JsonItem> out;
  out.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) out.push_back({values[i], place(key).item(i)});
  return out;
}

long ObjectReader::require_number(const std::string& key, NumberRange range, const Parameters& parameters) {
  return read_number(require(key), range, parameters, place(key));
}

void ObjectReader::optional_int(const std::string& key, int& out) {
  if (has(key)) out = require_int(key);
}

void ObjectReader::optional_long(const std::string& key, long& out) {
  if (has(key)) out = integer(key, 0, std::numeric_limits<long>::max());
}

void ObjectReader::optional_bool(const std::string& key, bool& out) {
  if (has(key)) out = require_bool(key);
}

void ObjectReader::optional_number(const std::string& key, NumberRange range, const Parameters& parameters, int& out) {
  if (has(key)) out = static_cast<int>(require_number(key, range, parameters));
}

void ObjectReader::optional_number(const std::string& key, NumberRange range, const Parameters& parameters, long& out) {
  if (has(key)) out = require_number(key, range, parameters);
}

void ObjectReader::finish() const {
  for (const auto& [key, value] : object_.items()) {
    if (seen_.contains(key)) continue;
    std::set<std::string> valid = seen_;
    valid.insert(known_.begin(), known_.end());
    if (valid.contains(current_key(key))) throw place(key).error("unknown key; " + called_now(key));
    throw place(key).error("unknown key" + did_you_mean(key, {valid.begin(), valid.end()}) + key_list(valid));
  }
}

std::string read_name(const Json& value, const JsonPlace& place) {
  if (!value.is_string()) throw place.error("must be a string");
  std::string name = value.get<std::string>();
  if (name.empty()) throw place.error("must not be empty");
  if (name.size() > longest_name) throw place.error("longer than " + std::to_string(longest_name) + " bytes");
  if (has_control_characters(name))
    throw place.error(quote(name) + " contains a control character, or another that cannot be seen");
  return name;
}

}  // namespace stretto::tool
