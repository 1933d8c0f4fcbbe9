// compile_schedule: compiles a schedule into a constant. Its sections are arrays of exact size. A rejected schedule is
// a compile error whose template arguments name the rule, the numbers and the ops, or, for a race, the two steps.
#pragma once

#include <utility>

#include <stretto/core/array.hpp>
#include <stretto/core/plain_vector.hpp>
#include <stretto/mojo/compiler/compile.hpp>
#include <stretto/mojo/debug/body_names.hpp>
#include <stretto/mojo/debug/entry_names.hpp>
#include <stretto/program/run.hpp>
#include <stretto/program/write_entries.hpp>
#include <stretto/verify/compile_error.hpp>

namespace stretto {

/// The sizes of a compiled schedule.
struct ScheduleSizes {
  int prologue = 0;  ///< entries of the prologue
  int kernel = 0;    ///< entries of one trip
  int epilogue = 0;  ///< entries of the epilogue
  int deps = 0;      ///< dependences between kernel entries
  int roles = 1;     ///< roles that run the entries; the protocol gives each role at most two more barriers

  /// The entries of all roles.
  [[nodiscard]] constexpr int entries() const { return roles * (prologue + kernel + epilogue + 2); }
  friend constexpr bool operator==(const ScheduleSizes&, const ScheduleSizes&) = default;
};

/// The compiled schedule that a kernel consumes: `run` and `run_section` take it role by role, as entries.
template <ScheduleSizes Sizes>
struct StaticSchedule : EntryTable<Sizes.entries()> {
  /// Created by `compile_schedule`.
  constexpr StaticSchedule(const PipelineConfig& pipeline, const ScheduleConfig& schedule_knobs)
      : config(pipeline), knobs(schedule_knobs) {}

  PipelineConfig config;                          ///< structure of the loop
  ScheduleConfig knobs;                           ///< knobs of the schedule
  Array<ScheduleEntry, Sizes.prologue> prologue;  ///< as the Mojo package lists them: the same for all roles
  Array<ScheduleEntry, Sizes.kernel> kernel;      ///< of one trip
  Array<ScheduleEntry, Sizes.epilogue> epilogue;  ///< as the Mojo package lists them
  Array<DepEdge, Sizes.deps> kernel_deps;         ///< dependences between kernel entries
  WaitCounts waits;                               ///< counts used by the blocks
  int warp_stagger_index = 0;                     ///< prologue index of the second group's extra barrier
  OrderCost cost;                                 ///< cost of the order
  int lower_bound = 0;                            ///< lower bound on the makespan, as the Mojo package defines it
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
  ScheduleSizes sizes;
};

/// Sections that one evaluation passes to the next.
template <ScheduleSizes Room>
struct PlainSections {
  Diagnostic error;
  PlainVector<ScheduleEntry, Room.prologue> prologue;
  PlainVector<ScheduleEntry, Room.kernel> kernel;
  PlainVector<ScheduleEntry, Room.epilogue> epilogue;
  int warp_stagger_index = 0;

  constexpr PlainSections(const Diagnostic& failure, const PerSection<Vector<ScheduleEntry>>& sections,
                          int stagger_index)
      : error(failure), warp_stagger_index(stagger_index) {
    if (!error) error = add_all(prologue, sections.prologue, Rule::too_many_entries);
    if (!error) error = add_all(kernel, sections.kernel, Rule::too_many_entries);
    if (!error) error = add_all(epilogue, sections.epilogue, Rule::too_many_entries);
  }

