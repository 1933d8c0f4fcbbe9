// Strict reading of JSON objects: unknown keys and values of the wrong type are errors, and errors name the path.
#pragma once

#include <set>
#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

namespace stretto::tool {

using Json = nlohmann::ordered_json;

/// Invalid input, with a message for the user.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Parses a file, or standard input for "-". Throws InputError for malformed JSON and duplicate keys.
Json read_json_file(const std::string& path);

/// Parses a text; error messages begin with `where`.
Json parse_json(const std::string& text, const std::string& where);

/// One JSON object, read key by key. `finish` rejects keys that were not read.
class ObjectReader {
 public:
  ObjectReader(const Json& object, std::string path);

  [[nodiscard]] bool has(const std::string& key) const { return object_.contains(key); }
  [[nodiscard]] std::string path_of(const std::string& key) const;

  /// A required value.
  const Json& require(const std::string& key);
  std::string require_string(const std::string& key);
  int require_int(const std::string& key);
  bool require_bool(const std::string& key);
  ObjectReader require_object(const std::string& key);

  // An optional value: read into `out` if present.
  void optional_int(const std::string& key, int& out);
  void optional_long(const std::string& key, long& out);
  void optional_bool(const std::string& key, bool& out);

  /// Marks a key as known without reading it.
  void accept(const std::string& key) { seen_.insert(key); }

  void finish() const;

 private:
  long integer(const std::string& key, long lowest, long highest);

  const Json& object_;
  std::string path_;
  std::set<std::string> seen_;
};

}  // namespace stretto::tool
