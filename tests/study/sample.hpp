// How much of a study a quick test looks at: a tenth where sanitizers make everything ten times slower.
#pragma once

namespace stretto::study {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif
#else
inline constexpr bool sanitized = false;
#endif

constexpr int sample(int count) { return sanitized ? count / 10 : count; }

}  // namespace stretto::study
