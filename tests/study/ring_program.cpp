#include "ring_program.hpp"

#include <array>

#include "program_builder.hpp"

namespace stretto::study {

namespace {

constexpr PhaseBarrierKind by_parity = PhaseBarrierKind::mbarrier;
constexpr PhaseBarrierKind by_name = PhaseBarrierKind::named;

enum class Loading : unsigned char { bulk, copy_arrives, copy_waited, vm_waited, at_once, by_registers };
enum class Taking : unsigned char { at_once, mma, mma_behind, fragment, fragment_ahead, tensor };

class Ring {
 public:
  explicit Ring(Dice& dice) : dice_(dice) {}

  WaveProgram draw() {
    WaveProgram& program = builder_.program;
    slots_ = dice_.from(1, 3);
    program.persistent = dice_.percent(30);
    program.tiles_per_trip = 1;
    program.tiles = dice_.percent(70) ? dice_.below(2) : dice_.from(2, 3);
    stands_still_ = dice_.percent(15);
    dead_ = !program.persistent || stands_still_ ? dice_.percent(30) : false;
    program.min_trips = dice_.percent(75) ? 0 : dice_.from(1, 2);
    if (dice_.percent(15)) program.registers = RegisterReading::interlocked;
    if (dice_.percent(15)) program.barriers = BarrierKind::draining;
    producer_waves_ = dice_.percent(70) ? 1 : 2;
    const int consumers = dice_.percent(65) ? 1 : 2;
    for (int c = 0; c < consumers; ++c) {
      waves_[static_cast<std::size_t>(c)] = consumers == 1 && dice_.percent(40) ? 2 : 1;
      consumer_waves_ += waves_[static_cast<std::size_t>(c)];
    }
    tile_ = builder_.buffer("tile", Space::shared, slots_);
    if (dice_.percent(25)) second_ = builder_.buffer("other", Space::shared, slots_);
    full_ = builder_.phase_barrier("full", by_parity, slots_, producer_waves_);
    empty_ = builder_.phase_barrier("empty", by_parity, slots_, consumer_waves_);
    if (dice_.percent(20)) stay_ = builder_.buffer("stay", Space::shared);
    if (consumers == 2 && dice_.percent(50) && !program.persistent) draw_turns();
    put_producer();
    for (int c = 0; c < consumers; ++c) put_consumer(c);
    if (stay_ >= 0) put_stay();
    return program;
  }

 private:
  void draw_turns() {
    turn_ = builder_.phase_barrier("turn", by_name, 2, consumer_waves_);
    value_ = builder_.buffer("value", Space::shared);
  }

  void put_producer() {
    // Tiles that nobody consumes are harmless as long as there is a slot for them.
    const int beyond = dice_.percent(90) ? 0 : dice_.from(1, 3);
    builder_.role("producer", producer_waves_, builder_.program.tiles + beyond);
    if (dice_.percent(4)) builder_.kernel(nothing());
    builder_.kernel(await().at(empty_, 0, 1, 0, 1));
    const auto loading = static_cast<Loading>(dice_.below(6));
    const auto load = [&](int buffer) { return tile_load().write(buffer, 0, 1); };
    const auto both = [&](auto put) {
      put(tile_);
      if (second_ >= 0) put(second_);
    };
    if (loading == Loading::bulk) {
      const int bytes = 8 * dice_.from(1, 2);
      const BuiltStep arrival = arrive().at(full_, 0, 1, second_ >= 0 ? 2 * bytes : bytes);
      const bool first = dice_.percent(75);
      if (first) builder_.kernel(arrival);
      both([&](int buffer) { builder_.kernel(load(buffer).in(Counter::bytes).at(full_, 0, 1, bytes)); });
      if (!first) builder_.kernel(arrival);
    } else if (loading == Loading::copy_arrives || loading == Loading::copy_waited) {
      const bool one_group = second_ >= 0 && dice_.percent(50);
      both([&](int buffer) { builder_.kernel(load(buffer).in(Counter::copy, one_group && buffer == tile_ ? 0 : 1)); });
      const bool waits = loading == Loading::copy_waited;
      if (waits) builder_.kernel(wait(Counter::copy, 0));
      builder_.kernel(waits ? arrive().at(full_, 0, 1) : arrive().in(Counter::copy).at(full_, 0, 1));
      if (!waits) builder_.epilogue(wait(Counter::copy, 0));
    } else if (loading == Loading::vm_waited) {
      both([&](int buffer) { builder_.kernel(load(buffer).in(Counter::vm, dice_.from(1, 2))); });
      const bool arrives = dice_.percent(30);
      if (!arrives) builder_.kernel(wait(Counter::vm, 0));
      builder_.kernel(arrives ? arrive().in(Counter::vm).at(full_, 0, 1) : arrive().at(full_, 0, 1));
      if (arrives) builder_.epilogue(wait(Counter::vm, 0));
    } else if (loading == Loading::at_once) {
      both([&](int buffer) { builder_.kernel(load(buffer)); });
      builder_.kernel(arrive().at(full_, 0, 1));
    } else {
      put_by_registers();
    }
  }

