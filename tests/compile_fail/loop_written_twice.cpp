// Two loads write one buffer; two roles add to one accumulator.
// CLANG: written_twice: {{.*}}; op "load A"; buffer "A". Fix:
// CHECK: LoopRejected<stretto::Rule::written_twice, 2, 1,
// NVCC: BrokenRule=stretto::Rule::written_twice, Value=2, Limit=1
// NAMES-SAME: {"load A"}, {{.*}}{"A"}, {{.*}}{""}
// CLANG: sum_in_two_places: {{.*}}; ops "multiply", "again"; buffer "C". Fix:
// CHECK: LoopRejected<stretto::Rule::sum_in_two_places, 0, 0,
// NVCC: BrokenRule=stretto::Rule::sum_in_two_places, Value=0, Limit=0
// NAMES-SAME: {"multiply"}, {{.*}}{"C"}, {{.*}}{""}
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void load_twice(Loop& loop) { loop.accesses[1].buffer = 0; }
constexpr void add_in_two_roles(Loop& loop) {
  for (const char* name : {"producer", "first", "second"}) loop.role(name, 1);
  loop.ops.push_back(loop.ops[2]);
  loop.ops[3].name = "again";
  for (int i = 0; i < 4; ++i) loop.ops[i].role = i < 2 ? 0 : i - 1;
  loop.accesses.push_back({3, 0, LoopMode::read, 0});
  loop.accesses.push_back({3, 2, LoopMode::accumulate, 0});
}

constexpr auto loaded = pipeline<ChangedGemm<load_twice>>();
constexpr auto added = pipeline<ChangedGemm<add_in_two_roles>>();
