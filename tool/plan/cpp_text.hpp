// Pieces of C++ source: literals, identifiers and lists.
#pragma once

#include <string>
#include <vector>

namespace stretto::tool {

/// A string literal with the quotes.
std::string cpp_string(const std::string& text);

/// "BlockScaledFp8Gemm" of "block-scaled fp8 GEMM"; empty if the text has no letter.
std::string cpp_type_name(const std::string& text);

inline constexpr std::size_t longest_cpp_name = 200;

/// Can it be the beginning of a C++ name, and is it no longer than that?
bool is_cpp_name(const std::string& text);

/// "1, 2, 3", in lines of at most 120 characters that all begin with `begin`.
std::string cpp_list(const std::vector<std::string>& items, const std::string& begin);

}  // namespace stretto::tool
