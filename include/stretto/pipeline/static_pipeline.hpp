// A pipeline as a constant, for a kernel: scheduled, synchronised and proven at compile time.
//
//   struct Gemm {
//     static constexpr Loop declare() { return loops::gemm({.m = 128, .n = 256, .k = 64}); }
//     static constexpr Gpu target() { return targets::h200; }
//   };
//   struct Policy {
//     static constexpr auto pipe = pipeline<Gemm>();
//   };
//   static_assert(Policy::pipe.ii == 1024 && Policy::pipe.slots("A") == 3);
//   // ...
//   run<Policy, consumer>(iterations, [&](auto entry, int i) {
//     if constexpr (entry.value.action == Action::await) await(entry.value.barrier, i + entry.value.iteration);
//     // Likewise for multiplications, waits and arrivals.
//   });
//
// The declaration may also have `static constexpr PipelineOptions options()`.
//
// All workgroups of a cluster run these programs. An entry that acts on all of them appears once, with `everywhere`
// set. A persistent kernel runs its roles with a cursor instead of a trip index: pipeline/ring_cursor.hpp.
//
// A loop that cannot be scheduled, or whose synchronisation is not proven, is a compile error that names the rule.
#pragma once

#include <stretto/core/platform.hpp>
#include <stretto/pipeline/loop_error.hpp>
#include <stretto/pipeline/pipeline.hpp>
#include <stretto/pipeline/plain_programs.hpp>
#include <stretto/program/phase_parity.hpp>
#include <stretto/verify/compile_error.hpp>
#include <stretto/verify/explain.hpp>

namespace stretto {

/// One step of a role's program, as a kernel sees it.
struct PipelineEntry {
  Action action = Action::nothing;      ///< what to do
  int op = -1;                          ///< op of the target loop
  int tag = -1;                         ///< tag of the declared op
  int part = 0;                         ///< part of the declared op, if the target executes it in parts
  int iteration = 0;                    ///< added to the trip index
  Counter counter = Counter::none;      ///< the counter that counts the op, or that the wait is on
  int count = 0;                        ///< wait: how many operations may stay in flight
  int barrier = -1;                     ///< phase barrier; fetch: the one that its bytes are reported to
  int slots = 1;                        ///< of that barrier, or of the buffer that the op accesses first
  int flip = 0;                         ///< await: added to the phase to get its parity
  int bytes = 0;                        ///< bytes expected, or bytes loaded
  Section section = Section::prologue;  ///< section of the role's program
  bool everywhere = false;  ///< arrive: at the barrier of every workgroup of the cluster; fetch: its bytes, a part of
                            ///< the tile, go to all of them

  /// The iteration that it belongs to in a trip: the version that it touches.
  STRETTO_HOST_DEVICE constexpr int version(int trip) const { return trip + iteration; }
  /// The slot of its buffer or barrier in a trip.
  STRETTO_HOST_DEVICE constexpr int slot(int trip) const { return version(trip) % slots; }
  /// The parity that an await waits for in a trip.
  STRETTO_HOST_DEVICE constexpr int parity(int trip) const { return phase_parity(version(trip), slots, flip); }

  friend constexpr bool operator==(const PipelineEntry&, const PipelineEntry&) = default;
};

/// The programs of a workgroup's roles, and the quality of their schedule.
struct StaticPipeline {
  static constexpr int max_entries = 512;  ///< entries of all programs together
  static constexpr int max_roles = 4;      ///< roles of a workgroup
  static constexpr int max_programs = 8;   ///< the program with the kernel, and those for few iterations
  static constexpr int max_buffers = 32;   ///< buffers on the target, fragments included
  static constexpr int max_barriers = 32;  ///< phase barriers

