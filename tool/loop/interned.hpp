// Names that live as long as the process. The library's types point to the names of ops, buffers and roles; a name that
// was read from a file must not go away before the last pipeline that points to it.
#pragma once

#include <string>

namespace stretto::tool {

/// The same pointer for the same text; safe to call from several threads.
const char* interned(const std::string& text);

}  // namespace stretto::tool
