// A verdict in words, for reports of disagreement.
#pragma once

#include <string>

#include <stretto/verify/hazard.hpp>

namespace stretto::study {

[[nodiscard]] std::string words(const Verification& verdict);

}  // namespace stretto::study