  /// The tile of the trip, or one that is the same in all trips.
  [[nodiscard]] BuiltStep tile_load() const { return stands_still_ ? fetch(0, 0) : fetch(); }

  /// The step that consumes a tile: into a sum if every tile enters it exactly once.
  [[nodiscard]] BuiltStep taking(int c) const { return stands_still_ || dead_ ? work() : consume(c); }

  /// A load into registers, then a store to one or both buffers, possibly through another register. The load may belong
  /// to the next trip: then the move to the other register must read its source before the load overwrites it.
  void put_by_registers() {
    const int passed = builder_.buffer("passed", Space::registers);
    const bool ahead = dice_.percent(50);
    const BuiltStep load = tile_load().in(Counter::vm).write(passed);
    int from = passed;
    if (ahead) {
      BuiltStep next = load;
      next.step.tile += stands_still_ ? 0 : 1;
      from = builder_.buffer("again", Space::registers);
      builder_.prologue(load);
      builder_.kernel(wait(Counter::vm, 0));
      put_move(passed, from);
      builder_.kernel(next);
    } else {
      builder_.kernel(load);
      builder_.kernel(wait(Counter::vm, 0));
      if (dice_.percent(30)) {
        from = builder_.buffer("again", Space::registers);
        put_move(passed, from);
      }
    }
    BuiltStep store = move().read(from).write(tile_, 0, 1);
    if (second_ >= 0) store = store.write(second_, 0, 1);
    const bool asynchronous = dice_.percent(50);
    builder_.kernel(asynchronous ? store.in(Counter::lgkm) : store);
    if (asynchronous) builder_.kernel(wait(Counter::lgkm, 0));
    builder_.kernel(arrive().at(full_, 0, 1));
  }

  /// A move between registers.
  void put_move(int from, int to) {
    const Counter counter = std::array{Counter::none, Counter::lgkm, Counter::mma, Counter::mma}[dice_index(4)];
    const BuiltStep built = move().read(from).write(to);
    builder_.kernel(counter == Counter::none ? built : built.in(counter));
    if (counter != Counter::none) builder_.kernel(wait(counter, 0));
  }

  std::size_t dice_index(int count) { return static_cast<std::size_t>(dice_.below(count)); }

  [[nodiscard]] BuiltStep reading(const BuiltStep& start, int ahead) const {
    const BuiltStep one = start.read(tile_, ahead % slots_, 1);
    return second_ >= 0 ? one.read(second_, ahead % slots_, 1) : one;
  }

  void put_consumer(int c) {
    const int tiles = builder_.program.tiles;
    const bool peels = tiles > 0;
    auto way = static_cast<Taking>(dice_.below(6));
    if (way == Taking::tensor && builder_.program.persistent) way = Taking::mma;
    if ((!peels || slots_ == 1) && way == Taking::mma_behind) way = Taking::mma;  // it holds two slots
    if (!peels && way == Taking::fragment_ahead) way = Taking::fragment;
    const bool ahead = way == Taking::mma_behind || way == Taking::fragment_ahead;
    builder_.role(c == 0 ? "one" : "two", waves_[static_cast<std::size_t>(c)], ahead ? tiles - 1 : tiles);
    sum_ = dice_.percent(50) ? builder_.buffer("sum", way == Taking::tensor ? Space::tensor : Space::registers) : -1;
    // Waves that share a place in tensor memory would read what the others write.
    if (way == Taking::tensor && waves_[static_cast<std::size_t>(c)] > 1) sum_ = -1;
    if (turn_ >= 0 && c == 1) builder_.prologue(arrive().at(turn_, 0, 0));
    switch (way) {
      case Taking::at_once: return put_taking_at_once(c);
      case Taking::mma: return put_mma(c);
      case Taking::mma_behind: return put_mma_behind(c);
      case Taking::fragment: return put_fragment(c);
      case Taking::fragment_ahead: return put_fragment_ahead(c);
      case Taking::tensor: return put_tensor(c);
    }
  }

  [[nodiscard]] BuiltStep summing(const BuiltStep& start) const {
    return sum_ < 0 ? start : start.read(sum_, 0, 0, -1).write(sum_);
  }

  /// The consumers take turns, and each finds what the previous one left.
  void put_turn(int c) {
    if (turn_ < 0) return;
    builder_.kernel(barrier().at(turn_, c, 0));
    builder_.kernel(c == 0 ? work().write(value_) : work().read(value_));
    builder_.kernel(arrive().at(turn_, 1 - c, 0));
  }

