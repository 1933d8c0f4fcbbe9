// Capacities, fixed slots, fixed intervals and stages.
#include <string>

#include <gtest/gtest.h>

#include "brute_force.hpp"

namespace stretto::modulo_test {
namespace {

/// A load of latency 900 and a multiply of 256 cycles that releases the slot when it is done.
ModuloProblem gemm() {
  ModuloProblem problem;
  problem.resources = {{"copy engine", 1, 1}, {"tensor core", 1, 1}};
  problem.ops = {{"load"}, {"multiply"}};
  problem.uses = {{0, 0, 100}, {1, 1, 256}};
  problem.edges = {{0, 1, 0, 900}, {1, 1, 1, 256}};
  ModuloStorage tile;
  tile.name = "tile";
  tile.bytes = 48 * 1024;
  tile.write = 0;
  tile.ends = {{1, 0, 256}};
  problem.storages.push_back(tile);
  return problem;
}

TEST(Capacity, UnlimitedTakesTheSlotsThatTheIntervalNeeds) {
  const ModuloResult result = modulo_schedule(gemm()).value;
  EXPECT_EQ(result.ii, 256);
  EXPECT_EQ(plain(result.slots), std::vector<int>{5});  // 1156 cycles at 256 each
  EXPECT_EQ(result.costs.shared, 5 * 48 * 1024);
  EXPECT_EQ(result.shared_status, ModuloStatus::optimal);
  EXPECT_EQ(result.miss.ii, 0);
  EXPECT_STREQ(describe_miss(gemm(), result).c_str(), "");
}

TEST(Capacity, TooLittleMakesTheIntervalLonger) {
  ModuloProblem problem = gemm();
  problem.capacity.shared = 227 * 1024;
  const ModuloResult result = modulo_schedule(problem).value;
  EXPECT_EQ(result.ii, 289);  // 1156 cycles over 4 slots
  EXPECT_EQ(result.status, ModuloStatus::optimal);
  EXPECT_EQ(result.reason, ModuloReason::exhausted);
  EXPECT_EQ(plain(result.slots), std::vector<int>{4});
  EXPECT_EQ(result.miss.ii, 256);
  EXPECT_EQ(plain(result.miss.slots), std::vector<int>{5});
  EXPECT_STREQ(describe_miss(problem, result).c_str(),
               "II 289 instead of 256: 5 slots of 49152 bytes (tile) exceed 232448 bytes of shared memory");
}

TEST(Capacity, TwoStoragesShareIt) {
  ModuloProblem problem = gemm();
  ModuloStorage other = problem.storages[0];
  other.name = "other";
  other.bytes = 1024;
  problem.storages.push_back(other);
  problem.capacity.shared = (4 * 48 + 5) * 1024;  // four and five slots, not five and five
  const ModuloResult result = modulo_schedule(problem).value;
  EXPECT_EQ(result.ii, 289);
  EXPECT_EQ(plain(result.slots), (std::vector<int>{4, 4}));
}

TEST(Capacity, NothingFits) {
  ModuloProblem problem = gemm();
  problem.capacity.shared = 48 * 1024 - 1;
  const Diagnostic refused = modulo_schedule(problem).error;
  EXPECT_EQ(refused.rule, Rule::storage_exceeds_capacity);
  EXPECT_EQ(refused.value, 48 * 1024);
  EXPECT_EQ(refused.limit, 48 * 1024 - 1);
}

TEST(Capacity, OneSlotIsTheSequentialLoop) {
  ModuloProblem problem = gemm();
  problem.capacity.shared = 48 * 1024;
  EXPECT_EQ(modulo_schedule(problem).value.ii, 1156);
}

TEST(Fixed, SlotsAreKept) {
  ModuloProblem problem = gemm();
  problem.storages[0].fixed_slots = 3;
  const ModuloResult result = modulo_schedule(problem).value;
  EXPECT_EQ(result.ii, 386);  // 1156 / 3
  EXPECT_EQ(result.reason, ModuloReason::recurrence);
  EXPECT_EQ(plain(result.slots), std::vector<int>{3});
}

TEST(Fixed, MoreSlotsThanNeededAreKept) {
  ModuloProblem problem = gemm();
  problem.storages[0].fixed_slots = 7;
  const ModuloResult result = modulo_schedule(problem).value;
  EXPECT_EQ(result.ii, 256);
  EXPECT_EQ(plain(result.slots), std::vector<int>{7});
  EXPECT_EQ(result.costs.shared, 7 * 48 * 1024);
}

TEST(Fixed, TheIntervalIsTaken) {
  ModuloOptions options;
  options.fixed_ii = 600;
  const ModuloResult result = modulo_schedule(gemm(), options).value;
  EXPECT_EQ(result.ii, 600);
  EXPECT_EQ(result.reason, ModuloReason::fixed);
  EXPECT_EQ(plain(result.slots), std::vector<int>{2});
}

TEST(Fixed, StagesAreALimit) {
  ModuloOptions options;
  EXPECT_EQ(modulo_schedule(gemm(), options).value.costs.stages, 4);  // the multiply starts at 900
  options.max_stages = 3;
  const ModuloResult result = modulo_schedule(gemm(), options).value;
  EXPECT_EQ(result.ii, 301);  // 900 <= 3 * II - 1
  EXPECT_EQ(result.costs.stages, 3);
}

TEST(Turns, TwoGroupsShareATensorCore) {
  ModuloProblem problem = gemm();
  problem.resources[1].turns = 2;
  const ModuloResult result = modulo_schedule(problem).value;
  EXPECT_EQ(result.ii, 512);
  EXPECT_EQ(result.reason, ModuloReason::resource);
  EXPECT_EQ(result.resource.resource, 1);
}

}  // namespace
}  // namespace stretto::modulo_test
