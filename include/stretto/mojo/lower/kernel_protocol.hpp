// How a kernel runs a schedule's entries: which waves there are, what each of them touches, and what it does around the
// phases. The same entries mean different accesses under different protocols, so the protocol belongs to the schedule.
#pragma once

#include <stretto/gpu/latency_bounds.hpp>
#include <stretto/mojo/lower/k_tile_maps.hpp>
#include <stretto/program/wave_program.hpp>

namespace stretto {

/// Which way data takes from global memory to the fragments.
enum class ProtocolKind : unsigned char {
  double_buffer,  ///< loads write shared memory; a trip takes two K tiles
  single_buffer,  ///< loads write registers, stores write shared memory; a trip takes one K tile
};

/// How a kernel runs the entries of a schedule.
struct KernelProtocol {
  ProtocolKind kind = ProtocolKind::double_buffer;  ///< the way of the data
  int waves = 1;                                    ///< of the workgroup
  int groups = 1;  ///< waves are dealt to groups in order, equally many each; used only by a staggered schedule
  bool barrier_after_prologue = false;                          ///< the kernel adds one, beside the entries
  RegisterReading registers = RegisterReading::explicit_waits;  ///< who waits for fragments
  BarrierKind barriers = BarrierKind::raw;                      ///< what a barrier waits for
  int (*class_of)(int wave) = nullptr;                          ///< wave class of FragmentLayout
  FragmentLayout fragments;                                     ///< which half-tiles the waves read
  LatencyBounds latency;                                        ///< of the target, for margins
  int subtile_bytes[2] = {};   ///< of a half-tile in shared memory, by channel; 0 = not known, and not checked
  int fragment_bytes[2] = {};  ///< of a fragment in a wave's registers
  CounterLimits limits;        ///< of the target's counters and memories

  /// Eight waves, two rows of four; a row is a group. All waves pass one barrier after the prologue.
  static constexpr KernelProtocol ping_pong() {
    KernelProtocol protocol;
    protocol.waves = 8;
    protocol.groups = 2;
    protocol.barrier_after_prologue = true;
    protocol.class_of = row_and_column_pair;
    protocol.fragments = FragmentLayout::ping_pong();
    return protocol;
  }

  /// Four waves, two rows of two, no groups.
  static constexpr KernelProtocol four_wave() {
    KernelProtocol protocol;
    protocol.waves = 4;
    protocol.class_of = one_class;
    protocol.fragments = FragmentLayout::four_wave();
    return protocol;
  }

  /// Waits are left to the compiler, and the barrier is the language's.
  static constexpr KernelProtocol single_buffer() {
    KernelProtocol protocol;
    protocol.kind = ProtocolKind::single_buffer;
    protocol.waves = 4;
    protocol.registers = RegisterReading::interlocked;
    protocol.barriers = BarrierKind::draining;
    protocol.class_of = one_class;
    return protocol;
  }

  /// Nothing is known of the waves: every fragment may read every half-tile.
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
