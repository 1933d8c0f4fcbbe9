// Code objects: ELF files of AMD kernels, as LLVM's tools disassemble them.
#pragma once

#include <map>
#include <string>

#include "assembly.hpp"

namespace stretto::assembly {

/// It is an ELF file, or a bundle of such files.
bool is_code_object(const std::string& bytes);

/// What LLVM says of a code object, in the form of its assembly text.
struct DisassembledObject {
  std::string text;
  std::map<int, int> addresses;  // of the instruction at each line of the text
};

/// Runs llvm-objdump and llvm-readobj of LLVM 22: those in `folder`, or else in the folder that the environment
/// variable STRETTO_LLVM names, or else on the PATH. Throws std::runtime_error if they are not there, or do not
/// understand the bytes.
DisassembledObject disassemble(const std::string& bytes, const std::string& folder = "");

/// As read_kernel does for text. The lines of its instructions are addresses, as llvm-objdump shows them.
Kernel read_kernel(const DisassembledObject& object, const std::string& name = "");

}  // namespace stretto::assembly
