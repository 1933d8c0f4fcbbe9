// make_pipeline: turns a declared loop and a GPU into scheduled, synchronised and proven programs, one per role.
//
//   declared loop -> on_target -> modulo_of -> modulo_schedule -> rings, streams -> programs -> waits -> cluster ->
//   verify
//
// Roles that run the same program synchronise by barriers and counters (sync/synchronise.hpp). Roles that run different
// programs synchronise by mbarriers between them and by counters within (sync/role_waits.hpp). Their waves exchange
// data at named barriers (sync/role_barriers.hpp).
#pragma once

#include <stretto/pipeline/cluster.hpp>
#include <stretto/pipeline/emit.hpp>
#include <stretto/pipeline/modulo_of.hpp>
#include <stretto/pipeline/on_target.hpp>
#include <stretto/sync/role_barriers.hpp>
#include <stretto/sync/role_fences.hpp>
#include <stretto/sync/role_waits.hpp>
#include <stretto/sync/synchronise.hpp>
#include <stretto/verify/verify.hpp>

namespace stretto {

/// How barriers are placed if all waves run one program.
enum class BarrierPlacement : unsigned char {
  on_time,  ///< each after the time at which the schedule completes the operations that it protects
  fewest,   ///< as few as the data flow allows
};

/// How to build a pipeline, and how long to search.
struct PipelineOptions {
  ModuloOptions modulo{
      .budget = {.nodes = 100'000, .expired = nullptr}};  ///< of the scheduler; the budget applies to each II
  bool persistent = false;                                ///< runs follow each other, each of at least P iterations
  BarrierPlacement barriers = BarrierPlacement::on_time;  ///< applies if all waves run one program
  bool earliest_starts = true;                            ///< optimise the last objective, too
};

/// A loop on a target: its schedule, its programs and their verdict.
struct Pipeline {
  TargetLoop loop;          ///< ops with costs, roles, buffers
  ModuloProblem problem;    ///< what was scheduled: the loop's ops and the releases
  ModuloResult schedule;    ///< II, starts, slots, bounds
  Vector<int> slots;        ///< by buffer of the target loop
  Vector<Ring> rings;       ///< buffers that roles hand to each other
  int peeled = 0;           ///< P: iterations outside the trips; fewer than P iterations have their own programs
  WaveProgram program;      ///< for N = P + trips iterations; all workgroups of the cluster
  Vector<WaveProgram> few;  ///< for N = 1 .. P - 1 iterations
  Verdict verdict = Verdict::proven;  ///< the worst of all programs
  Vector<Hazard> hazards;             ///< of the program with the worst verdict, worst first
  Diagnostic invalid;                 ///< why the verdict is invalid, if it is

  /// Bytes of shared memory of all slots.
  [[nodiscard]] constexpr long shared_bytes() const {
    long bytes = 0;
    for (int b = 0; b < loop.buffers.size(); ++b) {
      if (loop.buffers[b].space == Space::shared) bytes += static_cast<long>(loop.buffers[b].bytes) * slots[b];
    }
    return bytes;
  }
};

namespace detail {

constexpr Vector<int> slots_by_buffer(const TargetLoop& loop, const ModuloResult& schedule) {
  Vector<int> slots;
  int storage = 0;
  for (const TargetBuffer& buffer : loop.buffers) {
    int count = 1;
    if (!buffer.sum) count = schedule.slots[storage++];
    if (buffer.fixed_slots > count) count = buffer.fixed_slots;
    slots.push_back(count < 1 ? 1 : count);
  }
  return slots;
}

constexpr void number_barriers(Vector<Ring>& rings) {
  int next = 0;
  for (Ring& ring : rings) {
    const bool handed_over = (ring.readers & ~(1U << ring.writer)) != 0;
    if (handed_over || ring.written_by == Counter::bytes) ring.full = next++;
    if (handed_over) ring.empty = next++;
  }
}

constexpr Vector<Vector<int>> guarded_buffers(const Vector<Ring>& rings) {
  Vector<Vector<int>> guarded;
  for (const Ring& ring : rings) {
    if (ring.full >= 0) guarded.push_back(ring.buffers);
    if (ring.empty >= 0) guarded.push_back(ring.buffers);
  }
  return guarded;
}

/// Enough trips for every pair of steps that can conflict to do so in the steady state.
constexpr int trips_to_look_at(const Pipeline& pipe) {
  int most = 1;
  for (int count : pipe.slots) most = count > most ? count : most;
  return pipe.peeled + most + 3;
}

/// Leaves out the accesses to registers that waves compute one after another: they need no synchronisation. The
/// accesses of loads and fragments remain, and those of shared memory, through which waves exchange what they compute.
constexpr WaveProgram without_own_results(const WaveProgram& program) {
  WaveProgram out = program;
  out.accesses.clear();
  Vector<char> computed(program.buffers.size(), 0);
  for (const Role& role : program.roles) {
    for (const Section section : run_sections) {
      for (const Step& step : role.steps[section]) {
        for (int i = 0; i < step.access_count; ++i) {
          const StepAccess& access = program.accesses[step.first_access + i];
          if (step.action != Action::consume || access.mode != AccessMode::write) continue;
          if (program.buffers[access.buffer].per_wave()) computed[access.buffer] = 1;
        }
      }
    }
  }
  for (Role& role : out.roles) {
    for (const Section section : run_sections) {
      for (Step& step : role.steps[section]) {
        const int first = out.accesses.size();
        for (int i = 0; i < step.access_count; ++i) {
          const StepAccess& access = program.accesses[step.first_access + i];
          if (computed[access.buffer] == 0) out.accesses.push_back(access);
        }
        step.first_access = first;
        step.access_count = out.accesses.size() - first;
      }
    }
  }
  return out;
}

constexpr int entries_of(const Vector<Step>& steps) {
  int count = 0;
  for (const Step& step : steps) count += step.entry >= 0 ? 1 : 0;
  return count;
}

/// The buffers in memory that the waves of a role both write and read, if it has several waves.
constexpr Vector<int> exchanged_buffers(const Pipeline& pipe, int role) {
  Vector<int> exchanged;
  if (pipe.loop.roles[role].all_waves() == 1) return exchanged;
  for (const Ring& ring : pipe.rings) {
    if (ring.writer != role || (ring.readers >> role & 1U) == 0) continue;
    for (const int b : ring.buffers) exchanged.push_back(b);
  }
  return exchanged;
}

/// Adds a named barrier for each role whose waves exchange data, and its steps. Returns the barrier of each role of the
/// program; -1: none.
constexpr Vector<int> add_exchange_barriers(const Pipeline& pipe, WaveProgram& program, Vector<Vector<int>>& guarded) {
  Vector<int> barriers;
  for (int t = 0; t < pipe.loop.roles.size(); ++t) {
    const TargetRole& role = pipe.loop.roles[t];
    const Vector<int> exchanged = exchanged_buffers(pipe, t);
    int barrier = -1;
    if (!exchanged.empty()) {
      barrier = program.phase_barriers.size();
      program.phase_barriers.push_back({"exchange", PhaseBarrierKind::named, 1, role.all_waves()});
      guarded.push_back(exchanged);
    }
    for (int g = 0; g < role.groups; ++g) {
      barriers.push_back(barrier);
      if (barrier < 0) continue;
      RoleBarriers(program, barriers.size() - 1, exchanged, barrier).derive(trips_to_look_at(pipe));
    }
  }
  return barriers;
}

constexpr Diagnostic add_synchronisation(const Pipeline& pipe, BarrierPlacement barriers, WaveProgram& program) {
  if (pipe.loop.specialised()) {
    Vector<Vector<int>> guarded = guarded_buffers(pipe.rings);
    while (guarded.size() < program.phase_barriers.size()) guarded.push_back({});
    Vector<int> registers;
    for (int b = 0; b < pipe.loop.buffers.size(); ++b) {
      const int replaced = pipe.loop.buffers[b].in_place_of;
      registers.push_back(replaced < 0 ? b : registers[replaced]);
    }
    const Vector<int> exchange = add_exchange_barriers(pipe, program, guarded);
    for (int a = 0; a < program.roles.size(); ++a) {
      RoleWaits(program, a, guarded, exchange[a]).derive(trips_to_look_at(pipe));
      RoleFences(program, a, guarded, registers).derive();
    }
    return {};
  }
  if (barriers == BarrierPlacement::fewest) {
    for (Role& role : program.roles) {
      for (Step& step : role.steps.kernel) step.hidden = 0;
    }
  }
  if (program.persistent) {
    // The next run's loads overwrite data that this run's tail still reads.
    for (Role& role : program.roles) {
      Step barrier;
      barrier.action = Action::barrier;
      barrier.section = Section::epilogue;
      barrier.entry = entries_of(role.steps.epilogue);
      role.steps.epilogue.push_back(barrier);
    }
  }
  const Result<SyncPlan> plan = synchronise(without_own_results(program));
  if (!plan.ok()) return plan.error;
  program = with_synchronisation(program, plan.value);
  return {};
}

/// The buffer whose registers hold a buffer: itself, unless it replaces another one.
constexpr int registers_of(const TargetLoop& loop, int b) {
  while (loop.buffers[b].in_place_of >= 0) b = loop.buffers[b].in_place_of;
  return b;
}

/// How an op reads registers that values share. False: it only keeps them.
constexpr bool adjust(const TargetLoop& loop, int op, StepAccess& read) {
  for (const TargetAccess& access : loop.accesses) {
    if (access.op != op) continue;
    if (access.buffer == read.buffer && access.mode == AccessMode::read && access.keeps) return false;
    // Behind its first part, an op that replaces a value finds there what it has left itself.
    const bool replaces = access.mode == AccessMode::write && access.buffer != read.buffer && loop.ops[op].step > 0 &&
                          registers_of(loop, access.buffer) == registers_of(loop, read.buffer);
    if (!replaces) continue;
    read.buffer = access.buffer;
    read.version = 0;
    return true;
  }
  return true;
}

/// Gives values in place of others the registers of those, so that the verifier sees what overwrites what. Reads that
/// only keep the registers have done their part in the schedule and the waits.
constexpr void share_registers(const TargetLoop& loop, WaveProgram& program) {
  Vector<char> shared(loop.buffers.size(), 0);
  int end = -1;  // nothing is shared
  for (int b = 0; b < loop.buffers.size(); ++b) {
    const int base = registers_of(loop, b);
    const bool in_place = base != b && loop.buffers[base].space == Space::registers;
    if (!in_place) continue;
    shared[base] = shared[b] = 1;
    Buffer& replaced = program.buffers[base];
    if (replaced.bytes == 0) replaced.bytes = 1;
    if (end < 0) end = 0;
    if (replaced.offset < 0) {
      replaced.offset = end;
      end += replaced.bytes;
    }
    program.buffers[b].offset = replaced.offset;
    program.buffers[b].bytes = replaced.bytes;
  }
  if (end < 0) return;
  const Vector<StepAccess> all = program.accesses;
  program.accesses.clear();
  for (Role& role : program.roles) {
    for (const Section section : run_sections) {
      for (Step& step : role.steps[section]) {
        const int first = program.accesses.size();
        for (int i = 0; i < step.access_count; ++i) {
          StepAccess access = all[step.first_access + i];
          const bool plain = shared[access.buffer] == 0 || access.mode == AccessMode::write || step.op < 0;
          if (plain || adjust(loop, step.op, access)) program.accesses.push_back(access);
        }
        step.first_access = first;
        step.access_count = program.accesses.size() - first;
      }
    }
  }
}

constexpr void judge(Pipeline& pipe, const WaveProgram& program) {
  const Verification found = verify(program);
  if (found.verdict > pipe.verdict) {
    pipe.verdict = found.verdict;
    pipe.hazards = found.hazards;
    pipe.invalid = found.invalid;
  }
}

/// If groups take turns, the problem depends on II. II is assumed, starting from the resource bound, and raised until
/// the schedule's II is no larger than the assumed one.
constexpr Diagnostic find_interval(Pipeline& pipe, ModuloOptions options) {
  long assumed = resource_bound(modulo_of(pipe.loop)).ii;
  options.only_interval = true;
  while (true) {
    pipe.problem = modulo_of(pipe.loop, assumed);
    Result<ModuloResult> schedule = modulo_schedule(pipe.problem, options);
    if (!schedule.ok()) return in_declared_terms(pipe.loop, in_target_terms(pipe.loop, schedule.error));
    pipe.schedule = static_cast<ModuloResult&&>(schedule.value);
    if (pipe.loop.groups() == 1 || pipe.schedule.ii <= assumed) return {};
    assumed = pipe.schedule.ii;
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

/// Turns the schedule into synchronised programs. Fails if no synchronisation can make them safe.
constexpr Diagnostic write_programs(Pipeline& pipe, const PipelineOptions& options) {
  if (options.persistent) {
    for (int b = 0; b < pipe.loop.buffers.size(); ++b) {
      const bool kept = pipe.loop.buffers[b].sum && pipe.loop.buffers[b].space == Space::tensor;
      if (!kept) continue;
      const Diagnostic refused = Diagnostic(Rule::persistent_sums, b, 0).with_op(pipe.loop.writer(b)).with_buffer(b);
      return detail::in_declared_terms(pipe.loop, refused);
    }
  }
  pipe.slots = detail::slots_by_buffer(pipe.loop, pipe.schedule);
  if (pipe.loop.specialised()) {
    pipe.rings = find_rings(pipe.loop, pipe.slots);
    detail::number_barriers(pipe.rings);
  }
  Vector<Stream> streams;
  int stages = 1;
  for (int a = 0; a < pipe.loop.roles.size(); ++a) {
    streams.push_back(detail::StreamBuilder(pipe.loop, pipe.schedule, pipe.rings).build(a));
    stages = streams.back().stages > stages ? streams.back().stages : stages;
  }
  pipe.peeled = stages - 1;
  detail::Emitter emitter(pipe.loop, pipe.slots, pipe.rings, streams, pipe.schedule.ii);
  pipe.program = emitter.full();
  pipe.program.persistent = options.persistent;
  if (const Diagnostic error = detail::add_synchronisation(pipe, options.barriers, pipe.program)) return error;
  detail::share_registers(pipe.loop, pipe.program);
  pipe.program = detail::in_cluster(pipe.loop, pipe.rings, static_cast<WaveProgram&&>(pipe.program));
  for (int iterations = 1; iterations < pipe.peeled; ++iterations) {
    WaveProgram program = emitter.exactly(iterations);
    if (const Diagnostic error = detail::add_synchronisation(pipe, options.barriers, program)) return error;
    detail::share_registers(pipe.loop, program);
    pipe.few.take(detail::in_cluster(pipe.loop, pipe.rings, static_cast<WaveProgram&&>(program)));
  }
  return {};
}

/// Verifies all programs and records the worst verdict.
constexpr void judge(Pipeline& pipe) {
  detail::judge(pipe, pipe.program);
  for (const WaveProgram& program : pipe.few) detail::judge(pipe, program);
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
