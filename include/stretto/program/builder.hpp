// WaveProgramBuilder: writes a wave program down as a kernel's source has it, role by role and step by step.
//
//   WaveProgramBuilder kernel;
//   const auto tile = kernel.shared("tile", 4, 32768);
//   const auto full = kernel.mbarrier("full", 4, 1);
//   kernel.role("producer").kernel(arrive(full[i]).expects(32768), fetch(i).writes(tile[i]).signals(full[i], 32768));
//
// The functions that make steps are in `stretto::steps`, the indices i, k and t in `stretto::indices`. What a step
// means is defined at the head of wave_program.hpp. The builder checks nothing: `verify` refuses a program that cannot
// run.
#pragma once

#include <stretto/program/index_expression.hpp>

namespace stretto {

/// A place that a step accesses: one slot of a buffer, with one subtile or all of them.
struct BufferPlace {
  int buffer = 0;    ///< index in WaveProgram::buffers
  int slots = 1;     ///< slots of the buffer
  int subtiles = 1;  ///< subtiles of the buffer
  Advance slot;      ///< taken modulo the slots
  int subtile = -1;  ///< -1: all subtiles

  /// One subtile of the slot.
  [[nodiscard]] constexpr BufferPlace part(int index) const { return {buffer, slots, subtiles, slot, index}; }
};

/// A buffer of a program that is being built. `tile[i + 2]` is a slot of it.
struct BufferHandle {
  int buffer = 0;    ///< index in WaveProgram::buffers
  int slots = 1;     ///< its slots
  int subtiles = 1;  ///< its subtiles

  /// The slot of an index.
  constexpr BufferPlace operator[](const Advance& slot) const {
    return {buffer, slots, subtiles, detail::from_zero(slot, slots)};
  }
  /// A fixed slot.
  constexpr BufferPlace operator[](int slot) const { return (*this)[constant(slot)]; }
  /// Slot 0, for a buffer with one slot.
  constexpr operator BufferPlace() const { return (*this)[0]; }  // NOLINT(google-explicit-constructor)
};

/// A place of an array of phase barriers.
struct BarrierPlace {
  int barrier = 0;  ///< index in WaveProgram::phase_barriers
  int slots = 1;    ///< places of the array
  Advance version;  ///< its place is taken modulo the slots
};

/// An array of phase barriers of a program that is being built. `full[i]` is a place of it.
struct BarrierHandle {
  int barrier = 0;  ///< index in WaveProgram::phase_barriers
  int slots = 1;    ///< its places

  /// The place of an index.
  constexpr BarrierPlace operator[](const Advance& version) const {
    return {barrier, slots, detail::from_zero(version, slots)};
  }
  /// A fixed place.
  constexpr BarrierPlace operator[](int version) const { return (*this)[constant(version)]; }
  /// Place 0, for an array of one.
  constexpr operator BarrierPlace() const { return (*this)[0]; }  // NOLINT(google-explicit-constructor)
};

/// A step with its accesses, before it has a place in a program.
struct StepDraft {
  Step step;                    ///< without its range of accesses
  Vector<StepAccess> accesses;  ///< in the order in which they were added

