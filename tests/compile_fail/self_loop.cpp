// Op 3 depends on itself within one iteration.
// CLANG: self_loop: {{.*}}; op 3 "MULTIPLY [0,0]". Fix:
// CHECK: ScheduleRejected<stretto::Rule::self_loop, 0, 0, -1,
// NAMES-SAME: {3, {{.*}}"MULTIPLY [0,0]"
#include "small_gemm.hpp"

using namespace stretto;

struct DependsOnItself : SmallGemm {
  static constexpr Vector<DepEdge> derive_edges(const Vector<OpDesc>&) { return {{3, 3, DepKind::flow, 0}}; }
};

constexpr auto plan = compile_schedule<DependsOnItself>();
