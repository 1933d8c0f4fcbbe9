// A private member cannot be called; it is refused, not ignored.
// CHECK: derive_edges must be Vector<DepEdge>(const Vector<OpDesc>&) const
#include "small_gemm.hpp"

using namespace stretto;

class Private : public SmallGemm {
  static constexpr Vector<DepEdge> derive_edges(const Vector<OpDesc>&) { return {}; }
};

constexpr auto plan = compile_schedule<Private>();
