#include "role_mutations.hpp"

#include <algorithm>
#include <array>

#include <stretto/mojo/names.hpp>

#include "step_edits.hpp"
#include "tests/executor/role_programs.hpp"
#include "tests/executor/role_writer.hpp"

namespace stretto::study {

namespace {

constexpr std::array<const char*, role_changes> change_names = {
    "drop step",
    "step earlier",
    "step later",
    "double step",
    "step to next section",
    "step to section before",
    "flip parity",
    "phase slot up",
    "phase slot down",
    "phase stands still",
    "more bytes",
    "fewer bytes",
    "other barrier",
    "arrival asynchronous",
    "arrival at once",
    "meeting to arrival",
    "arrival to meeting",
    "wait looser",
    "wait stricter",
    "other weight",
    "step at once",
    "access slot up",
    "access stands still",
    "version up",
    "version down",
    "tile up",
    "tile down",
    "more arrivals",
    "fewer arrivals",
    "more barrier slots",
    "fewer barrier slots",
    "more buffer slots",
    "fewer buffer slots",
    "more trips",
    "fewer trips",
    "more waves",
    "fewer waves",
    "persistent",
};

bool to_section(Role& role, Section from, int index, Section to) {
  if (from == to) return false;
  Step step = role.steps[from][index];
  remove_step(role.steps[from], index);
  step.section = to;
  insert_step(role.steps[to], from < to ? 0 : role.steps[to].size(), step);
  return true;
}

Section after(Section section) { return section == Section::prologue ? Section::kernel : Section::epilogue; }
Section before(Section section) { return section == Section::epilogue ? Section::kernel : Section::prologue; }

bool set(int& value, int wanted, int least) {
  if (wanted < least || wanted == value) return false;
  value = wanted;
  return true;
}

/// The next barrier of the same kind.
bool other_barrier(const WaveProgram& program, PhaseUse& use) {
  const int count = program.phase_barriers.size();
  for (int k = 1; k < count && use.present(); ++k) {
    const int other = (use.barrier + k) % count;
    if (program.phase_barriers[other].kind != program.phase_barriers[use.barrier].kind) continue;
    use.barrier = other;
    return true;
  }
  return false;
}

Counter counter_of(const Vector<Step>& steps) {
  for (const Step& step : steps) {
    if (step.action != Action::wait && counts_groups(step.counter)) return step.counter;
  }
  return Counter::none;
}

bool change_step(const WaveProgram& program, Role& role, RoleChange change, Section section, int index) {
  Vector<Step>& steps = role.steps[section];
  Step& step = steps[index];
  PhaseUse& use = step.phase_barrier;
  const bool named = use.present() && program.phase_barriers[use.barrier].kind == PhaseBarrierKind::named;
  switch (change) {
    case RoleChange::drop_step: remove_step(steps, index); return true;
    case RoleChange::step_earlier:
      if (index == 0) return false;
      std::swap(steps[index - 1], steps[index]);
      return true;
    case RoleChange::step_later:
      if (index + 1 == steps.size()) return false;
      std::swap(steps[index], steps[index + 1]);
      return true;
    case RoleChange::double_step: insert_step(steps, index, Step(step)); return true;
    case RoleChange::step_to_next_section: return to_section(role, section, index, after(section));
    case RoleChange::step_to_section_before: return to_section(role, section, index, before(section));
    case RoleChange::flip_parity:
      if (step.action != Action::await) return false;
      use.flip = 1 - use.flip;
      return true;
    case RoleChange::phase_slot_up: return use.present() && set(use.slot, use.slot + 1, 0);
    case RoleChange::phase_slot_down: return use.present() && set(use.slot, use.slot - 1, 0);
    case RoleChange::phase_stands_still: return use.present() && set(use.slot_step, 0, 0);
    case RoleChange::more_bytes: return use.bytes > 0 && set(use.bytes, use.bytes + 8, 0);
    case RoleChange::fewer_bytes: return use.bytes > 0 && set(use.bytes, use.bytes - 8, 0);
    case RoleChange::other_barrier: return other_barrier(program, use);
    case RoleChange::arrival_asynchronous:
      if (step.action != Action::arrive || step.counter != Counter::none || named) return false;
      step.counter = counter_of(steps);
      return step.counter != Counter::none;
    case RoleChange::arrival_at_once:
      if (step.action != Action::arrive || step.counter == Counter::none) return false;
      step.counter = Counter::none;
      return true;
    case RoleChange::meeting_to_arrival:
      if (step.action != Action::barrier || !named) return false;
      step.action = Action::arrive;
      return true;
    case RoleChange::arrival_to_meeting:
      if (step.action != Action::arrive || !named) return false;
      step.action = Action::barrier;
      return true;
    case RoleChange::wait_looser: return step.action == Action::wait && set(step.count, step.count + 1, 0);
    case RoleChange::wait_stricter: return step.action == Action::wait && set(step.count, step.count - 1, 0);
    case RoleChange::other_weight:
      if (step.action == Action::wait || step.action == Action::arrive || !counts_groups(step.counter)) return false;
      step.weight = 1 - step.weight;
      return true;
    case RoleChange::step_at_once:
      if (step.action == Action::wait || step.action == Action::arrive || step.counter == Counter::none) return false;
      step.counter = Counter::none;
      step.weight = 1;
      use = {};
      return true;
    case RoleChange::tile_up: return step.action == Action::fetch && set(step.tile, step.tile + 1, 0);
    case RoleChange::tile_down: return step.action == Action::fetch && set(step.tile, step.tile - 1, 0);
    default: return false;
  }
}

bool change_access(WaveProgram& program, RoleChange change, int index) {
  if (program.accesses.empty()) return false;
  StepAccess& access = program.accesses[index % program.accesses.size()];
  const int slots = program.buffers[access.buffer].slots;
  switch (change) {
    case RoleChange::access_slot_up: return set(access.slot, (access.slot + 1) % slots, 0);
    case RoleChange::access_stands_still: return slots > 1 && set(access.slot_step, 0, 0);
    case RoleChange::version_up: ++access.version; return true;
    case RoleChange::version_down: --access.version; return true;
    default: return false;
  }
}

bool change_barrier(WaveProgram& program, RoleChange change, int index) {
  if (program.phase_barriers.empty()) return false;
  PhaseBarrier& barrier = program.phase_barriers[index % program.phase_barriers.size()];
  switch (change) {
    case RoleChange::more_arrivals: return set(barrier.arrivals, barrier.arrivals + 1, 1);
    case RoleChange::fewer_arrivals: return set(barrier.arrivals, barrier.arrivals - 1, 1);
    case RoleChange::more_barrier_slots: return set(barrier.slots, barrier.slots + 1, 1);
    case RoleChange::fewer_barrier_slots: return set(barrier.slots, barrier.slots - 1, 1);
    default: return false;
  }
}

bool change_buffer(WaveProgram& program, RoleChange change, int index) {
  const int chosen = index % program.buffers.size();
  Buffer& buffer = program.buffers[chosen];
  const int wanted = buffer.slots + (change == RoleChange::more_buffer_slots ? 1 : -1);
  if (!set(buffer.slots, wanted, 1)) return false;
  for (StepAccess& access : program.accesses) {
    if (access.buffer == chosen) access.slot %= wanted;
  }
  return true;
}

bool change_role(WaveProgram& program, RoleChange change, int index) {
  Role& role = program.roles[index];
  switch (change) {
    case RoleChange::more_trips: ++role.extra_trips; break;
    case RoleChange::fewer_trips: return set(role.extra_trips, role.extra_trips - 1, -program.min_trips);
    case RoleChange::more_waves: ++role.waves; break;
    case RoleChange::fewer_waves:
      if (!set(role.waves, role.waves - 1, 1)) return false;
      break;
    default: return false;
  }
  int first = 0;
  for (Role& each : program.roles) {
    each.first_wave = first;
    first += each.waves;
  }
  return true;
}

bool of_steps(RoleChange change) { return change <= RoleChange::step_at_once; }
bool of_tiles(RoleChange change) { return change == RoleChange::tile_up || change == RoleChange::tile_down; }
bool of_accesses(RoleChange change) {
  return change >= RoleChange::access_slot_up && change <= RoleChange::version_down;
}
bool of_barriers(RoleChange change) {
  return change >= RoleChange::more_arrivals && change <= RoleChange::fewer_barrier_slots;
}
bool of_buffers(RoleChange change) {
  return change == RoleChange::more_buffer_slots || change == RoleChange::fewer_buffer_slots;
}

}  // namespace

std::vector<RoleBase> role_bases() {
  using namespace executor;
  std::vector<RoleBase> bases;
  for (const bool again : {false, true}) {
    const std::string kind = again ? " persistent" : "";
    bases.push_back({"bulk ring" + kind, bulk_ring(2, 1, again)});
    bases.push_back({"bulk ring, two consumers" + kind, bulk_ring(2, 2, again)});
    bases.push_back({"bulk ring, three slots" + kind, bulk_ring(3, 1, again)});
    bases.push_back({"bulk ring of two, one slot" + kind, bulk_ring_of_two(1, 2, again)});
    bases.push_back({"bulk ring of two" + kind, bulk_ring_of_two(2, 1, again)});
    bases.push_back({"shared ring" + kind, shared_ring(1, again)});
    bases.push_back({"chained rings" + kind, chained_rings(1, 2, again)});
    bases.push_back({"tensor ring" + kind, tensor_ring(2, 1, 1, again)});
    bases.push_back({"tensor ring, two results" + kind, tensor_ring(1, 2, 1, again)});
    bases.push_back({"tensor sums" + kind, tensor_sums(2, 1, again)});
    bases.push_back({"copy ring" + kind, copy_ring(2, 2, again)});
    bases.push_back({"copy ring, three slots" + kind, copy_ring(3, 2, again)});
    bases.push_back({"store ring" + kind, store_ring(1, 1, 1, again)});
    bases.push_back({"store ring, two results" + kind, store_ring(2, 2, 2, again)});
    bases.push_back({"fragment ring" + kind, fragment_ring(2, 1, again)});
    bases.push_back({"fragment ring, two producers" + kind, fragment_ring(1, 2, again)});
    bases.push_back({"cluster rings" + kind, cluster_rings(2, 1, again)});
  }
  bases.push_back({"tensor sum at end", tensor_sum_at_end(2)});
  bases.push_back({"turns", turns(1, 1)});
  bases.push_back({"turns of two", turns(2, 1)});
  return bases;
}

const char* name(RoleChange change) { return change_names[static_cast<std::size_t>(change)]; }

bool apply(WaveProgram& program, const RoleMutation& mutation) {
  const RoleChange change = mutation.change;
  const int index = mutation.index;
  if (change == RoleChange::persistent) {
    if (program.persistent) return false;
    program.persistent = true;
    return true;
  }
  if (of_accesses(change)) return change_access(program, change, index);
  if (of_barriers(change)) return change_barrier(program, change, index);
  if (of_buffers(change)) return change_buffer(program, change, index);
  const int chosen = mutation.role % program.roles.size();
  Role& role = program.roles[chosen];
  if (!of_steps(change) && !of_tiles(change)) return change_role(program, change, chosen);
  const int steps = role.steps[mutation.section].size();
  return steps > 0 && change_step(program, role, change, mutation.section, index % steps);
}

RoleMutation draw_mutation(Dice& dice, const WaveProgram& program) {
  while (true) {
    RoleMutation mutation;
    mutation.change = static_cast<RoleChange>(dice.below(role_changes));
    mutation.role = dice.below(program.roles.size());
    mutation.section = run_sections[dice.below(3)];
    mutation.index = dice.below(64);
    WaveProgram copy = program;
    if (apply(copy, mutation)) return mutation;
  }
}

std::vector<RoleMutation> all_mutations(const WaveProgram& program) {
  std::vector<RoleMutation> all;
  const auto consider = [&](const RoleMutation& mutation) {
    WaveProgram copy = program;
    if (apply(copy, mutation)) all.push_back(mutation);
  };
  for (int c = 0; c < role_changes; ++c) {
    const auto change = static_cast<RoleChange>(c);
    if (change == RoleChange::persistent) {
      consider({change});
    } else if (of_accesses(change) || of_barriers(change) || of_buffers(change)) {
      const int count = of_accesses(change)   ? program.accesses.size()
                        : of_barriers(change) ? program.phase_barriers.size()
                                              : program.buffers.size();
      for (int i = 0; i < count; ++i) consider({change, 0, Section::kernel, i});
    } else {
      for (int a = 0; a < program.roles.size(); ++a) {
        if (!of_steps(change) && !of_tiles(change)) {
          consider({change, a});
          continue;
        }
        for (const Section section : all_sections) {
          for (int i = 0; i < program.roles[a].steps[section].size(); ++i) consider({change, a, section, i});
        }
      }
    }
  }
  return all;
}

std::string words(const WaveProgram& program, const RoleMutation& mutation) {
  const RoleChange change = mutation.change;
  std::string text = name(change);
  if (change == RoleChange::persistent) return text;
  if (of_accesses(change)) return text + " " + std::to_string(mutation.index % program.accesses.size());
  if (of_barriers(change)) {
    return text + " of " + program.phase_barriers[mutation.index % program.phase_barriers.size()].name;
  }
  if (of_buffers(change)) return text + " of " + program.buffers[mutation.index % program.buffers.size()].name;
  const Role& role = program.roles[mutation.role % program.roles.size()];
  text += std::string(", ") + role.name;
  if (!of_steps(change) && !of_tiles(change)) return text;
  const int steps = std::max(role.steps[mutation.section].size(), 1);
  return text + " " + stretto::name(mutation.section) + " " + std::to_string(mutation.index % steps);
}

}  // namespace stretto::study
