// A loop on a target: agents, units, and ops with their costs, their counters and what they touch. What the target does
// otherwise than the declaration (fragments that must be read first, sums in tensor memory) is spelt out here.
#pragma once

#include <stretto/config/gpu.hpp>
#include <stretto/model/access.hpp>

namespace stretto {

enum class TargetUnit : unsigned char { tensor, memory, shared_port, lanes };
inline constexpr int target_units = 4;

constexpr const char* name(TargetUnit unit) {
  switch (unit) {
    case TargetUnit::tensor: return "tensor";
    case TargetUnit::memory: return "memory";
    case TargetUnit::shared_port: return "shared port";
    case TargetUnit::lanes: return "lanes";
  }
  return "?";
}

struct TargetOp {
  const char* name = "";
  int tag = 0;
  int source = 0;  ///< op of the declared loop
  int step = 0;    ///< which part of it, where the target takes it in parts
  int agent = 0;
  Action action = Action::consume;
  Counter counter = Counter::none;
  int weight = 1;
  TargetUnit unit = TargetUnit::lanes;
  int occupancy = 0;       ///< of the unit
  int latency = 0;         ///< from its start to its result
  int hold = 0;            ///< cycles that it holds its agent
  int lingers = 0;         ///< cycles that what it reads is kept beyond its end
  int bytes = 0;           ///< that a load brings, or a store takes, of one workgroup's memory
  bool multicast = false;  ///< load: each workgroup of the cluster brings an equal part to all

  [[nodiscard]] constexpr bool asynchronous() const { return counter != Counter::none; }
  /// Cycles from its start until what it reads can be given back.
  [[nodiscard]] constexpr int reading() const { return (asynchronous() ? latency : hold) + lingers; }
};

struct TargetBuffer {
  const char* name = "";
  int source = -1;  ///< buffer of the declared loop; -1: fragments
  Space space = Space::shared;
  int bytes = 0;        ///< of a slot; registers: of one wave
  int fixed_slots = 0;  ///< 0: derived
  bool sum = false;     ///< accumulated over the whole run
};

struct TargetAccess {
  int op = 0;
  int buffer = 0;
  AccessMode mode = AccessMode::read;
  int distance = 0;  ///< iterations before
};

/// Waves that run one program. With several groups, each of so many waves runs it, one after another by an equal part
/// of the interval; what an op costs is one group's share.
struct TargetAgent {
  const char* name = "";
  int waves = 1;  ///< of a group
  int groups = 1;

  [[nodiscard]] constexpr int all_waves() const { return waves * groups; }
};

struct TargetLoop {
  const char* name = "";
  Gpu gpu;
  Vector<TargetAgent> agents;
  Vector<TargetOp> ops;
  Vector<TargetBuffer> buffers;
  Vector<TargetAccess> accesses;
  long register_bytes = 0;  ///< that a wave has for buffers
  int cluster = 1;          ///< workgroups, each with these agents and buffers

  /// The op that writes a buffer; -1: none, or several that add to it.
  [[nodiscard]] constexpr int writer(int buffer) const {
    for (const TargetAccess& access : accesses) {
      if (access.buffer == buffer && access.mode == AccessMode::write) return access.op;
    }
    return -1;
  }
  /// Do the workgroups of the cluster fill each other's slots?
  [[nodiscard]] constexpr bool multicast(int buffer) const {
    const int op = writer(buffer);
    return op >= 0 && ops[op].multicast;
  }
  /// Groups that take turns on the units.
  [[nodiscard]] constexpr int groups() const {
    int most = 1;
    for (const TargetAgent& agent : agents) most = agent.groups > most ? agent.groups : most;
    return most;
  }
  /// Do different agents run different programs?
  [[nodiscard]] constexpr bool specialised() const { return agents.size() > 1 || gpu.copies == CopyKind::bulk; }
};

}  // namespace stretto
