// JSON documents and JSON lines, from files or standard input, with limits on size and nesting.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "json/json_place.hpp"

namespace stretto::tool {

using Json = nlohmann::ordered_json;

/// Parses a file, or standard input for "-", which is read once and kept. Comments (// and /* */) are allowed. Throws
/// InputError for malformed JSON, duplicate keys, and files that are too large or nested too deeply.
Json read_json_file(const std::string& path);

/// Parses a text without comments; error messages begin with `where`.
Json parse_json(const std::string& text, const std::string& where);

/// A line of a file, with the file and the line.
struct JsonLine {
  JsonPlace where;
  Json value;
};

/// Every non-empty line of a file.
std::vector<JsonLine> read_json_lines(const std::string& path);

}  // namespace stretto::tool
