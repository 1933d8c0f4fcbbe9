#include "refusal.hpp"

namespace stretto::errors {

namespace {

/// Two ops of 4 cycles on one unit, the second after the first, with one storage between them.
ModuloProblem two_ops() {
  ModuloProblem problem;
  problem.resources = {{"unit", 1, 1}};
  problem.ops = {{"first"}, {"second"}};
  problem.uses = {{0, 0, 4}, {1, 0, 4}};
  problem.edges = {{0, 1, 0, 10}, {1, 1, 1, 9}};
  ModuloStorage storage;
  storage.name = "tile";
  storage.bytes = 100;
  storage.write = 0;
  storage.ends = {{1, 0, 4}};
  problem.storages.push_back(storage);
  return problem;
}

template <class Change>
auto scheduling(Change change, const ModuloOptions& options = {}) {
  return [=] {
    ModuloProblem problem = two_ops();
    change(problem);
    return modulo_schedule(problem, options).error;
  };
}

auto scheduling_at(long ii, int turns) {
  return scheduling([turns](ModuloProblem& p) { p.resources[0].turns = turns; }, {.fixed_ii = ii, .budget = {}});
}

}  // namespace

std::vector<Refusal> modulo_refusals() {
  using P = ModuloProblem;
  return {
      {"no_ops", {Rule::empty_body, 0, 1}, [] { return modulo_schedule(ModuloProblem()).error; }},
      {"unit", {Rule::unit_limit_below_one, 0, 1}, scheduling([](P& p) { p.resources[0].limit = 0; })},
      {"unit", {Rule::turns_below_one, -1, 1}, scheduling([](P& p) { p.resources[0].turns = -1; })},
      {"of_an_op", {Rule::unknown_unit, 1, 0, {1}}, scheduling([](P& p) { p.uses[1].resource = 1; })},
      {"by_an_op", {Rule::unit_used_twice, 0, 1, {1}}, scheduling([](P& p) { p.uses.push_back({1, 0, 2}); })},
      {"of_an_op", {Rule::negative_occupancy, -4, 0, {0}}, scheduling([](P& p) { p.uses[0].occupancy = -4; })},
      {"modulo_use", {Rule::edge_index_out_of_range, 2, 1}, scheduling([](P& p) { p.uses[0].op = 2; })},
      {"modulo_edge", {Rule::edge_index_out_of_range, -1, 1}, scheduling([](P& p) { p.edges[0].to = -1; })},
      {"modulo_storage", {Rule::edge_index_out_of_range, 7, 1}, scheduling([](P& p) { p.storages[0].write = 7; })},
      {"modulo_end", {Rule::edge_index_out_of_range, 7, 1}, scheduling([](P& p) { p.storages[0].ends[0].op = 7; })},
      {"modulo_edge", {Rule::negative_loop_distance, -1, 0, {0, 1}}, scheduling([](P& p) {
         p.edges[0].distance = -1;
       })},
      {"modulo_slots", {Rule::negative_count, -2, 0, {0}}, scheduling([](P& p) { p.storages[0].fixed_slots = -2; })},
      {"modulo_slots", {Rule::count_below_one, 0, 1, {0}}, scheduling([](P& p) { p.storages[0].max_slots = 0; })},
      {"modulo_delay", {Rule::count_too_large, max_modulo_cycles + 1, max_modulo_cycles, {0, 1}}, scheduling([](P& p) {
         p.edges[0].delay = max_modulo_cycles + 1;
       })},
      {"modulo", {Rule::self_loop, 3, 0, {1}}, scheduling([](P& p) { p.edges[1] = {1, 1, 0, 3}; })},
      {"modulo", {Rule::same_iteration_cycle, 2, 0, {0, 1}}, scheduling([](P& p) { p.edges[1] = {1, 0, 0, -9}; })},
      {"by_the_recurrence", {Rule::interval_below_bound, 8, 9, {1}}, scheduling_at(8, 1)},
      {"by_the_unit", {Rule::interval_below_bound, 15, 16}, scheduling_at(15, 2)},
      {"of_the_turns", {Rule::interval_not_a_multiple, 17, 2}, scheduling_at(17, 2)},
      {"at_a_fixed_one",
       {Rule::no_interval, 9, 9},
       // 4 <= t(1) - t(0) <= 4 leaves the unit taken: the bounds do not see it.
       scheduling(
           [](P& p) {
             p.edges = {{0, 1, 0, 12}, {1, 0, 2, 4}, {1, 1, 1, 9}};
             p.edges[1].delay = 6;
           },
           {.fixed_ii = 9, .budget = {}})},
      {"one_slot", {Rule::storage_exceeds_capacity, 100, 99}, scheduling([](P& p) { p.capacity.shared = 99; })},
  };
}

}  // namespace stretto::errors