  [[nodiscard]] constexpr EmittedSections emitted(const PipelineConfig& config, const ScheduleConfig& knobs) const {
    EmittedSections out(config, knobs, warp_stagger_index);
    out.set(*this);
    return out;
  }
};

/// The verdict, and the entries that it is about.
template <int Entries>
struct Safety {
  Diagnostic error;
  WorstHazard worst;
  Verdict verdict = Verdict::invalid;
  int margin = 0;
  EntryTable<Entries> table;
};

template <class Maker>
constexpr bool sync_is_derived() {
  return declared_synchronisation(Maker{}()).derived;
}

template <class Maker, CompileOptions Options>
constexpr CompiledSchedule declared_step() {
  CompiledSchedule out = compile_declared(Maker{}(), Options);
  if (!out.error && !sync_is_derived<Maker>()) check_emission(out);
  return out;
}

constexpr Outline outline(const CompiledSchedule& compiled) {
  return {compiled.error,
          {compiled.prologue.size(), compiled.kernel.size(), compiled.epilogue.size(), compiled.kernel_deps.size(),
           lowered_roles(compiled.config, compiled.protocol)}};
}

template <class Entry, int N>
constexpr void copy_to(Array<Entry, N>& out, const Vector<Entry>& in) {
  for (int i = 0; i < N && i < in.size(); ++i) out[i] = in[i];
}

template <class Maker, CompileOptions Options, ScheduleSizes Sizes>
constexpr auto declared_schedule() {
  const CompiledSchedule compiled = declared_step<Maker, Options>();
  StaticSchedule<Sizes> result(compiled.config, compiled.knobs);
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

template <ScheduleSizes Sizes>
constexpr EmittedSections sections_of(const StaticSchedule<Sizes>& schedule) {
  EmittedSections out(schedule.config, schedule.knobs, schedule.warp_stagger_index);
  out.set(Section::prologue, schedule.prologue);
  out.set(Section::kernel, schedule.kernel);
  out.set(Section::epilogue, schedule.epilogue);
  return out;
}

/// The data ops of the declared sections.
template <class Maker, ScheduleSizes Sizes>
constexpr auto data_step(const StaticSchedule<Sizes>& declared) {
  const auto schedule = Maker{}();
  const KernelProtocol protocol = kernel_protocol(schedule, declared.config);
  const EmittedSections sections = sections_of(declared);
  const Result<DataSections> data = data_sections(sections, protocol, declared_synchronisation(schedule).pacing);
  return PlainSections<Sizes>(data.error, data.value.entries, data.value.warp_stagger_index);
}

/// Capacity for the derived entries: each gap holds at most two waits and, with staggered roles, two barriers.
constexpr ScheduleSizes room(const ScheduleSizes& sizes) {
  return {5 * (sizes.prologue + 2), 5 * (sizes.kernel + 2), 5 * (sizes.epilogue + 2), sizes.deps, sizes.roles};
}

/// The data ops with derived synchronisation.
template <class Maker, class Declared, ScheduleSizes Sizes>
constexpr auto sync_step(const Declared& declared, const PlainSections<Sizes>& data) {
  const EmittedSections sections = data.emitted(declared.config, declared.knobs);
  const auto schedule = Maker{}();
  const Result<DerivedSections> derived = synchronise_sections(sections, kernel_protocol(schedule, declared.config),
                                                               declared_synchronisation(schedule).hiding);
  return PlainSections<room(Sizes)>(derived.error, derived.value.sections, derived.value.warp_stagger_index);
}

/// The declared schedule with derived sections.
template <ScheduleSizes Sizes, class Declared, class Synchronised>
constexpr auto derived_schedule(const Declared& declared, const Synchronised& from) {
  StaticSchedule<Sizes> result(declared.config, declared.knobs);
  for (int i = 0; i < Sizes.prologue; ++i) result.prologue[i] = from.prologue[i];
  for (int i = 0; i < Sizes.kernel; ++i) result.kernel[i] = from.kernel[i];
  for (int i = 0; i < Sizes.epilogue; ++i) result.epilogue[i] = from.epilogue[i];
  if (declared.config.depth >= 2) {
    copy_to(result.kernel_deps, double_buffer_kernel_deps(from.kernel.in_memory(), declared.config));
  } else {
    result.kernel_deps = declared.kernel_deps;
  }
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
constexpr Emission emission_step(const Final& schedule) {
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

template <class Maker, ScheduleSizes Sizes>
constexpr auto safety_step(const StaticSchedule<Sizes>& schedule) {
  const KernelProtocol protocol = kernel_protocol(Maker{}(), schedule.config);
  const EmittedSections sections = sections_of(schedule);
  const Result<WaveProgram> program = lower(sections, protocol);
  const Verification verification = verify_lowered(program, protocol);
  Safety<Sizes.entries()> out;
  out.verdict = verification.verdict;
  out.margin = verification.smallest_margin;
  out.error = refused_by(verification, schedule.level);
  if (out.error) {
    const EntryNames names(program.value, sections, tag_namer<decltype(Maker{}())>());
    out.worst = worst_hazard(verification, program.value, names);
  }
  if (!out.error && program.ok()) out.error = write_entries(out.table, program.value);
  return out;
}

/// The names of the body's ops.
template <class Maker>
struct MakerNames {
  static constexpr Text name(Rule rule, int op) {
    const auto schedule = Maker{}();
    const Result<Vector<OpDesc>> body = schedule.build_body();
    if (!body.ok() || !names_body(rule)) return {};
    return BodyNames(body.value, tag_namer<decltype(Maker{}())>()).name(op);
  }
};

/// Compiles the schedule a second time to explain its worst hazard.
template <class Maker, CompileOptions Options>
struct HazardStory {
  static constexpr Text text() {
    const CompiledSchedule compiled = try_compile(Maker{}(), Options);
    const EmittedSections sections = emitted_sections(compiled);
    const Result<WaveProgram> program = lower(sections, compiled.protocol);
    Text out("stretto: schedule is not safe: ");
    const EntryNames names(program.value, sections, tag_namer<decltype(Maker{}())>());
    out << explain(names, program.value, compiled.verification.hazards[0]);
    return out;
  }
};

template <ScheduleSizes Sizes>
constexpr StaticSchedule<Sizes> with_verdict(StaticSchedule<Sizes> schedule, const Safety<Sizes.entries()>& safety) {
  schedule.verdict = safety.verdict;
  schedule.margin = safety.margin;
  static_cast<EntryTable<Sizes.entries()>&>(schedule) = safety.table;
  return schedule;
}

// Each step is a static member of its own type, so it is evaluated once and separately. Locals of a function would be
// evaluated again, all together, with the function. nvcc treats variable templates over lambdas as run-time storage.
template <class Maker, CompileOptions Options>
struct DeclaredSizes {
  static constexpr Outline value = outline(declared_step<Maker, Options>());
};

template <class Maker, CompileOptions Options>
struct DeclaredSections {
  static constexpr auto value = declared_schedule<Maker, Options, DeclaredSizes<Maker, Options>::value.sizes>();
};

template <class Maker, CompileOptions Options>
struct BareSections {
  static constexpr auto value = data_step<Maker>(DeclaredSections<Maker, Options>::value);
};

template <class Maker, CompileOptions Options>
struct SynchronisedSections {
  static constexpr auto value =
      sync_step<Maker>(DeclaredSections<Maker, Options>::value, BareSections<Maker, Options>::value);
};

template <class Maker, CompileOptions Options>
struct FinalSections {
  static constexpr ScheduleSizes sizes{SynchronisedSections<Maker, Options>::value.prologue.size(),
                                       SynchronisedSections<Maker, Options>::value.kernel.size(),
                                       SynchronisedSections<Maker, Options>::value.epilogue.size(),
                                       DeclaredSizes<Maker, Options>::value.sizes.deps,
                                       DeclaredSizes<Maker, Options>::value.sizes.roles};
  static constexpr auto value =
      derived_schedule<sizes>(DeclaredSections<Maker, Options>::value, SynchronisedSections<Maker, Options>::value);
};

template <class Maker, CompileOptions Options>
struct FinalEmission {
  static constexpr Emission value = emission_step<Maker, Options>(FinalSections<Maker, Options>::value);
};

template <class Maker, class Sections>
struct SafetyOf {
  static constexpr auto value = safety_step<Maker>(Sections::value);
};

template <class Maker, CompileOptions Options>
constexpr auto freeze_declared() {
  using Sections = DeclaredSections<Maker, Options>;
  if constexpr (accept_safety<SafetyOf<Maker, Sections>, HazardStory<Maker, Options>>()) {
    return with_verdict(Sections::value, SafetyOf<Maker, Sections>::value);
  }
}

/// True if all steps before the verdict succeeded. The first failed step is the compile error.
template <class Maker, CompileOptions Options>
constexpr bool accept_derivation() {
  if constexpr (accept<BareSections<Maker, Options>::value.error, MakerNames<Maker>>()) {
    if constexpr (accept<SynchronisedSections<Maker, Options>::value.error, MakerNames<Maker>>()) {
      return accept<FinalEmission<Maker, Options>::value.error, MakerNames<Maker>>();
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
  if constexpr (accept<DeclaredSizes<Maker, Options>::value.error, MakerNames<Maker>>()) {
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
/// `compile_schedule([] { return DeclarativeSchedule<PingPongShape{.is_fp8 = false, .lgkm_a = 8, .lgkm_b = 4}>(); })`.
template <CompileOptions Options = CompileOptions{}, class Maker>
consteval auto compile_schedule(Maker) {
  return detail::freeze<Maker, Options>();
}

/// Compiles a schedule type with default arguments:
/// `compile_schedule<DeclarativeSchedule<PingPongShape{.is_fp8 = false, .lgkm_a = 8, .lgkm_b = 4}>>()`.
template <PipelineSchedule S, CompileOptions Options = CompileOptions{}>
consteval auto compile_schedule() {
  return detail::freeze<detail::MakeDefault<S>, Options>();
}

}  // namespace stretto
