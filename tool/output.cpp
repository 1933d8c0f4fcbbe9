#include "output.hpp"

#include <cstdio>
#include <fstream>
#include <iostream>

#include "json_reader.hpp"

namespace stretto::tool {

void write_output(const std::string& path, const std::string& text) {
  if (path.empty()) {
    std::cout << text << std::flush;
    if (!std::cout) throw InputError("cannot write to standard output");
    return;
  }
  const std::string partial = path + ".partial";
  {
    std::ofstream file(partial, std::ios::binary);
    file << text;
    file.close();
    if (!file) {
      std::remove(partial.c_str());
      throw InputError(path + ": cannot write the file");
    }
  }
  if (std::rename(partial.c_str(), path.c_str()) != 0) {
    std::remove(partial.c_str());
    throw InputError(path + ": cannot write the file");
  }
}

}  // namespace stretto::tool
