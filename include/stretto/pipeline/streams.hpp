// Streams: what each role executes, in order, derived from the starts of a modulo schedule.
//
// An item has a time. The items of a role, counted from its first one, fall into stages of II cycles, and the offsets
// within the stages are the order of its kernel. With S stages, trip j of the kernel executes the items of stage s for
// iteration j + S - 1 - s. The prologue and the epilogue are the rounds before and after, without the items that lie
// outside the iterations. Waiting for a slot and releasing it are items like any other: at the start of the op that
// needs the slot, or at the end of the last op that reads it. The schedule thus determines their place and their stage.
#pragma once

#include <stretto/modulo/result.hpp>
#include <stretto/pipeline/rings.hpp>

namespace stretto {

/// The kind of a stream item.
enum class ItemKind : unsigned char {
  // In the order of items with the same time.
  pace,         ///< groups take turns: a workgroup barrier
  take_turn,    ///< wait at the group's named barrier
  release,      ///< gives a slot back
  await_full,   ///< wait until a slot is full
  await_empty,  ///< wait until a slot may be filled again
  expect,       ///< announce the bytes of a ring's slot
  op,           ///< an op of the loop
  arrive,       ///< signals that a slot is full, or releases it when pending operations have completed
  pass_turn,    ///< lets the next group start its turn
};

/// An action of a role, once per iteration.
struct StreamItem {
  ItemKind kind = ItemKind::op;     ///< the kind of item
  int op = -1;                      ///< op of the loop; -1: none
  int ring = -1;                    ///< the ring whose slot it concerns; -1: none
  long time = 0;                    ///< start in the modulo schedule
  Counter counter = Counter::none;  ///< arrive: after everything in this counter has completed
  bool gives_back = false;          ///< arrive: at the empty barrier
  long stage = 0;                   ///< stage of the role, from 0
  long offset = 0;                  ///< cycles within the stage
};

/// The items of one role.
struct Stream {
  Vector<StreamItem> items;  ///< in the order of the kernel
  int stages = 1;            ///< stages of the role
};

namespace detail {

class StreamBuilder {
 public:
  constexpr StreamBuilder(const TargetLoop& loop, const ModuloResult& schedule, const Vector<Ring>& rings)
      : loop_(loop), schedule_(schedule), rings_(rings), releases_(find_releases(loop)) {}

  constexpr Stream build(int role) {
    Stream stream;
    for (int i = 0; i < loop_.ops.size(); ++i) {
      if (loop_.ops[i].role == role) add(stream, {ItemKind::op, i, -1, schedule_.starts[i]});
    }
    for (int r = 0; r < rings_.size(); ++r) {
      if (rings_[r].writer == role) add_writer(stream, r);
      if ((rings_[r].readers >> role & 1U) != 0) add_reader(stream, role, r);
    }
    if (loop_.roles[role].groups > 1) add_turns(stream, role);
    sort(stream);
    return stream;
  }

 private:
  static constexpr void add(Stream& stream, const StreamItem& item) { stream.items.push_back(item); }

  /// Barriers, one per turn, set groups without mbarriers apart. Groups with mbarriers take turns on the tensor cores,
  /// if each group's tensor operations fit into one part of II, and if the groups do not exchange data: they would meet
  /// while one waits for the turn of the other.
  constexpr void add_turns(Stream& stream, int role) const {
    const int groups = loop_.roles[role].groups;
    const long part = schedule_.ii / groups;
    if (!loop_.specialised()) {
      long begin = stream.items[0].time;
      for (const StreamItem& item : stream.items) begin = item.time < begin ? item.time : begin;
      for (int g = 0; g < groups; ++g) add(stream, {ItemKind::pace, -1, -1, begin + g * part});
      return;
    }
    if (!exchanged_buffers(loop_, rings_, role).empty()) return;
    for (int i = 0; i < loop_.ops.size(); ++i) {
      if (loop_.ops[i].role != role || loop_.ops[i].unit != TargetUnit::tensor) continue;
      long last = -1;  // when the last op has been issued
      bool together = true;
      for (int j = 0; j < loop_.ops.size(); ++j) {
        if (loop_.ops[j].role != role || loop_.ops[j].unit != TargetUnit::tensor) continue;
        const long ahead = ((schedule_.starts[j] - schedule_.starts[i]) % schedule_.ii + schedule_.ii) % schedule_.ii;
        together = together && ahead + loop_.ops[j].occupancy <= part;
        const long issued = ahead + loop_.ops[j].hold;
        last = issued > last ? issued : last;
      }
      if (!together) continue;
      add(stream, {ItemKind::take_turn, i, -1, schedule_.starts[i]});
      add(stream, {ItemKind::pass_turn, i, -1, schedule_.starts[i] + last});
      return;
    }
  }

