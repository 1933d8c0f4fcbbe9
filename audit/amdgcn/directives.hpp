// The supported assembler directives. All others are rejected, because they may emit code or data.
#pragma once

#include "statements.hpp"

namespace stretto::assembly {

enum class DirectiveKind : unsigned char {
  plain,    // emits nothing that matters: symbols, debug information, alignment
  data,     // emits data into its section
  section,  // switches to another section
  kernel,   // kernel descriptor and metadata
};

/// Throws std::runtime_error, with the line, for an unsupported directive.
DirectiveKind kind_of_directive(const Statement& statement);

/// Throws for a directive inside a kernel's code that may emit code or data there.
void check_in_code(const Statement& statement);

}  // namespace stretto::assembly
