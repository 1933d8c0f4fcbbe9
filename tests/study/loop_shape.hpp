// The shape of a random loop: its buffers, which op reads what, how far ahead each op runs, and the order within a
// trip.
#pragma once

#include <vector>

#include <stretto/program/wave_program.hpp>

#include "../dice.hpp"
#include "random_loop.hpp"

namespace stretto::study {

/// A shared buffer, the registers that it is written from and those that it is read into.
struct Channel {
  int slots = 1;
  int subtiles = 1;
  bool whole = false;   // one fetch (one store) writes all subtiles
  bool staged = false;  // fetch -> registers, store -> shared; else fetch -> shared
  int staging_slots = 1;
  int fragments = 1;
  int fragment_slots = 1;
  std::vector<std::vector<int>> source;  // by fragment and wave: the subtile that it reads; -1: all of them

  [[nodiscard]] int pieces() const { return whole ? 1 : subtiles; }
};

enum class OpKind : unsigned char { fetch, store, fragment, consume };

/// One op of an iteration, for one K tile.
struct LoopOp {
  OpKind kind = OpKind::fetch;
  int channel = 0;  // not of consumes
  int part = 0;     // piece or fragment of its channel; accumulator of a consume
  int lead = 0;     // K tiles ahead
  int weight = 1;
  std::vector<int> operands;  // consume: by channel, a fragment
};

/// The u-th execution of an op in a trip.
struct PlacedOp {
  int op = 0;
  int u = 0;
};

struct LoopShape {
  int roles = 1;
  int waves_each = 2;
  bool staggered = false;
  bool barrier_after_prologue = false;
  int tiles_per_trip = 1;
  int min_trips = 0;
  std::vector<Channel> channels;
  std::vector<LoopOp> ops;
  std::vector<PlacedOp> order;  // of a trip
  std::vector<int> pacing;      // places in the order, ascending: a pacing barrier before each

  [[nodiscard]] int deepest() const {
    int lead = 0;
    for (const LoopOp& op : ops) lead = op.lead > lead ? op.lead : lead;
    return lead;
  }
};

[[nodiscard]] LoopShape draw_shape(Dice& dice, LoopSize size);

}  // namespace stretto::study