  Diagnostic error;                         ///< why there is no pipeline
  Verdict verdict = Verdict::invalid;       ///< on all programs, for every number of iterations
  long ii = 0;                              ///< cycles from the start of one iteration to the start of the next
  long bound = 0;                           ///< no smaller II is possible
  bool optimal = false;                     ///< II is proven to be the smallest
  int stages = 0;                           ///< stages of an iteration, of II cycles each
  int peeled = 0;                           ///< iterations outside the kernel's trips
  long shared_bytes = 0;                    ///< bytes of all slots of a workgroup
  int roles = 0;                            ///< roles of a workgroup
  int buffers = 0;                          ///< how many of `buffer_names` and `buffer_slots` are set
  int barriers = 0;                         ///< how many of `phase_barriers` are set
  int programs = 0;                         ///< the program with the kernel, and those for few iterations
  int cluster = 1;                          ///< workgroups that run in step
  int ring_slots = 0;                       ///< slots of every ring; 0: they differ, or there are no rings
  PipelineEntry entries[max_entries] = {};  ///< of all programs, roles and sections, one after another
  int first[max_programs * max_roles * 3 + 1] = {};  ///< where each of them begins, by `place`
  int extra_trips[max_roles] = {};                   ///< by role: trips of its kernel beyond the trip count
  const char* buffer_names[max_buffers] = {};        ///< by buffer: its declared name
  int buffer_slots[max_buffers] = {};                ///< by buffer
  PhaseBarrier phase_barriers[max_barriers] = {};    ///< that the kernel must initialise

  /// Is it free of races for every number of iterations?
  [[nodiscard]] constexpr bool proven() const { return verdict == Verdict::proven; }
  /// Slots of the buffer with this declared name; 0: there is none.
  [[nodiscard]] constexpr int slots(const char* buffer) const {
    for (int b = 0; b < buffers; ++b) {
      const char* name = buffer_names[b];
      int i = 0;
      while (name[i] != '\0' && name[i] == buffer[i]) ++i;
      if (name[i] == buffer[i]) return buffer_slots[b];
    }
    return 0;
  }
  /// The index in `first` of a section of a role's program.
  [[nodiscard]] static constexpr int place(int program, int role, Section section) {
    return (program * max_roles + role) * 3 + static_cast<int>(section);
  }
  /// The first of its entries.
  [[nodiscard]] constexpr int begin(int program, int role, Section section) const {
    return first[place(program, role, section)];
  }
  /// One past the last of its entries.
  [[nodiscard]] constexpr int end(int program, int role, Section section) const {
    return first[place(program, role, section) + 1];
  }
};

namespace detail {

class StaticPipelineWriter {
 public:
  constexpr explicit StaticPipelineWriter(const Pipeline& pipe) : pipe_(pipe) {}

  constexpr StaticPipeline write() {
    // All ranks have the same programs.
    out_.cluster = pipe_.loop.cluster;
    out_.roles = pipe_.program.roles.size() / out_.cluster;
    out_.barriers = pipe_.program.phase_barriers.size() / out_.cluster;
    const bool fits = out_.roles <= StaticPipeline::max_roles && pipe_.few.size() + 1 <= StaticPipeline::max_programs &&
                      pipe_.slots.size() <= StaticPipeline::max_buffers &&
                      out_.barriers <= StaticPipeline::max_barriers;
    if (!fits) out_.error = Diagnostic(Rule::count_too_large, pipe_.slots.size(), StaticPipeline::max_buffers);
    if (out_.error) return out_;
    out_.ii = pipe_.schedule.ii;
    out_.bound = pipe_.schedule.lower_bound;
    out_.optimal = pipe_.schedule.status == ModuloStatus::optimal;
    out_.stages = static_cast<int>(pipe_.schedule.costs.stages);
    out_.peeled = pipe_.peeled;
    out_.shared_bytes = pipe_.shared_bytes();
    out_.buffers = pipe_.slots.size();
    out_.programs = 1 + pipe_.few.size();
    out_.ring_slots = same_slots();
    for (int b = 0; b < out_.buffers; ++b) {
      out_.buffer_names[b] = pipe_.loop.buffers[b].name;
      out_.buffer_slots[b] = pipe_.slots[b];
    }
    for (int b = 0; b < out_.barriers; ++b) out_.phase_barriers[b] = pipe_.program.phase_barriers[b];
    for (int p = 0; p < out_.programs; ++p) add_program(p);
    return out_;
  }

