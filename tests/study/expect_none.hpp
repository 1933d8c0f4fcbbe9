// For studies that collect failures as text.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace stretto::study {

inline void expect_none(const char* what, const std::vector<std::string>& list) {
  EXPECT_TRUE(list.empty()) << list.size() << " " << what << ", the first:\n" << list[0];
}

}  // namespace stretto::study
