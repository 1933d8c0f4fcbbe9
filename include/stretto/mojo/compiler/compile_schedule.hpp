// compile_schedule: compiles a schedule into a constant. Its sections are arrays of exact size. A rejected schedule is
// a compile error whose template arguments name the rule, the numbers and the ops, or, for a race, the two entries.
#pragma once

#include <utility>

#include <stretto/core/array.hpp>
#include <stretto/mojo/compiler/compile.hpp>
#include <stretto/mojo/debug/entry_names.hpp>
#include <stretto/verify/compile_error.hpp>

namespace stretto {

/// The compiled schedule that a kernel consumes.
template <int PrologueSize, int KernelSize, int EpilogueSize, int DepCount>
struct StaticSchedule {
  /// Created by `compile_schedule`.
  constexpr StaticSchedule(const PipelineConfig& pipeline, const ScheduleConfig& schedule_knobs)
      : config(pipeline), knobs(schedule_knobs) {}

  PipelineConfig config;                        ///< structure of the loop
  ScheduleConfig knobs;                         ///< knobs of the schedule
  Array<ScheduleEntry, PrologueSize> prologue;  ///< emitted entries
  Array<ScheduleEntry, KernelSize> kernel;      ///< emitted entries of one trip
  Array<ScheduleEntry, EpilogueSize> epilogue;  ///< emitted entries
  Array<DepEdge, DepCount> kernel_deps;         ///< dependences between kernel entries
  WaitCounts waits;                             ///< counts used by the blocks
  int warp_stagger_index = 0;                   ///< prologue index of the second group's extra barrier
  OrderCost cost;                               ///< cost of the order
  int lower_bound = 0;                          ///< lower bound on the makespan, as the Mojo package defines it
  SearchStatus search_status = SearchStatus::not_searched;  ///< whether the order is proven optimal
  int broken_edges = 0;  ///< same-iteration edges that the order or the emission violates; `stretto compile` lists them
  Verdict verdict = Verdict::invalid;                   ///< verdict of the verifier, for every trip count
  VerificationLevel level = VerificationLevel::proven;  ///< level the schedule was held to
  int margin = 0;                                       ///< cycles, if the verdict is relies_on_latency
};

namespace detail {

// A compilation runs as several constant evaluations, each within the default limits of the compilers. Each passes
// plain data to the next: the declared sections, their data ops alone, the derived synchronisation, the edges that the
// kernel violates, the verdict.

/// The properties of the declared sections that determine the array sizes.
struct Outline {
  Diagnostic error;
  int prologue = 0;
  int kernel = 0;
  int epilogue = 0;
  int deps = 0;
};

/// Sections in arrays of fixed capacity.
template <int Prologue, int Kernel, int Epilogue>
struct RoomySections {
  Diagnostic error;
  Array<ScheduleEntry, Prologue> prologue;
  Array<ScheduleEntry, Kernel> kernel;
  Array<ScheduleEntry, Epilogue> epilogue;
  int sizes[3] = {};
  int warp_stagger_index = 0;
  int delayed_loads = 0;

  constexpr void take(const PerSection<Vector<ScheduleEntry>>& sections) {
    for (int i = 0; i < sections.prologue.size(); ++i) prologue[i] = sections.prologue[i];
    for (int i = 0; i < sections.kernel.size(); ++i) kernel[i] = sections.kernel[i];
    for (int i = 0; i < sections.epilogue.size(); ++i) epilogue[i] = sections.epilogue[i];
    sizes[0] = sections.prologue.size();
    sizes[1] = sections.kernel.size();
    sizes[2] = sections.epilogue.size();
  }

