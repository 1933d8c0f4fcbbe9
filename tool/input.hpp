// Input files and standard input.
#pragma once

#include <fstream>
#include <istream>
#include <string>

namespace stretto::tool {

/// The name of an input in messages: its path, or "standard input" for "-".
std::string input_name(const std::string& path);

/// A file opened for reading, or standard input for "-".
class Input {
 public:
  /// Throws InputError with the reason if it cannot be opened.
  explicit Input(const std::string& path);

  [[nodiscard]] std::istream& stream() { return *stream_; }

  [[nodiscard]] const std::string& name() const { return name_; }

  /// Throws InputError if a read failed.
  void check() const;

 private:
  std::string name_;
  std::ifstream file_;
  std::istream* stream_ = nullptr;
};

}  // namespace stretto::tool
