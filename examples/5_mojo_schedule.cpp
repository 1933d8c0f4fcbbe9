// A complete schedule on one page: declare the ops of one iteration and their costs, and get a compiled schedule.
#include <cstdio>

#include <stretto/stretto.hpp>

using namespace stretto;

// The kernel's tags, on which its dispatcher switches.
enum : int { load_a, load_b, read_a, read_b, multiply };

// Two K tiles per iteration (halves), 2x2 MMAs per tile, double-buffered in LDS, eight waves in two groups.
struct MyGemm {
  static constexpr KernelProtocol protocol() { return KernelProtocol::ping_pong(); }
  static constexpr Pacing pacing() { return Pacing::around_computes; }
  static constexpr PipelineConfig config() { return mi355x_double_buffer({.vm_per_load_a = 2, .vm_per_load_b = 2}); }

  static constexpr TargetCostModel costs() {
    return TargetCostModel{}
        .set(load_a, {ResourceKind::global_mem, 500, OpRole::global_load})
        .set(load_b, {ResourceKind::global_mem, 500, OpRole::global_load})
        .set(read_a, {ResourceKind::lds, 64, OpRole::fragment_load, 8})
        .set(read_b, {ResourceKind::lds, 64, OpRole::fragment_load, 8})
        .set(multiply, {ResourceKind::mma_unit, 128, OpRole::compute, 4});
  }

  static constexpr Result<Vector<OpDesc>> build_body() {
    BodyBuilder body;
    for (int half = 0; half < 2; ++half) {
      const KOffsetKind ahead = half == 0 ? KOffsetKind::k0 : KOffsetKind::k1;
      body.load(load_a, {.stage = 1 - half,
                         .subtile = 1,
                         .channel = 0,
                         .k_offset = half == 0 ? KOffsetKind::k_prev : KOffsetKind::k0})
          .load(load_a, {.stage = half, .subtile = 0, .channel = 0, .k_offset = ahead})
          .load(load_b, {.stage = half, .subtile = 0, .channel = 1, .k_offset = ahead})
          .load(load_b, {.stage = half, .subtile = 1, .channel = 1, .k_offset = ahead})
          .fan<2>(OpRole::fragment_load, read_a, {.stage = half, .channel = 0})
          .fan<2>(OpRole::fragment_load, read_b, {.stage = half, .channel = 1})
          .grid<2, 2>(multiply);
    }
    const Result<Vector<OpDesc>> ops = annotate_ops(body.ops(), costs());
    if (!ops.ok()) return ops.error;
    return double_buffer_reorder(ops.value, config());
  }
};

// The compiler schedules, synchronises and proves it for every trip count. A mistake above is a compile error that
// names the rule and the ops.
constexpr auto schedule = compile_schedule<Proven<MyGemm>>();
static_assert(schedule.verdict == Verdict::proven);

int main() {
  std::printf("%d entries an iteration, makespan %d (bound %d)\n", schedule.kernel.size(), schedule.cost.makespan,
              schedule.lower_bound);
  Text text = dump_entries(schedule.kernel);
  std::fputs(text.c_str(), stdout);
}