  /// Reads a place. Consumes: `version` is relative to the number of the consume.
  [[nodiscard]] constexpr StepDraft reads(const BufferPlace& place, int version = 0) const {
    return with(place, AccessMode::read, version, false, 0);
  }
  /// Reads a place, whichever version it holds: a tensor map, or a sum that is stored after the loop. Other data should
  /// be read with its version, so that the verifier sees whether it is the right one.
  [[nodiscard]] constexpr StepDraft reads_any(const BufferPlace& place) const {
    return with(place, AccessMode::read, 0, true, 0);
  }
  /// Writes a place. Consumes: `version` is relative to the number of the consume.
  [[nodiscard]] constexpr StepDraft writes(const BufferPlace& place, int version = 0) const {
    return with(place, AccessMode::write, version, false, 0);
  }
  /// Adds to the sum in a place: reads what the accumulator's previous consume left there, and writes it. A step that
  /// reads the sum, such as `consume().reads_any(sum)`, then needs the waits that the accumulation needs.
  [[nodiscard]] constexpr StepDraft into(const BufferPlace& sum) const { return reads(sum, -1).writes(sum); }
  /// The same, but the first trip of each run overwrites the sum.
  [[nodiscard]] constexpr StepDraft into_new(const BufferPlace& sum) const {
    StepDraft out = into(sum);
    for (StepAccess& access : out.accesses) {
      const bool sums = access.buffer == sum.buffer && access.mode == AccessMode::read && access.version == -1;
      access.skips_first = access.skips_first || sums;
    }
    return out;
  }
  /// Makes the step asynchronous in a counter. Arrivals: it comes when everything older in the counter is complete.
  /// `weight`: hardware operations; in a counter of groups, 0 leaves the group open for the next step.
  [[nodiscard]] constexpr StepDraft in(Counter counter, int weight = 1) const {
    StepDraft out = *this;
    out.step.counter = counter;
    out.step.weight = weight;
    return out;
  }
  /// Fetches: a bulk load, whose bytes come to an mbarrier.
  [[nodiscard]] constexpr StepDraft signals(const BarrierPlace& place, int bytes) const {
    StepDraft out = at(place).in(Counter::bytes);
    out.step.phase_barrier.bytes = bytes;
    return out;
  }
  /// Arrivals: bytes to expect in the phase (mbarrier.arrive.expect_tx).
  [[nodiscard]] constexpr StepDraft expects(int bytes) const {
    StepDraft out = *this;
    out.step.phase_barrier.bytes = bytes;
    return out;
  }
  /// The phase barrier that the step uses.
  [[nodiscard]] constexpr StepDraft at(const BarrierPlace& place) const {
    StepDraft out = *this;
    PhaseUse& use = out.step.phase_barrier;
    use.barrier = place.barrier;
    use.slot = place.version.first;
    use.slot_step = place.version.step;
    use.local_step = place.version.local_step;
    use.run_step = place.version.run_step;
    return out;
  }
  /// The op of a declared loop whose costs the step has.
  [[nodiscard]] constexpr StepDraft of_op(int op) const {
    StepDraft out = *this;
    out.step.op = op;
    return out;
  }
  /// Adds an access, one per subtile.
  [[nodiscard]] constexpr StepDraft with(const BufferPlace& place, AccessMode mode, int version, bool any,
                                         unsigned waves) const {
    StepDraft out = *this;
    const int first = place.subtile < 0 ? 0 : place.subtile;
    const int last = place.subtile < 0 ? place.subtiles - 1 : place.subtile;
    for (int subtile = first; subtile <= last; ++subtile) {
      StepAccess access;
      access.buffer = place.buffer;
      access.slot = place.slots > 0 ? place.slot.first % place.slots : place.slot.first;
      access.slot_step = place.slot.step;
      access.local_step = place.slot.local_step;
      access.run_step = place.slot.run_step;
      access.subtile = subtile;
      access.mode = mode;
      access.waves = waves;
      access.version = version;
      access.any = any;
      out.accesses.push_back(access);
    }
    return out;
  }
};

namespace steps {

/// A step without anything but its action.
constexpr StepDraft plain(Action action) {
  StepDraft out;
  out.step.action = action;
  return out;
}
/// Loads a K tile from global memory.
constexpr StepDraft fetch(const Advance& tile = indices::i) {
  StepDraft out = plain(Action::fetch);
  out.step.tile = tile.first;
  out.step.tile_step = tile.step + tile.local_step;
  return out;
}
/// Copies what it reads to what it writes.
constexpr StepDraft move() { return plain(Action::move); }
/// Works on a K tile, without an accumulator.
constexpr StepDraft consume(const Advance& tile = indices::i) {
  StepDraft out = fetch(tile);
  out.step.action = Action::consume;
  return out;
}
/// Works on the next K tile of an accumulator.
constexpr StepDraft accumulate(int accumulator = 0) {
  StepDraft out = plain(Action::consume);
  out.step.accumulator = accumulator;
  return out;
}
/// Waits until at most `count` operations or groups of a counter are pending.
constexpr StepDraft wait(Counter counter, int count = 0) {
  StepDraft out = plain(Action::wait).in(counter);
  out.step.count = count;
  return out;
}
/// A workgroup barrier.
constexpr StepDraft barrier() { return plain(Action::barrier); }
/// A named barrier, or the cluster barrier: arrives and waits.
constexpr StepDraft barrier(const BarrierPlace& place) { return plain(Action::barrier).at(place); }
/// Arrives at a phase barrier. At the cluster barrier: barrier.cluster.arrive.
constexpr StepDraft arrive(const BarrierPlace& place) { return plain(Action::arrive).at(place); }
/// Waits for the phase of the place's own version: version / slots. At the cluster barrier: barrier.cluster.wait.
constexpr StepDraft await(const BarrierPlace& place) { return plain(Action::await).at(place); }
/// Waits for a phase with an explicit parity. A parity that is always that of a version of the place, such as i / 4 for
/// place i of four, is written as such: then the states of different trips can be compared.
constexpr StepDraft await(const BarrierPlace& place, const IndexQuotient& parity) {
  StepDraft out = await(place);
  const Advance number = detail::from_zero(parity.number, parity.divisor);
  const Advance ahead = number + -1 * place.version;
  const int slots = place.slots;
  const bool same_place = slots > 0 && ahead.first % slots == 0 && ahead.step % slots == 0 &&
                          ahead.local_step % slots == 0 && ahead.run_step % slots == 0;
  if (same_place && parity.divisor == slots) {
    out = await({place.barrier, slots, number});
  } else {
    out.step.phase_barrier.parity = number;
    out.step.phase_barrier.divisor = parity.divisor;
  }
  out.step.phase_barrier.flip = (parity.added % 2 + 2) % 2;
  return out;
}
/// A proxy fence.
constexpr StepDraft fence() { return plain(Action::fence); }
/// fence.mbarrier_init.
constexpr StepDraft init_fence() { return plain(Action::init_fence); }
/// wgmma.fence.
constexpr StepDraft mma_fence() { return plain(Action::fence).in(Counter::mma); }
/// Initialises an array of mbarriers; in setup only.
constexpr StepDraft init(const BarrierHandle& barrier) { return plain(Action::init).at(barrier[0]); }
/// Takes registers from the workgroup's pool, or gives some up; in setup only.
constexpr StepDraft registers(int count) {
  StepDraft out = plain(Action::registers);
  out.step.count = count;
  return out;
}

}  // namespace steps

/// Builds a wave program. Members of the program that have no function here are set on `program` itself.
class WaveProgramBuilder {
 public:
  WaveProgram program;  ///< the program so far

