#include <gtest/gtest.h>

#include <stretto/verify/verify.hpp>

#include "verifier_hole_programs.hpp"

namespace {

TEST(VerifierHoles, VerdictsStand) {
  for (const stretto::holes::HoleProgram& hole : stretto::holes::programs()) {
    ASSERT_FALSE(stretto::check_program(hole.program)) << hole.name;
    EXPECT_EQ(stretto::verify(hole.program).verdict, hole.verdict) << hole.name;
  }
}

}  // namespace
