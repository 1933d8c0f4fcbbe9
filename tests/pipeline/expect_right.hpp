// A loop's pipeline is proven, and the interpreter confirms it.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include <stretto/stretto.hpp>

#include "weakened.hpp"

namespace stretto::pipelines {

inline Result<Pipeline> made(const Loop& loop, const Gpu& gpu, bool persistent = false) {
  PipelineOptions options;
  options.modulo.budget.nodes = 2000;
  options.persistent = persistent;
  return make_pipeline(loop, gpu, options);
}

inline void expect_right(const Loop& loop, const Gpu& gpu, bool persistent = false) {
  SCOPED_TRACE(std::string(loop.name) + " on " + gpu.name);
  const Result<Pipeline> pipe = made(loop, gpu, persistent);
  ASSERT_TRUE(pipe.ok()) << rule_text(pipe.error.rule).name;
  EXPECT_EQ(pipe.value.verdict, Verdict::proven);
  EXPECT_EQ(first_failure(pipe.value.program, 6, 100), "");
  for (const WaveProgram& few : pipe.value.few) EXPECT_EQ(first_failure(few, 0, 100), "") << few.tiles;
}

}  // namespace stretto::pipelines
