// Refuses a loop whose slots do not fit a memory: which memory, what takes it, and the option that helps.
#pragma once

#include "loop/loaded_loop.hpp"

namespace stretto::tool {

/// "shared memory", "registers" or "tensor memory".
const char* memory_name(Space space);

/// The rule storage_exceeds_capacity in words; empty if its memory is not known.
std::string memory_refusal(const LoadedLoop& source, const Diagnostic& why);

}  // namespace stretto::tool
