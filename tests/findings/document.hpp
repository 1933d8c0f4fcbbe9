// Documents whose tables a program writes and a test compares.
#pragma once

#include <exception>
#include <iostream>
#include <string>
#include <vector>

namespace stretto::findings {

/// What is between <!-- begin NAME --> and <!-- end NAME -->.
struct Block {
  std::string name;
  std::string text;
};

/// Without arguments: prints the blocks. `check FILE`: compares each with what is between its markers. `update
/// FILE`: writes each between its markers. Returns the program's exit status. The document holds no other blocks, but
/// `of_others`, which other programs write.
int run_document(const std::vector<Block>& blocks, int argc, char** argv, int of_others = 0);

/// The exit status of a program. An exception becomes a message, and the status 1.
template <class Program>
int exit_status(const Program& program) {
  try {
    return program();
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}

}  // namespace stretto::findings
