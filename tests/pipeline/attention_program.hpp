// The programs of a block of the attention kernel, as it runs them: what the kernel adds to the programs of its plan's
// pipeline.
//
// - The producer's warps share the loads by ring: one loads the keys, the other the values.
// - Each consumer warpgroup is a role of its own. With turns, they multiply one after another (attention_turns.hpp).
#pragma once

#include <stretto/hopper/attention_turns.hpp>
#include <stretto/program/wave_program.hpp>

namespace stretto::pipelines {

constexpr Step at_turn(Action action, int barrier, Section section) {
  Step step;
  step.action = action;
  step.section = section;
  step.phase_barrier.barrier = barrier;
  return step;
}

/// A producer's steps for one ring: wait for a slot, announce the bytes, load. A ring has two barriers.
constexpr Role loader_of(const Role& producer, int ring) {
  Role out = producer;
  out.first_wave = ring;
  for (const Section section : run_sections) {
    Vector<Step> steps;
    for (const Step& step : producer.steps[section]) {
      const int barrier = step.phase_barrier.barrier;
      if (barrier >= 0 && barrier / 2 == ring) steps.push_back(step);
    }
    out.steps[section] = steps;
  }
  return out;
}

/// A consumer with the barriers of its turns, which begin at `first`.
constexpr Role consumer_in_turn(const Role& consumer, int group, int groups, int first) {
  Role out = consumer;
  const int own = first + group;
  const int next = first + (group + 1) % groups;
  for (const Section section : run_sections) {
    Vector<Step> steps;
    if (section == Section::prologue && hopper::begins_turns(group, groups)) {
      steps.push_back(at_turn(Action::arrive, next, section));
    }
    for (const Step& step : consumer.steps[section]) {
      if (hopper::waits_for_turn(step.tag, section, step.tile)) steps.push_back(at_turn(Action::barrier, own, section));
      steps.push_back(step);
      if (hopper::passes_turn(step.tag, section)) steps.push_back(at_turn(Action::arrive, next, section));
    }
    if (section == Section::epilogue && hopper::ends_turns(group))
      steps.push_back(at_turn(Action::barrier, own, section));
    out.steps[section] = steps;
  }
  return out;
}

/// The program of a plan's pipeline, a producer and its consumers, as the kernel runs it.
constexpr WaveProgram as_attention_runs(const WaveProgram& program, bool turns) {
  WaveProgram out = program;
  const Role& consumers = program.roles[1];
  const int groups = consumers.waves;
  const int first = out.phase_barriers.size();
  out.roles = {};
  for (int ring = 0; ring < 2; ++ring) out.roles.push_back(loader_of(program.roles[0], ring));
  for (int group = 0; group < groups; ++group) {
    Role role = consumers;
    if (turns) {
      PhaseBarrier turn;
      turn.name = "turn";
      turn.kind = PhaseBarrierKind::named;
      turn.arrivals = 2;
      out.phase_barriers.push_back(turn);
      role = consumer_in_turn(consumers, group, groups, first);
    }
    role.waves = 1;
    role.first_wave = 2 + group;
    out.roles.push_back(role);
  }
  return out;
}

}  // namespace stretto::pipelines
