// Wrong overloads are refused like a single wrong function.
// CHECK: derive_edges must be Vector<DepEdge>(const Vector<OpDesc>&) const
#include "small_gemm.hpp"

using namespace stretto;

struct Overloaded : SmallGemm {
  static constexpr Vector<DepEdge> derive_edges(int) { return {}; }
  static constexpr Vector<DepEdge> derive_edges(long) { return {}; }
};

constexpr auto plan = compile_schedule<Overloaded>();