  [[nodiscard]] constexpr EmittedSections emitted(const PipelineConfig& config, const ScheduleConfig& knobs) const {
    EmittedSections out(config, knobs, warp_stagger_index);
    out.set(Section::prologue, prologue.begin(), sizes[0]);
    out.set(Section::kernel, kernel.begin(), sizes[1]);
    out.set(Section::epilogue, epilogue.begin(), sizes[2]);
    return out;
  }
};

/// The verdict as plain data.
struct Safety {
  Diagnostic error;
  WorstHazard worst;
  Verdict verdict = Verdict::invalid;
  int margin = 0;
};

template <class Maker>
constexpr bool sync_is_derived() {
  return declared_synchronisation(Maker{}()).derived;
}

template <class Maker, CompileOptions Options>
constexpr CompiledSchedule declared_stage() {
  CompiledSchedule out = compile_declared(Maker{}(), Options);
  if (!out.error && !sync_is_derived<Maker>()) check_emission(out);
  return out;
}

constexpr Outline outline(const CompiledSchedule& compiled) {
  return {compiled.error, compiled.prologue.size(), compiled.kernel.size(), compiled.epilogue.size(),
          compiled.kernel_deps.size()};
}

template <class Entry, int N>
constexpr void copy_to(Array<Entry, N>& out, const Vector<Entry>& in) {
  for (int i = 0; i < N && i < in.size(); ++i) out[i] = in[i];
}

template <class Maker, CompileOptions Options, Outline Sizes>
constexpr auto declared_schedule() {
  const CompiledSchedule compiled = declared_stage<Maker, Options>();
  StaticSchedule<Sizes.prologue, Sizes.kernel, Sizes.epilogue, Sizes.deps> result(compiled.config, compiled.knobs);
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
  result.level = compiled.level;
  return result;
}

template <int P, int K, int E, int D>
constexpr EmittedSections sections_of(const StaticSchedule<P, K, E, D>& schedule) {
  EmittedSections out(schedule.config, schedule.knobs, schedule.warp_stagger_index);
  out.set(Section::prologue, schedule.prologue);
  out.set(Section::kernel, schedule.kernel);
  out.set(Section::epilogue, schedule.epilogue);
  return out;
}

/// The data ops of the declared sections.
template <class Maker, int P, int K, int E, int D>
constexpr auto data_stage(const StaticSchedule<P, K, E, D>& declared) {
  const auto schedule = Maker{}();
  const KernelProtocol protocol = kernel_protocol(schedule, declared.config);
  const EmittedSections sections = sections_of(declared);
  const Result<DataSections> data = data_sections(sections, protocol, declared_synchronisation(schedule).pacing);
  RoomySections<P, K, E> out;
  out.error = data.error;
  out.take(data.value.entries);
  out.warp_stagger_index = data.value.warp_stagger_index;
  return out;
}

/// Capacity for the derived entries: each gap holds at most two waits and, with staggered roles, two barriers.
constexpr int room(int entries) { return 5 * (entries + 2); }

/// The data ops with derived synchronisation.
template <class Maker, class Declared, int P, int K, int E>
constexpr auto sync_stage(const Declared& declared, const RoomySections<P, K, E>& data) {
  const EmittedSections sections = data.emitted(declared.config, declared.knobs);
  const auto schedule = Maker{}();
  const Result<DerivedSections> derived = synchronise_sections(sections, kernel_protocol(schedule, declared.config),
                                                               declared_synchronisation(schedule).hiding);
  RoomySections<room(P), room(K), room(E)> out;
  out.error = derived.error;
  out.take(derived.value.sections);
  out.warp_stagger_index = derived.value.warp_stagger_index;
  return out;
}

/// The declared schedule with derived sections.
template <Outline Sizes, class Declared, class Synchronised>
constexpr auto derived_schedule(const Declared& declared, const Synchronised& from) {
  StaticSchedule<Sizes.prologue, Sizes.kernel, Sizes.epilogue, Sizes.deps> result(declared.config, declared.knobs);
  for (int i = 0; i < Sizes.prologue; ++i) result.prologue[i] = from.prologue[i];
  for (int i = 0; i < Sizes.kernel; ++i) result.kernel[i] = from.kernel[i];
  for (int i = 0; i < Sizes.epilogue; ++i) result.epilogue[i] = from.epilogue[i];
  Vector<ScheduleEntry> kernel;
  for (const ScheduleEntry& entry : result.kernel) kernel.push_back(entry);
  if (declared.config.depth >= 2) copy_to(result.kernel_deps, double_buffer_kernel_deps(kernel, declared.config));
  if (declared.config.depth < 2) result.kernel_deps = declared.kernel_deps;
  result.waits = declared.waits;
  result.warp_stagger_index = from.warp_stagger_index;
  result.cost = declared.cost;
  result.lower_bound = declared.lower_bound;
  result.search_status = declared.search_status;
  result.level = declared.level;
  return result;
}

/// The edges that a schedule with derived sections violates, or the error of its emission.
struct Emission {
  Diagnostic error;
  int broken_edges = 0;
};

template <class Maker, CompileOptions Options, class Final>
constexpr Emission emission_stage(const Final& schedule) {
  CompiledSchedule compiled = compile_declared(Maker{}(), Options);
  compiled.prologue.clear();
  compiled.kernel.clear();
  compiled.epilogue.clear();
  for (const ScheduleEntry& entry : schedule.prologue) compiled.prologue.push_back(entry);
  for (const ScheduleEntry& entry : schedule.kernel) compiled.kernel.push_back(entry);
  for (const ScheduleEntry& entry : schedule.epilogue) compiled.epilogue.push_back(entry);
  check_emission(compiled);
  return {compiled.error, compiled.broken_edges.size() + compiled.broken_edges_in_kernel.size()};
}

template <class Maker, class Final>
constexpr Safety safety_stage(const Final& schedule) {
  const EmittedSections sections = sections_of(schedule);
  const Verification verification = verify_sections(sections, kernel_protocol(Maker{}(), schedule.config));
  Safety out;
  out.verdict = verification.verdict;
  out.margin = verification.smallest_margin;
  out.error = refused_by(verification, schedule.level);
  out.worst = worst_hazard(verification);
  return out;
}

/// Compiles the schedule a second time to explain its worst hazard.
template <class Maker, CompileOptions Options>
struct HazardStory {
  static constexpr Text text() {
    const CompiledSchedule compiled = try_compile(Maker{}(), Options);
    const EmittedSections sections = emitted_sections(compiled);
    const Result<WaveProgram> program = lower(sections, compiled.protocol);
    Text out("stretto: schedule is not safe: ");
    TagNamer namer = no_tag_names;
    if constexpr (requires { TagNamer{&decltype(Maker{}())::tag_name}; }) namer = &decltype(Maker{}())::tag_name;
    const EntryNames names(program.value, sections, namer);
    out << explain(names, program.value, compiled.verification.hazards[0]);
    return out;
  }
};

template <class Schedule>
constexpr Schedule with_verdict(Schedule schedule, const Safety& safety) {
  schedule.verdict = safety.verdict;
  schedule.margin = safety.margin;
  return schedule;
}

// Each stage is a static member of its own type, so it is evaluated once and separately. Locals of a function would be
// evaluated again, all together, with the function. nvcc treats variable templates over lambdas as run-time storage.
template <class Maker, CompileOptions Options>
struct DeclaredSizes {
  static constexpr Outline value = outline(declared_stage<Maker, Options>());
};

template <class Maker, CompileOptions Options>
struct DeclaredSections {
  static constexpr auto value = declared_schedule<Maker, Options, DeclaredSizes<Maker, Options>::value>();
};

template <class Maker, CompileOptions Options>
struct BareSections {
  static constexpr auto value = data_stage<Maker>(DeclaredSections<Maker, Options>::value);
};

template <class Maker, CompileOptions Options>
struct SynchronisedSections {
  static constexpr auto value =
      sync_stage<Maker>(DeclaredSections<Maker, Options>::value, BareSections<Maker, Options>::value);
};

template <class Maker, CompileOptions Options>
struct FinalSections {
  static constexpr Outline sizes{{},
                                 SynchronisedSections<Maker, Options>::value.sizes[0],
                                 SynchronisedSections<Maker, Options>::value.sizes[1],
                                 SynchronisedSections<Maker, Options>::value.sizes[2],
                                 DeclaredSizes<Maker, Options>::value.deps};
  static constexpr auto value =
      derived_schedule<sizes>(DeclaredSections<Maker, Options>::value, SynchronisedSections<Maker, Options>::value);
};

template <class Maker, CompileOptions Options>
struct FinalEmission {
  static constexpr Emission value = emission_stage<Maker, Options>(FinalSections<Maker, Options>::value);
};

template <class Maker, class Sections>
struct SafetyOf {
  static constexpr Safety value = safety_stage<Maker>(Sections::value);
};

template <class Maker, CompileOptions Options>
constexpr auto freeze_declared() {
  using Sections = DeclaredSections<Maker, Options>;
  if constexpr (accept_safety<SafetyOf<Maker, Sections>, HazardStory<Maker, Options>>()) {
    return with_verdict(Sections::value, SafetyOf<Maker, Sections>::value);
  }
}

/// True if all stages before the verdict succeeded. The first failed stage is the compile error.
template <class Maker, CompileOptions Options>
constexpr bool accept_derivation() {
  if constexpr (accept<BareSections<Maker, Options>::value.error>()) {
    if constexpr (accept<SynchronisedSections<Maker, Options>::value.error>()) {
      return accept<FinalEmission<Maker, Options>::value.error>();
    }
  }
  return false;
}

template <class Maker, CompileOptions Options>
constexpr auto freeze_derived() {
  using Sections = FinalSections<Maker, Options>;
  if constexpr (accept_derivation<Maker, Options>()) {
    if constexpr (accept_safety<SafetyOf<Maker, Sections>, HazardStory<Maker, Options>>()) {
      auto result = with_verdict(Sections::value, SafetyOf<Maker, Sections>::value);
      result.broken_edges = FinalEmission<Maker, Options>::value.broken_edges;
      return result;
    }
  }
}

template <class Maker, CompileOptions Options>
constexpr auto freeze() {
  if constexpr (accept<DeclaredSizes<Maker, Options>::value.error>()) {
    if constexpr (sync_is_derived<Maker>()) {
      return freeze_derived<Maker, Options>();
    } else {
      return freeze_declared<Maker, Options>();
    }
  }
}

template <class S>
struct MakeDefault {
  constexpr S operator()() const { return S{}; }
};

}  // namespace detail

/// Compiles the schedule that `maker` returns. The maker is a captureless lambda or another empty callable:
/// `compile_schedule([] { return DeclarativeSchedule<false, 8, 4>(); })`.
template <CompileOptions Options = CompileOptions{}, class Maker>
consteval auto compile_schedule(Maker) {
  return detail::freeze<Maker, Options>();
}

/// Compiles a schedule type with default arguments: `compile_schedule<DeclarativeSchedule<false, 8, 4>>()`.
template <PipelineSchedule S, CompileOptions Options = CompileOptions{}>
consteval auto compile_schedule() {
  return detail::freeze<detail::MakeDefault<S>, Options>();
}

}  // namespace stretto
