#include "input.hpp"

#include <cerrno>
#include <filesystem>
#include <iostream>
#include <system_error>

#include "json_reader.hpp"

namespace stretto::tool {

std::string input_name(const std::string& path) { return path == "-" ? "standard input" : path; }

Input::Input(const std::string& path) : name_(input_name(path)) {
  if (path == "-") {
    stream_ = &std::cin;
    return;
  }
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw InputError(path + ": is a directory, not a file");
  errno = 0;
  file_.open(path, std::ios::binary);
  if (!file_) throw InputError(path + ": cannot open: " + std::generic_category().message(errno));
  stream_ = &file_;
}

void Input::check() const {
  if (stream_->bad()) throw InputError(name_ + ": read error");
}

}  // namespace stretto::tool
