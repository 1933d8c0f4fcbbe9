// compile_schedule: a schedule as a constant. Its phases are exact-size arrays; a refusal is a compile error whose
// template arguments name the rule, the numbers and the ops, or, for a race, the two entries.
#pragma once

#include <utility>

#include <stretto/compiler/compile.hpp>
#include <stretto/core/array.hpp>
#include <stretto/debug/explain.hpp>

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
  Verdict verdict = Verdict::invalid;                   // of the verifier, for every trip count
  VerificationLevel level = VerificationLevel::proven;  // that the schedule was held to
  int margin = 0;                                       // cycles, when it relies on latency
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

/// What a schedule that is not safe enough is refused with.
struct WorstHazard {
  HazardKind kind = HazardKind::flow;
  Verdict verdict = Verdict::proven;
  Phase first_phase = Phase::prologue;
  int first_entry = -1;
  Phase second_phase = Phase::prologue;
  int second_entry = -1;
  int margin = 0;
  int trips = 0;
};

// The story of the worst hazard, told by clang alone.
#if defined(__clang__) && defined(__cpp_static_assert) && __cpp_static_assert >= 202306L
#define STRETTO_UNSAFE_MESSAGE Story::text()
#else
#define STRETTO_UNSAFE_MESSAGE                                                                                       \
  "stretto: schedule is not safe; the template arguments of ScheduleUnsafe are the condition, the verdict, the "     \
  "entry that must be over first and the entry that does not wait for it (phase, index), the margin in cycles, and " \
  "a trip count with which it happens; `stretto verify` prints the run that goes wrong"
#endif

/// Instantiated with the worst hazard of a schedule that is held to more than the structural checks.
template <HazardKind Kind, Verdict Found, Phase FirstPhase, int FirstEntry, Phase SecondPhase, int SecondEntry,
          int Margin, int Trips, class Story>
struct ScheduleUnsafe {
  static_assert(Found == Verdict::proven, STRETTO_UNSAFE_MESSAGE);
  static constexpr bool accepted = Found == Verdict::proven;
};

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
#undef STRETTO_UNSAFE_MESSAGE

namespace detail {

/// What must be known before the arrays can be sized.
struct Outline {
  Diagnostic error;
  WorstHazard worst;
  int prologue = 0;
  int kernel = 0;
  int epilogue = 0;
  int deps = 0;
};

constexpr bool refused_as_unsafe(const CompiledSchedule& compiled) {
  return compiled.error.rule == Rule::race || compiled.error.rule == Rule::relies_on_latency;
}

constexpr WorstHazard worst_hazard(const CompiledSchedule& compiled) {
  if (!refused_as_unsafe(compiled)) return {};
  for (const Hazard& hazard : compiled.verification.hazards) {
    if (hazard.verdict != compiled.verification.verdict) continue;
    return {hazard.kind,         hazard.verdict,      hazard.first.phase, hazard.first.entry,
            hazard.second.phase, hazard.second.entry, hazard.margin,      hazard.trips};
  }
  return {};
}

constexpr Outline outline(const CompiledSchedule& compiled) {
  return {compiled.error,         worst_hazard(compiled),   compiled.prologue.size(),
          compiled.kernel.size(), compiled.epilogue.size(), compiled.kernel_deps.size()};
}

/// Compiles the schedule once more to tell the story of its worst hazard.
template <class Maker, CompileOptions Options>
struct HazardStory {
  static constexpr Text text() {
    const CompiledSchedule compiled = try_compile(Maker{}(), Options);
    const EmittedPhases phases = emitted_phases(compiled);
    const Result<WaveProgram> program = lower(phases, compiled.protocol);
    Text out("stretto: schedule is not safe: ");
    TagNamer namer = no_tag_names;
    if constexpr (requires { TagNamer{&decltype(Maker{}())::tag_name}; }) namer = &decltype(Maker{}())::tag_name;
    const StepNames names(program.value, &phases, namer);
    for (const Hazard& hazard : compiled.verification.hazards) {
      if (hazard.verdict != compiled.verification.verdict) continue;
      out << explain(names, program.value, hazard);
      break;
    }
    return out;
  }
};

template <Outline Result, class Story, int... I>
constexpr bool accept(std::integer_sequence<int, I...>) {
  constexpr Diagnostic e = Result.error;
  constexpr WorstHazard w = Result.worst;
  if constexpr (e.rule == Rule::race || e.rule == Rule::relies_on_latency) {
    return ScheduleUnsafe<w.kind, w.verdict, w.first_phase, w.first_entry, w.second_phase, w.second_entry, w.margin,
                          w.trips, Story>::accepted;
  } else {
    return ScheduleRejected<e.rule, e.value, e.limit, e.entry, e.ops[I]...>::accepted;
  }
}

template <class T, int N>
constexpr void copy_to(Array<T, N>& out, const Vector<T>& in) {
  for (int i = 0; i < N; ++i) out[i] = in[i];
}

template <class Maker, CompileOptions Options>
constexpr auto freeze() {
  constexpr Outline sizes = outline(try_compile(Maker{}(), Options));
  if constexpr (accept<sizes, HazardStory<Maker, Options>>(std::make_integer_sequence<int, sizes.error.op_count>{})) {
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
    result.verdict = compiled.verification.verdict;
    result.level = compiled.level;
    result.margin = compiled.verification.smallest_margin;
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
