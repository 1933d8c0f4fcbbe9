// How much a test looks at where sanitizers make everything ten times slower.
#pragma once

namespace stretto {

inline constexpr bool sanitized = STRETTO_SANITIZED;  // said by CMake

/// A tenth with sanitizers.
constexpr int sample(int count) { return sanitized ? count / 10 : count; }

}  // namespace stretto
