// The schedules of the loops of `stretto::gemm`, so that its users' compilers do not search for them. Written by
// tests/pipeline/gemm_schedules.cpp; do not edit.
#pragma once

#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/given_schedule.hpp>

namespace stretto::hopper {

/// The schedule of a tile's loop, as a member `plan`. This one has none: the compiler searches.
template <loops::GemmShape Tile>
struct GemmSchedule {};

template <>
struct GemmSchedule<loops::GemmShape{.m = 128, .n = 256, .k = 64, .type = DataType::bf16, .slots = 4, .cluster = 2}> {
  static constexpr stretto::GivenSchedule<4, 2> plan{
      .made_for = 0x71784095416f5b09UL,
      .seal = 0x3e90048c4e861668UL,
      .ii = 1024,
      .bound = 1024,
      .optimal = true,
      .starts = {0, 241, 1376, 2531},
      .slots = {4, 4},
  };
};

template <>
struct GemmSchedule<loops::GemmShape{.m = 128, .n = 256, .k = 64, .type = DataType::bf16, .slots = 4}> {
  static constexpr stretto::GivenSchedule<4, 2> plan{
      .made_for = 0x665c673f90c86eb4UL,
      .seal = 0xb49ca5f293506d9aUL,
      .ii = 1024,
      .bound = 1024,
      .optimal = true,
      .starts = {0, 241, 1617, 2772},
      .slots = {4, 4},
  };
};

template <>
struct GemmSchedule<loops::GemmShape{.m = 128, .n = 128, .k = 64, .type = DataType::bf16, .slots = 6}> {
  static constexpr stretto::GivenSchedule<4, 2> plan{
      .made_for = 0x80ff225ac852631eUL,
      .seal = 0x8c3bb58bcc23a142UL,
      .ii = 512,
      .bound = 512,
      .optimal = true,
      .starts = {0, 241, 1376, 2019},
      .slots = {6, 6},
  };
};

template <>
struct GemmSchedule<loops::GemmShape{.m = 128, .n = 224, .k = 64, .type = DataType::bf16, .slots = 4}> {
  static constexpr stretto::GivenSchedule<4, 2> plan{
      .made_for = 0xeda69df97c7ad62dUL,
      .seal = 0x81472ed89542139eUL,
      .ii = 896,
      .bound = 896,
      .optimal = true,
      .starts = {0, 241, 1557, 2584},
      .slots = {4, 4},
  };
};

template <>
struct GemmSchedule<loops::GemmShape{.m = 128, .n = 96, .k = 64, .type = DataType::bf16, .slots = 6}> {
  static constexpr stretto::GivenSchedule<4, 2> plan{
      .made_for = 0x8b453831b43b622eUL,
      .seal = 0x5c2b2324135859faUL,
      .ii = 422,
      .bound = 422,
      .optimal = true,
      .starts = {181, 0, 1316, 1831},
      .slots = {6, 6},
  };
};

template <>
struct GemmSchedule<loops::GemmShape{.m = 128, .n = 64, .k = 64, .type = DataType::bf16, .slots = 8}> {
  static constexpr stretto::GivenSchedule<4, 2> plan{
      .made_for = 0x764136659494823fUL,
      .seal = 0x223bd2f1c8f87eb8UL,
      .ii = 362,
      .bound = 362,
      .optimal = true,
      .starts = {121, 0, 1256, 1666},
      .slots = {8, 8},
  };
};

template <>
struct GemmSchedule<loops::GemmShape{.m = 128, .n = 32, .k = 64, .type = DataType::bf16, .slots = 5}> {
  static constexpr stretto::GivenSchedule<4, 2> plan{
      .made_for = 0x111332839f9a810cUL,
      .seal = 0x34811f7c3d4f0899UL,
      .ii = 306,
      .bound = 306,
      .optimal = true,
      .starts = {61, 0, 1196, 1455},
      .slots = {5, 5},
  };
};

template <>
struct GemmSchedule<loops::GemmShape{.m = 128, .n = 32, .k = 64, .type = DataType::bf16, .slots = 8}> {
  static constexpr stretto::GivenSchedule<4, 2> plan{
      .made_for = 0x32382e38d9de9100UL,
      .seal = 0xb5714b3b0cb4d770UL,
      .ii = 302,
      .bound = 302,
      .optimal = true,
      .starts = {61, 0, 1196, 1455},
      .slots = {8, 8},
  };
};

template <>
struct GemmSchedule<loops::GemmShape{.m = 128, .n = 256, .k = 128, .type = DataType::fp8, .slots = 4, .cluster = 2}> {
  static constexpr stretto::GivenSchedule<4, 2> plan{
      .made_for = 0x4dc31df21f615eb3UL,
      .seal = 0x1ce96577445a88acUL,
      .ii = 1024,
      .bound = 1024,
      .optimal = true,
      .starts = {0, 241, 1376, 2531},
      .slots = {4, 4},
  };
};

template <>
struct GemmSchedule<loops::GemmShape{.m = 128, .n = 256, .k = 128, .type = DataType::fp8, .slots = 4}> {
  static constexpr stretto::GivenSchedule<4, 2> plan{
      .made_for = 0x9ae99d5f75f3354bUL,
      .seal = 0x3454156266ab0d7fUL,
      .ii = 1024,
      .bound = 1024,
      .optimal = true,
      .starts = {0, 241, 1617, 2772},
      .slots = {4, 4},
  };
};

template <>
struct GemmSchedule<loops::GemmShape{.m = 128, .n = 128, .k = 128, .type = DataType::fp8, .slots = 6}> {
  static constexpr stretto::GivenSchedule<4, 2> plan{
      .made_for = 0x3d4d516f9b30e455UL,
      .seal = 0x14f17930f62247cfUL,
      .ii = 512,
      .bound = 512,
      .optimal = true,
      .starts = {0, 241, 1376, 2019},
      .slots = {6, 6},
  };
};

template <>
struct GemmSchedule<loops::GemmShape{.m = 128, .n = 224, .k = 128, .type = DataType::fp8, .slots = 4}> {
  static constexpr stretto::GivenSchedule<4, 2> plan{
      .made_for = 0x6f6f5c2fa54586c4UL,
      .seal = 0xee1c5130e9086af5UL,
      .ii = 896,
      .bound = 896,
      .optimal = true,
      .starts = {0, 241, 1557, 2584},
      .slots = {4, 4},
  };
};

template <>
struct GemmSchedule<loops::GemmShape{.m = 128, .n = 96, .k = 128, .type = DataType::fp8, .slots = 6}> {
  static constexpr stretto::GivenSchedule<4, 2> plan{
      .made_for = 0x66bb2351ec30e751UL,
      .seal = 0xee25301c29dc958bUL,
      .ii = 422,
      .bound = 422,
      .optimal = true,
      .starts = {181, 0, 1316, 1831},
      .slots = {6, 6},
  };
};

template <>
struct GemmSchedule<loops::GemmShape{.m = 128, .n = 64, .k = 128, .type = DataType::fp8, .slots = 8}> {
  static constexpr stretto::GivenSchedule<4, 2> plan{
      .made_for = 0x242fd6fc5bdd9728UL,
      .seal = 0x398bf3af9c77d15cUL,
      .ii = 362,
      .bound = 362,
      .optimal = true,
      .starts = {121, 0, 1256, 1666},
      .slots = {8, 8},
  };
};

template <>
struct GemmSchedule<loops::GemmShape{.m = 128, .n = 32, .k = 128, .type = DataType::fp8, .slots = 5}> {
  static constexpr stretto::GivenSchedule<4, 2> plan{
      .made_for = 0x21dfb023b5b8bb8cUL,
      .seal = 0x3c04097026d2a9e8UL,
      .ii = 306,
      .bound = 306,
      .optimal = true,
      .starts = {61, 0, 1196, 1455},
      .slots = {5, 5},
  };
};

template <>
struct GemmSchedule<loops::GemmShape{.m = 128, .n = 32, .k = 128, .type = DataType::fp8, .slots = 8}> {
  static constexpr stretto::GivenSchedule<4, 2> plan{
      .made_for = 0x7749034b06061eb6UL,
      .seal = 0x3a4a8d2d683198c1UL,
      .ii = 302,
      .bound = 302,
      .optimal = true,
      .starts = {61, 0, 1196, 1455},
      .slots = {8, 8},
  };
};

}  // namespace stretto::hopper
