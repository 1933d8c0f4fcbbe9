// From a schedule to synchronised programs and their verdict: the part of `make_pipeline` that needs no search.
//
//   schedule -> rings, streams -> programs -> add_synchronisation -> share_registers -> in_cluster -> verify
#pragma once

#include <stretto/pipeline/add_synchronisation.hpp>
#include <stretto/pipeline/cluster.hpp>
#include <stretto/pipeline/emit.hpp>
#include <stretto/pipeline/modulo_of.hpp>
#include <stretto/pipeline/on_target.hpp>
#include <stretto/pipeline/options.hpp>
#include <stretto/pipeline/share_registers.hpp>
#include <stretto/verify/verify.hpp>

namespace stretto {

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
    if (ring.handed_over() || ring.written_by == Counter::bytes) ring.full = next++;
    if (ring.returned_by != 0) ring.empty = next++;
  }
}

/// Enough trips for every pair of steps that can conflict to do so in the steady state.
constexpr int trips_to_look_at(const Pipeline& pipe) {
  int most = 1;
  for (int count : pipe.slots) most = count > most ? count : most;
  return pipe.peeled + most + 3;
}

/// Turns an emitted program into the one that the cluster executes.
constexpr Diagnostic finish(const Pipeline& pipe, const PipelineOptions& options, WaveProgram& program) {
  const int trips = trips_to_look_at(pipe);
  const Diagnostic error = add_synchronisation(pipe.loop, pipe.rings, options.barriers, trips, program);
  if (error) return error;
  share_registers(pipe.loop, program);
  program = in_cluster(pipe.loop, pipe.rings, static_cast<WaveProgram&&>(program));
  return {};
}

constexpr void judge(Pipeline& pipe, const WaveProgram& program) {
  const Verification found = verify(program);
  if (found.verdict > pipe.verdict) {
    pipe.verdict = found.verdict;
    pipe.hazards = found.hazards;
    pipe.invalid = found.invalid;
  }
}

}  // namespace detail

/// Turns the schedule into synchronised programs. Fails if no synchronisation can make them safe.
constexpr Diagnostic write_programs(Pipeline& pipe, const PipelineOptions& options) {
  if (options.persistent) {
    for (int b = 0; b < pipe.loop.buffers.size(); ++b) {
      const bool kept = pipe.loop.buffers[b].sum && pipe.loop.buffers[b].space == Space::tensor;
      if (!kept) continue;
      Diagnostic refused(Rule::persistent_sums, 0, 0);
      return detail::in_declared_terms(pipe.loop, refused.with_op(pipe.loop.writer(b)).with_buffer(b));
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
  if (const Diagnostic error = detail::finish(pipe, options, pipe.program)) return error;
  for (int iterations = 1; iterations < pipe.peeled; ++iterations) {
    WaveProgram program = emitter.exactly(iterations);
    if (const Diagnostic error = detail::finish(pipe, options, program)) return error;
    pipe.few.take(static_cast<WaveProgram&&>(program));
  }
  return {};
}

/// Verifies all programs and records the worst verdict.
constexpr void judge(Pipeline& pipe) {
  detail::judge(pipe, pipe.program);
  for (const WaveProgram& program : pipe.few) detail::judge(pipe, program);
}

}  // namespace stretto
