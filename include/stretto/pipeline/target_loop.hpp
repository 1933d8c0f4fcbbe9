// A loop on a target: roles, units, and ops with their costs, their counters and what they touch. What the target does
// otherwise than the declaration (fragments that must be read first, sums in tensor memory) is spelt out here.
#pragma once

#include <stretto/gpu/gpu.hpp>
#include <stretto/program/access.hpp>

namespace stretto {

/// The units that ops of a loop compete for, per compute unit of the GPU.
enum class TargetUnit : unsigned char {
  tensor,       ///< matrix units
  memory,       ///< bytes from L2 or memory
  shared_port,  ///< bytes of shared memory
  lanes,        ///< arithmetic and exponentials
};
inline constexpr int target_units = 4;  ///< The number of units.

/// The unit as messages and JSON write it.
constexpr const char* name(TargetUnit unit) {
  switch (unit) {
    case TargetUnit::tensor: return "tensor";
    case TargetUnit::memory: return "memory";
    case TargetUnit::shared_port: return "shared port";
    case TargetUnit::lanes: return "lanes";
  }
  return "?";
}

/// An op of a loop on its target, with its costs.
struct TargetOp {
  const char* name = "";                ///< for messages and pictures
  int tag = 0;                          ///< what the kernel's dispatcher sees
  int source = 0;                       ///< op of the declared loop
  int step = 0;                         ///< which part of it, where the target takes it in parts
  int role = 0;                         ///< that executes it
  Action action = Action::consume;      ///< in the wave program
  Counter counter = Counter::none;      ///< none: synchronous
  int weight = 1;                       ///< hardware operations that it counts as
  TargetUnit unit = TargetUnit::lanes;  ///< that it occupies
  int occupancy = 0;                    ///< of the unit
  int latency = 0;                      ///< from its start to its result
  int hold = 0;                         ///< cycles that it holds its role
  int lingers = 0;                      ///< cycles that what it reads is kept beyond its end
  int bytes = 0;                        ///< that a load brings, or a store takes, of one workgroup's memory
  bool multicast = false;               ///< load: each workgroup of the cluster brings an equal part to all

  /// Does its role go on before it is done?
  [[nodiscard]] constexpr bool asynchronous() const { return counter != Counter::none; }
  /// Cycles from its start until what it reads can be given back.
  [[nodiscard]] constexpr int reading() const { return (asynchronous() ? latency : hold) + lingers; }
};

/// A buffer of a loop on its target.
struct TargetBuffer {
  const char* name = "";        ///< for messages
  int source = -1;              ///< buffer of the declared loop; -1: fragments
  Space space = Space::shared;  ///< where it lives
  int bytes = 0;                ///< of a slot; registers: of one wave
  int fixed_slots = 0;          ///< 0: derived
  bool sum = false;             ///< accumulated over the whole run
};

/// One op touches one buffer.
struct TargetAccess {
  int op = 0;                          ///< by its number
  int buffer = 0;                      ///< by its number
  AccessMode mode = AccessMode::read;  ///< read or write
  int distance = 0;                    ///< iterations before
};

/// Waves that run one program. With several groups, each of so many waves runs it, one after another by an equal part
/// of the interval; what an op costs is one group's share.
struct TargetRole {
  const char* name = "";  ///< for messages, and to find its program
  int waves = 1;          ///< of a group
  int groups = 1;         ///< that take turns

  /// Waves of all groups.
  [[nodiscard]] constexpr int all_waves() const { return waves * groups; }
};

/// A loop as its target executes it, before it is scheduled.
struct TargetLoop {
  const char* name = "";          ///< of the declared loop
  Gpu gpu;                        ///< the target
  Vector<TargetRole> roles;       ///< who there is
  Vector<TargetOp> ops;           ///< in the order of one iteration
  Vector<TargetBuffer> buffers;   ///< the declared ones, and fragments
  Vector<TargetAccess> accesses;  ///< who touches what
  long register_bytes = 0;        ///< that a wave has for buffers
  int cluster = 1;                ///< workgroups, each with these roles and buffers

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
    for (const TargetRole& role : roles) most = role.groups > most ? role.groups : most;
    return most;
  }
  /// Do different roles run different programs?
  [[nodiscard]] constexpr bool specialised() const { return roles.size() > 1 || gpu.copies == CopyKind::bulk; }
};

}  // namespace stretto
