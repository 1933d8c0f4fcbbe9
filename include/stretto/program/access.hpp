// Buffers, and the accesses of ops to them.
//
// A buffer holds versions 0, 1, 2, ... of some data: the K tiles, or the states of an accumulator. Version v lives in
// slot v modulo slots. An op of iteration i accesses version versions_per_iteration * i + offset. An access names the
// version that the op is meant to read or write. The slot follows from the version, so it cannot contradict it.
#pragma once

#include <stretto/core/vector.hpp>

namespace stretto {

/// Where a buffer lives.
enum class Space : unsigned char {
  shared,     ///< shared memory (LDS), shared by all waves
  registers,  ///< private to each wave
  tensor,     ///< tensor memory, shared by all waves
};

/// Data with versions. The buffer keeps one version per slot.
struct Buffer {
  const char* name = "";           ///< for messages
  Space space = Space::shared;     ///< where it lives
  int slots = 1;                   ///< number of versions that it can hold
  int versions_per_iteration = 1;  ///< versions that one iteration produces
  int subtiles = 1;                ///< parts of a version that are accessed separately
  int bytes = 0;                   ///< size of one subtile of one slot (registers: per wave); 0: not known

  /// Does each wave have its own copy? True for registers; all waves share shared and tensor memory.
  [[nodiscard]] constexpr bool per_wave() const { return space == Space::registers; }
};

/// The kinds of accesses.
enum class AccessMode : unsigned char {
  read,   ///< takes the current version
  write,  ///< produces a new version
};

/// An access of one op, in the waves of one class, to one subtile of one version.
struct Access {
  int op = 0;                          ///< number of the op in the body
  int wave_class = 0;                  ///< waves of one class access the same subtiles
  int buffer = 0;                      ///< index in `AccessMap::buffers`
  int subtile = 0;                     ///< index in the version
  int version = 0;                     ///< offset from the first version of the iteration
  AccessMode mode = AccessMode::read;  ///< read or write
};

/// The accesses of a loop body. The map belongs to the schedule: another wave layout gives the same body other
/// accesses.
struct AccessMap {
  Vector<Buffer> buffers;   ///< all buffers that ops access
  Vector<Access> accesses;  ///< in the order of the ops

  /// Adds a buffer and returns its index.
  constexpr int add_buffer(const Buffer& buffer) {
    buffers.push_back(buffer);
    return buffers.size() - 1;
  }
  /// Adds a read of a subtile of a version.
  constexpr void read(int op, int wave_class, int buffer, int subtile, int version) {
    accesses.push_back({op, wave_class, buffer, subtile, version, AccessMode::read});
  }
  /// Adds a write of a subtile of a version.
  constexpr void write(int op, int wave_class, int buffer, int subtile, int version) {
    accesses.push_back({op, wave_class, buffer, subtile, version, AccessMode::write});
  }
  /// Adds a read of a version and a write of the next one.
  constexpr void accumulate(int op, int wave_class, int buffer, int subtile, int version) {
    read(op, wave_class, buffer, subtile, version);
    write(op, wave_class, buffer, subtile, version + 1);
  }
};

}  // namespace stretto
