// Two pipelines as constants, member by member.
#pragma once

#include <iterator>

#include <gtest/gtest.h>

#include <stretto/pipeline/static_pipeline.hpp>

namespace stretto {

inline void expect_same(const StaticPipeline& given, const StaticPipeline& found) {
  EXPECT_EQ(given.verdict, Verdict::proven);
  EXPECT_EQ(found.verdict, Verdict::proven);
  EXPECT_EQ(given.ii, found.ii);
  EXPECT_EQ(given.bound, found.bound);
  EXPECT_EQ(given.optimal, found.optimal);
  EXPECT_EQ(given.stages, found.stages);
  EXPECT_EQ(given.peeled, found.peeled);
  EXPECT_EQ(given.iterations_per_trip, found.iterations_per_trip);
  EXPECT_EQ(given.cluster, found.cluster);
  EXPECT_EQ(given.ring_slots, found.ring_slots);
  EXPECT_EQ(given.shared_bytes, found.shared_bytes);
  EXPECT_EQ(given.programs, found.programs);
  ASSERT_EQ(given.roles, found.roles);
  for (int r = 0; r < found.roles; ++r) {
    EXPECT_STREQ(given.role_names[r], found.role_names[r]);
    EXPECT_EQ(given.extra_trips[r], found.extra_trips[r]);
  }
  for (std::size_t i = 0; i < std::size(found.first); ++i) EXPECT_EQ(given.first[i], found.first[i]);
  for (std::size_t i = 0; i < std::size(found.entries); ++i) {
    EXPECT_TRUE(given.entries[i] == found.entries[i]) << "entry " << i;
  }
  ASSERT_EQ(given.buffers, found.buffers);
  for (int b = 0; b < found.buffers; ++b) {
    EXPECT_STREQ(given.buffer_names[b], found.buffer_names[b]);
    EXPECT_EQ(given.buffer_slots[b], found.buffer_slots[b]);
  }
  ASSERT_EQ(given.barriers, found.barriers);
  for (int b = 0; b < found.barriers; ++b) EXPECT_TRUE(given.phase_barriers[b] == found.phase_barriers[b]);
}

}  // namespace stretto
