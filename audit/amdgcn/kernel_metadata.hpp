// Reads what the text says about a kernel besides its code: the .amdhsa_ directives and the metadata.
#pragma once

#include <string>
#include <vector>

#include "assembly.hpp"
#include "statements.hpp"

namespace stretto::assembly {

/// Sets descriptor, arguments, sizes and resources. Throws std::runtime_error, with the line or the key, for a value
/// that is out of range or not a number.
void read_metadata(const std::vector<Statement>& statements, Kernel& kernel);

}  // namespace stretto::assembly
