// Which directives of the assembler are understood. All others are refused, because they may make code or data.
#pragma once

#include "statements.hpp"

namespace stretto::assembly {

enum class DirectiveKind : unsigned char {
  plain,    // makes no code: symbols, debug information, alignment
  data,     // makes data in its section
  section,  // what follows belongs elsewhere
  kernel,   // of the kernel descriptor and the metadata
};

/// Throws std::runtime_error, with the line, for a directive that is not understood.
DirectiveKind kind_of_directive(const Statement& statement);

/// In the code of a kernel: throws for everything that may make code or data there.
void check_in_code(const Statement& statement);

}  // namespace stretto::assembly
