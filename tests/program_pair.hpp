// A right and a wrong program file, and what refutes the wrong one.
#pragma once

#include <ostream>

namespace stretto {

/// The words are the two steps, or the step and its role, in the order of the sentence.
struct ProgramPair {
  const char* stem;  // of both files
  const char* kind;
  const char* second;
  const char* first;

  friend void PrintTo(const ProgramPair& pair, std::ostream* out) { *out << pair.stem; }
};

}  // namespace stretto
