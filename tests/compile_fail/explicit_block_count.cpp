// One list for four blocks.
// CHECK: ScheduleRejected<stretto::Rule::explicit_block_count, 1, 4, -1>
#include "small_gemm.hpp"

using namespace stretto;

struct OneListOnly : SmallGemm {
  static constexpr Vector<Vector<OpDesc>> build_explicit_blocks(const Vector<OpDesc>& body, const PipelineProgram&) {
    Vector<Vector<OpDesc>> blocks;
    blocks.push_back(body);
    return blocks;
  }
};

constexpr auto plan = compile_schedule<OneListOnly>();
