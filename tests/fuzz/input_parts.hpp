// An input of a fuzzer: one or more texts, separated by lines of three dashes. So a kept case can be read.
#pragma once

#include <string>
#include <vector>

namespace stretto::fuzz {

inline constexpr const char* part_separator = "\n---\n";

std::vector<std::string> parts_of(const std::string& input);
std::string joined(const std::vector<std::string>& parts);

/// The part, or an empty text.
std::string part(const std::vector<std::string>& parts, std::size_t index);

}  // namespace stretto::fuzz
