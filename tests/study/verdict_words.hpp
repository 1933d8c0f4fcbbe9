// A verdict in words, and the trips of the runs that it is about, for reports of disagreement.
#pragma once

#include <string>

#include <stretto/verify/hazard.hpp>

namespace stretto::study {

[[nodiscard]] std::string words(const Verification& verdict);
[[nodiscard]] std::string words(const Vector<int>& trips);

}  // namespace stretto::study
