#include <gtest/gtest.h>

#include <stretto/verify/verify.hpp>

#include "latency_hole_programs.hpp"

namespace {

TEST(VerifierHoles, VerdictsAreRight) {
  for (const stretto::holes::HoleProgram& hole : stretto::holes::programs()) {
    ASSERT_FALSE(stretto::check_program(hole.program)) << hole.name;
    EXPECT_EQ(stretto::verify(hole.program).verdict, hole.verdict) << hole.name;
  }
}

TEST(VerifierHoles, VerdictsAreRightWithLatencies) {
  for (const stretto::holes::HoleProgram& hole : stretto::holes::programs_with_latencies()) {
    ASSERT_FALSE(stretto::check_program(hole.program)) << hole.name;
    stretto::VerifyOptions options;
    options.latency = stretto::holes::latencies;
    EXPECT_EQ(stretto::verify(hole.program, options).verdict, hole.verdict) << hole.name;
  }
}

}  // namespace
