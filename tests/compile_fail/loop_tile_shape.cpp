// A multiplication of 1 x 1 x 1.
// CLANG: tile_shape: {{.*}}; op "multiply". Fix:
// CHECK: LoopRejected<stretto::Rule::tile_shape, 1, 64,
// NVCC: BrokenRule=stretto::Rule::tile_shape, Value=1, Limit=64
// NAMES-SAME: {"multiply"}, {{.*}}{""}, {{.*}}{""}
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void change(Loop& loop) { loop.ops[2].m = loop.ops[2].n = loop.ops[2].k = 1; }

constexpr auto plan = pipeline<ChangedGemm<change>>();
