#include "role_programs.hpp"

#include "phase_programs.hpp"
#include "role_writer.hpp"

namespace stretto::executor {

namespace {

constexpr PhaseBarrierKind mbarrier = PhaseBarrierKind::mbarrier;
constexpr PhaseBarrierKind named = PhaseBarrierKind::named;

WaveProgram of_tiles(int tiles, int tiles_per_trip, bool persistent) {
  WaveProgram program;
  program.tiles = tiles;
  program.tiles_per_trip = tiles_per_trip;
  program.persistent = persistent;
  return program;
}

/// A ring that a producer fills by bulk loads; after `releases` arrivals a slot is empty again.
struct FilledRing {
  int tile = 0;
  int full = 0;
  int empty = 0;
};

/// Adds the ring and the role of its producer.
FilledRing filled_ring(RoleWriter& write, const char* name, int slots, int releases) {
  const int tile = write.buffer(name, Space::shared, slots);
  const auto [full, empty] = write.ring_barriers(slots, releases);
  write.role("producer", 1);
  write.put(Section::kernel, {await_empty({empty}), arrive({full}, 16), bulk_fetch(0, 1, writes({tile}), {full}, 16)});
  return {tile, full, empty};
}

}  // namespace

WaveProgram bulk_ring(int slots, int consumer_waves, bool persistent) {
  WaveProgram program = of_tiles(1, 1, persistent);
  RoleWriter write(program);
  const int tile = write.buffer("tile", Space::shared, slots);
  const int sum = write.buffer("sum", Space::registers);
  const auto [full, empty] = write.ring_barriers(slots, consumer_waves);
  write.role("producer", 1, 1);
  write.put(Section::kernel, {await_empty({empty}), arrive({full}, BulkRing::bytes),
                              bulk_fetch(0, 1, writes({tile}), {full}, BulkRing::bytes)});
  write.role("consumer", consumer_waves);
  const auto multiply = [&](int ahead) {
    return consume(0, {reads({tile, ahead % slots}), reads({sum, 0, 0}, -1), writes({sum, 0, 0})}).in(Counter::mma);
  };
  write.put(Section::prologue, {await_full({full}), multiply(0)});
  write.put(Section::kernel, {await_full({full, 1}), multiply(1), wait(Counter::mma, 1), arrive({empty})});
  write.put(Section::epilogue, {wait(Counter::mma, 0), arrive({empty})});
  return program;
}

WaveProgram bulk_ring_of_two(int slots, int consumer_waves, bool persistent) {
  WaveProgram program = of_tiles(0, 1, persistent);
  RoleWriter write(program);
  const int a = write.buffer("a", Space::shared, slots);
  const int b = write.buffer("b", Space::shared, slots);
  const auto [full, empty] = write.ring_barriers(slots, consumer_waves);
  write.role("producer", 1);
  write.put(Section::kernel, {await_empty({empty}), arrive({full}, 24), bulk_fetch(0, 1, writes({a}), {full}, 8),
                              bulk_fetch(0, 1, writes({b}), {full}, 16)});
  write.role("consumer", consumer_waves);
  write.put(Section::kernel, {await_full({full}), consume(0, {reads({a}), reads({b})}).in(Counter::mma),
                              wait(Counter::mma, 0), arrive({empty})});
  return program;
}

WaveProgram tensor_ring(int slots, int results, int reader_waves, bool persistent) {
  WaveProgram program = of_tiles(0, 1, persistent);
  RoleWriter write(program);
  const auto [tile, full, empty] = filled_ring(write, "tile", slots, 1);
  const int result = write.buffer("result", Space::tensor, results);
  const int done = write.phase_barrier("done", mbarrier, results, 1);
  const int taken = write.phase_barrier("taken", mbarrier, results, reader_waves);
  write.role("issuer", 1);
  write.put(Section::kernel, {await_empty({taken}), await_full({full}),
                              consume(0, {reads({tile}), writes({result})}).in(Counter::tensor),
                              arrive({empty}).in(Counter::tensor), arrive({done}).in(Counter::tensor)});
  write.role("reader", reader_waves);
  write.put(Section::kernel, {await_full({done}), consume(1, {reads({result})}), arrive({taken})});
  return program;
}

WaveProgram tensor_sums(int slots, int reader_waves, bool persistent) {
  WaveProgram program = of_tiles(0, 2, persistent);
  RoleWriter write(program);
  const int tile = write.buffer("tile", Space::shared, slots);
  const int sum = write.buffer("sum", Space::tensor);
  const auto [full, empty] = write.ring_barriers(slots, 1);
  const int done = write.phase_barrier("done", mbarrier, 1, 1);
  const int taken = write.phase_barrier("taken", mbarrier, 1, reader_waves);
  write.role("producer", 1);
  for (int u = 0; u < 2; ++u) {
    write.put(Section::kernel, {await_empty({empty, u, 2}), arrive({full, u, 2}, 16),
                                bulk_fetch(u, 2, writes({tile, u % slots, 2}), {full, u, 2}, 16)});
  }
  write.role("issuer", 1);
  write.put(Section::kernel, {await_empty({taken})});
  for (int u = 0; u < 2; ++u) {
    write.put(
        Section::kernel,
        {await_full({full, u, 2}),
         consume(0, {reads({tile, u % slots, 2}), reads({sum, 0, 0}, -1), writes({sum, 0, 0})}).in(Counter::tensor),
         arrive({empty, u, 2}).in(Counter::tensor)});
  }
  write.put(Section::kernel, {arrive({done}).in(Counter::tensor)});
  write.role("reader", reader_waves);
  write.put(Section::kernel, {await_full({done}), consume(1, {reads({sum, 0, 0}, 1)}), consume(1, {reads({sum, 0, 0})}),
                              arrive({taken})});
  return program;
}

WaveProgram tensor_sum_at_end(int slots, int reader_waves) {
  WaveProgram program = of_tiles(0, 1, false);
  RoleWriter write(program);
  const auto [tile, full, empty] = filled_ring(write, "tile", slots, 1);
  const int sum = write.buffer("sum", Space::tensor);
  const int done = write.phase_barrier("done", mbarrier, 1, 1);
  write.role("issuer", 1);
  write.put(
      Section::kernel,
      {await_full({full}), consume(0, {reads({tile}), reads({sum, 0, 0}, -1), writes({sum, 0, 0})}).in(Counter::tensor),
       arrive({empty}).in(Counter::tensor)});
  write.put(Section::epilogue, {arrive({done, 0, 0}).in(Counter::tensor)});
  write.role("reader", reader_waves);
  write.put(Section::epilogue, {await_full({done, 0, 0}), work(-1, 1, {reads({sum, 0, 0})})});
  return program;
}

WaveProgram turns(int first_waves, int second_waves) {
  WaveProgram program = of_tiles(0, 1, false);
  RoleWriter write(program);
  const int value = write.buffer("value", Space::shared);
  const int own = write.buffer("own", Space::registers);
  const int turn = write.phase_barrier("turn", named, 2, first_waves + second_waves);
  write.role("first", first_waves);
  write.put(Section::kernel,
            {fetch(0, 1, writes({own, 0, 0})).in(Counter::vm), wait(Counter::vm, 0), synchronise({turn, 0, 0}),
             consume(0, {reads({own, 0, 0}), writes({value, 0, 0})}), arrive({turn, 1, 0})});
  write.role("second", second_waves);
  write.put(Section::prologue, {arrive({turn, 0, 0})});
  write.put(Section::kernel, {synchronise({turn, 1, 0}), consume(1, {reads({value, 0, 0})}), arrive({turn, 0, 0})});
  return program;
}

WaveProgram copy_ring(int slots, int waves, bool persistent) {
  const int ahead = slots - 1;
  WaveProgram program = of_tiles(ahead, 1, persistent);
  RoleWriter write(program);
  const int a = write.buffer("a", Space::shared, slots);
  const int b = write.buffer("b", Space::shared, slots);
  write.role("all", waves);
  const auto copy = [&](Section section, int lead) {
    write.put(section, {fetch(lead, 1, writes({a, lead})).in(Counter::copy, 0),
                        fetch(lead, 1, writes({b, lead})).in(Counter::copy)});
  };
  const auto work = [&](Section section, int lead, int pending) {
    write.put(section, {wait(Counter::copy, pending), barrier(), consume(0, {reads({a, lead}), reads({b, lead})})});
  };
  for (int lead = 0; lead < ahead; ++lead) copy(Section::prologue, lead);
  work(Section::kernel, 0, ahead - 1);
  copy(Section::kernel, ahead);
  for (int lead = 0; lead < ahead; ++lead) work(Section::epilogue, lead, ahead - 1 - lead);
  return program;
}

WaveProgram store_ring(int slots, int results, int waves, bool persistent) {
  WaveProgram program = of_tiles(0, 1, persistent);
  RoleWriter write(program);
  const auto [tile, full, empty] = filled_ring(write, "tile", slots, waves);
  const int result = write.buffer("result", Space::shared, results);
  const int together = write.phase_barrier("together", named, 2, waves);
  write.role("worker", waves);
  write.put(Section::kernel, {await_full({full}), wait(Counter::store, results - 1), synchronise({together, 0, 0}),
                              consume(0, {reads({tile}), writes({result})}), fence(), arrive({empty}),
                              synchronise({together, 1, 0}), consume(1, {reads({result})}).in(Counter::store)});
  write.put(Section::epilogue, {wait(Counter::store, 0)});
  return program;
}

WaveProgram fragment_ring(int slots, int producer_waves, bool persistent) {
  WaveProgram program = of_tiles(1, 1, persistent);
  RoleWriter write(program);
  const int tile = write.buffer("tile", Space::shared, slots);
  const int fragment = write.buffer("fragment", Space::registers, 2);
  const int full = write.phase_barrier("full", mbarrier, slots, producer_waves);
  const int empty = write.phase_barrier("empty", mbarrier, slots, 1);
  write.role("producer", producer_waves, 1);
  write.put(Section::kernel,
            {await_empty({empty}), fetch(0, 1, writes({tile})).in(Counter::copy), arrive({full}).in(Counter::copy)});
  write.role("consumer", 1);
  const auto read = [&](Section section, int lead) {
    write.put(section,
              {await_full({full, lead}), move(reads({tile, lead % slots}), writes({fragment, lead})).in(Counter::lgkm),
               wait(Counter::lgkm, 0), fence(Counter::mma), arrive({empty, lead})});
  };
  read(Section::prologue, 0);
  write.put(Section::kernel, {consume(0, {reads({fragment})}).in(Counter::mma), wait(Counter::mma, 1)});
  read(Section::kernel, 1);
  write.put(Section::epilogue, {consume(0, {reads({fragment})}).in(Counter::mma), wait(Counter::mma, 0)});
  return program;
}

WaveProgram shared_ring(int slots, bool persistent) {
  WaveProgram program = of_tiles(0, 1, persistent);
  RoleWriter write(program);
  const int tile = write.buffer("tile", Space::shared, slots);
  const int full = write.phase_barrier("full", mbarrier, slots, 2);
  const int empty = write.phase_barrier("empty", mbarrier, slots, 2);
  write.role("producer", 2);
  write.put(Section::kernel, {await_empty({empty}), arrive({full}, 16), bulk_fetch(0, 1, writes({tile}), {full}, 16)});
  for (const int accumulator : {0, 1}) {
    write.role(accumulator == 0 ? "one" : "other", 1);
    write.put(Section::kernel, {await_full({full}), consume(accumulator, {reads({tile})}), fence(), arrive({empty})});
  }
  return program;
}

WaveProgram chained_rings(int slots, int cooked_slots, bool persistent) {
  WaveProgram program = of_tiles(0, 1, persistent);
  RoleWriter write(program);
  const auto [raw, full, empty] = filled_ring(write, "raw", slots, 1);
  const int cooked = write.buffer("cooked", Space::shared, cooked_slots);
  const int kept = write.buffer("kept", Space::registers);
  const int ready = write.phase_barrier("ready", mbarrier, cooked_slots, 1);
  const int eaten = write.phase_barrier("eaten", mbarrier, cooked_slots, 1);
  write.role("cook", 1);
  write.put(Section::kernel,
            {await_full({full}), await_empty({eaten}),
             consume(0, {reads({raw}), reads({kept, 0, 0}, -1), writes({kept, 0, 0}), writes({cooked})}), fence(),
             arrive({empty}), arrive({ready})});
  write.role("eater", 1);
  write.put(Section::kernel, {await_full({ready}), consume(1, {reads({cooked})}).in(Counter::mma),
                              wait(Counter::mma, 0), arrive({eaten})});
  return program;
}

WaveProgram cluster_rings(int slots, int consumer_waves, bool persistent) {
  phased::ClusterRings rings;
  rings.slots = slots;
  rings.consumer_waves = consumer_waves;
  rings.persistent = persistent;
  return rings.program();
}

}  // namespace stretto::executor
