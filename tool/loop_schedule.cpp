#include "loop_schedule.hpp"

#include <chrono>

namespace stretto::tool {

namespace {

using Clock = std::chrono::steady_clock;

/// The search polls a plain function pointer, so the deadline of the current loop is a global.
Clock::time_point& deadline() {
  static Clock::time_point point;
  return point;
}
bool deadline_passed() { return Clock::now() >= deadline(); }

constexpr long largest_start = 1L << 40;

long start_of(const Json& value, long lowest, const std::string& where) {
  const bool fits = value.is_number_unsigned() ? value.get<unsigned long>() <= static_cast<unsigned long>(largest_start)
                                               : value.is_number_integer() && value.get<long>() >= -largest_start;
  if (!fits || value.get<long>() < lowest) {
    throw InputError(where + ": must be an integer from " + std::to_string(lowest) + " to " +
                     std::to_string(largest_start));
  }
  return value.get<long>();
}

std::string quoted_op(const NamedLoop& loop, int op) {
  return "\"" + loop.op_names[static_cast<std::size_t>(op)] + "\"";
}

}  // namespace

ModuloResult schedule_loop(const NamedLoop& loop, ModuloOptions options, double seconds) {
  deadline() = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  options.budget.expired = deadline_passed;
  options.budget.nodes = 50'000'000;  // the deadline comes first
  Result<ModuloResult> result = modulo_schedule(loop.problem, options);
  if (!result.ok()) throw InputError(loop_refusal(loop, result.error));
  return std::move(result.value);
}

LoopClaim read_claim(const JsonLine& line, const NamedLoop& loop) {
  ObjectReader object(line.value, line.where);
  LoopClaim claim;
  claim.ii = start_of(object.require("ii"), 1, object.path_of("ii"));
  if (claim.ii > 1L << 30) throw InputError(object.path_of("ii") + ": exceeds the maximum of 2^30");
  const Json& starts = object.require("starts");
  if (!starts.is_array() || starts.size() != loop.op_names.size()) {
    throw InputError(object.path_of("starts") + ": must be an array of " + std::to_string(loop.op_names.size()) +
                     " starts, one for each op of " + loop.name);
  }
  for (std::size_t i = 0; i < starts.size(); ++i) {
    claim.starts.push_back(
        start_of(starts[i], -largest_start, object.path_of("starts") + "[" + std::to_string(i) + "]"));
  }
  return claim;
}

std::string breach_text(const NamedLoop& loop, const LoopClaim& claim, const BrokenConstraint& broken) {
  const std::string at = " at II " + std::to_string(claim.ii);
  if (broken.what == ModuloBreach::edge) {
    const ModuloEdge& edge = loop.problem.edges[broken.edge];
    return "edge " + std::to_string(broken.edge) + " from " + quoted_op(loop, edge.from) + " (start " +
           std::to_string(claim.starts[edge.from]) + ") to " + quoted_op(loop, edge.to) + " (start " +
           std::to_string(claim.starts[edge.to]) + "), distance " + std::to_string(edge.distance) +
           ", is shorter than its delay of " + std::to_string(edge.delay) + " cycles" + at;
  }
  std::string text = "resource \"" + loop.resource_names[static_cast<std::size_t>(broken.resource)] + "\" with limit " +
                     std::to_string(loop.problem.resources[broken.resource].limit) + " is occupied " +
                     std::to_string(broken.holders) + " times at residue " + std::to_string(broken.residue) + at +
                     ", by";
  for (int k = 0; k < broken.ops.size(); ++k) text += (k > 0 ? ", " : " ") + quoted_op(loop, broken.ops[k]);
  return text;
}

}  // namespace stretto::tool
