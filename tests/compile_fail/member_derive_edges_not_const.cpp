// A member function that is not const cannot be called on a schedule, which is const.
// CHECK: derive_edges must be Vector<DepEdge>(const Vector<OpDesc>&) const
#include "small_gemm.hpp"

using namespace stretto;

struct NotConst : SmallGemm {
  constexpr Vector<DepEdge> derive_edges(const Vector<OpDesc>&) { return {}; }
};

constexpr auto plan = compile_schedule<NotConst>();
