// Who touches what: buffers, and the accesses of each op to them.
//
// A buffer holds versions 0, 1, 2, ... of some data (the K tiles, the states of an accumulator); version v lives in
// slot v modulo slots. An op of iteration i touches version versions_per_iteration * i + offset. The slot follows from
// the version, so an access says what an op means to read or write, and where that is cannot contradict it.
#pragma once

#include <stretto/core/vector.hpp>

namespace stretto {

enum class Space : unsigned char { shared, registers, tensor };

struct Buffer {
  const char* name = "";
  Space space = Space::shared;
  int slots = 1;
  int versions_per_iteration = 1;
  int subtiles = 1;
  int bytes = 0;  ///< of a subtile in one slot (registers: of one wave); 0 = not known

  /// Shared and tensor memory are one for all waves; each wave has registers of its own.
  [[nodiscard]] constexpr bool per_wave() const { return space == Space::registers; }
};

enum class AccessMode : unsigned char { read, write };

/// One op of one kind of wave touches one subtile of one version.
struct Access {
  int op = 0;
  int wave_class = 0;  ///< waves of a class touch the same subtiles
  int buffer = 0;
  int subtile = 0;
  int version = 0;  ///< offset within the iteration
  AccessMode mode = AccessMode::read;
};

/// The accesses of a loop body. The map belongs to the schedule: the same body means different accesses under different
/// wave layouts.
struct AccessMap {
  Vector<Buffer> buffers;
  Vector<Access> accesses;

  constexpr int add_buffer(const Buffer& buffer) {
    buffers.push_back(buffer);
    return buffers.size() - 1;
  }
  constexpr void read(int op, int wave_class, int buffer, int subtile, int version) {
    accesses.push_back({op, wave_class, buffer, subtile, version, AccessMode::read});
  }
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