  void put_taking_at_once(int c) {
    builder_.kernel(await().at(full_, 0, 1));
    builder_.kernel(summing(reading(taking(c), 0)));
    put_turn(c);
    builder_.kernel(arrive().at(empty_, 0, 1));
  }

  void put_mma(int c) {
    builder_.kernel(await().at(full_, 0, 1));
    const bool two = second_ >= 0 && sum_ < 0 && dice_.percent(40);  // two steps in one group
    if (two) {
      builder_.kernel(work().in(Counter::mma, 0).read(second_, 0, 1));
      builder_.kernel(taking(c).in(Counter::mma).read(tile_, 0, 1));
    } else {
      builder_.kernel(summing(reading(taking(c), 0)).in(Counter::mma));
    }
    put_turn(c);
    if (dice_.percent(35)) {
      builder_.kernel(arrive().in(Counter::mma).at(empty_, 0, 1));
      builder_.epilogue(wait(Counter::mma, 0));
    } else {
      builder_.kernel(wait(Counter::mma, 0));
      builder_.kernel(arrive().at(empty_, 0, 1));
    }
  }

  void put_mma_behind(int c) {
    for (const int ahead : {0, 1}) {
      const Section section = ahead == 0 ? Section::prologue : Section::kernel;
      builder_.put(section, await().at(full_, ahead, 1));
      builder_.put(section, summing(reading(taking(c), ahead)).in(Counter::mma));
    }
    builder_.kernel(wait(Counter::mma, 1));
    builder_.kernel(arrive().at(empty_, 0, 1));
    put_turn(c);
    builder_.epilogue(wait(Counter::mma, 0));
    builder_.epilogue(arrive().at(empty_, 0, 1));
  }

  void put_read(Section section, int ahead, int fragment, int kept) {
    builder_.put(section, await().at(full_, ahead, 1));
    BuiltStep read = reading(move(), ahead).in(Counter::lgkm);
    for (int i = 0; i < (dice_.percent(85) ? 1 : 2); ++i) read = read.write(fragment + i, ahead % kept, 1);
    builder_.put(section, read);
    builder_.put(section, wait(Counter::lgkm, 0));
    builder_.put(section, arrive().at(empty_, ahead, 1));
  }

  int put_fragments(int kept) {
    const int fragment = builder_.buffer("fragment", Space::registers, kept);
    builder_.buffer("spare", Space::registers, kept);
    return fragment;
  }

  void put_fragment(int c) {
    const int kept = dice_.from(1, 2);
    const int fragment = put_fragments(kept);
    const bool asynchronous = dice_.percent(50);
    if (asynchronous) builder_.kernel(wait(Counter::mma, kept - 1));
    put_read(Section::kernel, 0, fragment, kept);
    const BuiltStep use = summing(taking(c).read(fragment, 0, 1));
    builder_.kernel(asynchronous ? use.in(Counter::mma) : use);
    put_turn(c);
    if (asynchronous) builder_.epilogue(wait(Counter::mma, 0));
  }

  void put_fragment_ahead(int c) {
    const int fragment = put_fragments(2);
    const bool asynchronous = dice_.percent(50);
    const auto use = [&](Section section, int pending) {
      const BuiltStep step = summing(taking(c).read(fragment, 0, 1));
      builder_.put(section, asynchronous ? step.in(Counter::mma) : step);
      if (asynchronous) builder_.put(section, wait(Counter::mma, pending));
    };
    put_read(Section::prologue, 0, fragment, 2);
    use(Section::kernel, 1);
    put_read(Section::kernel, 1, fragment, 2);
    put_turn(c);
    if (!dead_) use(Section::epilogue, 0);
    if (dead_ && asynchronous) builder_.epilogue(wait(Counter::mma, 0));
  }

  void put_tensor(int c) {
    const int done = builder_.phase_barrier("done", by_parity, 1, waves_[static_cast<std::size_t>(c)]);
    const bool at_end = dice_.percent(60);
    builder_.kernel(await().at(full_, 0, 1));
    builder_.kernel(summing(reading(taking(c), 0)).in(Counter::tensor));
    builder_.kernel(arrive().in(Counter::tensor).at(empty_, 0, 1));
    put_turn(c);
    const Section section = at_end ? Section::epilogue : Section::kernel;
    const int turns = at_end ? 0 : 1;
    builder_.put(section, arrive().in(Counter::tensor).at(done, 0, turns));
    builder_.put(section, await().at(done, 0, turns));
    if (sum_ >= 0) builder_.put(section, work().read(sum_));
  }

