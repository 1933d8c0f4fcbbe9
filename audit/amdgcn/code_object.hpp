// Disassembles code objects, the ELF files of AMD kernels, with LLVM's tools.
#pragma once

#include <map>
#include <string>

#include "assembly.hpp"

namespace stretto::assembly {

/// True for an ELF file or a bundle of ELF files.
bool is_code_object(const std::string& bytes);

/// A disassembled code object, in the form of LLVM's assembly text.
struct DisassembledObject {
  std::string text;
  std::map<int, int> addresses;  // by line of the text: the instruction's address
};

/// Runs llvm-objdump and llvm-readobj of LLVM 22. Searches `folder`, else the folder in the environment variable
/// STRETTO_LLVM, else the PATH. Throws std::runtime_error if a tool is not found or fails.
DisassembledObject disassemble(const std::string& bytes, const std::string& folder = "");

/// Like `read_kernel` for text, but the instructions have addresses, as llvm-objdump shows them, instead of lines.
Kernel read_kernel(const DisassembledObject& object, const std::string& name = "");

}  // namespace stretto::assembly
