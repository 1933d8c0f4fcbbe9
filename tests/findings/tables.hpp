// The tables and counterexamples of docs/findings.md, in Markdown, each under a name.
#pragma once

#include <string>
#include <vector>

#include "document.hpp"

namespace stretto::findings {

/// Everything that the document quotes. Throws if a reference file cannot be read.
std::vector<Block> all_blocks(const std::string& reference_dir);

}  // namespace stretto::findings
