// Attention kernels for Hopper as types: tile, slots, turns, and the pipelines that follow from them.
//
// A block computes 64 rows of queries per consumer warpgroup, against one block of keys after another. Two pipelines of
// the library run in it: that of the blocks of keys, `pipe`, and that of the tiles of queries, `queries`.
#pragma once

#include <stretto/hopper/attention_schedules.hpp>
#include <stretto/hopper/attention_turns.hpp>
#include <stretto/pipeline/planned_pipeline.hpp>
#include <stretto/program/ring_cursor.hpp>

namespace stretto::hopper {

/// The loop over blocks of keys with its schedule, if attention_schedules.hpp has it. Otherwise the compiler searches
/// for one, for which stretto/pipeline/static_pipeline.hpp must be included.
template <AttentionSpec Spec>
struct ScheduledAttentionLoop : AttentionLoop<Spec>, AttentionSchedule<Spec> {};

/// The loop over tiles of queries with its schedule, likewise.
template <AttentionSpec Spec>
struct ScheduledQueryLoop : QueryLoop<Spec>, QuerySchedule<Spec> {};

/// The barriers of a ring that a pipeline derived for one buffer.
struct RingBarriers {
  int full = -1;
  int empty = -1;
  int full_flip = 0;   // added to the phase by the reader's wait
  int empty_flip = 0;  // added to the phase by the writer's wait
  int bytes = 0;       // of a slot
};

/// The barriers of the ring that a writer's op with this tag fills, if its readers wait for a slot, use it and release
/// it in this order.
template <class Pipe>
constexpr RingBarriers ring_of(const Pipe& pipe, int writer, int reader, int tag) {
  RingBarriers out;
  for (const Section section : run_sections) {
    for (int i = pipe.begin(0, writer, section); i < pipe.end(0, writer, section); ++i) {
      // A load follows the wait for its slot and the announcement of its bytes.
      if (pipe.entries[i].action != Action::fetch || pipe.entries[i].tag != tag) continue;
      out.full = pipe.entries[i].barrier;
      out.bytes = pipe.entries[i - 1].bytes;
      out.empty = pipe.entries[i - 2].barrier;
      out.empty_flip = pipe.entries[i - 2].flip;
    }
    for (int i = pipe.begin(0, reader, section); i < pipe.end(0, reader, section); ++i) {
      const Entry& e = pipe.entries[i];
      if (e.action == Action::await && e.barrier == out.full) out.full_flip = e.flip;
    }
  }
  return out;
}

/// An attention kernel: `AttentionPlan<AttentionSpec{.head = 128}, __nv_bfloat16>`.
template <AttentionSpec Spec, class ElementType, class Declared = ScheduledAttentionLoop<Spec>>
struct AttentionPlan {
  using Element = ElementType;  ///< of queries, keys, values and the result
  /// The programs of the blocks of keys. The type is named, not deduced, so that only device code evaluates them.
  static constexpr StaticPipeline pipe = pipeline<Declared>();
  static constexpr int producer = 0;  ///< role that loads
  static constexpr int consumer = 1;  ///< role that computes

  static constexpr RingBarriers key_ring = ring_of(pipe, producer, consumer, attention_op::load_keys);      ///< of K
  static constexpr RingBarriers value_ring = ring_of(pipe, producer, consumer, attention_op::load_values);  ///< of V

  static constexpr int head = Spec.head;            ///< elements of a query, a key and a value
  static constexpr int keys = Spec.keys;            ///< keys per block
  static constexpr int consumers = Spec.consumers;  ///< consumer warpgroups
  static constexpr bool turns = Spec.turns;         ///< the consumers multiply in turn
  static constexpr int rows = Spec.rows();          ///< queries of a tile
  static constexpr int slots = Spec.slots;          ///< slots of K and of V
  static constexpr int query_slots = Spec.query_slots;

  static constexpr int boxes = head / 64;                ///< boxes of 64 columns
  static constexpr int query_box = rows * 128;           ///< bytes of a box of queries
  static constexpr int key_box = keys * 128;             ///< bytes of a box of keys or values
  static constexpr int query_bytes = boxes * query_box;  ///< bytes of a tile of queries
  static constexpr int key_bytes = boxes * key_box;      ///< bytes of a block of keys or values
  static constexpr int key_place = query_slots * query_bytes;
  static constexpr int value_place = key_place + slots * key_bytes;
  static constexpr int data_bytes = value_place + slots * key_bytes;
  static constexpr int key_barriers = 6 + consumers;  ///< at most; each with a place per slot
  static constexpr int barrier_bytes = (key_barriers * slots + 2 * query_slots) * 8;
  /// Notes on tiles. A tile's note is read last when the next tile has begun; the producer is at most `query_slots`
  /// tiles ahead of the last one whose queries are released.
  static constexpr int notes = query_slots + 2;
  static constexpr int note_bytes = 48;
  static constexpr int note_place = data_bytes + (barrier_bytes + 15) / 16 * 16;
  static constexpr int shared_bytes = 1024 + note_place + notes * note_bytes;  ///< slots are aligned to 1024 bytes

  static constexpr int consumer_threads = 128 * consumers;
  static constexpr int threads = consumer_threads + 128;  ///< per block
  // The producer gives registers to the consumers; all together have what the launch gave them.
  static constexpr int producer_registers = consumers == 2 ? 40 : 32;
  static constexpr int consumer_registers = consumers == 2 ? 232 : 160;
  /// Iterations that the pipeline needs.
  static constexpr int least_blocks = pipe.peeled > 1 ? pipe.peeled : 1;

  static_assert(head % 64 == 0 && keys % 16 == 0 && (consumers == 2 || consumers == 3));
  static_assert(pipe.ring_slots == slots && pipe.barriers <= key_barriers);
  static_assert(shared_bytes <= targets::h200.limits.shared_bytes, "the slots do not fit into shared memory");
};

/// The pipeline of the tiles of queries.
template <AttentionSpec Spec>
struct QueryPlan {
  static constexpr StaticPipeline pipe = pipeline<ScheduledQueryLoop<Spec>>();
  static constexpr RingBarriers ring = ring_of(pipe, 0, 1, 0);
  static_assert(pipe.ring_slots == Spec.query_slots && pipe.barriers == 2);
};

}  // namespace stretto::hopper
