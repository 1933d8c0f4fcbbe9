#include "output.hpp"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>

#include <unistd.h>

#include "json/object_reader.hpp"

namespace stretto::tool {

namespace {

[[noreturn]] void refuse_to_write(const std::string& where, int why) {
  throw InputError(where + ": cannot write: " + std::generic_category().message(why));
}

/// 0, or an errno.
int write_file(const std::string& path, const std::string& text) {
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  if (file) file << text;
  if (file) file.close();
  return file ? 0 : (errno == 0 ? EIO : errno);
}

}  // namespace

void write_output(const std::string& path, const std::string& text) {
  if (path.empty() || path == "-") {
    errno = 0;
    std::cout << text << std::flush;
    if (!std::cout) refuse_to_write("standard output", errno);
    return;
  }
  // Write the target of a link, not the link. A device or a pipe has no earlier content to keep.
  std::error_code ignored;
  const std::filesystem::path resolved = std::filesystem::weakly_canonical(path, ignored);
  const std::string target = resolved.empty() ? path : resolved.string();
  if (std::filesystem::is_directory(target, ignored)) refuse_to_write(path, EISDIR);
  if (std::filesystem::exists(target, ignored) && !std::filesystem::is_regular_file(target, ignored)) {
    const int why = write_file(target, text);
    if (why != 0) refuse_to_write(path, why);
    return;
  }
  const std::string partial = target + "." + std::to_string(getpid()) + ".partial";
  int why = write_file(partial, text);
  if (why == 0 && std::rename(partial.c_str(), target.c_str()) != 0) why = errno;
  if (why != 0) {
    std::remove(partial.c_str());
    refuse_to_write(path, why);
  }
}

}  // namespace stretto::tool
