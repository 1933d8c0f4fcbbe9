// A read of a buffer that no op writes.
// CHECK: LoopRejected<{{.*}}Rule::never_written, 3, 0,
// NVCC: BrokenRule=stretto::Rule::never_written, Value=3, Limit=0
#include <stretto/gpu/h200.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

using namespace stretto;

struct Declared {
  static constexpr Loop declare() {
    Loop loop = loops::gemm({});
    loop.shared("D", 64);
    loop.accesses.push_back({2, 3, LoopMode::read, 0});
    return loop;
  }
  static constexpr Gpu target() { return targets::h200; }
};

constexpr auto plan = pipeline<Declared>();
