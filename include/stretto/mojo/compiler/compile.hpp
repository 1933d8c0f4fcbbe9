// try_compile: compiles a declared schedule into its emitted sections. It runs at compile time and at run time.
//
//   config, body -> edges -> order -> blocks and waits -> prologue, kernel, epilogue -> (derived synchronisation)
//     -> checks -> verification
#pragma once

#include <initializer_list>

#include <stretto/core/error.hpp>
#include <stretto/mojo/blocks/build.hpp>
#include <stretto/mojo/blocks/structural_checks.hpp>
#include <stretto/mojo/compiler/emission.hpp>
#include <stretto/mojo/compiler/pipeline_schedule.hpp>
#include <stretto/mojo/debug/body_names.hpp>
#include <stretto/mojo/schedulers/exact.hpp>
#include <stretto/mojo/schedulers/identity.hpp>
#include <stretto/mojo/sections/double_buffer.hpp>
#include <stretto/mojo/sections/single_buffer.hpp>
#include <stretto/mojo/sync/derive.hpp>
#include <stretto/verify/compile_error.hpp>
#include <stretto/verify/verify.hpp>

namespace stretto {

/// Compile options that the schedule itself does not declare.
struct CompileOptions {
  VerificationLevel verify = VerificationLevel::as_declared;  ///< level the schedule is held to
  long node_budget = SearchLimits{}.node_budget;              ///< node budget of the exact scheduler
};

/// All results of a compilation. If `error` is set, the remaining members are filled as far as compilation got.
struct CompiledSchedule : PerSection<Vector<ScheduleEntry>> {
  /// Starts with the values known before compilation.
  constexpr CompiledSchedule(const PipelineConfig& pipeline, const ScheduleConfig& schedule_knobs)
      : config(pipeline), knobs(schedule_knobs) {}

