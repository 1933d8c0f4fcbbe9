#include "refusal.hpp"
#include "variable_schedule.hpp"

namespace stretto::errors {

std::vector<Refusal> scheduler_refusals() {
  return {
      // Six fragments of 8 registers and four accumulators of 4 live to the end.
      {"one_register_short", {Rule::register_budget, 64, 63}, compiling([](S& s) {
         s.knobs.scheduling = SchedulingStrategy::csp;
         s.knobs.max_vgpr = 63;
       })},
      {"stretch_between_barriers",
       {Rule::register_budget, 8, 7},
       [] {
         LoopBody body;
         body.ops = {SmallGemm::costed_ops()[0], SmallGemm::costed_ops()[1]};
         SearchLimits limits;
         limits.max_vgpr = 7;
         return optimize_within_barriers(body, limits).error;
       }},
      {"half_without_enough_computes", {Rule::no_order_fits_blocks, 0, 0}, compiling([](S& s) {
         s.knobs.scheduling = SchedulingStrategy::csp;
         s.ops[3] = s.ops[2];  // four fragments, one compute
       })},
      // Declaration order has three fragments ahead of the first compute, so there is no seed to fall back to.
      {"search_cut_short",
       {Rule::node_budget, 0, 1},
       compiling(
           [](S& s) {
             s.knobs.scheduling = SchedulingStrategy::csp;
             s.ops = first_half_in_order({0, 1, 2, 5, 3, 4, 6});
           },
           {.node_budget = 1})},
  };
}

}  // namespace stretto::errors
