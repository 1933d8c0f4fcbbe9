#include "refusal.hpp"
#include "variable_schedule.hpp"

namespace stretto::errors {

namespace {

Diagnostic with_edges(const Vector<DepEdge>& edges) {
  return compile_changed([&](VariableSchedule& s) { s.edges = edges; });
}

constexpr DepKind flow = DepKind::flow;
constexpr DepKind anti = DepKind::anti;

}  // namespace

std::vector<Refusal> graph_refusals() {
  return {
      {"consumer_after_the_body",
       {Rule::edge_index_out_of_range, 14, 13, {2, 14}},
       [] { return with_edges({{2, 3, flow, 0}, {2, 14, flow, 0}}); }},
      {"negative_producer",
       {Rule::edge_index_out_of_range, -1, 13, {-1, 3}},
       [] { return with_edges({{-1, 3, flow, 0}}); }},
      {"loop_carried_edge_out_of_range",
       {Rule::edge_index_out_of_range, 99, 13, {99, 3}},
       [] { return with_edges({{99, 3, flow, 1}}); }},
      {"negative_distance",
       {Rule::negative_loop_distance, -2, 0, {3, 10}},
       [] { return with_edges({{3, 10, flow, -2}}); }},
      {"self_loop", {Rule::self_loop, 0, 0, {3}}, [] { return with_edges({{3, 4, flow, 0}, {3, 3, flow, 0}}); }},
      {"cycle_of_two",
       {Rule::same_iteration_cycle, 2, 0, {1, 3}},
       [] { return with_edges({{3, 1, anti, 0}, {1, 3, flow, 0}}); }},
      // Named from the smallest op along the edges. 1 -> 3 leads in and 4 -> 9 leads out.
      {"cycle_of_four",
       {Rule::same_iteration_cycle, 4, 0, {3, 6, 4, 5}},
       [] {
         return with_edges(
             {{1, 3, flow, 0}, {5, 3, anti, 0}, {3, 6, flow, 0}, {6, 4, anti, 0}, {4, 5, flow, 0}, {4, 9, flow, 0}});
       }},
      {"cycle_across_the_halves",
       {Rule::same_iteration_cycle, 3, 0, {2, 12, 7}},
       [] { return with_edges({{12, 7, anti, 0}, {7, 2, anti, 0}, {2, 12, flow, 0}}); }},
      {"cycle_found_by_validate",
       {Rule::same_iteration_cycle, 2, 0, {0, 1}},
       [] {
         LoopBody body;
         body.ops = Vector<OpDesc>(2, SmallGemm::costed_ops()[0]);
         body.edges = {{0, 1, flow, 0}, {1, 0, flow, 0}};
         return validate(body);
       }},
  };
}

}  // namespace stretto::errors
