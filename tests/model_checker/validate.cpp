// Which programs are valid.
#include <stdexcept>
#include <string>
#include <vector>

#include "unroll.hpp"

namespace stretto::model_checker {
namespace {

void need(bool condition, const std::string& message) {
  if (!condition) throw std::invalid_argument("model checker: " + message);
}

bool touches_memory(const Step& step) {
  return step.action == Action::fetch || step.action == Action::move || step.action == Action::consume;
}

bool has_waves(const WaveProgram& program, int workgroup) {
  for (const Role& role : program.roles) {
    if (role.workgroup == workgroup) return true;
  }
  return false;
}

void validate_frame(const WaveProgram& program) {
  for (const Buffer& buffer : program.buffers) {
    need(buffer.slots >= 1 && buffer.subtiles >= 1, "a buffer has no slots or no subtiles");
    need(buffer.offset < 0 || buffer.space != Space::global, "an offset in global memory");
    need(buffer.offset < 0 || buffer.bytes > 0, "an offset of a buffer of unknown size");
    const bool in_workgroup = buffer.space == Space::shared || buffer.space == Space::tensor;
    need(!in_workgroup || has_waves(program, buffer.workgroup), "a buffer of a workgroup without waves");
  }
  need(program.spare_registers >= 0, "a pool with less than no registers");
  for (const PhaseBarrier& barrier : program.phase_barriers) {
    need(barrier.slots >= 1, "an array of phase barriers is empty");
    need(has_waves(program, barrier.workgroup), "a phase barrier of a workgroup without waves");
    need(barrier.arrivals >= 1 && barrier.arrivals < (1 << 15), "arrivals of a phase barrier are out of range");
  }
  const int waves = program.waves();
  need(waves >= 1 && waves <= 32, "there must be 1 to 32 waves");
  int cluster_barriers = 0;
  for (const PhaseBarrier& barrier : program.phase_barriers) {
    if (barrier.kind != PhaseBarrierKind::cluster) continue;
    need(++cluster_barriers == 1, "a program has one cluster barrier");
    need(barrier.slots == 1 && barrier.arrivals == waves, "a cluster barrier joins all waves at one place");
  }
  unsigned long seen = 0;
  for (const Role& role : program.roles) {
    need(role.waves >= 1, "a role has no waves");
    need(role.workgroup >= 0, "a role of no workgroup");
    need(role.first_wave >= 0 && role.first_wave + role.waves <= waves, "a role's waves are out of range");
    for (int w = role.first_wave; w < role.first_wave + role.waves; ++w) {
      need((seen >> w & 1UL) == 0, "two roles have the same wave");
      seen |= 1UL << w;
    }
  }
  need(program.limits.vm_capacity >= 1 && program.limits.lgkm_capacity >= 1, "a counter holds no operation");
  need(program.accumulators >= 0, "the number of accumulators is negative");
}

void validate_counter(const Step& step) {
  const Counter counter = step.counter;
  if (step.action == Action::wait) {
    need(counter != Counter::none && counter != Counter::tensor && counter != Counter::bytes &&
             counter != Counter::scalar,
         "a wait for a counter that has none");
    need(step.count >= 0, "a wait for a negative count");
    return;
  }
  need(counter != Counter::stored, "only waits are of the counter stored");
  if (step.action == Action::fence) {
    need(counter == Counter::none || counter == Counter::mma, "a fence of a counter other than mma");
    return;
  }
  need(counter == Counter::none || step.action != Action::init_fence, "an init_fence of a counter");
  if (counter == Counter::none || step.action == Action::arrive) return;
  need(touches_memory(step), "a counter on a step that issues nothing");
  if (counts_groups(counter)) {
    need(step.weight == 0 || step.weight == 1, "a step of a counter of groups has weight 0 or 1");
  } else if (counter == Counter::bytes) {
    need(step.action == Action::fetch, "only fetches are in the counter of bytes");
    need(step.weight == 1, "a bulk load has weight 1");
  } else {
    need(step.weight >= 1 && step.weight < (1 << 15), "a step of vm, lgkm or scalar has at least one operation");
  }
}

void validate_accesses(const WaveProgram& program, const Step& step) {
  need(step.access_count >= 0 && step.first_access >= 0 &&
           step.first_access + step.access_count <= program.accesses.size(),
       "a step's accesses are out of range");
  need(step.access_count == 0 || touches_memory(step), "accesses on a step that touches no memory");
  for (int k = step.first_access; k < step.first_access + step.access_count; ++k) {
    const StepAccess& access = program.accesses[k];
    need(access.buffer >= 0 && access.buffer < program.buffers.size(), "an access to no buffer");
    need(access.subtile >= 0 && access.subtile < program.buffers[access.buffer].subtiles, "an access to no subtile");
    need(access.slot_step >= 0 && access.local_step >= 0 && access.run_step >= 0, "a slot that rotates backwards");
    const bool reads = access.mode == AccessMode::read;
    const Space space = program.buffers[access.buffer].space;
    need(reads || step.counter != Counter::store || space == Space::global,
         "a bulk store that writes something other than global memory");
    need(reads || step.counter != Counter::scalar || space == Space::registers,
         "a scalar load that writes something other than registers");
  }
}

void validate_phase_use(const WaveProgram& program, const Role& role, const Step& step) {
  const PhaseUse& use = step.phase_barrier;
  const bool bulk_load = step.action == Action::fetch && step.counter == Counter::bytes;
  if (!use.present()) {
    need(step.action != Action::arrive && step.action != Action::await && step.action != Action::init,
         "arrive, await or init without a phase barrier");
    need(!bulk_load || use.bytes == 0, "bytes that come to no barrier");
    return;
  }
  need(use.barrier < program.phase_barriers.size(), "no such phase barrier");
  const bool mbarrier = program.phase_barriers[use.barrier].kind == PhaseBarrierKind::mbarrier;
  const bool cluster = program.phase_barriers[use.barrier].kind == PhaseBarrierKind::cluster;
  const bool local = !cluster && (step.action == Action::await || step.action == Action::init);
  need(!local || program.phase_barriers[use.barrier].workgroup == role.workgroup,
       "an mbarrier of another workgroup is initialised or awaited");
  need(use.bytes >= 0, "a negative number of bytes");
  need(use.slot_step >= 0 && use.local_step >= 0 && use.run_step >= 0, "a version that rotates backwards");
  need(use.parity.step >= 0 && use.parity.local_step >= 0 && use.parity.run_step >= 0,
       "a parity that rotates backwards");
  need(use.divisor >= 0 && (use.divisor == 0 || step.action == Action::await), "an explicit parity without an await");
  switch (step.action) {
    case Action::await: need(mbarrier || cluster, "only mbarriers and the cluster barrier are awaited"); break;
    case Action::init: need(mbarrier, "only mbarriers are initialised"); break;
    case Action::barrier: need(!mbarrier, "only named and cluster barriers are barriers"); break;
    case Action::arrive: need(mbarrier || use.bytes == 0, "bytes at a named barrier"); break;
    case Action::fetch: need(bulk_load && mbarrier, "only bulk loads bring bytes, and to mbarriers"); break;
    default: need(false, "a phase barrier on a step that does not use one");
  }
}

/// Setup initialises barriers, each array once, and redistributes registers.
void validate_setup(const WaveProgram& program) {
  std::vector<bool> initialised(static_cast<std::size_t>(program.phase_barriers.size()), false);
  for (const Role& role : program.roles) {
    for (const Section section : all_sections) {
      for (const Step& step : role.steps[section]) {
        if (step.action != Action::init && step.action != Action::registers) continue;
        need(section == Section::setup, "init and registers are steps of the setup");
        if (step.action != Action::init) continue;
        need(role.waves == 1, "a role of several waves initialises a barrier");
        const auto barrier = static_cast<std::size_t>(step.phase_barrier.barrier);
        need(!initialised[barrier], "a barrier is initialised twice");
        initialised[barrier] = true;
      }
    }
  }
}

/// Some step of some role writes the subtile.
bool is_written(const WaveProgram& program, int buffer, int subtile) {
  for (const StepAccess& access : program.accesses) {
    if (access.buffer == buffer && access.subtile == subtile && access.mode == AccessMode::write) return true;
  }
  return false;
}

/// Goes by the steps, because accesses that belong to no step do not count.
void validate_read_subtiles(const WaveProgram& program) {
  WaveProgram used = program;
  used.accesses.clear();
  for (const Role& role : program.roles) {
    for (const Section section : all_sections) {
      for (const Step& step : role.steps[section]) {
        for (int k = 0; k < step.access_count; ++k) used.accesses.push_back(program.accesses[step.first_access + k]);
      }
    }
  }
  for (const StepAccess& access : used.accesses) {
    if (access.mode == AccessMode::write || program.buffers[access.buffer].per_wave()) continue;
    need(is_written(used, access.buffer, access.subtile), "a subtile is read that no step writes");
  }
}

void validate_trips(const WaveProgram& program, const std::vector<int>& trips) {
  need(!trips.empty(), "no trip count");
  need(program.persistent || trips.size() == 1, "a program that is not persistent has one run");
  if (program.persistent) {
    need(program.tiles_per_trip >= 1 && program.tiles % program.tiles_per_trip == 0,
         "the tiles of a persistent program are a multiple of those of a trip");
  }
  for (const int n : trips) {
    need(n >= program.min_trips, "fewer trips than the program admits");
    for (const Role& role : program.roles) need(n + role.extra_trips >= 0, "a role makes fewer than 0 trips");
  }
}

}  // namespace

void validate(const WaveProgram& program, const std::vector<int>& trips) {
  validate_frame(program);
  for (const Role& role : program.roles) {
    for (const Section section : all_sections) {
      for (const Step& step : role.steps[section]) {
        validate_counter(step);
        validate_accesses(program, step);
        validate_phase_use(program, role, step);
        need(step.action != Action::consume || (step.accumulator >= -1 && step.accumulator < program.accumulators),
             "no such accumulator");
      }
    }
  }
  validate_setup(program);
  validate_read_subtiles(program);
  validate_trips(program, trips);
}

}  // namespace stretto::model_checker