  /// One K tile per trip.
  constexpr WaveProgramBuilder() { program.tiles_per_trip = 1; }

  /// A role that is being built. Each function appends steps to a section.
  class RoleHandle {
   public:
    /// Steps that are executed once, before the first run.
    template <class... Drafts>
    constexpr RoleHandle& setup(const Drafts&... drafts) {
      return append(Section::setup, drafts...);
    }
    /// Steps before the loop.
    template <class... Drafts>
    constexpr RoleHandle& prologue(const Drafts&... drafts) {
      return append(Section::prologue, drafts...);
    }
    /// Steps of one trip.
    template <class... Drafts>
    constexpr RoleHandle& kernel(const Drafts&... drafts) {
      return append(Section::kernel, drafts...);
    }
    /// Steps after the loop.
    template <class... Drafts>
    constexpr RoleHandle& epilogue(const Drafts&... drafts) {
      return append(Section::epilogue, drafts...);
    }
    /// Steps that are executed once, after the last run.
    template <class... Drafts>
    constexpr RoleHandle& teardown(const Drafts&... drafts) {
      return append(Section::teardown, drafts...);
    }
    /// Steps of any section.
    template <class... Drafts>
    constexpr RoleHandle& append(Section section, const Drafts&... drafts) {
      (builder_->add(index_, section, drafts), ...);
      return *this;
    }
    /// Kernel trips beyond the trip count.
    constexpr RoleHandle& extra_trips(int trips) {
      builder_->program.roles[index_].extra_trips = trips;
      return *this;
    }
    /// Takes part in every `period`-th run only, from run `first` on.
    constexpr RoleHandle& every(int period, int first) {
      builder_->program.roles[index_].run_period = period;
      builder_->program.roles[index_].first_run = first;
      return *this;
    }
    /// The workgroup of the cluster that the role belongs to.
    constexpr RoleHandle& workgroup(int number) {
      builder_->program.roles[index_].workgroup = number;
      return *this;
    }

