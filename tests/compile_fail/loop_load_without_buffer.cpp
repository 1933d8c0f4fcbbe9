// A load that writes nothing; a store that reads nothing.
// CLANG: load_without_buffer: {{.*}}; op "load D". Fix:
// CHECK: LoopRejected<stretto::Rule::load_without_buffer, 0, 0,
// NVCC: BrokenRule=stretto::Rule::load_without_buffer, Value=0, Limit=0
// NAMES-SAME: {"load D"}, {{.*}}{""}, {{.*}}{""}
// CLANG: store_without_buffer: {{.*}}; op "store D". Fix:
// CHECK: LoopRejected<stretto::Rule::store_without_buffer, 0, 0,
// NVCC: BrokenRule=stretto::Rule::store_without_buffer, Value=0, Limit=0
// NAMES-SAME: {"store D"}, {{.*}}{""}, {{.*}}{""}
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void load(Loop& loop) { loop.load("load D"); }
constexpr void store(Loop& loop) { loop.store("store D"); }

constexpr auto loading = pipeline<ChangedGemm<load>>();
constexpr auto storing = pipeline<ChangedGemm<store>>();
