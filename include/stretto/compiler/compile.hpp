// try_compile: the whole path from a schedule's declaration to its emitted phases. It runs at compile time and at run
// time.
//
//   config, body -> edges -> order -> blocks and waits -> prologue, kernel, epilogue -> checks
#pragma once

#include <initializer_list>

#include <stretto/compiler/emission.hpp>
#include <stretto/compiler/pipeline_schedule.hpp>
#include <stretto/core/error.hpp>
#include <stretto/phases/double_buffer.hpp>
#include <stretto/phases/single_buffer.hpp>
#include <stretto/program/build.hpp>
#include <stretto/program/structural_checks.hpp>
#include <stretto/schedulers/exact.hpp>
#include <stretto/schedulers/identity.hpp>

namespace stretto {

/// How much is proven of a schedule before it is handed out.
enum class VerificationLevel : unsigned char { structural };

struct CompileOptions {
  VerificationLevel verify = VerificationLevel::structural;
  long node_budget = SearchLimits{}.node_budget;  // of the exact scheduler
};

/// Everything known of a compiled schedule. When `error` is set, the rest is as far as it got.
struct CompiledSchedule {
  constexpr CompiledSchedule(const PipelineConfig& pipeline, const ScheduleConfig& schedule_knobs)
      : config(pipeline), knobs(schedule_knobs) {}

