// Pipelines of clusters for persistent kernels as constants, with no flag that raises an evaluation limit.
#include <stretto/gpu/h200.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/static_pipeline.hpp>
#include <stretto/program/ring_cursor.hpp>

#include "template_argument.hpp"

namespace {

using namespace stretto;

/// Two workgroups that share B.
template <int Slots>
struct GemmPair {
  static constexpr Loop declare() {
    loops::GemmShape out;
    out.cluster = 2;
    out.slots = Slots;
    return loops::gemm(out);
  }
  static constexpr Gpu target() { return targets::h200; }
  static constexpr PipelineOptions options() {
    PipelineOptions out;
    out.persistent = true;
    return out;
  }
};

template <int Slots>
struct Policy {
  static constexpr auto pipe = pipeline<GemmPair<Slots>>();
  static_assert(pipe.proven() && pipe.optimal && pipe.ii == 1024);
  static_assert(pipe.cluster == 2 && pipe.ring_slots == Slots && pipe.programs == 1);
};

struct Sum {
  int total = 0;

  template <class Entry>
  STRETTO_HOST_DEVICE constexpr void operator()(Entry, RingPlace at) {
    total += device_test::Constant<Entry::value.count + Entry::value.bytes>::value + at.slot + at.parity;
  }
};

template <int Slots, int Role>
STRETTO_HOST_DEVICE constexpr int sum(int runs, int iterations) {
  Sum out;
  RingCursor<Policy<Slots>::pipe.ring_slots> cursor;
  for (int i = 0; i < runs; ++i) run<Policy<Slots>, Role>(iterations, cursor, out);
  return out.total;
}

static_assert(sum<3, 0>(3, 9) > 0 && sum<4, 1>(3, 9) > 0);

}  // namespace

#if defined(__CUDACC__) || defined(__HIP__)
extern "C" __attribute__((global)) void store_sums(int* out, int runs, int iterations) {
#else
extern "C" void store_sums(int* out, int runs, int iterations) {
#endif
  out[0] = sum<3, 0>(runs, iterations);
  out[1] = sum<4, 1>(runs, iterations);
}