 private:
  [[nodiscard]] constexpr int same_slots() const {
    int slots = 0;
    for (const Ring& ring : pipe_.rings) {
      if (slots > 0 && ring.slots != slots) return 0;
      slots = ring.slots;
    }
    return slots;
  }

  constexpr void add_program(int p) {
    const WaveProgram& program = p == 0 ? pipe_.program : pipe_.few[p - 1];
    for (int a = 0; a < StaticPipeline::max_roles; ++a) {
      for (const Section section : all_sections) {
        if (a < out_.roles) {
          if (p == 0) out_.extra_trips[a] = program.roles[a].extra_trips;
          for (const Step& step : program.roles[a].steps[section]) add(program, step);
        }
        out_.first[StaticPipeline::place(p, a, section) + 1] = next_;
      }
    }
  }

  constexpr void add(const WaveProgram& program, const Step& step) {
    if (step.phase_barrier.barrier >= out_.barriers) {  // the previous entry, at another rank
      out_.entries[next_ - 1].everywhere = true;
      return;
    }
    if (next_ == StaticPipeline::max_entries) {
      out_.error = Diagnostic(Rule::count_too_large, next_ + 1, StaticPipeline::max_entries);
      return;
    }
    PipelineEntry& entry = out_.entries[next_++];
    entry.action = step.action;
    entry.section = step.section;
    entry.op = step.op;
    entry.counter = step.counter;
    entry.count = step.count;
    entry.iteration = step.tile;
    if (step.op >= 0) {
      entry.tag = pipe_.loop.ops[step.op].tag;
      entry.part = pipe_.loop.ops[step.op].step;
      const StepAccess& access = program.accesses[step.first_access];
      entry.slots = program.buffers[access.buffer].slots;
    }
    if (step.phase_barrier.present()) {
      entry.barrier = step.phase_barrier.barrier;
      entry.slots = program.phase_barriers[entry.barrier].slots;
      entry.iteration = step.phase_barrier.slot;
      entry.flip = step.phase_barrier.flip;
      entry.bytes = step.phase_barrier.bytes;
    }
  }

  const Pipeline& pipe_;
  StaticPipeline out_;
  int next_ = 0;
};

// The steps of make_pipeline. Each is a constant of a separate type, evaluated once, within the compilers' limits.

template <class Declared>
constexpr PipelineOptions options_of() {
  if constexpr (requires { Declared::options(); }) {
    return Declared::options();
  } else {
    return {};
  }
}

/// A schedule without dynamic memory.
struct PlainSchedule {
  static constexpr int max_ops = 64;

