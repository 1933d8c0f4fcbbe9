// A type without build_body is no PipelineSchedule, and the compiler says what is missing.
// CHECK: schedule.build_body(){{.*}}invalid
#include "small_gemm.hpp"

using namespace stretto;

struct WithoutBody {
  static constexpr PipelineConfig config() { return SmallGemm::config(); }
};

constexpr auto plan = compile_schedule<WithoutBody>();
