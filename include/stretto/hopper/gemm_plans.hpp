// The plans of `stretto::gemm`. Their schedules are in gemm_schedules.hpp.
#pragma once

#include <stretto/hopper/gemm_plan.hpp>

namespace stretto::hopper {

/// The plans that are compiled.
template <DataType Type>
struct GemmPlans {
  // Two blocks share B.
  using Pair = GemmPlan<GemmSpec{.type = Type, .columns = 256, .slots = 4, .cluster = 2}>;
  // No partner.
  using Single = GemmPlan<GemmSpec{.type = Type, .columns = 256, .slots = 4}>;
  using Square = GemmPlan<GemmSpec{.type = Type, .columns = 128, .slots = 6}>;
  // One tile per block.
  using Wide = GemmPlan<GemmSpec{.type = Type, .columns = 224, .slots = 4, .split = Split::in_cluster}>;
  // Two blocks share K.
  using Split128 =
      GemmPlan<GemmSpec{.type = Type, .columns = 128, .slots = 6, .cluster = 2, .split = Split::in_cluster}>;
  using Split96 = GemmPlan<GemmSpec{.type = Type, .columns = 96, .slots = 6, .cluster = 2, .split = Split::in_cluster}>;
  using Split64 = GemmPlan<GemmSpec{.type = Type, .columns = 64, .slots = 8, .cluster = 2, .split = Split::in_cluster}>;
  // Few rows of A, used as columns; 128 rows of B per block.
  using Some = GemmPlan<GemmSpec{.type = Type, .columns = 64, .slots = 8, .split = Split::in_cluster, .swapped = true}>;
  using SomeSplit = GemmPlan<GemmSpec{
      .type = Type, .columns = 64, .slots = 8, .cluster = 2, .split = Split::in_cluster, .swapped = true}>;
  using Few = GemmPlan<GemmSpec{.type = Type, .columns = 32, .slots = 5, .split = Split::in_cluster, .swapped = true}>;
  using FewSplit = GemmPlan<GemmSpec{
      .type = Type, .columns = 32, .slots = 8, .cluster = 2, .split = Split::in_cluster, .swapped = true}>;
};

}  // namespace stretto::hopper
