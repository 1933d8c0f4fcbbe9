#include "document.hpp"

#include <fstream>
#include <iostream>
#include <sstream>

namespace stretto::findings {

namespace {

std::string read_file(const std::string& path) {
  const std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

int run_document(const std::vector<Block>& blocks, int argc, char** argv, int of_others) {
  const std::string mode = argc > 1 ? argv[1] : "print";
  if (mode == "print") {
    for (const Block& block : blocks) std::cout << "<!-- begin " << block.name << " -->\n" << block.text << "\n";
    return 0;
  }
  if (argc != 3 || (mode != "check" && mode != "update")) {
    std::cerr << "usage: " << argv[0] << " [check FILE | update FILE]\n";
    return 2;
  }
  std::string document = read_file(argv[2]);
  int stale = 0;
  for (const Block& block : blocks) {
    const std::string begin = "<!-- begin " + block.name + " -->\n";
    const std::string end = "<!-- end " + block.name + " -->";
    const std::size_t from = document.find(begin);
    const std::size_t to = document.find(end);
    if (from == std::string::npos || to == std::string::npos || to < from) {
      std::cerr << "no place for: " << block.name << "\n";
      return 1;
    }
    const std::size_t start = from + begin.size();
    const std::string wanted = "\n" + block.text + "\n";
    if (document.substr(start, to - start) == wanted) continue;
    ++stale;
    if (mode == "check") std::cerr << "differs: " << block.name << "; the program says\n" << block.text;
    document.replace(start, to - start, wanted);
  }
  if (mode == "check") {
    // Markers that no program fills would become stale unnoticed.
    std::size_t markers = 0;
    for (std::size_t at = 0; (at = document.find("<!-- begin ", at)) != std::string::npos; ++at) ++markers;
    const std::size_t wanted = blocks.size() + static_cast<std::size_t>(of_others);
    if (markers != wanted) std::cerr << markers << " places for " << wanted << " blocks\n";
    return stale == 0 && markers == wanted ? 0 : 1;
  }
  std::ofstream(argv[2]) << document;
  return 0;
}

}  // namespace stretto::findings