  Diagnostic error;                                     ///< why the schedule was rejected
  PipelineConfig config;                                ///< structure of the loop
  ScheduleConfig knobs;                                 ///< knobs of the schedule
  KernelProtocol protocol;                              ///< how the kernel runs the entries
  VerificationLevel level = VerificationLevel::proven;  ///< level the schedule was held to
  LoopBody body;                                        ///< ops and dependences
  SearchResult search;                                  ///< order, and how it was found
  OrderCost cost;                                       ///< cost of the order
  int lower_bound = 0;                                  ///< lower bound on the makespan, as the Mojo package defines it
  PipelineProgram program;                              ///< blocks; none at depth 1
  Vector<DepEdge> kernel_deps;                          ///< dependences between kernel entries
  int warp_stagger_index = 0;                           ///< prologue index of the second group's extra barrier
  Vector<DepEdge> broken_edges;                         ///< same-iteration edges that the order violates
  Vector<DepEdge> broken_edges_in_kernel;               ///< further edges that the emitted kernel violates
  bool sync_is_derived = false;                         ///< waits and barriers are derived, not the schedule's own
  DerivedSections derived;    ///< reasons and counts, if derived; its entries were moved to the sections above
  Verification verification;  ///< result for the emitted sections, for every trip count
};

/// The emitted sections as input for `lower`. They reference the schedule's entries.
constexpr EmittedSections emitted_sections(const CompiledSchedule& compiled) {
  EmittedSections sections(compiled.config, compiled.knobs, compiled.warp_stagger_index);
  sections.set(compiled);
  return sections;
}

/// Verifies sections that were lowered under a kernel protocol.
constexpr Verification verify_lowered(const Result<WaveProgram>& program, const KernelProtocol& protocol,
                                      bool list_proven = false) {
  if (!program.ok()) {
    Verification out;
    out.verdict = Verdict::invalid;
    out.invalid = program.error;
    return out;
  }
  return verify(program.value, {protocol.latency, list_proven});
}

/// Verifies emitted sections under a kernel protocol.
constexpr Verification verify_sections(const EmittedSections& sections, const KernelProtocol& protocol,
                                       bool list_proven = false) {
  return verify_lowered(lower(sections, protocol), protocol, list_proven);
}

namespace detail {

/// Checks that every op has a valid tag and a cost and that its stage is within the buffers.
constexpr Diagnostic check_body(const Vector<OpDesc>& body, const PipelineConfig& config) {
  if (body.empty()) return {Rule::empty_body, 0, 1};
  for (int i = 0; i < body.size(); ++i) {
    const OpDesc& op = body[i];
    if (!is_valid_tag(op.tag)) return Diagnostic(Rule::tag_out_of_range, op.tag, tags::first_framework - 1).with_op(i);
    if (op.is_kernel_op() && op.resource == ResourceKind::none) {
      return Diagnostic(Rule::missing_cost, op.tag, 0).with_op(i);
    }
    for (const NamedCount& count : {NamedCount{Count::latency, op.latency}, NamedCount{Count::vgpr_def, op.vgpr_def},
                                    NamedCount{Count::vgpr_kill, op.vgpr_kill}}) {
      if (Diagnostic error = check_count(count, 0, max_extent)) return error.with_op(i);
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

/// Depth 1: the body is the kernel section. Prologue and epilogue follow from the roles of its ops.
template <class S>
constexpr void derive_single_buffer(const S& schedule, CompiledSchedule& out) {
  out.search.order = identity_schedule(out.body);
  out.prologue = single_buffer_prologue(out.body.ops, out.config);
  out.kernel = transformed_kernel(schedule, single_buffer_kernel(out.body.ops), out.body.ops);
  out.epilogue = single_buffer_epilogue(out.body.ops, out.config);
  out.kernel_deps = out.body.edges;
  out.warp_stagger_index = stagger_index(out.config, out.prologue.size(), 0);
}

/// Depth 2 and more: chooses the order, forms the block program and derives all sections from its blocks.
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

/// Replaces the waits and barriers of the sections with derived ones.
constexpr void derive_sync(const Synchronisation& wanted, CompiledSchedule& out) {
  out.sync_is_derived = wanted.derived;
  if (!wanted.derived) return;
  Result<DerivedSections> derived =
      derive_synchronisation(emitted_sections(out), out.protocol, wanted.pacing, wanted.hiding);
  out.error = derived.error;
  if (out.error) return;
  out.derived = static_cast<DerivedSections&&>(derived.value);
  out.prologue = static_cast<Vector<ScheduleEntry>&&>(out.derived.sections.prologue);
  out.kernel = static_cast<Vector<ScheduleEntry>&&>(out.derived.sections.kernel);
  out.epilogue = static_cast<Vector<ScheduleEntry>&&>(out.derived.sections.epilogue);
  out.warp_stagger_index = out.derived.warp_stagger_index;
  if (out.config.depth >= 2) out.kernel_deps = double_buffer_kernel_deps(out.kernel, out.config);
}

/// Compiles up to the sections with the synchronisation that the schedule declares.
template <PipelineSchedule S>
constexpr CompiledSchedule compile_declared(const S& schedule, const CompileOptions& options) {
  CompiledSchedule out(schedule.config(), schedule_knobs(schedule));
  out.level = options.verify == VerificationLevel::as_declared ? declared_level(schedule) : options.verify;
  out.error = check_config(out.config);
  if (out.error) return out;
  out.error = check_knobs(out.knobs);
  if (out.error) return out;
  Result<Vector<OpDesc>> body = schedule.build_body();
  out.error = body.error;
  if (out.error) return out;
  out.body.ops = static_cast<Vector<OpDesc>&&>(body.value);
  out.error = check_body(out.body.ops, out.config);
  if (out.error) return out;
  out.body.edges = schedule_edges(schedule, out.body.ops, out.config);
  out.error = validate(out.body);
  if (out.error) return out;
  out.protocol = kernel_protocol(schedule, out.config);  // build_body has checked its parameters

  if (out.config.depth < 2) {
    derive_single_buffer(schedule, out);
  } else {
    derive_double_buffer(schedule, options, out);
  }
  if (out.error) return out;
  out.cost = evaluate_order(out.body, out.search.order, out.knobs.lds_contention_penalty);
  out.lower_bound = makespan_lower_bound(out.body, out.knobs.lds_contention_penalty);
  number_entries(out.kernel, Section::kernel);
  return out;
}

/// Checks that the emitted sections are encodable and complete, and finds the edges that the kernel violates.
constexpr void check_emission(CompiledSchedule& out) {
  for (const Section section : run_sections) {
    out.error = check_encodable(out[section], out.protocol.limits);
    if (out.error) return;
  }
  const Result<Vector<int>> emitted = emission_positions(out.body.ops, out.search.order, out.kernel);
  out.error = emitted.error;
  if (out.error) return;
  out.broken_edges = broken_edges(out.body, out.search.order);
  out.broken_edges_in_kernel = broken_by_emission(out.body.edges, emitted.value, out.broken_edges);
}

}  // namespace detail

/// Compiles a schedule. If it is rejected, `error` of the result says why.
template <PipelineSchedule S>
constexpr CompiledSchedule try_compile(const S& schedule, const CompileOptions& options = {}) {
  CompiledSchedule out = detail::compile_declared(schedule, options);
  if (out.error) return out;
  detail::derive_sync(detail::declared_synchronisation(schedule), out);
  if (out.error) return out;
  detail::check_emission(out);
  if (out.error) return out;
  out.verification = verify_sections(emitted_sections(out), out.protocol);
  out.error = refused_by(out.verification, out.level);
  return out;
}

#if defined(__cpp_exceptions)
/// Compiles a schedule at run time. Throws Error if it is rejected.
template <PipelineSchedule S>
CompiledSchedule compile(const S& schedule, const CompileOptions& options = {}) {
  CompiledSchedule result = try_compile(schedule, options);
  if (result.error) throw Error(result.error, describe(result.error, result.body.ops, tag_namer<S>()));
  return result;
}
#endif

}  // namespace stretto
