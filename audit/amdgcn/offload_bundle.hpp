// Finds the code object of an AMD kernel in the files that compilers make for a host: bundles of code objects for
// several targets, and host programs or object files that contain such a bundle.
#pragma once

#include <string>

namespace stretto::assembly {

bool is_elf(const std::string& bytes);
/// True for a bundle of clang-offload-bundler, compressed or not.
bool is_bundle(const std::string& bytes);

/// The code object itself, or the only one for gfx942 or gfx950 in a bundle or a host program, which LLVM's tools
/// extract. Throws std::runtime_error if there is none or more than one, or if a tool is not found or fails.
std::string code_object_in(const std::string& bytes, const std::string& folder);

}  // namespace stretto::assembly
