#include "input.hpp"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <system_error>
#include <utility>

#include "json/input_error.hpp"
#include "json/printable.hpp"

namespace stretto::tool {

namespace {

InputError too_large(const std::string& name, long most) {
  return InputError{name + ": larger than " + std::to_string(most >> 20) + " MiB, the limit of an input"};
}

/// Reads until the end, or until more than `most` bytes were read.
std::string read_stream(std::istream& stream, const std::string& name, long most) {
  std::string text;
  char block[1 << 16];
  do {
    try {
      stream.read(block, sizeof block);
    } catch (const std::ios_base::failure&) {
      throw InputError(name + ": read error");
    }
    text.append(block, static_cast<std::size_t>(stream.gcount()));
    if (std::cmp_greater(text.size(), most)) throw too_large(name, most);
  } while (stream.good());
  if (stream.bad()) throw InputError(name + ": read error");
  return text;
}

std::optional<std::string>& kept_standard_input() {
  static std::optional<std::string> text;
  return text;
}

}  // namespace

void forget_standard_input() { kept_standard_input().reset(); }

std::string input_name(const std::string& path) { return path == "-" ? "standard input" : printable(path); }

std::string read_text(const std::string& path, long most) {
  const std::string name = input_name(path);
  if (path == "-") {
    std::optional<std::string>& kept = kept_standard_input();
    if (!kept) kept = read_stream(std::cin, name, most);
    return *kept;
  }
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw InputError(name + ": is a directory, not a file");
  if (std::filesystem::is_regular_file(path, ignored)) {
    const std::uintmax_t size = std::filesystem::file_size(path, ignored);
    if (!ignored && std::cmp_greater(size, most)) throw too_large(name, most);
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(name + ": cannot open: " + std::generic_category().message(errno));
  return read_stream(file, name, most);
}

}  // namespace stretto::tool
