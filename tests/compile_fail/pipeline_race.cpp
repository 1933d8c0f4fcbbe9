// A pipeline whose consumer does not wait for a tile. No declaration has such a pipeline: the await is taken out of the
// programs that were derived for a GEMM.
// CLANG: pipeline "gemm" is not safe: flow, race: prologue[1] multiply of consumer may read A[0]
// CLANG-SAME: before kernel[2] load A of producer has written K tile 0
// CLANG: wave 1 (consumer) {{.*}}prologue[1] multiply: reads data that is not there yet
// CLANG: producer {{.*}} kernel[2] load A: begins only now
// CLANG: missing: a signal from producer
// CHECK: ScheduleUnsafe<{{.*}}HazardKind::flow, {{.*}}Verdict::race,
// NVCC: Kind=stretto::HazardKind::flow, Found=stretto::Verdict::race,
// NAMES-SAME: {"producer"}
// NAMES-SAME: Section::kernel, {{(FirstEntry=)?}}2,
// NAMES-SAME: {"load A"}
// NAMES-SAME: {"consumer"}
// NAMES-SAME: Section::prologue, {{(SecondEntry=)?}}1,
// NAMES-SAME: {"multiply"}
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void as_it_is(Loop&) {}
struct Damaged : ChangedGemm<as_it_is> {};

constexpr detail::WrittenPipeline without_awaits() {
  detail::WrittenPipeline out = detail::written_pipeline<ChangedGemm<as_it_is>>();
  for (int i = 0; i < out.programs.steps.size(); ++i) {
    Step& step = out.programs.steps.items[i];
    const bool full = step.action == Action::await && step.phase_barrier.flip == 0;
    if (full) step = {.section = step.section, .entry = step.entry};
  }
  return out;
}

namespace stretto::detail {
template <>
struct ProgramsConstant<Damaged> {
  static constexpr WrittenPipeline written = without_awaits();
  static constexpr const StaticPipeline& value = written.pipe;
};
}  // namespace stretto::detail

constexpr auto plan = pipeline<Damaged>();
