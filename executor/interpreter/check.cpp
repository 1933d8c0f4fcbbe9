#include "check.hpp"

#include <stdexcept>

namespace stretto::executor::interpreter {

namespace {

constexpr int most_waves = 32;  // one bit each in StepAccess::waves

void require(bool condition, const char* why) {
  if (!condition) refuse(why);
}

bool is_data(const Step& step) {
  return step.action == Action::fetch || step.action == Action::move || step.action == Action::consume;
}

void check_accesses(const WaveProgram& program, const Step& step) {
  require(step.access_count == 0 || is_data(step), "an access of a step that touches no place");
  require(step.first_access >= 0 && step.access_count >= 0 &&
              step.first_access <= program.accesses.size() - step.access_count,
          "a step has accesses that are not there");
  for (int i = 0; i < step.access_count; ++i) {
    const StepAccess& access = program.accesses[step.first_access + i];
    require(access.buffer >= 0 && access.buffer < program.buffers.size(), "an access to no buffer");
    require(access.subtile >= 0 && access.subtile < program.buffers[access.buffer].subtiles, "an access to no subtile");
    const Space space = program.buffers[access.buffer].space;
    const bool reads = access.mode == AccessMode::read;
    require(reads || step.counter != Counter::store || space == Space::global,
            "a bulk store that writes a place outside global memory");
    require(reads || step.counter != Counter::scalar || space == Space::registers, "a scalar load that writes memory");
  }
}

void check_counter(const Step& step) {
  const bool data = is_data(step);
  const bool has_none = step.action == Action::nothing || step.action == Action::barrier ||
                        step.action == Action::await || step.action == Action::init ||
                        step.action == Action::init_fence || step.action == Action::registers;
  require(!has_none || step.counter == Counter::none, "a counter of a step that has none");
  require(step.action == Action::wait || step.counter != Counter::stored, "`stored` is for waits only");
  if (step.action == Action::wait) {
    require(step.counter != Counter::none, "a wait for no counter");
    require(step.counter != Counter::tensor && step.counter != Counter::bytes && step.counter != Counter::scalar,
            "a counter that has no wait");
  } else if (step.action == Action::fence) {
    require(step.counter == Counter::none || step.counter == Counter::mma, "a fence of a counter other than mma");
  } else if (data && counts_groups(step.counter)) {
    require(step.weight == 0 || step.weight == 1, "a step of a group has a weight of 0 or 1");
  } else if (data && step.counter != Counter::none && step.counter != Counter::bytes) {
    require(step.weight >= 1, "an asynchronous step without hardware operations");
  } else if (step.action == Action::arrive) {
    require(step.counter == Counter::none || counts_groups(step.counter) || step.counter == Counter::vm ||
                step.counter == Counter::lgkm,
            "an arrival cannot wait for bytes or scalar loads");
  }
}

void check_phase_use(const WaveProgram& program, const Role& role, const Step& step) {
  const PhaseUse& use = step.phase_barrier;
  const bool needed = step.action == Action::arrive || step.action == Action::await || step.action == Action::init ||
                      step.counter == Counter::bytes;
  require(use.present() || !needed, "an arrival, an await, an init or a bulk load without a phase barrier");
  if (!use.present()) return;
  require(use.barrier < program.phase_barriers.size(), "a phase barrier that is not there");
  require(use.bytes >= 0 && use.flip >= 0 && use.divisor >= 0, "bytes, a flip or a divisor below zero");
  const PhaseBarrierKind kind = program.phase_barriers[use.barrier].kind;
  const bool mbarrier = kind == PhaseBarrierKind::mbarrier;
  const bool stays = mbarrier && (step.action == Action::await || step.action == Action::init);
  require(!stays || program.phase_barriers[use.barrier].workgroup == role.workgroup,
          "an await or init of another workgroup's barrier");
  switch (step.action) {
    case Action::arrive:
      require(mbarrier || (use.bytes == 0 && step.counter == Counter::none),
              "a named or cluster barrier knows neither bytes nor asynchronous arrivals");
      break;
    case Action::await: require(kind != PhaseBarrierKind::named, "a named barrier is not waited for apart"); break;
    case Action::barrier: require(!mbarrier, "a barrier step at an mbarrier"); break;
    case Action::init: require(mbarrier, "a named barrier is not initialised"); break;
    case Action::fetch:
      require(mbarrier && step.counter == Counter::bytes, "only bulk loads send bytes, and only to mbarriers");
      break;
    default: refuse("a step that has no use for a phase barrier");
  }
}

void check_step(const WaveProgram& program, const Role& role, Section section, const Step& step) {
  check_accesses(program, step);
  check_counter(step);
  check_phase_use(program, role, step);
  const bool only_setup = step.action == Action::init || step.action == Action::registers;
  require(!only_setup || section == Section::setup, "an init or registers step outside of setup");
  if (step.action == Action::consume) {
    require(step.accumulator >= -1 && step.accumulator < program.accumulators, "an accumulator that is not there");
  }
}

void check_trips(const WaveProgram& program, const Vector<int>& trips) {
  require(!trips.empty(), "no run");
  require(program.persistent || trips.size() == 1, "only a persistent program runs again");
  if (program.persistent) {
    const int each = program.tiles_per_trip;
    require(each >= 1 && program.tiles % each == 0, "the index goes on by whole trips");
  }
  for (const int count : trips) require(count >= program.min_trips && count >= 0, "a trip count that is not admitted");
}

void check_workgroup(const WaveProgram& program, int workgroup) {
  bool has_waves = false;
  for (const Role& role : program.roles) has_waves = has_waves || role.workgroup == workgroup;
  require(has_waves, "memory of a workgroup without waves");
}

void check_buffer(const WaveProgram& program, const Buffer& buffer) {
  require(buffer.slots >= 1, "a buffer without slots");
  if (buffer.space == Space::global) return;
  require(buffer.offset < 0 || buffer.bytes > 0, "a buffer with an offset, but of unknown size");
  if (buffer.space != Space::registers) check_workgroup(program, buffer.workgroup);
}

}  // namespace

void refuse(const std::string& why) { throw std::invalid_argument("wave program: " + why); }

void check(const WaveProgram& program, const Vector<int>& trips) {
  int waves = 0;
  for (const Role& role : program.roles) {
    require(role.first_wave == waves && role.waves >= 1, "waves are not numbered 0, 1, 2, ...");
    require(role.workgroup >= 0 && role.workgroup < most_waves, "a workgroup that is not numbered 0, 1, 2, ...");
    waves += role.waves;
  }
  require(waves >= 1 && waves <= most_waves, "too many waves, or none");
  for (const Buffer& buffer : program.buffers) check_buffer(program, buffer);
  int cluster_barriers = 0;
  for (const PhaseBarrier& barrier : program.phase_barriers) {
    const bool cluster = barrier.kind == PhaseBarrierKind::cluster;
    if (cluster) ++cluster_barriers;
    require(!cluster || (barrier.slots == 1 && barrier.arrivals == waves), "a cluster barrier that not all waves join");
    require(cluster_barriers <= 1, "a second cluster barrier");
    require(barrier.slots >= 1 && barrier.arrivals >= 1, "a phase barrier without slots or arrivals");
    check_workgroup(program, barrier.workgroup);
  }
  require(program.spare_registers >= 0, "a pool with fewer than no registers");
  require(program.limits.vm_capacity >= 1 && program.limits.lgkm_capacity >= 1, "a counter without capacity");
  for (const Role& role : program.roles) {
    for (const Section section : all_sections) {
      for (const Step& step : role.steps[section]) check_step(program, role, section, step);
    }
  }
  check_trips(program, trips);
}

}  // namespace stretto::executor::interpreter
