// The shipped loops as constants, in every compiler, with no flag that raises an evaluation limit.
#include <stretto/gpu/a100.hpp>
#include <stretto/gpu/b200.hpp>
#include <stretto/gpu/h200.hpp>
#include <stretto/gpu/mi355x.hpp>
#include <stretto/loops/flash_attention.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/loops/streaming.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

#include "template_argument.hpp"

namespace {

using namespace stretto;

constexpr loops::GemmShape shape(int m, int n, int rows, int columns) {
  loops::GemmShape out;
  out.m = m;
  out.n = n;
  out.rows = rows;
  out.columns = columns;
  return out;
}

struct GemmH200 {
  static constexpr Loop declare() { return loops::gemm({}); }
  static constexpr Gpu target() { return targets::h200; }
};
constexpr PipelineOptions persistent() {
  PipelineOptions options;
  options.persistent = true;
  return options;
}
struct PersistentGemm : GemmH200 {
  static constexpr PipelineOptions options() { return persistent(); }
};
struct PersistentGemmOfFour : PersistentGemm {
  static constexpr Loop declare() {
    Loop loop = loops::gemm({});
    for (LoopBuffer& buffer : loop.buffers) {
      if (buffer.space == LoopSpace::shared) buffer.slots = 4;
    }
    return loop;
  }
};
struct GemmB200 {
  static constexpr Loop declare() { return loops::gemm(shape(256, 256, 2, 1)); }
  static constexpr Gpu target() { return targets::b200; }
};
struct GemmA100 {
  static constexpr Loop declare() { return loops::gemm(shape(128, 128, 2, 4)); }
  static constexpr Gpu target() { return targets::a100; }
};
struct GemmMi355x {
  static constexpr Loop declare() { return loops::gemm(shape(256, 256, 2, 2)); }
  static constexpr Gpu target() { return targets::mi355x; }
};
struct Attention {
  static constexpr Loop declare() { return loops::flash_attention({}); }
  static constexpr Gpu target() { return targets::h200; }
};
struct Reduction {
  static constexpr Loop declare() { return loops::reduction(16384, 32, 8, 256); }
  static constexpr Gpu target() { return targets::h200; }
};
struct Copy {
  static constexpr Loop declare() { return loops::copy(16384, 256); }
  static constexpr Gpu target() { return targets::h200; }
};

template <class Declared>
struct Policy {
  static constexpr auto pipe = pipeline<Declared>();
  static_assert(pipe.proven() && pipe.optimal && pipe.ii == pipe.bound);
};

static_assert(Policy<GemmH200>::pipe.ii == 1024 && Policy<GemmB200>::pipe.ii == 1024);
static_assert(Policy<PersistentGemm>::pipe.slots("A") == 3 && Policy<PersistentGemm>::pipe.programs == 1);
static_assert(Policy<PersistentGemmOfFour>::pipe.slots("A") == 4 && Policy<PersistentGemmOfFour>::pipe.slots("B") == 4);
static_assert(Policy<GemmA100>::pipe.ii >= 1024 && Policy<GemmMi355x>::pipe.ii >= 2048);
static_assert(Policy<Attention>::pipe.slots("K") >= 1);
static_assert(Policy<Reduction>::pipe.ii >= 288 && Policy<Copy>::pipe.shared_bytes > 0);

struct Sum {
  int total = 0;

  template <class Entry>
  STRETTO_HOST_DEVICE constexpr void operator()(Entry, int i) {
    total += device_test::Constant<Entry::value.count>::value + i;
  }
};

template <class Declared>
STRETTO_HOST_DEVICE constexpr int sum(int iterations) {
  Sum out;
  run<Policy<Declared>, 0>(iterations, out);
  return out.total;
}

static_assert(sum<GemmMi355x>(9) > 0);

}  // namespace

#if defined(__CUDACC__) || defined(__HIP__)
extern "C" __attribute__((global)) void store_sums(int* out, int iterations) {
#else
extern "C" void store_sums(int* out, int iterations) {
#endif
  out[0] = sum<GemmH200>(iterations);
  out[1] = sum<Attention>(iterations);
}
