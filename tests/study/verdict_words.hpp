// A verdict as text, with the trip counts of the runs concerned, for reports of disagreement.
#pragma once

#include <string>

#include <stretto/verify/hazard.hpp>

namespace stretto::study {

[[nodiscard]] std::string words(const Verification& verdict);
[[nodiscard]] std::string words(const Vector<int>& trips);

}  // namespace stretto::study
