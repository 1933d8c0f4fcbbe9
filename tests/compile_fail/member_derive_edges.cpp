// derive_edges with a wrong argument is refused, not ignored.
// CHECK: derive_edges must be Vector<DepEdge>(const Vector<OpDesc>&) const
#include "small_gemm.hpp"

using namespace stretto;

struct WrongArgument : SmallGemm {
  static constexpr Vector<DepEdge> derive_edges(int) { return {}; }
};

constexpr auto plan = compile_schedule<WrongArgument>();
