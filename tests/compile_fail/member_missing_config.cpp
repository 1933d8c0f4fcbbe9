// A type without config is no PipelineSchedule, and the compiler says what is missing.
// CHECK: schedule.config(){{.*}}invalid
#include "small_gemm.hpp"

using namespace stretto;

struct WithoutConfig {
  static constexpr Result<Vector<OpDesc>> build_body() { return SmallGemm::build_body(); }
};

constexpr auto plan = compile_schedule<WithoutConfig>();
