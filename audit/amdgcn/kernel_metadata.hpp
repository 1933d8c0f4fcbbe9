// What a kernel's text says beside its code: the .amdhsa_ directives and the metadata.
#pragma once

#include <string>
#include <vector>

#include "assembly.hpp"
#include "statements.hpp"

namespace stretto::assembly {

/// Sets descriptor, arguments, sizes and resources. Throws std::runtime_error, with the line or the key, for values
/// that are not numbers or out of range.
void read_metadata(const std::vector<Statement>& statements, Kernel& kernel);

}  // namespace stretto::assembly