   private:
    friend class WaveProgramBuilder;
    constexpr RoleHandle(WaveProgramBuilder& builder, int index) : builder_(&builder), index_(index) {}

    WaveProgramBuilder* builder_;
    int index_;
  };

  /// A buffer with all its members.
  constexpr BufferHandle buffer(const Buffer& added) {
    program.buffers.push_back(added);
    return {program.buffers.size() - 1, added.slots, added.subtiles};
  }
  /// A buffer in shared memory; `bytes` of one slot.
  constexpr BufferHandle shared(const char* name, int slots = 1, int bytes = 0) {
    return buffer({.name = name, .slots = slots, .bytes = bytes});
  }
  /// A buffer in the registers of each wave.
  constexpr BufferHandle registers(const char* name, int slots = 1, int bytes = 0) {
    return buffer({.name = name, .space = Space::registers, .slots = slots, .bytes = bytes});
  }
  /// An array of phase barriers with all its members.
  constexpr BarrierHandle phase_barrier(const PhaseBarrier& added) {
    program.phase_barriers.push_back(added);
    return {program.phase_barriers.size() - 1, added.slots};
  }
  /// An array of mbarriers; `arrivals` of waves complete a phase.
  constexpr BarrierHandle mbarrier(const char* name, int slots, int arrivals) {
    return phase_barrier({.name = name, .slots = slots, .arrivals = arrivals});
  }
  /// A named barrier.
  constexpr BarrierHandle named_barrier(const char* name, int arrivals) {
    return phase_barrier({.name = name, .kind = PhaseBarrierKind::named, .arrivals = arrivals});
  }
  /// The cluster barrier, which joins all waves of all roles.
  constexpr BarrierHandle cluster_barrier(const char* name = "cluster") {
    return phase_barrier({.name = name, .kind = PhaseBarrierKind::cluster, .arrivals = program.waves()});
  }
  /// A role. Its waves follow those of the roles before it.
  constexpr RoleHandle role(const char* name, int waves = 1) {
    Role added;
    added.name = name;
    added.first_wave = program.waves();
    added.waves = waves;
    return add(added);
  }
  /// A role with the same steps as another one.
  constexpr RoleHandle role(const char* name, const RoleHandle& like) {
    Role added = program.roles[like.index_];
    added.name = name;
    added.first_wave = program.waves();
    return add(added);
  }
  /// Appends a step to a section of a role.
  constexpr Step& add(int role, Section section, const StepDraft& draft) {
    Vector<Step>& steps = program.roles[role].steps[section];
    Step step = draft.step;
    step.section = section;
    step.entry = steps.size();
    step.first_access = program.accesses.size();
    step.access_count = draft.accesses.size();
    program.accesses.append(draft.accesses);
    if (step.accumulator >= program.accumulators) program.accumulators = step.accumulator + 1;
    steps.push_back(step);
    return steps.back();
  }

 private:
  constexpr RoleHandle add(const Role& added) {
    program.roles.push_back(added);
    for (PhaseBarrier& barrier : program.phase_barriers) {
      if (barrier.kind == PhaseBarrierKind::cluster) barrier.arrivals = program.waves();
    }
    return {*this, program.roles.size() - 1};
  }
};

}  // namespace stretto
