// A loop on a target: roles, units, and ops with their costs, counters and accesses. Anything that the target does
// differently from the declaration (fragments that must be read first, sums in tensor memory) is explicit here.
#pragma once

#include <stretto/gpu/gpu.hpp>
#include <stretto/program/buffer.hpp>

namespace stretto {

/// The units that the ops of a loop compete for, per SM or CU.
enum class TargetUnit : unsigned char {
  tensor,       ///< tensor cores, matrix cores
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
  int step = 0;                         ///< part of that op, if the target executes it in parts
  int chain = -1;                       ///< ops with the same number add to the same sum, in order; -1: it adds to none
  int role = 0;                         ///< the role that executes it
  Action action = Action::consume;      ///< its action in the wave program
  Counter counter = Counter::none;      ///< counts it while in flight; none: the op is synchronous
  int weight = 1;                       ///< hardware operations that it counts as
  TargetUnit unit = TargetUnit::lanes;  ///< the unit that it occupies
  int occupancy = 0;                    ///< cycles that it occupies the unit
  int port = 0;                         ///< compute: cycles that it occupies the shared port as well
  int latency = 0;                      ///< cycles from its start to its result
  int hold = 0;                         ///< cycles that it holds its role
  int lingers = 0;                      ///< cycles beyond its end until the data that it reads can be released
  int bytes = 0;                        ///< bytes of one workgroup's memory that a load writes or a store reads
  bool multicast = false;               ///< load: each workgroup of the cluster loads an equal part for all of them

  /// Does its role continue before it completes?
  [[nodiscard]] constexpr bool asynchronous() const { return counter != Counter::none; }
  /// Cycles from its start until the data that it reads can be released.
  [[nodiscard]] constexpr int reading() const { return (asynchronous() ? latency : hold) + lingers; }
};

/// A buffer of a loop on its target.
struct TargetBuffer {
  const char* name = "";        ///< for messages
  int source = -1;              ///< buffer of the declared loop; -1: fragments
  Space space = Space::shared;  ///< where it is stored
  int bytes = 0;                ///< bytes of a slot; in registers: of one wave
  int fixed_slots = 0;          ///< 0: derived
  bool sum = false;             ///< accumulated over the whole run
  int in_place_of = -1;         ///< an earlier buffer whose registers hold it; -1: its own
};

/// One op accesses one buffer.
struct TargetAccess {
  int op = 0;                          ///< op number
  int buffer = 0;                      ///< buffer number
  AccessMode mode = AccessMode::read;  ///< read or write
  int distance = 0;                    ///< how many iterations before this one the value was written
  bool keeps = false;                  ///< reads a value in place of this one, and so keeps its registers
};

/// Waves that run one program. With several groups, each group of `waves` waves runs it, offset by an equal part of II.
/// The costs of an op are those of one group's share.
struct TargetRole {
  const char* name = "";  ///< for messages, and to find its program
  int waves = 1;          ///< waves per group
  int groups = 1;         ///< groups that take turns

  /// Waves of all groups.
  [[nodiscard]] constexpr int all_waves() const { return waves * groups; }
};

/// A loop as its target executes it, before it is scheduled.
struct TargetLoop {
  const char* name = "";          ///< name of the declared loop
  Gpu gpu;                        ///< the target
  Vector<TargetRole> roles;       ///< the roles
  Vector<TargetOp> ops;           ///< in the order of one iteration
  Vector<TargetBuffer> buffers;   ///< the declared buffers, and fragments
  Vector<TargetAccess> accesses;  ///< which op accesses which buffer
  long register_bytes = 0;        ///< bytes of registers that a wave has for buffers
  int cluster = 1;                ///< workgroups per cluster, each with these roles and buffers

  /// The first op that writes a buffer; -1: none.
  [[nodiscard]] constexpr int writer(int buffer) const {
    for (const TargetAccess& access : accesses) {
      if (access.buffer == buffer && access.mode == AccessMode::write) return access.op;
    }
    return -1;
  }
  /// The last op that writes a buffer, of a multiplication its last part; -1: none.
  [[nodiscard]] constexpr int last_writer(int buffer) const {
    for (int i = accesses.size() - 1; i >= 0; --i) {
      if (accesses[i].buffer == buffer && accesses[i].mode == AccessMode::write) return accesses[i].op;
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
