// fp8 on a target whose tensor units have it not: op 2 of the loop, the multiplication.
// CLANG: target_lacks: {{.*}}; op "multiply". Fix:
// CHECK: LoopRejected<stretto::Rule::target_lacks, 0, 0,
// NVCC: BrokenRule=stretto::Rule::target_lacks, Value=0, Limit=0
// NAMES-SAME: {"multiply"}, {{.*}}{""}, {{.*}}{""}
#include <stretto/gpu/a100.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

using namespace stretto;

struct Fp8OnA100 {
  static constexpr Loop declare() {
    loops::GemmShape shape;
    shape.m = 128;
    shape.n = 128;
    shape.type = DataType::fp8;
    return loops::gemm(shape);
  }
  static constexpr Gpu target() { return targets::a100; }
};

constexpr auto plan = pipeline<Fp8OnA100>();
