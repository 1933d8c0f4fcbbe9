// The members of a final type are checked as well.
// CHECK: derive_edges must be Vector<DepEdge>(const Vector<OpDesc>&) const
#include "small_gemm.hpp"

using namespace stretto;

struct Final final : SmallGemm {
  static constexpr Vector<DepEdge> derive_edges(int) { return {}; }
};

constexpr auto plan = compile_schedule<Final>();
