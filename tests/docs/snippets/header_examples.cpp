// The examples in the head comments of the headers, which the reference shows.
#include <stretto/stretto.hpp>

namespace {

using namespace stretto;

namespace body_builder {

int count() {
  using namespace double_buffer_tags;
  const TargetProfile target = mi355x_target();
  BodyBuilder body;
  body.load(load_a, {.stage = 0, .channel = 0, .k_offset = KOffsetKind::k0})
      .fan<2>(OpRole::fragment_load, mma_load_a, {.channel = 0})
      .grid<2, 2>(mma);
  const auto ops = annotate_ops(body.ops(), target.cost_model);
  return ops.value.size();
}

}  // namespace body_builder

namespace loop {

constexpr Loop declare() {
  Loop loop("gemm");
  const auto a = loop.shared("A", 128 * 64 * 2).parts(2);
  const auto b = loop.shared("B", 256 * 64 * 2);
  const auto c = loop.accumulator("C", 128 * 256 * 4);
  loop.load("load A").writes(a);
  loop.load("load B").writes(b);
  loop.multiply("multiply", 128, 256, 64, DataType::bf16).reads(a).reads(b).accumulates(c);
  return loop;
}
static_assert(declare().ops.size() == 3 && declare().accesses.size() == 5);

}  // namespace loop

namespace wave_program_builder {

using namespace stretto::steps;
using namespace stretto::indices;

constexpr int roles() {
  WaveProgramBuilder kernel;
  const auto tile = kernel.shared("tile", 4, 32768);
  const auto full = kernel.mbarrier("full", 4, 1);
  kernel.role("producer").kernel(arrive(full[i]).expects(32768), fetch(i).writes(tile[i]).signals(full[i], 32768));
  return kernel.program.roles.size();
}
static_assert(roles() == 1);

}  // namespace wave_program_builder

namespace pipe_of_ops {

constexpr auto drain = pipe(OpDesc::wait_vm(0)) >> OpDesc::barrier();
constexpr auto entries = drain.entries(Section::epilogue);
static_assert(entries.size() == 2 && entries[1].op.tag == tags::barrier);

}  // namespace pipe_of_ops

namespace pipelines {

int awaited = 0;
void await(int, int) { ++awaited; }
constexpr int consumer = 1;

struct Gemm {
  static constexpr Loop declare() { return loops::gemm({.m = 128, .n = 256, .k = 64}); }
  static constexpr Gpu target() { return targets::h200; }
};
struct Plan {
  static constexpr auto pipe = pipeline<Gemm>();
};
static_assert(Plan::pipe.ii == 1024 && Plan::pipe.slots("A") == 3);

int count(int iterations) {
  awaited = 0;
  run<Plan, consumer>(iterations, [&](auto entry, int i) {
    if constexpr (entry.value.action == Action::await) await(entry.value.barrier, entry.value.version(i));
    // Likewise for multiplications, waits and arrivals.
  });
  return awaited;
}

}  // namespace pipelines

namespace persistent {

int tiles = 2;
bool next_tile() { return tiles-- > 0; }
int awaited = 0;
void await(int, int) { ++awaited; }
constexpr int consumer = 1;

struct Gemm : pipelines::Gemm {
  static constexpr PipelineOptions options() {
    PipelineOptions options;
    options.persistent = true;
    return options;
  }
};
struct Plan {
  static constexpr auto pipe = pipeline<Gemm>();
};

int count(int iterations) {
  const int full = 0;
  RingCursor<Plan::pipe.ring_slots> cursor;
  while (next_tile()) {
    run<Plan, consumer>(iterations, cursor, [&](auto entry, RingPlace at) {
      if constexpr (entry.value.action == Action::await) await(full + at.slot, at.parity);
      // Likewise for multiplications, waits and arrivals.
    });
  }
  return awaited;
}

}  // namespace persistent

}  // namespace

int main() {
  if (body_builder::count() != 7) return 1;
  // A slot is awaited once an iteration.
  return pipelines::count(10) == 10 && persistent::count(10) == 20 ? 0 : 1;
}
