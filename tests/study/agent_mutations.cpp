#include "agent_mutations.hpp"

#include <algorithm>
#include <array>

#include <stretto/core/names.hpp>

#include "step_edits.hpp"
#include "tests/executor/agent_programs.hpp"
#include "tests/executor/agent_writer.hpp"

namespace stretto::study {

namespace {

using executor::steps_of;

constexpr std::array<const char*, agent_changes> change_names = {
    "drop step",           "step earlier",
    "step later",          "double step",
    "step to next phase",  "step to phase before",
    "flip parity",         "phase slot up",
    "phase slot down",     "phase stands still",
    "more bytes",          "fewer bytes",
    "other barrier",       "arrival asynchronous",
    "arrival at once",     "meeting to arrival",
    "arrival to meeting",  "wait looser",
    "wait stricter",       "other weight",
    "step at once",        "access slot up",
    "access stands still", "version up",
    "version down",        "tile up",
    "tile down",           "more arrivals",
    "fewer arrivals",      "more barrier slots",
    "fewer barrier slots", "more buffer slots",
    "fewer buffer slots",  "more trips",
    "fewer trips",         "more waves",
    "fewer waves",         "persistent",
};

bool to_phase(Agent& agent, Phase from, int index, Phase to) {
  if (from == to) return false;
  Step step = steps_of(agent, from)[index];
  remove_step(steps_of(agent, from), index);
  step.phase = to;
  insert_step(steps_of(agent, to), from < to ? 0 : steps_of(agent, to).size(), step);
  return true;
}

Phase after(Phase phase) { return phase == Phase::prologue ? Phase::kernel : Phase::epilogue; }
Phase before(Phase phase) { return phase == Phase::epilogue ? Phase::kernel : Phase::prologue; }

bool set(int& value, int wanted, int least) {
  if (wanted < least || wanted == value) return false;
  value = wanted;
  return true;
}

/// The barrier of the same kind that comes next.
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

bool change_step(const WaveProgram& program, Agent& agent, AgentChange change, Phase phase, int index) {
  Vector<Step>& steps = steps_of(agent, phase);
  Step& step = steps[index];
  PhaseUse& use = step.phase_barrier;
  const bool named = use.present() && program.phase_barriers[use.barrier].kind == PhaseBarrierKind::named;
  switch (change) {
    case AgentChange::drop_step: remove_step(steps, index); return true;
    case AgentChange::step_earlier:
      if (index == 0) return false;
      std::swap(steps[index - 1], steps[index]);
      return true;
    case AgentChange::step_later:
      if (index + 1 == steps.size()) return false;
      std::swap(steps[index], steps[index + 1]);
      return true;
    case AgentChange::double_step: insert_step(steps, index, Step(step)); return true;
    case AgentChange::step_to_next_phase: return to_phase(agent, phase, index, after(phase));
    case AgentChange::step_to_phase_before: return to_phase(agent, phase, index, before(phase));
    case AgentChange::flip_parity:
      if (step.action != Action::await) return false;
      use.flip = 1 - use.flip;
      return true;
    case AgentChange::phase_slot_up: return use.present() && set(use.slot, use.slot + 1, 0);
    case AgentChange::phase_slot_down: return use.present() && set(use.slot, use.slot - 1, 0);
    case AgentChange::phase_stands_still: return use.present() && set(use.slot_step, 0, 0);
    case AgentChange::more_bytes: return use.bytes > 0 && set(use.bytes, use.bytes + 8, 0);
    case AgentChange::fewer_bytes: return use.bytes > 0 && set(use.bytes, use.bytes - 8, 0);
    case AgentChange::other_barrier: return other_barrier(program, use);
    case AgentChange::arrival_asynchronous:
      if (step.action != Action::arrive || step.counter != Counter::none || named) return false;
      step.counter = counter_of(steps);
      return step.counter != Counter::none;
    case AgentChange::arrival_at_once:
      if (step.action != Action::arrive || step.counter == Counter::none) return false;
      step.counter = Counter::none;
      return true;
    case AgentChange::meeting_to_arrival:
      if (step.action != Action::barrier || !named) return false;
      step.action = Action::arrive;
      return true;
    case AgentChange::arrival_to_meeting:
      if (step.action != Action::arrive || !named) return false;
      step.action = Action::barrier;
      return true;
    case AgentChange::wait_looser: return step.action == Action::wait && set(step.count, step.count + 1, 0);
    case AgentChange::wait_stricter: return step.action == Action::wait && set(step.count, step.count - 1, 0);
    case AgentChange::other_weight:
      if (step.action == Action::wait || step.action == Action::arrive || !counts_groups(step.counter)) return false;
      step.weight = 1 - step.weight;
      return true;
    case AgentChange::step_at_once:
      if (step.action == Action::wait || step.action == Action::arrive || step.counter == Counter::none) return false;
      step.counter = Counter::none;
      step.weight = 1;
      use = {};
      return true;
    case AgentChange::tile_up: return step.action == Action::fetch && set(step.tile, step.tile + 1, 0);
    case AgentChange::tile_down: return step.action == Action::fetch && set(step.tile, step.tile - 1, 0);
    default: return false;
  }
}

bool change_access(WaveProgram& program, AgentChange change, int index) {
  if (program.accesses.empty()) return false;
  StepAccess& access = program.accesses[index % program.accesses.size()];
  const int slots = program.buffers[access.buffer].slots;
  switch (change) {
    case AgentChange::access_slot_up: return set(access.slot, (access.slot + 1) % slots, 0);
    case AgentChange::access_stands_still: return slots > 1 && set(access.slot_step, 0, 0);
    case AgentChange::version_up: ++access.version; return true;
    case AgentChange::version_down: --access.version; return true;
    default: return false;
  }
}

bool change_barrier(WaveProgram& program, AgentChange change, int index) {
  if (program.phase_barriers.empty()) return false;
  PhaseBarrier& barrier = program.phase_barriers[index % program.phase_barriers.size()];
  switch (change) {
    case AgentChange::more_arrivals: return set(barrier.arrivals, barrier.arrivals + 1, 1);
    case AgentChange::fewer_arrivals: return set(barrier.arrivals, barrier.arrivals - 1, 1);
    case AgentChange::more_barrier_slots: return set(barrier.slots, barrier.slots + 1, 1);
    case AgentChange::fewer_barrier_slots: return set(barrier.slots, barrier.slots - 1, 1);
    default: return false;
  }
}

bool change_buffer(WaveProgram& program, AgentChange change, int index) {
  const int chosen = index % program.buffers.size();
  Buffer& buffer = program.buffers[chosen];
  const int wanted = buffer.slots + (change == AgentChange::more_buffer_slots ? 1 : -1);
  if (!set(buffer.slots, wanted, 1)) return false;
  for (StepAccess& access : program.accesses) {
    if (access.buffer == chosen) access.slot %= wanted;
  }
  return true;
}

bool change_agent(WaveProgram& program, AgentChange change, int index) {
  Agent& agent = program.agents[index];
  switch (change) {
    case AgentChange::more_trips: ++agent.extra_trips; break;
    case AgentChange::fewer_trips: return set(agent.extra_trips, agent.extra_trips - 1, -program.min_trips);
    case AgentChange::more_waves: ++agent.waves; break;
    case AgentChange::fewer_waves:
      if (!set(agent.waves, agent.waves - 1, 1)) return false;
      break;
    default: return false;
  }
  int first = 0;
  for (Agent& each : program.agents) {
    each.first_wave = first;
    first += each.waves;
  }
  return true;
}

bool of_steps(AgentChange change) { return change <= AgentChange::step_at_once; }
bool of_tiles(AgentChange change) { return change == AgentChange::tile_up || change == AgentChange::tile_down; }
bool of_accesses(AgentChange change) {
  return change >= AgentChange::access_slot_up && change <= AgentChange::version_down;
}
bool of_barriers(AgentChange change) {
  return change >= AgentChange::more_arrivals && change <= AgentChange::fewer_barrier_slots;
}
bool of_buffers(AgentChange change) {
  return change == AgentChange::more_buffer_slots || change == AgentChange::fewer_buffer_slots;
}

}  // namespace

std::vector<AgentBase> agent_bases() {
  using namespace executor;
  std::vector<AgentBase> bases;
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

const char* name(AgentChange change) { return change_names[static_cast<std::size_t>(change)]; }

bool apply(WaveProgram& program, const AgentMutation& mutation) {
  const AgentChange change = mutation.change;
  const int index = mutation.index;
  if (change == AgentChange::persistent) {
    if (program.persistent) return false;
    program.persistent = true;
    return true;
  }
  if (of_accesses(change)) return change_access(program, change, index);
  if (of_barriers(change)) return change_barrier(program, change, index);
  if (of_buffers(change)) return change_buffer(program, change, index);
  const int chosen = mutation.agent % program.agents.size();
  Agent& agent = program.agents[chosen];
  if (!of_steps(change) && !of_tiles(change)) return change_agent(program, change, chosen);
  const int steps = agent.steps(mutation.phase).size();
  return steps > 0 && change_step(program, agent, change, mutation.phase, index % steps);
}

AgentMutation draw_mutation(Dice& dice, const WaveProgram& program) {
  while (true) {
    AgentMutation mutation;
    mutation.change = static_cast<AgentChange>(dice.below(agent_changes));
    mutation.agent = dice.below(program.agents.size());
    mutation.phase = all_phases[dice.below(3)];
    mutation.index = dice.below(64);
    WaveProgram copy = program;
    if (apply(copy, mutation)) return mutation;
  }
}

std::vector<AgentMutation> all_mutations(const WaveProgram& program) {
  std::vector<AgentMutation> all;
  const auto consider = [&](const AgentMutation& mutation) {
    WaveProgram copy = program;
    if (apply(copy, mutation)) all.push_back(mutation);
  };
  for (int c = 0; c < agent_changes; ++c) {
    const auto change = static_cast<AgentChange>(c);
    if (change == AgentChange::persistent) {
      consider({change});
    } else if (of_accesses(change) || of_barriers(change) || of_buffers(change)) {
      const int count = of_accesses(change)   ? program.accesses.size()
                        : of_barriers(change) ? program.phase_barriers.size()
                                              : program.buffers.size();
      for (int i = 0; i < count; ++i) consider({change, 0, Phase::kernel, i});
    } else {
      for (int a = 0; a < program.agents.size(); ++a) {
        if (!of_steps(change) && !of_tiles(change)) {
          consider({change, a});
          continue;
        }
        for (const Phase phase : all_phases) {
          for (int i = 0; i < program.agents[a].steps(phase).size(); ++i) consider({change, a, phase, i});
        }
      }
    }
  }
  return all;
}

std::string words(const WaveProgram& program, const AgentMutation& mutation) {
  const AgentChange change = mutation.change;
  std::string text = name(change);
  if (change == AgentChange::persistent) return text;
  if (of_accesses(change)) return text + " " + std::to_string(mutation.index % program.accesses.size());
  if (of_barriers(change)) {
    return text + " of " + program.phase_barriers[mutation.index % program.phase_barriers.size()].name;
  }
  if (of_buffers(change)) return text + " of " + program.buffers[mutation.index % program.buffers.size()].name;
  const Agent& agent = program.agents[mutation.agent % program.agents.size()];
  text += std::string(", ") + agent.name;
  if (!of_steps(change) && !of_tiles(change)) return text;
  const int steps = std::max(agent.steps(mutation.phase).size(), 1);
  return text + " " + stretto::name(mutation.phase) + " " + std::to_string(mutation.index % steps);
}

}  // namespace stretto::study