  constexpr void add_writer(Stream& stream, int r) const {
    const Ring& ring = rings_[r];
    long first = -1;
    long last = -1;
    for (int b : ring.buffers) {
      const long start = schedule_.starts[loop_.writer(b)];
      first = first < 0 || start < first ? start : first;
      last = start > last ? start : last;
    }
    const int writer = loop_.writer(ring.buffers[0]);
    if (ring.returned_by != 0) add(stream, {ItemKind::await_empty, writer, r, first});
    if (ring.written_by == Counter::bytes) {
      add(stream, {ItemKind::expect, writer, r, first});
    } else if (ring.handed_over()) {
      const Counter counter = ring.written_by == Counter::tensor ? Counter::tensor : Counter::none;
      add(stream, {ItemKind::arrive, writer, r, last, counter});
    }
  }

  constexpr void add_reader(Stream& stream, int role, int r) const {
    const Ring& ring = rings_[r];
    long first = -1;
    long end = -1;
    long last = -1;
    int first_op = -1;
    bool by_tensor = false;
    for (const TargetAccess& access : loop_.accesses) {
      if (access.mode != AccessMode::read || loop_.ops[access.op].role != role || !contains(ring, access.buffer))
        continue;
      const TargetOp& op = loop_.ops[access.op];
      const long start = schedule_.starts[access.op];
      const long over = start + op.reading();
      if (first < 0 || start < first) {
        first = start;
        first_op = access.op;
      }
      end = over > end ? over : end;
      // Tensor operations arrive when they are complete.
      const long done = op.counter == Counter::tensor ? start : over;
      last = done > last ? done : last;
      by_tensor = by_tensor || op.counter == Counter::tensor;
    }
    const bool needs_full = ring.written_by == Counter::bytes || ring.writer != role;
    if (needs_full) add(stream, {ItemKind::await_full, first_op, r, first});
    if ((ring.returned_by >> role & 1U) == 0) return;
    if (by_tensor) {
      add(stream, {ItemKind::arrive, first_op, r, last, Counter::tensor, true});
    } else {
      const int scheduled = release_of(releases_, ring.buffers[0], role);
      const long time = scheduled < 0 ? end : schedule_.starts[loop_.ops.size() + scheduled];
      add(stream, {ItemKind::release, first_op, r, time});
    }
  }

  static constexpr bool contains(const Ring& ring, int buffer) {
    for (int b : ring.buffers) {
      if (b == buffer) return true;
    }
    return false;
  }

  static constexpr bool before(const StreamItem& x, const StreamItem& y) {
    if (x.offset != y.offset) return x.offset < y.offset;
    if (x.stage != y.stage) return x.stage > y.stage;  // the older iteration first
    if (x.kind != y.kind) return x.kind < y.kind;
    return x.ring < y.ring;
  }

  constexpr void sort(Stream& stream) const {
    if (stream.items.empty()) return;
    long begin = stream.items[0].time;
    for (const StreamItem& item : stream.items) begin = item.time < begin ? item.time : begin;
    for (StreamItem& item : stream.items) {
      item.stage = (item.time - begin) / schedule_.ii;
      item.offset = (item.time - begin) % schedule_.ii;
      if (item.stage + 1 > stream.stages) stream.stages = static_cast<int>(item.stage) + 1;
    }
    for (int i = 1; i < stream.items.size(); ++i) {
      for (int j = i; j > 0 && before(stream.items[j], stream.items[j - 1]); --j) {
        const StreamItem item = stream.items[j];
        stream.items[j] = stream.items[j - 1];
        stream.items[j - 1] = item;
      }
    }
  }

  const TargetLoop& loop_;
  const ModuloResult& schedule_;
  const Vector<Ring>& rings_;
  Vector<Release> releases_;
};

}  // namespace detail

}  // namespace stretto
