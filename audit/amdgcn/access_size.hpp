// How many bytes a memory instruction moves.
#pragma once

#include <string>

namespace stretto::assembly {

/// Bytes per lane of a vector memory or LDS instruction; 0: unknown.
int bytes_per_lane(const std::string& mnemonic);

}  // namespace stretto::assembly
