// Buffers of a program, and how steps access them.
#pragma once

#include <stretto/core/vector.hpp>

namespace stretto {

/// Where a buffer lives.
enum class Space : unsigned char {
  shared,     ///< shared memory (LDS), shared by all waves
  registers,  ///< private to each wave
  tensor,     ///< tensor memory, shared by all waves
  global,     ///< global memory, shared by all waves of all workgroups
};

/// Data with versions. The buffer keeps one version per slot.
struct Buffer {
  const char* name = "";        ///< for messages
  Space space = Space::shared;  ///< where it lives
  int slots = 1;                ///< number of versions that it can hold
  int subtiles = 1;             ///< parts of a version that are accessed separately
  int bytes = 0;                ///< size of one subtile of one slot (registers: per wave); 0: not known
  int offset = -1;              ///< shared, tensor, registers: where it begins, in bytes; -1: in a place of its own
  int workgroup = 0;            ///< shared, tensor: the workgroup of the cluster whose memory holds it

  /// Does each wave have its own copy? True for registers; all waves share all other memory.
  [[nodiscard]] constexpr bool per_wave() const { return space == Space::registers; }
};

/// The kinds of accesses.
enum class AccessMode : unsigned char {
  read,   ///< takes the current version
  write,  ///< produces a new version
};

}  // namespace stretto
