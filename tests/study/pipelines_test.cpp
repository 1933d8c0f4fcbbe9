// A sample of pipelines.hpp.
#include <gtest/gtest.h>

#include "../sample.hpp"
#include "expect_none.hpp"
#include "pipelines.hpp"

namespace stretto::study {
namespace {

TEST(Pipelines, OfRandomLoopsAreRefusedOrProven) {
  const PipelineStudyCounts counts = study_pipelines({.loops = sample(200), .seeds = 10});
  expect_none("neither refused nor proven", counts.unproven);
  expect_none("proven, but not right", counts.wrong);
  expect_none("faster than the unit that bounds them", counts.early);
  expect_none("waiting forever in time", counts.stuck);
  EXPECT_GT(counts.proven, counts.loops / 4);
  EXPECT_GT(counts.in_time, counts.proven / 2);
  EXPECT_GT(counts.needed, counts.weakened * 4 / 5);
}

TEST(Pipelines, OfRandomLoopsOnShippedTargetsAreRefusedOrProven) {
  const PipelineStudyCounts counts = study_pipelines({.shipped = true, .loops = sample(400), .seeds = 5});
  expect_none("neither refused nor proven", counts.unproven);
  expect_none("proven, but not right", counts.wrong);
  EXPECT_GT(counts.proven, counts.loops / 2);
}

}  // namespace
}  // namespace stretto::study
