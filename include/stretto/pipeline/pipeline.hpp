// make_pipeline: turns a declared loop and a GPU into scheduled, synchronised and proven programs, one per role.
//
//   declared loop -> on_target -> modulo_of -> modulo_schedule -> rings, streams -> programs -> add_synchronisation ->
//   share_registers -> in_cluster -> verify
#pragma once

#include <stretto/modulo/schedule.hpp>
#include <stretto/pipeline/turns_bound.hpp>
#include <stretto/pipeline/write_programs.hpp>

namespace stretto {

namespace detail {

/// If groups take turns, the problem depends on II. II is assumed, starting from the resource bound, and raised until
/// the schedule's II is no larger than the assumed one. If an ample interval is too short, so is every longer one: what
/// must fit grows as fast.
constexpr Diagnostic find_interval(Pipeline& pipe, ModuloOptions options) {
  const Result<long> bound = turns_bound(pipe.loop);
  if (!bound.ok()) return in_declared_terms(pipe.loop, in_target_terms(pipe.loop, bound.error));
  long assumed = bound.value;
  options.only_interval = true;
  while (true) {
    pipe.problem = modulo_of(pipe.loop, assumed);
    Result<ModuloResult> schedule = modulo_schedule(pipe.problem, options);
    if (!schedule.ok()) return in_declared_terms(pipe.loop, in_target_terms(pipe.loop, schedule.error));
    pipe.schedule = static_cast<ModuloResult&&>(schedule.value);
    if (pipe.loop.groups() == 1 || pipe.schedule.ii <= assumed) return {};
    assumed = pipe.schedule.ii;
    if (options.fixed_ii > 0 || assumed <= ample_interval(pipe.loop)) continue;
    if (options.max_stages > 0) return {Rule::no_interval, saturated(assumed), saturated(bound.value)};
    return {Rule::turns_too_long, pipe.loop.groups(), 1};
  }
}

}  // namespace detail

// The steps of make_pipeline. At compile time each is a separate constant evaluation.

/// The loop on its target, with its smallest II. Fails if the target cannot run it, or if no schedule fits its memory.
constexpr Result<Pipeline> plan_pipeline(const Loop& declared, const Gpu& gpu, const PipelineOptions& options) {
  Result<TargetLoop> target = on_target(declared, gpu);
  if (!target.ok()) return target.error;
  Pipeline pipe;
  pipe.loop = static_cast<TargetLoop&&>(target.value);
  if (const Diagnostic error = detail::find_interval(pipe, options.modulo)) return error;
  return pipe;
}

/// Optimises one of the objectives after II.
constexpr void improve(Pipeline& pipe, const PipelineOptions& options, detail::OrderGoal goal) {
  if (options.modulo.only_interval) return;
  if (goal == detail::OrderGoal::starts && !options.earliest_starts) return;
  pipe.schedule = detail::ModuloSearch(pipe.problem, options.modulo).improved(pipe.schedule, goal);
}

/// Builds the pipeline of a loop on a GPU. Fails if the target cannot run the loop, if no schedule fits its memory, if
/// no synchronisation can make it safe, or if a program cannot be verified at all.
constexpr Result<Pipeline> make_pipeline(const Loop& declared, const Gpu& gpu, const PipelineOptions& options = {}) {
  Result<Pipeline> made = plan_pipeline(declared, gpu, options);
  if (!made.ok()) return made;
  for (detail::OrderGoal goal : detail::later_goals) improve(made.value, options, goal);
  if (const Diagnostic error = write_programs(made.value, options)) return error;
  judge(made.value);
  if (made.value.verdict == Verdict::invalid) return made.value.invalid;
  return made;
}

}  // namespace stretto
