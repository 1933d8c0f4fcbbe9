// A second translation of the double-buffer families, into wave programs: both must give the same result for every
// seed.
#pragma once

#include "executor/emitted_schedule.hpp"

namespace stretto::executor {

class Lowering {
 public:
  explicit Lowering(const EmittedSchedule& schedule)
      : schedule_(schedule), ping_pong_(schedule.family == Family::ping_pong) {
    for (const char* name : {"A", "B"}) program_.buffers.push_back({.name = name, .slots = 2});
    for (const char* name : {"A fragments", "B fragments"}) {
      program_.buffers.push_back({.name = name, .space = Space::registers});
    }
    program_.accumulators = 4;
    program_.tiles = 2;
    program_.tiles_per_trip = 2;
    program_.registers = schedule.registers;
    program_.barriers = schedule.barriers;
    const bool staggered = ping_pong_ && schedule.config.warp_stagger.enabled;
    for (int group = 0; group < (ping_pong_ ? 2 : 1); ++group) {
      Role role;
      role.first_wave = 4 * group;
      role.waves = 4;
      const int index = schedule.warp_stagger_index;
      const bool late = staggered && group == 1;
      for (int e = 0; e <= schedule.prologue.size(); ++e) {
        if (late && e == index) role.steps.prologue.push_back(barrier());
        if (e < schedule.prologue.size())
          role.steps.prologue.push_back(step(Section::prologue, schedule.prologue[e].op));
      }
      if (ping_pong_) role.steps.prologue.push_back(barrier());
      for (const ScheduleEntry& entry : schedule.kernel) role.steps.kernel.push_back(step(Section::kernel, entry.op));
      for (const ScheduleEntry& entry : schedule.epilogue)
        role.steps.epilogue.push_back(step(Section::epilogue, entry.op));
      if (staggered && group == 0) role.steps.epilogue.push_back(barrier());
      program_.roles.push_back(role);
    }
  }

  [[nodiscard]] const WaveProgram& program() const { return program_; }

 private:
  static Step barrier() {
    Step step;
    step.action = Action::barrier;
    return step;
  }

  void access(Step& of, int buffer, int slot, int subtile, AccessMode mode, unsigned waves = 0) {
    program_.accesses.push_back({buffer, slot, 0, subtile, mode, waves});
    ++of.access_count;
  }

  Step step(Section section, const OpDesc& op) {
    Step out;
    out.first_access = program_.accesses.size();
    switch (op.tag) {
      case 0:
      case 1: load(out, section, op); break;
      case 3:
      case 4: fragment(out, op); break;
      case 5:
        out.action = Action::consume;
        out.accumulator = 2 * op.stage + op.subtile;
        access(out, 2, 0, op.stage, AccessMode::read);
        access(out, 3, 0, op.subtile, AccessMode::read);
        break;
      case tags::barrier: out.action = Action::barrier; break;
      case tags::wait_vm:
      case tags::wait_lgkm:
        out.action = Action::wait;
        out.counter = op.tag == tags::wait_vm ? Counter::vm : Counter::lgkm;
        out.count = op.wait_value;
        break;
      default: break;
    }
    return out;
  }

  void load(Step& out, Section section, const OpDesc& op) {
    out.action = Action::fetch;
    out.counter = Counter::vm;
    out.weight = op.vm_cost > 0 ? op.vm_cost : schedule_.config.vm_per_channel(op.tag);
    out.tile = op.k_offset == KOffsetKind::k_prev ? -1 : op.k_offset == KOffsetKind::k1 ? 1 : 0;
    if (section != Section::prologue) {
      out.tile += 2;
      out.tile_step = 2;
    }
    access(out, op.tag, op.stage, op.subtile, AccessMode::write);
  }

  void fragment(Step& out, const OpDesc& op) {
    const int channel = op.tag - 3;
    out.action = Action::move;
    out.counter = Counter::lgkm;
    out.weight = channel == 0 ? schedule_.lgkm_a : schedule_.lgkm_b;
    if (ping_pong_) {
      access(out, channel, op.stage, 0, AccessMode::read, channel == 0 ? 0x0fu : 0x33u);
      access(out, channel, op.stage, 1, AccessMode::read, channel == 0 ? 0xf0u : 0xccu);
    } else {
      access(out, channel, op.stage, op.subtile, AccessMode::read);
    }
    access(out, 2 + channel, 0, op.subtile, AccessMode::write);
  }

  const EmittedSchedule& schedule_;
  bool ping_pong_;
  WaveProgram program_;
};

}  // namespace stretto::executor
