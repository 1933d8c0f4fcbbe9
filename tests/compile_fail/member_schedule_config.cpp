// A data member schedule_config is refused: it must be a function.
// CHECK: schedule_config must be ScheduleConfig() const
#include "small_gemm.hpp"

using namespace stretto;

struct Parts {
  static constexpr PipelineConfig config() { return SmallGemm::config(); }
  static constexpr Result<Vector<OpDesc>> build_body() { return SmallGemm::build_body(); }
};
struct DataMember : Parts {
  ScheduleConfig schedule_config;
};

constexpr auto plan = compile_schedule<DataMember>();
