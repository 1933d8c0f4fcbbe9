// The schedules of the loops of `stretto::attention`, so that its users' compilers do not search for them. Written
// by tests/pipeline/attention_schedules.cpp; do not edit.
#pragma once

#include <stretto/hopper/attention_spec.hpp>
#include <stretto/pipeline/given_schedule.hpp>

namespace stretto::hopper {

/// The schedule of the loop over blocks of keys, as a member `plan`. This one has none: the compiler searches.
template <AttentionSpec Spec>
struct AttentionSchedule {};

/// The schedule of the loop over tiles of queries, likewise.
template <AttentionSpec Spec>
struct QuerySchedule {};

template <>
struct AttentionSchedule<AttentionSpec{.head = 64, .keys = 128, .consumers = 3, .turns = false, .query_slots = 2}> {
  static constexpr stretto::GivenSchedule<9, 7> plan{
      .made_for = 0xe4c05f15eafce707UL,
      .seal = 0xa57ad8dee771675fUL,
      .ii = 3203,
      .bound = 3203,
      .optimal = true,
      .starts = {0, 1257, 1135, 2034, 4146, 4388, 5106, 4387, 7589},
      .slots = {2, 2, 1, 1, 1, 1, 1},
  };
};

template <>
struct QuerySchedule<AttentionSpec{.head = 64, .keys = 128, .consumers = 3, .turns = false, .query_slots = 2}> {
  static constexpr stretto::GivenSchedule<3, 2> plan{
      .made_for = 0xe184b731e40bce75UL,
      .seal = 0x52f6eb4bbf0c8de0UL,
      .ii = 1115,
      .bound = 1115,
      .optimal = true,
      .starts = {0, 1256, 2155},
      .slots = {2, 1},
  };
};

template <>
struct AttentionSchedule<AttentionSpec{.head = 128, .keys = 128, .consumers = 2, .turns = false, .query_slots = 2}> {
  static constexpr stretto::GivenSchedule<9, 7> plan{
      .made_for = 0x5bf24aa588848c40UL,
      .seal = 0xec68c11dbb060dc7UL,
      .ii = 2691,
      .bound = 2691,
      .optimal = true,
      .starts = {0, 1498, 1376, 2531, 3939, 4117, 5091, 4116, 6806},
      .slots = {2, 2, 1, 1, 1, 1, 1},
  };
};

template <>
struct QuerySchedule<AttentionSpec{.head = 128, .keys = 128, .consumers = 2, .turns = false, .query_slots = 2}> {
  static constexpr stretto::GivenSchedule<3, 2> plan{
      .made_for = 0xaabdbc18562c8b7fUL,
      .seal = 0x44d06b4e46e1b60dUL,
      .ii = 1303,
      .bound = 1303,
      .optimal = true,
      .starts = {0, 1376, 2531},
      .slots = {2, 1},
  };
};

template <>
struct AttentionSchedule<AttentionSpec{.head = 256, .keys = 80, .consumers = 2, .turns = false, .query_slots = 1}> {
  static constexpr stretto::GivenSchedule<9, 7> plan{
      .made_for = 0xf17ee2739b95fdf4UL,
      .seal = 0xa7e9c7ca438acf8aUL,
      .ii = 2771,
      .bound = 2771,
      .optimal = true,
      .starts = {0, 1619, 1497, 2909, 4188, 4317, 5548, 2908, 7087},
      .slots = {2, 2, 1, 1, 1, 1, 1},
  };
};

template <>
struct QuerySchedule<AttentionSpec{.head = 256, .keys = 80, .consumers = 2, .turns = false, .query_slots = 1}> {
  static constexpr stretto::GivenSchedule<3, 2> plan{
      .made_for = 0xbcac6711ce80dbb4UL,
      .seal = 0xdbb94cfbfe789587UL,
      .ii = 3343,
      .bound = 3343,
      .optimal = true,
      .starts = {0, 1858, 3269},
      .slots = {1, 1},
  };
};

}  // namespace stretto::hopper
