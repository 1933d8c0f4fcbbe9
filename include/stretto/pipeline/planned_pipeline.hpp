// A pipeline as a constant from a schedule that is given: its declaration has a member `plan`, a `GivenSchedule` that
// `stretto plan` wrote. The compiler checks the schedule, derives the programs and verifies them; it parses no search.
// static_pipeline.hpp adds the search, and shows how a kernel uses a pipeline.
#pragma once

#include <stretto/pipeline/given_schedule.hpp>
#include <stretto/pipeline/loop_error.hpp>
#include <stretto/pipeline/pipeline_names.hpp>
#include <stretto/pipeline/plain_programs.hpp>
#include <stretto/program/run.hpp>
#include <stretto/program/write_entries.hpp>
#include <stretto/verify/compile_error.hpp>
#ifdef STRETTO_COMPUTES_MESSAGES
#include <stretto/verify/explain.hpp>
#endif

namespace stretto {

/// The programs of a workgroup's roles, and the quality of their schedule.
struct StaticPipeline : EntryTable<1024> {
  static constexpr int max_buffers = 64;   ///< buffers on the target, fragments included
  static constexpr int max_barriers = 64;  ///< phase barriers

  Diagnostic error;                                ///< why there is no pipeline
  Verdict verdict = Verdict::invalid;              ///< on all programs, for every number of iterations
  long ii = 0;                                     ///< cycles from the start of one iteration to the start of the next
  long bound = 0;                                  ///< no smaller II is possible
  bool optimal = false;                            ///< II is proven to be the smallest
  int stages = 0;                                  ///< stages of an iteration, of II cycles each
  long shared_bytes = 0;                           ///< bytes of all slots of a workgroup
  int buffers = 0;                                 ///< how many of `buffer_names` and `buffer_slots` are set
  int barriers = 0;                                ///< how many of `phase_barriers` are set
  int cluster = 1;                                 ///< workgroups that run in step
  int ring_slots = 0;                              ///< slots of every ring; 0: they differ, or there are no rings
  const char* buffer_names[max_buffers] = {};      ///< by buffer: its declared name
  int buffer_slots[max_buffers] = {};              ///< by buffer
  PhaseBarrier phase_barriers[max_barriers] = {};  ///< that the kernel must initialise

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
};

namespace detail {

/// The slots of every ring; 0 if they differ.
constexpr int same_slots(const Vector<Ring>& rings) {
  int slots = 0;
  for (const Ring& ring : rings) {
    if (slots > 0 && ring.slots != slots) return 0;
    slots = ring.slots;
  }
  return slots;
}

/// What a kernel sees of a pipeline.
constexpr StaticPipeline static_pipeline(const Pipeline& pipe) {
  StaticPipeline out;
  out.cluster = pipe.loop.cluster;
  out.barriers = pipe.program.phase_barriers.size() / out.cluster;  // all ranks have the same programs
  out.buffers = pipe.slots.size();
  if (out.buffers > StaticPipeline::max_buffers) {
    out.error = Diagnostic(Rule::too_many_buffers, out.buffers, StaticPipeline::max_buffers);
  } else if (out.barriers > StaticPipeline::max_barriers) {
    out.error = Diagnostic(Rule::too_many_barriers, out.barriers, StaticPipeline::max_barriers);
  }
  if (out.error) return out;
  out.ii = pipe.schedule.ii;
  out.bound = pipe.schedule.lower_bound;
  out.optimal = pipe.schedule.status == ModuloStatus::optimal;
  out.stages = static_cast<int>(pipe.schedule.costs.stages);
  out.shared_bytes = pipe.shared_bytes();
  out.ring_slots = same_slots(pipe.rings);
  for (int b = 0; b < out.buffers; ++b) {
    out.buffer_names[b] = pipe.loop.buffers[b].name;
    out.buffer_slots[b] = pipe.slots[b];
  }
  for (int b = 0; b < out.barriers; ++b) out.phase_barriers[b] = pipe.program.phase_barriers[b];
  out.error = write_entries(out, pipe.program, pipe.few, out.cluster);
  return out;
}

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
  out.pipe = static_pipeline(made.value);
  if (out.pipe.error) return out;
  PlainProgramsWriter writer;
  out.pipe.error = writer.write(made.value);
  out.programs = writer.programs();
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
    const WaveProgram program = in_memory(ProgramsConstant<Declared>::written.programs, Programs - 1);
    const Verification found = verify(program);
    const PipelineVerdict& before = ProgramsVerdict<Declared, Programs - 1>::value;
    if (found.verdict <= before.verdict) return before;
    PipelineVerdict out;
    out.verdict = found.verdict;
    out.program = Programs - 1;
    out.error = refused_by(found, VerificationLevel::proven);
    if (out.error) {
      const TargetLoop loop = accepted_loop<Declared>();
      out.worst = worst_hazard(found, program, PipelineNames(program, loop));
    }
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

/// Verifies the program once more, to explain its worst hazard. Only a compiler that prints the text has to parse this.
template <class Declared>
struct PipelineStory {
#ifdef STRETTO_COMPUTES_MESSAGES
  static constexpr Text text() {
    const WaveProgram program =
        in_memory(ProgramsConstant<Declared>::written.programs, VerdictConstant<Declared>::value.program);
    const Verification found = verify(program);
    const TargetLoop loop = accepted_loop<Declared>();
    Text out("stretto: pipeline \"");
    out << loop.name << "\" is not safe: ";
    out << explain(PipelineNames(program, loop), program, found.hazards[0]);
    return out;
  }
#endif
};

template <class Declared>
concept HasSchedule = requires { sizeof(FoundSchedule<Declared>); };

template <class Declared>
constexpr bool accept_pipeline() {
  static_assert(
      HasSchedule<Declared>,
      "stretto: no plan gives this schedule; include <stretto/pipeline/static_pipeline.hpp> to search for it");
  constexpr Diagnostic error = VerdictConstant<Declared>::value.error;
  if constexpr (is_unsafe(error)) {
    return accept_safety<VerdictConstant<Declared>, PipelineStory<Declared>>();
  } else {
    return accept_loop<Declared, error>();
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

}  // namespace stretto
