// A cycle of four ops, named from its smallest op along the edges; the edge 1 -> 3 leads into it.
// CLANG: same_iteration_cycle: ops form a dependence cycle within one iteration; ops 3 "MULTIPLY [0,0]" ->
// CLANG-SAME: 6 "MULTIPLY [0,1]" -> 4 "LOAD_B stage 0 subtile 0 @K0" -> 5 "READ_B stage 0 subtile 1" ->
// CLANG-SAME: 3 "MULTIPLY [0,0]". Fix:
// CHECK: ScheduleRejected<stretto::Rule::same_iteration_cycle, 4, 0, -1,
// NVCC: BrokenRule=stretto::Rule::same_iteration_cycle, Value=4, Limit=0, Entry=-1, Ops=
// NAMES-SAME: {3, {{.*}}"MULTIPLY [0,0]"{{.*}}{6, {{.*}}"MULTIPLY [0,1]"
// NAMES-SAME: {4, {{.*}}"LOAD_B stage 0 subtile 0 @K0"{{.*}}{5, {{.*}}"READ_B stage 0 subtile 1"
#include "small_gemm.hpp"

using namespace stretto;

struct Circle : SmallGemm {
  static constexpr Vector<DepEdge> derive_edges(const Vector<OpDesc>&) {
    return {{1, 3, DepKind::flow, 0},
            {5, 3, DepKind::anti, 0},
            {3, 6, DepKind::flow, 0},
            {6, 4, DepKind::anti, 0},
            {4, 5, DepKind::flow, 0}};
  }
};

constexpr auto plan = compile_schedule<Circle>();
