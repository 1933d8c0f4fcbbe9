#include "proven_bases.hpp"

#include <stdexcept>

#include <stretto/stretto.hpp>

namespace stretto::study {

namespace {

using executor::Family;

/// The same schedule for a kernel whose compiler inserts the waits for registers.
template <class S>
struct Interlocked : S {
  [[nodiscard]] constexpr KernelProtocol protocol() const {
    KernelProtocol protocol = S::protocol();
    protocol.registers = RegisterReading::interlocked;
    return protocol;
  }
};

/// The same schedule without pacing barriers.
template <class S>
struct Unpaced : S {
  static constexpr Pacing pacing() { return Pacing::none; }
};

template <class S>
Base base_of(const std::string& name, Family family, const S& schedule) {
  const CompiledSchedule compiled = try_compile(Proven<S>(schedule));
  if (compiled.error) throw std::invalid_argument(name + ": " + describe(compiled.error).c_str());
  const EmittedSections sections = emitted_sections(compiled);
  Base base{name, {}, compiled.protocol, compiled.knobs};
  base.schedule.family = family;
  base.schedule.prologue = compiled.prologue;
  base.schedule.kernel = compiled.kernel;
  base.schedule.epilogue = compiled.epilogue;
  base.schedule.config = compiled.config;
  base.schedule.lgkm_a = sections.lgkm_per_fragment[0];
  base.schedule.lgkm_b = sections.lgkm_per_fragment[1];
  base.schedule.warp_stagger_index = compiled.warp_stagger_index;
  base.schedule.registers = compiled.protocol.registers;
  base.schedule.barriers = compiled.protocol.barriers;
  base.schedule.limits = compiled.protocol.limits;
  return base;
}

/// Hardware operations of a load and of a fragment, for A and for B.
struct Weights {
  int vm_a = 2;
  int vm_b = 2;
  int lgkm_a = 8;
  int lgkm_b = 4;
};

template <class S = PingPongSchedule>
S ping_pong(const Weights& weights, int max_globals) {
  S schedule;
  schedule.lgkm_a = weights.lgkm_a;
  schedule.lgkm_b = weights.lgkm_b;
  schedule.knobs.scheduling = SchedulingStrategy::csp;
  schedule.pipeline =
      mi355x_double_buffer({.vm_per_load_a = weights.vm_a, .vm_per_load_b = weights.vm_b, .max_globals = max_globals});
  return schedule;
}

template <class S = FourWaveSchedule>
S four_wave(const Weights& weights) {
  S schedule;
  schedule.geometry = {256,           256, 64, 16, 16, 32, 2, 8, false, weights.vm_a, weights.vm_b, weights.lgkm_a,
                       weights.lgkm_b};
  schedule.target = mi355x_target({.vm_per_load_a = weights.vm_a, .vm_per_load_b = weights.vm_b});
  return schedule;
}

SingleBufferLoop single_buffer(int k_tiles) {
  SingleBufferLoop loop;
  loop.num_k_tiles = k_tiles;
  return loop;
}

}  // namespace

std::vector<Base> proven_bases() {
  const Weights bf16;
  const Weights fp8{4, 4, 8, 4};
  const Weights uneven{3, 1, 2, 5};
  const Weights four{4, 4, 8, 8};
  std::vector<Base> bases;
  const auto add = [&](const char* name, Family family, const auto& schedule) {
    bases.push_back(base_of(name, family, schedule));
  };
  add("ping-pong bf16", Family::ping_pong, ping_pong(bf16, 1));
  add("ping-pong bf16, any number of loads a block", Family::ping_pong, ping_pong(bf16, 0));
  add("ping-pong fp8", Family::ping_pong, ping_pong(fp8, 0));
  add("ping-pong, uneven weights", Family::ping_pong, ping_pong(uneven, 1));
  add("ping-pong bf16, unpaced", Family::ping_pong, ping_pong<Unpaced<PingPongSchedule>>(bf16, 1));
  add("ping-pong, uneven weights, unpaced", Family::ping_pong, ping_pong<Unpaced<PingPongSchedule>>(uneven, 0));
  add("ping-pong bf16, interlocked", Family::ping_pong, ping_pong<Interlocked<PingPongSchedule>>(bf16, 1));
  add("ping-pong fp8, interlocked, unpaced", Family::ping_pong,
      ping_pong<Interlocked<Unpaced<PingPongSchedule>>>(fp8, 1));
  add("four-wave", Family::four_wave, four_wave(four));
  add("four-wave, uneven weights", Family::four_wave, four_wave(uneven));
  add("four-wave, interlocked", Family::four_wave, four_wave<Interlocked<FourWaveSchedule>>(four));
  add("single buffer, 2 K parts", Family::single_buffer, single_buffer(2));
  add("single buffer, 3 K parts", Family::single_buffer, single_buffer(3));
  add("single buffer, 4 K parts", Family::single_buffer, single_buffer(4));
  return bases;
}

Verification verdict_on(const executor::EmittedSchedule& schedule, const Base& base) {
  EmittedSections sections(schedule.config, base.knobs, schedule.warp_stagger_index);
  sections.set(schedule);
  const Result<WaveProgram> program = lower(sections, base.protocol);
  if (program.ok()) return verify(program.value);
  Verification out;
  out.verdict = Verdict::invalid;
  out.invalid = program.error;
  return out;
}

}  // namespace stretto::study
