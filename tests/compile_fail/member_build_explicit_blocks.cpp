// build_explicit_blocks must return one list per block.
// CHECK: build_explicit_blocks must be Vector<Vector<OpDesc>>(const Vector<OpDesc>&, const PipelineProgram&) const
#include "small_gemm.hpp"

using namespace stretto;

struct FlatList : SmallGemm {
  static constexpr Vector<OpDesc> build_explicit_blocks(const Vector<OpDesc>& body, const PipelineProgram&) {
    return body;
  }
};

constexpr auto plan = compile_schedule<FlatList>();
