// bootstrap_frags takes no argument.
// CHECK: bootstrap_frags must be Vector<OpDesc>() const
#include "small_gemm.hpp"

using namespace stretto;

struct WithArgument : SmallGemm {
  static constexpr Vector<OpDesc> bootstrap_frags(const Vector<OpDesc>&) { return {}; }
};

constexpr auto plan = compile_schedule<WithArgument>();
