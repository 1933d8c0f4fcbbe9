// A VALU op has no place in a block.
// CHECK: ScheduleRejected<{{.*}}Rule::op_lost, 0, 0, -1, 4>
// NVCC: BrokenRule=stretto::Rule::op_lost, Value=0, Limit=0, Entry=-1, Ops=<4>
#include "small_gemm.hpp"

using namespace stretto;

struct VectorOp : SmallGemm {
  static constexpr Result<Vector<OpDesc>> build_body() {
    Vector<OpDesc> ops = costed_ops();
    ops[4].resource = ResourceKind::valu;
    ops[4].role = OpRole::valu_compute;
    return ops;
  }
};

constexpr auto plan = compile_schedule<VectorOp>();
