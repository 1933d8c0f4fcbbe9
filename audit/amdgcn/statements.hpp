// Splits assembly text into statements as LLVM's lexer does for AMD GPUs: comments, strings, labels, and one statement
// per line.
#pragma once

#include <string>
#include <vector>

namespace stretto::assembly {

/// An instruction or a directive, with the labels before it.
struct Statement {
  int line = 0;  // in the file, from 1
  std::vector<std::string> labels;
  std::string name;  // in lower case; empty if there are only labels
  std::string rest;  // the text after the name, without comments, with single spaces
  std::string raw;   // for .amdgpu_metadata: the unchanged lines up to its end

  [[nodiscard]] bool is_directive() const { return name.starts_with('.'); }
  [[nodiscard]] bool is_assignment() const { return name == "="; }
  [[nodiscard]] std::string text() const { return rest.empty() ? name : name + " " + rest; }
};

/// Throws std::runtime_error, with the line, if the text is malformed.
std::vector<Statement> statements_of(const std::string& text);

}  // namespace stretto::assembly
