// Who touches what: buffers, and the accesses of each op to them.
//
// A buffer holds versions 0, 1, 2, ... of some data (the K tiles, the states of an accumulator); version v lives in
// slot v modulo slots. An op of iteration i touches version versions_per_iteration * i + offset. The slot follows from
// the version, so an access says what an op means to read or write, and where that is cannot contradict it.
#pragma once

#include <stretto/core/vector.hpp>

namespace stretto {

/// Where a buffer lives.
enum class Space : unsigned char {
  shared,     ///< shared memory, LDS: one for all waves
  registers,  ///< each wave's own
  tensor,     ///< tensor memory: one for all waves
};

/// Some data in several versions, of which as many are kept as there are slots.
struct Buffer {
  const char* name = "";           ///< for messages
  Space space = Space::shared;     ///< where it lives
  int slots = 1;                   ///< versions that it can hold
  int versions_per_iteration = 1;  ///< that are made in an iteration
  int subtiles = 1;                ///< parts of a version that are touched on their own
  int bytes = 0;                   ///< of a subtile in one slot (registers: of one wave); 0 = not known

  /// Shared and tensor memory are one for all waves; each wave has registers of its own.
  [[nodiscard]] constexpr bool per_wave() const { return space == Space::registers; }
};

/// What an access does.
enum class AccessMode : unsigned char {
  read,   ///< takes what is there
  write,  ///< leaves something new
};

/// One op of one kind of wave touches one subtile of one version.
struct Access {
  int op = 0;                          ///< by its number in the body
  int wave_class = 0;                  ///< waves of a class touch the same subtiles
  int buffer = 0;                      ///< of `AccessMap::buffers`
  int subtile = 0;                     ///< which part of it
  int version = 0;                     ///< offset within the iteration
  AccessMode mode = AccessMode::read;  ///< read or write
};

/// The accesses of a loop body. The map belongs to the schedule: the same body means different accesses under different
/// wave layouts.
struct AccessMap {
  Vector<Buffer> buffers;   ///< that are touched
  Vector<Access> accesses;  ///< in the order of the ops

  /// Adds a buffer, and returns its number.
  constexpr int add_buffer(const Buffer& buffer) {
    buffers.push_back(buffer);
    return buffers.size() - 1;
  }
  /// An op reads a subtile of a version.
  constexpr void read(int op, int wave_class, int buffer, int subtile, int version) {
    accesses.push_back({op, wave_class, buffer, subtile, version, AccessMode::read});
  }
  /// An op writes a subtile of a version.
  constexpr void write(int op, int wave_class, int buffer, int subtile, int version) {
    accesses.push_back({op, wave_class, buffer, subtile, version, AccessMode::write});
  }
  /// Reads a version and leaves the next one.
  constexpr void accumulate(int op, int wave_class, int buffer, int subtile, int version) {
    read(op, wave_class, buffer, subtile, version);
    write(op, wave_class, buffer, subtile, version + 1);
  }
};

}  // namespace stretto
