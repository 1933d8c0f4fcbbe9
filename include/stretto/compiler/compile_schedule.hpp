// compile_schedule: a schedule as a constant. Its phases are exact-size arrays; a refusal is a compile error whose
// template arguments name the rule, the numbers and the ops.
#pragma once

#include <utility>

#include <stretto/compiler/compile.hpp>
#include <stretto/core/array.hpp>

namespace stretto {

/// The compiled schedule that a kernel consumes.
template <int PrologueSize, int KernelSize, int EpilogueSize, int DepCount>
struct StaticSchedule {
  constexpr StaticSchedule(const PipelineConfig& pipeline, const ScheduleConfig& schedule_knobs)
      : config(pipeline), knobs(schedule_knobs) {}

  PipelineConfig config;
  ScheduleConfig knobs;
  Array<ScheduleEntry, PrologueSize> prologue;
  Array<ScheduleEntry, KernelSize> kernel;
  Array<ScheduleEntry, EpilogueSize> epilogue;
  Array<DepEdge, DepCount> kernel_deps;
  WaitCounts waits;
  int warp_stagger_index = 0;
  OrderCost cost;
  int lower_bound = 0;
  SearchStatus search_status = SearchStatus::not_searched;
  int broken_edges = 0;  // same-iteration edges that the order or the emission breaks; `stretto compile` lists them
};

namespace detail {
/// The words of a rejection, put together again from its template arguments.
template <Rule BrokenRule, int Value, int Limit, int Entry, int... Ops>
constexpr Text describe_rejection() {
  Diagnostic diagnostic(BrokenRule, Value, Limit);
  diagnostic.at_entry(Entry);
  (diagnostic.with_op(Ops), ...);
  Text text("stretto: schedule rejected: ");
  text << describe(diagnostic);
  return text;
}
}  // namespace detail

// Clang computes the message and takes it in C++20 with a warning that it is an extension.
#if defined(__clang__) && defined(__cpp_static_assert) && __cpp_static_assert >= 202306L
#define STRETTO_REJECTION_MESSAGE detail::describe_rejection<BrokenRule, Value, Limit, Entry, Ops...>()
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"
#else
#define STRETTO_REJECTION_MESSAGE                                                                                  \
  "stretto: schedule rejected; the template arguments of ScheduleRejected are the rule, the offending value, its " \
  "limit, the emitted entry (-1: none), and the op numbers"
#endif

/// Instantiated with the rule that a schedule breaks; the compiler prints these arguments.
template <Rule BrokenRule, int Value, int Limit, int Entry, int... Ops>
struct ScheduleRejected {
  static_assert(BrokenRule == Rule::none, STRETTO_REJECTION_MESSAGE);
  static constexpr bool accepted = BrokenRule == Rule::none;
};

#if defined(__clang__) && defined(__cpp_static_assert) && __cpp_static_assert >= 202306L
#pragma clang diagnostic pop
#endif
#undef STRETTO_REJECTION_MESSAGE

namespace detail {

/// What must be known before the arrays can be sized.
struct Outline {
  Diagnostic error;
  int prologue = 0;
  int kernel = 0;
  int epilogue = 0;
  int deps = 0;
};

constexpr Outline outline(const CompiledSchedule& compiled) {
  return {compiled.error, compiled.prologue.size(), compiled.kernel.size(), compiled.epilogue.size(),
          compiled.kernel_deps.size()};
}

template <Outline Result, int... I>
constexpr bool accept(std::integer_sequence<int, I...>) {
  constexpr Diagnostic e = Result.error;
  return ScheduleRejected<e.rule, e.value, e.limit, e.entry, e.ops[I]...>::accepted;
}

template <class T, int N>
constexpr void copy_to(Array<T, N>& out, const Vector<T>& in) {
  for (int i = 0; i < N; ++i) out[i] = in[i];
}

template <class Maker, CompileOptions Options>
constexpr auto freeze() {
  constexpr Outline sizes = outline(try_compile(Maker{}(), Options));
  if constexpr (accept<sizes>(std::make_integer_sequence<int, sizes.error.op_count>{})) {
    const CompiledSchedule compiled = try_compile(Maker{}(), Options);
    StaticSchedule<sizes.prologue, sizes.kernel, sizes.epilogue, sizes.deps> result(compiled.config, compiled.knobs);
    copy_to(result.prologue, compiled.prologue);
    copy_to(result.kernel, compiled.kernel);
    copy_to(result.epilogue, compiled.epilogue);
    copy_to(result.kernel_deps, compiled.kernel_deps);
    result.waits = compiled.program.waits;
    result.warp_stagger_index = compiled.warp_stagger_index;
    result.cost = compiled.cost;
    result.lower_bound = compiled.lower_bound;
    result.search_status = compiled.search.status;
    result.broken_edges = compiled.broken_edges.size() + compiled.broken_edges_in_kernel.size();
    return result;
  }
}

template <class S>
struct MakeDefault {
  constexpr S operator()() const { return S{}; }
};

}  // namespace detail

/// Compiles the schedule that `maker` returns. The maker is a captureless lambda or another empty callable:
///   constexpr auto plan = compile_schedule([] { return DeclarativeSchedule<false, 8, 4>(); });
template <CompileOptions Options = CompileOptions{}, class Maker>
consteval auto compile_schedule(Maker) {
  return detail::freeze<Maker, Options>();
}

/// Compiles a schedule type with its default arguments: compile_schedule<DeclarativeSchedule<false, 8, 4>>().
template <PipelineSchedule S, CompileOptions Options = CompileOptions{}>
consteval auto compile_schedule() {
  return detail::freeze<detail::MakeDefault<S>, Options>();
}

}  // namespace stretto