  Diagnostic error;
  long ii = 0;
  long lower_bound = 0;
  ModuloStatus status = ModuloStatus::best;
  ModuloCosts costs;
  int ops = 0;
  int storages = 0;
  long starts[max_ops] = {};
  int slots[StaticPipeline::max_buffers] = {};
};

constexpr PlainSchedule plain(const ModuloResult& schedule) {
  PlainSchedule out;
  out.ops = schedule.starts.size();
  out.storages = schedule.slots.size();
  if (out.ops > PlainSchedule::max_ops) out.error = Diagnostic(Rule::count_too_large, out.ops, PlainSchedule::max_ops);
  if (out.storages > StaticPipeline::max_buffers) {
    out.error = Diagnostic(Rule::count_too_large, out.storages, StaticPipeline::max_buffers);
  }
  if (out.error) return out;
  out.ii = schedule.ii;
  out.lower_bound = schedule.lower_bound;
  out.status = schedule.status;
  out.costs = schedule.costs;
  for (int i = 0; i < out.ops; ++i) out.starts[i] = schedule.starts[i];
  for (int i = 0; i < out.storages; ++i) out.slots[i] = schedule.slots[i];
  return out;
}

constexpr ModuloResult in_memory(const PlainSchedule& plain) {
  ModuloResult out;
  out.ii = plain.ii;
  out.lower_bound = plain.lower_bound;
  out.status = plain.status;
  out.costs = plain.costs;
  for (int i = 0; i < plain.ops; ++i) out.starts.push_back(plain.starts[i]);
  for (int i = 0; i < plain.storages; ++i) out.slots.push_back(plain.slots[i]);
  return out;
}

/// The loop on its target, with the schedule known so far.
template <class Declared>
constexpr Result<Pipeline> planned(const PlainSchedule& known) {
  if (known.error) return known.error;
  Result<TargetLoop> target = on_target(Declared::declare(), Declared::target());
  if (!target.ok()) return target.error;
  Pipeline pipe;
  pipe.loop = static_cast<TargetLoop&&>(target.value);
  pipe.schedule = in_memory(known);
  return pipe;
}

/// The schedule with its II and the first `Goals` of the later objectives.
template <class Declared, int Goals>
struct ScheduleConstant {
  static constexpr PlainSchedule improved() {
    const PlainSchedule& before = ScheduleConstant<Declared, Goals - 1>::value;
    Result<Pipeline> made = planned<Declared>(before);
    if (!made.ok()) return before;
    made.value.problem = modulo_of(made.value.loop, before.ii);
    improve(made.value, options_of<Declared>(), later_goals[Goals - 1]);
    return plain(made.value.schedule);
  }
  static constexpr PlainSchedule value = improved();
};

template <class Declared>
struct ScheduleConstant<Declared, 0> {
  static constexpr PlainSchedule first() {
    const Result<Pipeline> made = plan_pipeline(Declared::declare(), Declared::target(), options_of<Declared>());
    if (made.ok()) return plain(made.value.schedule);
    PlainSchedule refused;
    refused.error = made.error;
    return refused;
  }
  static constexpr PlainSchedule value = first();
};

template <class Declared>
using FoundSchedule = ScheduleConstant<Declared, 4>;

/// The programs of a known schedule.
template <class Declared>
constexpr Result<Pipeline> programs_of(const PlainSchedule& known) {
  Result<Pipeline> made = planned<Declared>(known);
  if (!made.ok()) return made;
  if (const Diagnostic error = write_programs(made.value, options_of<Declared>())) return error;
  return made;
}

/// What a kernel sees of the programs, and what the verifier sees.
struct WrittenPipeline {
  StaticPipeline pipe;
  PlainPrograms programs;
};

template <class Declared>
constexpr WrittenPipeline written_pipeline() {
  WrittenPipeline out;
  const Result<Pipeline> made = programs_of<Declared>(FoundSchedule<Declared>::value);
  if (!made.ok()) {
    out.pipe.error = made.error;
    return out;
  }
  out.pipe = StaticPipelineWriter(made.value).write();
  if (out.pipe.error) return out;
  out.programs = PlainProgramsWriter().write(made.value);
  if (out.programs.programs == 0) {
    out.pipe.error = Diagnostic(Rule::count_too_large, made.value.program.accesses.size(), PlainPrograms::max_accesses);
  }
  return out;
}

template <class Declared>
struct ProgramsConstant {
  static constexpr WrittenPipeline written = written_pipeline<Declared>();
  static constexpr const StaticPipeline& value = written.pipe;
};

struct PipelineVerdict {
  Diagnostic error;
  Verdict verdict = Verdict::invalid;
  WorstHazard worst;
  int program = 0;  // the program with this verdict
};

/// The verdict on the first `Programs` of a pipeline's programs: the worst of them.
template <class Declared, int Programs>
struct ProgramsVerdict {
  static constexpr PipelineVerdict judged() {
    const Verification found = verify(in_memory(ProgramsConstant<Declared>::written.programs, Programs - 1));
    const PipelineVerdict& before = ProgramsVerdict<Declared, Programs - 1>::value;
    if (found.verdict <= before.verdict) return before;
    PipelineVerdict out;
    out.verdict = found.verdict;
    out.program = Programs - 1;
    out.error = refused_by(found, VerificationLevel::proven);
    out.worst = worst_hazard(found);
    return out;
  }
  static constexpr PipelineVerdict value = judged();
};

template <class Declared>
struct ProgramsVerdict<Declared, 0> {
  static constexpr PipelineVerdict value{{}, Verdict::proven, {}, 0};
};

template <class Declared>
constexpr PipelineVerdict judged_pipeline() {
  constexpr Diagnostic error = ProgramsConstant<Declared>::value.error;
  if constexpr (error.rule != Rule::none) {
    return {error, Verdict::invalid, {}, 0};
  } else {
    return ProgramsVerdict<Declared, ProgramsConstant<Declared>::value.programs>::value;
  }
}

template <class Declared>
struct VerdictConstant {
  static constexpr PipelineVerdict value = judged_pipeline<Declared>();
};

/// Verifies the program once more, to explain its worst hazard.
template <class Declared>
struct PipelineStory {
  static constexpr Text text() {
    const WaveProgram program =
        in_memory(ProgramsConstant<Declared>::written.programs, VerdictConstant<Declared>::value.program);
    const Verification found = verify(program);
    Text out("stretto: pipeline is not safe: ");
    out << explain(StepNames(program), program, found.hazards[0]);
    return out;
  }
};

template <class Declared>
constexpr bool accept_pipeline() {
  constexpr Diagnostic error = VerdictConstant<Declared>::value.error;
  if constexpr (error.of_loop) {
    return accept_loop<Declared, error>();
  } else {
    return accept_safety<VerdictConstant<Declared>, PipelineStory<Declared>>();
  }
}

}  // namespace detail

/// The pipeline of a declared loop. Fails to compile if the loop is refused or not proven.
template <class Declared>
constexpr StaticPipeline pipeline() {
  static_assert(detail::accept_pipeline<Declared>());
  StaticPipeline pipe = detail::ProgramsConstant<Declared>::value;
  pipe.verdict = detail::VerdictConstant<Declared>::value.verdict;
  return pipe;
}

/// Entry I of a pipeline, as a type: its members are constants wherever it is passed.
template <class Policy, int I>
struct PipelineEntryAt {
  static constexpr PipelineEntry value = Policy::pipe.entries[I];  ///< the entry
};

namespace detail {

STRETTO_CALLS_ANY_SPACE
template <class Policy, int First, class Dispatcher, int... I>
STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void run_entries([[maybe_unused]] Dispatcher& dispatch,
                                                              [[maybe_unused]] int index,
                                                              std::integer_sequence<int, I...>) {
  (dispatch(PipelineEntryAt<Policy, First + I>{}, index), ...);
}

STRETTO_CALLS_ANY_SPACE
template <class Policy, int Program, int Role, Section P, class Dispatcher>
STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void run_section(Dispatcher& dispatch, int index) {
  constexpr int first = Policy::pipe.begin(Program, Role, P);
  constexpr int count = Policy::pipe.end(Program, Role, P) - first;
  run_entries<Policy, first>(dispatch, index, std::make_integer_sequence<int, count>{});
}

STRETTO_CALLS_ANY_SPACE
template <class Policy, int Role, class Dispatcher, int... P>
STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void run_few(Dispatcher& dispatch, int iterations,
                                                          std::integer_sequence<int, P...>) {
  ((iterations == P + 1 ? run_section<Policy, P + 1, Role, Section::prologue>(dispatch, 0) : void()), ...);
}

}  // namespace detail

/// Runs one role's program for `iterations` iterations. The dispatcher gets each entry as a constant, and the trip
/// index.
STRETTO_CALLS_ANY_SPACE
template <class Policy, int Role, class Dispatcher>
STRETTO_HOST_DEVICE STRETTO_INLINE constexpr void run(int iterations, Dispatcher&& dispatch) {
  constexpr int peeled = Policy::pipe.peeled;
  if (iterations < 1) return;
  if constexpr (Policy::pipe.programs > 1) {
    if (iterations < peeled) {
      detail::run_few<Policy, Role>(dispatch, iterations, std::make_integer_sequence<int, Policy::pipe.programs - 1>{});
      return;
    }
  }
  const int trips = iterations - peeled + Policy::pipe.extra_trips[Role];
  detail::run_section<Policy, 0, Role, Section::prologue>(dispatch, 0);
  for (int i = 0; i < trips; ++i) detail::run_section<Policy, 0, Role, Section::kernel>(dispatch, i);
  detail::run_section<Policy, 0, Role, Section::epilogue>(dispatch, trips);
}

}  // namespace stretto
