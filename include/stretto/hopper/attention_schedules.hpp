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
struct AttentionSchedule<AttentionSpec{.head = 64, .consumers = 3, .latency = 3900}> {
  static constexpr stretto::GivenSchedule<9, 6> plan{
      .made_for = 0x3deebe3634f07304UL,
      .seal = 0x4a28c583b0c0757eUL,
      .ii = 3225,
      .bound = 3225,
      .optimal = true,
      .starts = {0, 4076, 4215, 5115, 7228, 7488, 8291, 5114, 10452},
      .slots = {2, 2, 1, 1, 1, 1},
  };
};

template <>
struct QuerySchedule<AttentionSpec{.head = 64, .consumers = 3, .latency = 3900}> {
  static constexpr stretto::GivenSchedule<3, 1> plan{
      .made_for = 0x16126e8cd737ab8bUL,
      .seal = 0x7a9b260260e65e19UL,
      .ii = 1115,
      .bound = 1115,
      .optimal = true,
      .starts = {0, 1256, 2155},
      .slots = {2},
  };
};

template <>
struct AttentionSchedule<AttentionSpec{.head = 128}> {
  static constexpr stretto::GivenSchedule<9, 6> plan{
      .made_for = 0x81369e12afcfd295UL,
      .seal = 0xf63d122ba42d2923UL,
      .ii = 2694,
      .bound = 2694,
      .optimal = true,
      .starts = {0, 3800, 3856, 5012, 6421, 6598, 7656, 5011, 9114},
      .slots = {2, 2, 1, 1, 1, 1},
  };
};

template <>
struct QuerySchedule<AttentionSpec{.head = 128}> {
  static constexpr stretto::GivenSchedule<3, 1> plan{
      .made_for = 0x7ef26fcd4b0df831UL,
      .seal = 0xcc7dff40b93fb06fUL,
      .ii = 1303,
      .bound = 1303,
      .optimal = true,
      .starts = {0, 1376, 2531},
      .slots = {2},
  };
};

template <>
struct AttentionSchedule<AttentionSpec{.head = 256, .keys = 80, .query_slots = 1}> {
  static constexpr stretto::GivenSchedule<9, 6> plan{
      .made_for = 0xb232b4cd439b8b3fUL,
      .seal = 0x536a9df7875cc5f8UL,
      .ii = 2772,
      .bound = 2772,
      .optimal = true,
      .starts = {0, 3970, 3977, 5389, 6669, 6797, 8029, 5388, 9440},
      .slots = {2, 2, 1, 1, 1, 1},
  };
};

template <>
struct QuerySchedule<AttentionSpec{.head = 256, .keys = 80, .query_slots = 1}> {
  static constexpr stretto::GivenSchedule<3, 1> plan{
      .made_for = 0xc1251b472062b99dUL,
      .seal = 0xcc1b4ca7aea745b7UL,
      .ii = 3343,
      .bound = 3343,
      .optimal = true,
      .starts = {0, 1858, 3269},
      .slots = {1},
  };
};

}  // namespace stretto::hopper