  Diagnostic error;
  PipelineConfig config;
  ScheduleConfig knobs;
  VerificationLevel verified = VerificationLevel::structural;
  LoopBody body;
  SearchResult search;  // order and how it was found
  OrderCost cost;
  int lower_bound = 0;
  PipelineProgram program;  // no blocks at depth 1
  Vector<ScheduleEntry> prologue;
  Vector<ScheduleEntry> kernel;
  Vector<ScheduleEntry> epilogue;
  Vector<DepEdge> kernel_deps;
  int warp_stagger_index = 0;
  Vector<DepEdge> broken_edges;            // same-iteration edges that the order breaks
  Vector<DepEdge> broken_edges_in_kernel;  // further ones that the emitted kernel breaks
};

namespace detail {

/// Every op must be known, costed, and within the buffers.
constexpr Diagnostic check_body(const Vector<OpDesc>& body, const PipelineConfig& config) {
  if (body.empty()) return {Rule::empty_body, 0, 1};
  for (int i = 0; i < body.size(); ++i) {
    const OpDesc& op = body[i];
    if (!is_valid_tag(op.tag)) return Diagnostic(Rule::tag_out_of_range, op.tag, tags::first_framework - 1).with_op(i);
    if (op.is_kernel_op() && op.resource == ResourceKind::none) {
      return Diagnostic(Rule::missing_cost, op.tag, 0).with_op(i);
    }
    for (int count : {op.latency, op.vgpr_def, op.vgpr_kill}) {
      if (count < 0) return Diagnostic(Rule::negative_count, count, 0).with_op(i);
      if (count > max_extent) return Diagnostic(Rule::count_too_large, count, max_extent).with_op(i);
    }
    const bool touches_buffer =
        op.role == OpRole::global_load || op.role == OpRole::shared_store || op.role == OpRole::fragment_load;
    if (touches_buffer && (op.stage < 0 || op.stage >= config.depth)) {
      return Diagnostic(Rule::stage_beyond_depth, op.stage, config.depth - 1).with_op(i);
    }
  }
  if (config.depth >= 2 && body.size() % 2 != 0) return {Rule::counts_do_not_divide, body.size(), 2};
  return {};
}

constexpr SearchResult choose_order(const LoopBody& body, const PipelineConfig& config, const ScheduleConfig& knobs,
                                    const CompileOptions& options) {
  SearchResult result;
  switch (knobs.scheduling) {
    case SchedulingStrategy::identity: result.order = identity_schedule(body); break;
    case SchedulingStrategy::greedy: result.order = greedy_schedule(body); break;
    case SchedulingStrategy::csp:
      return optimal_schedule_with_halves(body, config.block_sizing.max_globals, knobs.lds_contention_penalty,
                                          knobs.max_vgpr, options.node_budget);
  }
  return result;
}

constexpr int stagger_index(const PipelineConfig& config, int prologue_size, int stage_zero_prefetches) {
  if (!config.warp_stagger.enabled) return prologue_size + 1;
  return config.warp_stagger.compute_from_body ? stage_zero_prefetches : config.warp_stagger.fixed_amount;
}

/// Depth 1: the body is the kernel; prologue and epilogue follow from its roles.
template <class S>
constexpr void derive_single_buffer(const S& schedule, CompiledSchedule& out) {
  out.search.order = identity_schedule(out.body);
  out.prologue = single_buffer_prologue(out.body.ops, out.config);
  out.kernel = transformed_kernel(schedule, single_buffer_kernel(out.body.ops), out.body.ops);
  out.epilogue = single_buffer_epilogue(out.body.ops, out.config);
  out.kernel_deps = out.body.edges;
  out.warp_stagger_index = stagger_index(out.config, out.prologue.size(), 0);
}

/// Depth 2 and more: order, block program, and all phases from its blocks.
template <class S>
constexpr void derive_double_buffer(const S& schedule, const CompileOptions& options, CompiledSchedule& out) {
  out.search = choose_order(out.body, out.config, out.knobs, options);
  out.error = out.search.error;
  if (out.error) return;
  Result<PipelineProgram> program = build_kernel_program(out.body.ops, out.search.order, out.config, out.knobs);
  out.error = program.error;
  if (out.error) return;
  out.program = static_cast<PipelineProgram&&>(program.value);
  out.error = verify_schedule(out.program, out.config, out.knobs);
  if (out.error) return;
  out.program.explicit_blocks = explicit_blocks(schedule, out.body.ops, out.program);
  const int lists = out.program.explicit_blocks.size();
  if (lists != 0 && lists != out.program.blocks.size()) {
    out.error = Diagnostic(Rule::explicit_block_count, lists, out.program.blocks.size());
    return;
  }
  out.kernel = transformed_kernel(schedule, out.program.expand_to_list(), out.body.ops);
  out.prologue = double_buffer_prologue(out.program, out.config, out.knobs, bootstrap_fragments(schedule));
  out.epilogue = double_buffer_epilogue(out.program);
  out.kernel_deps = double_buffer_kernel_deps(out.kernel, out.config);
  out.warp_stagger_index =
      stagger_index(out.config, out.prologue.size(), stage_zero_prefetches(out.program, out.config));
}

}  // namespace detail

/// Compiles a schedule; a refusal is in the result's `error`.
template <PipelineSchedule S>
constexpr CompiledSchedule try_compile(const S& schedule, const CompileOptions& options = {}) {
  CompiledSchedule out(schedule.config(), detail::schedule_knobs(schedule));
  out.verified = options.verify;
  out.error = check_config(out.config);
  if (out.error) return out;
  out.error = check_knobs(out.knobs);
  if (out.error) return out;
  Result<Vector<OpDesc>> body = schedule.build_body();
  out.error = body.error;
  if (out.error) return out;
  out.body.ops = static_cast<Vector<OpDesc>&&>(body.value);
  out.error = detail::check_body(out.body.ops, out.config);
  if (out.error) return out;
  out.body.edges = detail::schedule_edges(schedule, out.body.ops, out.config);
  out.error = validate(out.body);
  if (out.error) return out;

  if (out.config.depth < 2) {
    detail::derive_single_buffer(schedule, out);
  } else {
    detail::derive_double_buffer(schedule, options, out);
  }
  if (out.error) return out;

  out.cost = evaluate_order(out.body, out.search.order, out.knobs.lds_contention_penalty);
  out.lower_bound = makespan_lower_bound(out.body, out.knobs.lds_contention_penalty);
  detail::number_entries(out.kernel, Phase::kernel);
  for (const Vector<ScheduleEntry>* phase : {&out.prologue, &out.kernel, &out.epilogue}) {
    out.error = detail::check_encodable(*phase);
    if (out.error) return out;
  }
  const Result<Vector<int>> emitted = detail::emission_positions(out.body.ops, out.search.order, out.kernel);
  out.error = emitted.error;
  if (out.error) return out;
  out.broken_edges = broken_edges(out.body, out.search.order);
  out.broken_edges_in_kernel = detail::broken_by_emission(out.body.edges, emitted.value, out.broken_edges);
  return out;
}

#if defined(__cpp_exceptions)
/// Compiles a schedule at run time. Throws Error when it is refused.
template <PipelineSchedule S>
CompiledSchedule compile(const S& schedule, const CompileOptions& options = {}) {
  CompiledSchedule result = try_compile(schedule, options);
  if (result.error) throw Error(result.error);
  return result;
}
#endif

}  // namespace stretto
