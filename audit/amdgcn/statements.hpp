// Assembly text as LLVM's lexer divides it for AMD GPUs: comments, strings, labels, and one statement in each line.
#pragma once

#include <string>
#include <vector>

namespace stretto::assembly {

/// An instruction or a directive with the labels in front of it.
struct Statement {
  int line = 0;  // of the file, from 1
  std::vector<std::string> labels;
  std::string name;  // in lower case; empty: only labels
  std::string rest;  // after the name, without comments; words are one space apart
  std::string raw;   // of .amdgpu_metadata: the lines up to its end, as they are

  [[nodiscard]] bool is_directive() const { return name.starts_with('.'); }
  [[nodiscard]] bool is_assignment() const { return name == "="; }
  [[nodiscard]] std::string text() const { return rest.empty() ? name : name + " " + rest; }
};

/// Throws std::runtime_error, with the line, where the text cannot be divided.
std::vector<Statement> statements_of(const std::string& text);

}  // namespace stretto::assembly
