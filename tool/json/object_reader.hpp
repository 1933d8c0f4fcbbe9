// Strict reading of JSON objects: unknown keys and values of the wrong type are errors, and errors name the file, the
// path in it, and the nearest known key.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "json/expression.hpp"
#include "json/parse.hpp"

namespace stretto::tool {

/// A value with its place.
struct JsonItem {
  const Json& value;
  JsonPlace place;
};

/// One JSON object, read key by key. `finish` rejects keys that were not read. The object must outlive its reader.
class ObjectReader {
 public:
  ObjectReader(const Json& object, JsonPlace place);

  [[nodiscard]] bool has(const std::string& key);
  [[nodiscard]] JsonPlace place(const std::string& key) const { return place_.key(key); }
  /// The place of a key, for messages.
  [[nodiscard]] std::string path_of(const std::string& key) const { return place_.key(key).text(); }

  /// A required value.
  const Json& require(const std::string& key);
  std::string require_string(const std::string& key);
  /// A text for messages and pictures: not empty, not long, without control characters.
  std::string require_name(const std::string& key);
  int require_int(const std::string& key);
  bool require_bool(const std::string& key);
  ObjectReader require_object(const std::string& key);
  /// The values of an array of at most `most` values.
  std::vector<JsonItem> require_list(const std::string& key, std::size_t most);
  /// An integer or an expression.
  long require_number(const std::string& key, NumberRange range, const Parameters& parameters = {});

  // An optional value: read into `out` if present.
  void optional_int(const std::string& key, int& out);
  void optional_long(const std::string& key, long& out);
  void optional_bool(const std::string& key, bool& out);
  void optional_number(const std::string& key, NumberRange range, const Parameters& parameters, int& out);
  void optional_number(const std::string& key, NumberRange range, const Parameters& parameters, long& out);

  /// Marks a key as known without reading it.
  void accept(const std::string& key) { seen_.insert(key); }

  /// Throws InputError for a key that was not read, with the nearest known key and all of them.
  void finish() const;

 private:
  /// Throws InputError if the object has an unknown key in place of this one: "buffer" for "buffers", or an old name.
  void refuse_misspelt(const std::string& missing) const;
  long integer(const std::string& key, long lowest, long highest);

  const Json& object_;
  JsonPlace place_;
  std::set<std::string> seen_;   // read
  std::set<std::string> known_;  // asked for
};

/// A name as `ObjectReader::require_name` accepts it.
std::string read_name(const Json& value, const JsonPlace& place);

}  // namespace stretto::tool