  /// An operand that is loaded once per run and used in every trip; it is read ahead, so the last read is dead.
  void put_stay() {
    const int waves = builder_.program.waves();
    const int here = builder_.phase_barrier("here", by_name, 1, waves);
    const int gone = builder_.phase_barrier("gone", by_name, 1, waves);
    const bool overwritten = builder_.program.persistent || dice_.percent(70);
    if (dice_.percent(35)) return put_stay_with_meetings();
    const bool signals = !builder_.program.persistent && dice_.percent(60);  // in every trip, after the read
    const int freed = builder_.phase_barrier("freed", by_parity, 1, consumer_waves_);
    const int other = dice_.percent(50) ? 0 : 7;  // K tile of the data that overwrites it
    builder_.put(0, Section::prologue, fetch(0, 0).in(Counter::copy).write(stay_));
    builder_.put(0, Section::prologue, wait(Counter::copy, 0));
    builder_.put(0, Section::prologue, barrier().at(here));
    if (signals) builder_.put(0, Section::kernel, await().at(freed, 0, 1));
    if (overwritten) {
      if (!signals) builder_.put(0, Section::epilogue, barrier().at(gone));
      builder_.put(0, Section::epilogue, fetch(other, 0).write(stay_));
    }
    for (int a = 1; a < builder_.program.roles.size(); ++a) {
      builder_.put(a, Section::prologue, barrier().at(here));
      const int kept = dice_.percent(60) ? builder_.buffer("kept", Space::registers) : -1;
      const auto signal = [&] {
        if (signals) builder_.put(a, Section::kernel, arrive().at(freed, 0, 1));
      };
      if (kept < 0) {
        builder_.put(a, Section::kernel, work(0, 0).read(stay_));
        signal();
      } else {
        put_read_ahead(a, kept, signal);
      }
      if (overwritten && !signals) builder_.put(a, Section::epilogue, barrier().at(gone));
    }
    if (signals) builder_.program.roles[0].extra_trips = same_trips();
  }

  /// All waves meet in every trip and at both ends; the operand is overwritten after the last trip.
  void put_stay_with_meetings() {
    const int meet = builder_.phase_barrier("meet", by_name, 1, builder_.program.waves());
    const bool has_name = dice_.percent(50);
    const auto meeting = [&] { return has_name ? barrier().at(meet) : barrier(); };
    const int trips = same_trips();
    for (int a = 0; a < builder_.program.roles.size(); ++a) {
      // The others make more trips, so they also meet before the first.
      const int more = builder_.program.roles[a].extra_trips - trips;
      if (a == 0) builder_.put(a, Section::prologue, fetch(0, 0).write(stay_));
      builder_.put(a, Section::prologue, meeting());
      const auto signal = [&] { builder_.put(a, Section::kernel, meeting()); };
      if (a == 0) signal();
      if (a > 0) put_read_ahead(a, builder_.buffer("kept", Space::registers), signal);
      if (a == 0) builder_.put(a, Section::epilogue, fetch(dice_.percent(50) ? 0 : 7, 0).write(stay_));
      for (int i = more; i < 0; ++i) builder_.put(a, Section::epilogue, meeting());
      if (builder_.program.persistent) builder_.put(a, Section::epilogue, meeting());
    }
  }

  template <class Signal>
  void put_read_ahead(int a, int kept, const Signal& signal) {
    const BuiltStep read = move().in(Counter::lgkm).read(stay_).write(kept);
    const bool before = dice_.percent(50);  // the last read is dead, so the signal need not wait for it
    builder_.put(a, Section::prologue, read);
    builder_.put(a, Section::kernel, wait(Counter::lgkm, 0));
    builder_.put(a, Section::kernel, work(0, 0).read(kept));
    if (before) signal();
    builder_.put(a, Section::kernel, read);
    if (!before) {
      builder_.put(a, Section::kernel, wait(Counter::lgkm, 0));
      signal();
    }
    builder_.put(a, Section::epilogue, wait(Counter::lgkm, 0));
  }

  /// Of the first consumer only: the producer waits for all of them.
  [[nodiscard]] int same_trips() const { return builder_.program.roles[1].extra_trips; }

  Dice& dice_;
  ProgramBuilder builder_;
  int slots_ = 1;
  bool stands_still_ = false;  // the same K tile in every trip
  bool dead_ = false;          // nothing uses the last tile that is read ahead
  int producer_waves_ = 1;
  int consumer_waves_ = 0;
  std::array<int, 2> waves_{1, 1};  // by consumer
  int tile_ = 0;
  int second_ = -1;  // optional buffers and barriers; -1: absent
  int full_ = 0;
  int empty_ = 0;
  int stay_ = -1;
  int turn_ = -1;
  int value_ = -1;
  int sum_ = -1;
};

}  // namespace

WaveProgram ring_program(Dice& dice) { return Ring(dice).draw(); }

}  // namespace stretto::study
