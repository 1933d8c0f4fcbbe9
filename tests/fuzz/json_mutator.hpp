// Changes JSON by its structure, so that most inputs remain JSON and reach what comes after the parser.
#pragma once

#include <string>

namespace stretto::fuzz {

/// One of the input's JSON texts, or of its lines, with a few values changed. Empty: mutate the bytes instead.
std::string mutated_json(const std::string& input, unsigned seed);

}  // namespace stretto::fuzz
