// The numbers of docs/theory.md: everything that the page computes is asserted here.
#include <cstdio>

#include "double_buffer.hpp"

using namespace howto;

namespace {

// --- modulo scheduling

/// A load (3 cycles of memory, complete after 10) and a multiplication (4 cycles of the tensor cores) into one sum.
constexpr ModuloProblem tile_loop(int slots) {
  enum : int { load, multiply };
  ModuloProblem problem;
  problem.resources = {{"memory"}, {"tensor"}};
  problem.ops = {{"load"}, {"multiply"}};
  problem.uses = {{load, 0, 3}, {multiply, 1, 4}};
  problem.edges = {{load, multiply, 0, 10},      // the tile has arrived 10 cycles after the start of its load
                   {multiply, multiply, 1, 4}};  // the next iteration adds to the same sum
  ModuloStorage tile;
  tile.name = "tile";
  tile.write = load;
  tile.ends = {{multiply, 0, 4}};  // the slot is free when the multiplication is done
  tile.fixed_slots = slots;        // 0: derived
  problem.storages = {tile};
  return problem;
}
constexpr long interval(const ModuloProblem& problem) { return modulo_schedule(problem).value.ii; }

static_assert(resource_bound(tile_loop(0)).ii == 4);  // the tensor units are busy all the time
static_assert(interval(tile_loop(0)) == 4);
static_assert(modulo_schedule(tile_loop(0)).value.slots[0] == 4);      // a lifetime of 14 cycles, a new value every 4
static_assert(modulo_schedule(tile_loop(0)).value.costs.stages == 3);  // the multiplication begins at cycle 10
static_assert(interval(tile_loop(3)) == 5);                            // 14 / 3
static_assert(interval(tile_loop(2)) == 7);                            // 14 / 2
static_assert(interval(tile_loop(1)) == 14);                           // no overlap

enum : int { a, b };

/// Two ops on one unit.
constexpr ModuloProblem two_ops(int cycles, const Vector<ModuloEdge>& edges) {
  ModuloProblem problem;
  problem.resources = {{"unit"}};
  problem.ops = {{"a"}, {"b"}};
  problem.uses = {{a, 0, cycles}, {b, 0, cycles}};
  problem.edges = edges;
  return problem;
}

/// 2 cycles each: b at least 3 after a, and the next a at least 1 after b.
constexpr ModuloProblem above_both_bounds() { return two_ops(2, {{a, b, 0, 3}, {b, a, 1, 1}}); }
static_assert(resource_bound(above_both_bounds()).ii == 4);
static_assert(modulo_schedule(above_both_bounds()).value.recurrence.ii == 4);
static_assert(interval(above_both_bounds()) == 5);
static_assert(modulo_schedule(above_both_bounds()).value.reason == ModuloReason::exhausted);

/// One cycle each, b exactly 6 cycles after a: they collide if II divides 6.
constexpr ModuloProblem not_monotone() { return two_ops(1, {{a, b, 0, 6}, {b, a, 0, -6}}); }
constexpr bool possible(long ii) {
  ModuloOptions options;
  options.fixed_ii = ii;
  return modulo_schedule(not_monotone(), options).ok();
}
static_assert(!possible(2) && !possible(3) && possible(4) && possible(5) && !possible(6) && possible(7));

// --- proofs

// One newer load may be pending; allowing two would let the needed load itself be pending.
static_assert(verify(by_hand({.pending = 0})).proven() && verify(by_hand({.pending = 1})).proven());
static_assert(verify(by_hand({.pending = 2})).verdict == Verdict::race);
// The induction: the loop head after 1 trip is as safe as that before it, so the run without trips and the first trip
// represent all runs.
static_assert(verify(by_hand()).trips_explored == 1 && verify(by_hand()).repeats_from == 0);

// --- derived synchronisation

constexpr SyncPlan plan() { return synchronise(data_alone()).value; }
static_assert(plan().derived_barriers_per_trip == 1);
// Why not zero: a load must precede the read in the next trip, and that read must precede the load in the trip after
// it. End to end, these two needs go around the loop twice and require two barriers.
static_assert(plan().certificate.windings == 2 && plan().certificate.barriers_needed == 2);

// --- phases

struct Gemm {
  static constexpr Loop declare() { return loops::gemm({}); }
  static constexpr Gpu target() { return targets::h200; }
};
struct Plan {
  static constexpr auto pipe = pipeline<Gemm>();
};
/// The offset that is added to a role's phases for their parity.
template <int Role>
constexpr int flip() {
  for (int e = Plan::pipe.begin(0, Role, Section::kernel); e < Plan::pipe.end(0, Role, Section::kernel); ++e) {
    if (Plan::pipe.entries[e].action == Action::await) return Plan::pipe.entries[e].flip;
  }
  return -1;
}
static_assert(flip<0>() == 1 && flip<1>() == 0);  // the producer finds every slot empty at first

}  // namespace

int main() {
  for (const int slots : {1, 2, 3, 4}) std::printf("%d slots: II %ld\n", slots, interval(tile_loop(slots)));
  for (const SyncReason& need : plan().certificate.needs) {
    std::printf("%s: kernel[%d] before kernel[%d]\n", name(need.kind), need.first_entry, need.second_entry);
  }
}
