// How a kernel runs the entries of a schedule: its waves, the data that each wave accesses, and what the kernel adds
// around the sections. The same entries mean different accesses under different protocols, so the protocol belongs to
// the schedule.
#pragma once

#include <stretto/gpu/latency_bounds.hpp>
#include <stretto/mojo/lower/fragment_layout.hpp>
#include <stretto/program/wave_program.hpp>

namespace stretto {

/// The path of the data from global memory to the fragments.
enum class ProtocolKind : unsigned char {
  double_buffer,  ///< loads write shared memory; a trip consumes two K tiles
  single_buffer,  ///< loads write registers, stores write shared memory; a trip consumes one K tile
};

/// How a kernel runs the entries of a schedule.
struct KernelProtocol {
  ProtocolKind kind = ProtocolKind::double_buffer;  ///< path of the data
  int waves = 1;                                    ///< waves per workgroup
  int groups = 1;                       ///< groups of equally many consecutive waves; used only by a staggered schedule
  bool barrier_after_prologue = false;  ///< the kernel adds a barrier after the prologue entries
  RegisterReading registers = RegisterReading::explicit_waits;  ///< who waits for fragments
  BarrierKind barriers = BarrierKind::raw;                      ///< what a barrier drains
  int (*class_of)(int wave) = nullptr;                          ///< wave class for FragmentLayout
  FragmentLayout fragments;                                     ///< half-tile that each wave class reads
  LatencyBounds latency;                                        ///< latency bounds of the target, for margins
  int subtile_bytes[2] = {};   ///< bytes of a half-tile in shared memory, by channel; 0 = unknown, not checked
  int fragment_bytes[2] = {};  ///< bytes of a fragment in a wave's registers, by channel
  CounterLimits limits;        ///< limits of the target's counters and memories

  /// Eight waves in two rows of four. Each row is a group. All waves pass one barrier after the prologue.
  static constexpr KernelProtocol ping_pong() {
    KernelProtocol protocol;
    protocol.waves = 8;
    protocol.groups = 2;
    protocol.barrier_after_prologue = true;
    protocol.class_of = row_and_column_pair;
    protocol.fragments = FragmentLayout::ping_pong();
    return protocol;
  }

  /// Four waves in two rows of two, no groups.
  static constexpr KernelProtocol four_wave() {
    KernelProtocol protocol;
    protocol.waves = 4;
    protocol.class_of = one_class;
    protocol.fragments = FragmentLayout::four_wave();
    return protocol;
  }

  /// The compiler inserts the waits, and the barrier is the language's workgroup barrier.
  static constexpr KernelProtocol single_buffer() {
    KernelProtocol protocol;
    protocol.kind = ProtocolKind::single_buffer;
    protocol.waves = 4;
    protocol.registers = RegisterReading::interlocked;
    protocol.barriers = BarrierKind::draining;
    protocol.class_of = one_class;
    return protocol;
  }

  /// For an unknown wave layout: every fragment may read every half-tile.
  static constexpr KernelProtocol unknown(bool single_buffered) {
    if (single_buffered) return single_buffer();
    KernelProtocol protocol = ping_pong();
    protocol.class_of = one_class;
    protocol.fragments = FragmentLayout{};
    return protocol;
  }

 private:
  static constexpr int row_and_column_pair(int wave) { return wave / 4 * 2 + wave % 4 / 2; }
  static constexpr int one_class(int) { return 0; }
};

}  // namespace stretto
