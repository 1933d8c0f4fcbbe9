#include "arbitrary_program.hpp"

#include <algorithm>
#include <array>

#include <stretto/verify/check_program.hpp>

#include "../dice.hpp"
#include "fences.hpp"
#include "fitted_versions.hpp"
#include "program_builder.hpp"
#include "repairs.hpp"

namespace stretto::study {

namespace {

constexpr std::array<const char*, 3> buffer_names = {"a", "b", "c"};
constexpr std::array<const char*, 3> barrier_names = {"p", "q", "r"};
constexpr std::array<const char*, 3> role_names = {"one", "two", "three"};

/// An index by weight.
template <std::size_t Count>
int drawn(Dice& dice, const std::array<int, Count>& weights) {
  int total = 0;
  for (const int weight : weights) total += weight;
  int left = dice.below(total);
  int index = 0;
  while (left >= weights[static_cast<std::size_t>(index)]) left -= weights[static_cast<std::size_t>(index++)];
  return index;
}

class Drawing {
 public:
  Drawing(Dice& dice, Features features) : dice_(dice), features_(features) {}

  WaveProgram draw() {
    tiny_ = dice_.percent(45);
    phases_ = dice_.percent(15);
    draw_frame();
    draw_roles();
    draw_counters();
    // At least one accumulation, or one load and its use: nothing smaller goes wrong in an interesting way.
    const int steps = tiny_ ? dice_.from(2, 6) : dice_.percent(90) ? dice_.from(3, 9) : dice_.from(10, 14);
    for (int i = 0; i < steps; ++i) {
      role_ = dice_.below(builder_.program.roles.size());
      const Section section = run_sections[tiny_ ? drawn<3>(dice_, {55, 35, 10}) : drawn<3>(dice_, {20, 60, 20})];
      builder_.put(role_, section, draw_step());
    }
    WaveProgram program = rebuilt(builder_.program);
    repair(program);
    return program;
  }

 private:
  void draw_frame() {
    WaveProgram& program = builder_.program;
    program.min_trips = drawn<3>(dice_, {60, 25, 15});
    program.persistent = dice_.percent(20);
    program.tiles_per_trip = dice_.percent(80) ? 1 : dice_.from(0, 2);
    program.tiles = dice_.percent(70) ? 0 : dice_.from(0, 2);
    if (dice_.percent(20)) program.registers = RegisterReading::interlocked;
    if (dice_.percent(20)) program.barriers = BarrierKind::draining;
    if (dice_.percent(25)) program.limits.vm_capacity = dice_.from(1, 4);
    if (dice_.percent(15)) program.limits.lgkm_capacity = dice_.from(1, 3);
    if (dice_.percent(3)) program.limits.max_expected_bytes = 12;
    slots_turn_ = dice_.percent(60);
    const int buffers = tiny_ ? dice_.from(1, 2) : dice_.from(1, 3);
    for (int b = 0; b < buffers; ++b) {
      const Space space = std::array{Space::shared, Space::registers,
                                     Space::tensor}[static_cast<std::size_t>(drawn<3>(dice_, {45, 37, 18}))];
      builder_.buffer(buffer_names[static_cast<std::size_t>(b)], space, tiny_ ? 1 : 1 + drawn<3>(dice_, {60, 30, 10}),
                      tiny_ || dice_.percent(features_ == Features::all ? 75 : 88) ? 1 : 2);
    }
  }

  void draw_roles() {
    const int roles = 1 + (tiny_ ? drawn<2>(dice_, {65, 35}) : drawn<3>(dice_, {50, 38, 12}));
    for (int a = 0; a < roles; ++a) {
      const int room = 4 - builder_.program.waves() - (roles - 1 - a);
      const int waves = std::min(room, dice_.percent(75) ? 1 : 2);
      int extra = 0;
      if (dice_.percent(builder_.program.persistent ? 35 : 20))
        extra = std::max(dice_.from(-1, 3), -builder_.program.min_trips);
      builder_.role(role_names[static_cast<std::size_t>(a)], waves, extra);
    }
    const int barriers = phases_ ? dice_.from(1, 2) : drawn<3>(dice_, {45, 35, 20});
    for (int b = 0; b < barriers; ++b) {
      const PhaseBarrierKind kind = dice_.percent(68) ? PhaseBarrierKind::mbarrier : PhaseBarrierKind::named;
      builder_.phase_barrier(barrier_names[static_cast<std::size_t>(b)], kind, 1 + drawn<3>(dice_, {60, 30, 10}),
                             dice_.from(1, builder_.program.waves()));
    }
  }

  /// Few counters per program, so that steps share them.
  void draw_counters() {
    const std::array all = {Counter::vm, Counter::lgkm, Counter::copy, Counter::mma, Counter::store, Counter::tensor};
    const std::array<int, 6> weights = {24, 20, 18, 22, 5, 11};
    for (std::size_t i = 0; i < counters_.size(); ++i)
      counters_[i] = all[static_cast<std::size_t>(drawn(dice_, weights))];
    used_counters_ = tiny_ ? 1 : dice_.from(1, 2);
    asynchronous_ = dice_.percent(50) ? 70 : dice_.from(10, 90);
  }

  Counter a_counter() { return counters_[static_cast<std::size_t>(dice_.below(used_counters_))]; }

  BuiltStep draw_step() {
    const bool barriers = !builder_.program.phase_barriers.empty();
    const std::array<int, 7> phases = {10, 5, 14, 6, 6, 60, 1};
    const std::array<int, 7> usual = {20, 14, 26, 14, 8, barriers ? 22 : 0, 1};
    switch (drawn(dice_, phases_ && barriers ? phases : usual)) {
      case 0: return draw_fetch();
      case 1: return draw_data(move());
      case 2: return draw_consume();
      case 3: return draw_wait();
      case 4: return barrier();
      case 5: return draw_phase_step();
      default: return nothing();
    }
  }

  BuiltStep draw_fetch() {
    const BuiltStep drawn_fetch =
        fetch(dice_.percent(70) ? 0 : dice_.from(-1, 2), dice_.percent(85) ? 1 : dice_.from(0, 2));
    const int barrier = an_mbarrier();
    if (barrier < 0 || !dice_.percent(45)) return draw_data(drawn_fetch);
    BuiltStep built = with_accesses(drawn_fetch.in(Counter::bytes));
    return placed(built, barrier, dice_.percent(85) ? 8 : 8 * dice_.from(0, 2));
  }

  BuiltStep draw_consume() {
    const int accumulator = dice_.percent(45) ? role_ : -1;
    if (accumulator >= 0) return draw_data(consume(accumulator));
    return draw_data(work(dice_.percent(75) ? 0 : dice_.from(-1, 2), dice_.percent(85) ? 1 : dice_.from(0, 2)));
  }

  BuiltStep draw_data(const BuiltStep& start) {
    BuiltStep built = start;
    if (dice_.percent(asynchronous_)) {
      const Counter counter = a_counter();
      const bool stores = counter == Counter::store && built.step.action == Action::fetch;
      if (!stores) built = built.in(counter, draw_weight(counter));
    }
    return with_accesses(built);
  }

  int draw_weight(Counter counter) {
    if (counts_groups(counter)) return dice_.percent(70) ? 1 : 0;
    return 1 + drawn<3>(dice_, {80, 12, 8});
  }

  BuiltStep with_accesses(const BuiltStep& start) {
    BuiltStep built = start;
    const bool fetches = built.step.action == Action::fetch;
    const bool stores = built.step.counter == Counter::store;
    int reads = fetches ? 0 : 1 + drawn<3>(dice_, {75, 20, 5});
    int writes = stores ? 0 : 1 + drawn<3>(dice_, {85, 12, 3});
    if (built.step.action == Action::consume && !stores) writes = drawn<3>(dice_, {55, 40, 5});
    if (!fetches && dice_.percent(3)) reads = 0;
    for (int i = 0; i < reads; ++i) built.accesses.push_back(draw_access(AccessMode::read));
    for (int i = 0; i < writes; ++i) built.accesses.push_back(draw_access(AccessMode::write));
    // In the same place: a place that it reads, or an accumulation.
    if (reads > 0 && writes > 0 && dice_.percent(30)) {
      StepAccess& write = built.accesses[static_cast<std::size_t>(reads)];
      StepAccess& read = built.accesses[0];
      const int version = write.version;
      write = read;
      write.mode = AccessMode::write;
      write.waves = 0;
      write.version = version;
      if (dice_.percent(70)) read.version = version - 1;
    }
    return built;
  }

  StepAccess draw_access(AccessMode mode) {
    const WaveProgram& program = builder_.program;
    StepAccess access;
    access.buffer = dice_.below(program.buffers.size());
    const Buffer& buffer = program.buffers[access.buffer];
    access.mode = mode;
    access.slot = dice_.percent(65) ? 0 : dice_.below(buffer.slots);
    if (buffer.slots > 1) {
      access.slot_step = slots_turn_ ? (dice_.percent(90) ? 1 : dice_.from(0, 2)) : (dice_.percent(80) ? 0 : 1);
    } else if (dice_.percent(10)) {
      access.slot_step = dice_.from(1, 2);
    }
    access.subtile = dice_.below(buffer.subtiles);
    access.version = dice_.percent(75) ? 0 : dice_.from(-2, 1);
    const Role& role = program.roles[role_];
    if (role.waves > 1 && dice_.percent(mode == AccessMode::read ? 25 : 2)) {
      access.waves = static_cast<unsigned>(dice_.from(1, (1 << role.waves) - 1)) << role.first_wave;
    }
    return access;
  }

  BuiltStep draw_wait() {
    Counter counter = a_counter();
    if (counter == Counter::tensor) counter = Counter::mma;
    return wait(counter, drawn<4>(dice_, {62, 25, 10, 3}));
  }

  BuiltStep draw_phase_step() {
    const int barrier = dice_.below(builder_.program.phase_barriers.size());
    if (builder_.program.phase_barriers[barrier].kind == PhaseBarrierKind::named) {
      return placed(plain(dice_.percent(70) ? Action::barrier : Action::arrive), barrier, 0);
    }
    if (dice_.percent(50)) {
      BuiltStep built = placed(await(), barrier, 0);
      built.step.phase_barrier.flip = dice_.percent(70) ? 0 : 1;
      return built;
    }
    BuiltStep built = placed(arrive(), barrier, dice_.percent(85) ? 0 : 8 * dice_.from(0, 2));
    if (dice_.percent(45)) built = built.in(a_counter());
    return built;
  }

  BuiltStep placed(const BuiltStep& built, int barrier, int bytes) {
    const int slots = builder_.program.phase_barriers[barrier].slots;
    const int slot = dice_.percent(75) ? 0 : dice_.from(0, slots);
    return built.at(barrier, slot, dice_.percent(75) ? 1 : dice_.from(0, 2), bytes);
  }

  int an_mbarrier() {
    const Vector<PhaseBarrier>& all = builder_.program.phase_barriers;
    if (all.empty()) return -1;
    const int chosen = dice_.below(all.size());
    return all[chosen].kind == PhaseBarrierKind::mbarrier ? chosen : -1;
  }

  void repair(WaveProgram& program) {
    if (dice_.percent(95)) write_what_is_read(dice_, program);
    if (dice_.percent(95)) even_barriers(dice_, program);
    if (dice_.percent(70)) expect_bytes(program);
    if (dice_.percent(60)) count_arrivals(program);
    if (dice_.percent(65)) close_groups(program);
    if (dice_.percent(75)) finish_steps(dice_, program);
    count_tiles(dice_, program);
    program = rebuilt(program);
    if (features_ == Features::all) extend(dice_, program);
    if (dice_.percent(90)) add_fences(dice_, program, dice_.percent(85) ? 100 : 70);
    program = rebuilt(program);
    if (dice_.percent(80)) fit_versions(program, dice_.percent(50) ? Unfitting::dropped : Unfitting::kept);
    program = rebuilt(program);
  }

  Dice& dice_;
  Features features_;
  ProgramBuilder builder_;
  int role_ = 0;  // the role of the step
  std::array<Counter, 3> counters_{};
  int used_counters_ = 1;
  int asynchronous_ = 50;  // percent of data steps
  bool slots_turn_ = true;
  bool tiny_ = false;    // few buffers and barriers, so that steps often conflict
  bool phases_ = false;  // mostly steps of phase barriers
};

}  // namespace

WaveProgram arbitrary_program(std::uint64_t seed, Features features) {
  Dice dice(seed * 2 + 1);
  WaveProgram program;
  for (int attempt = 0; attempt < 8; ++attempt) {
    program = Drawing(dice, features).draw();
    if (!check_program(program) || dice.percent(2)) break;
  }
  return program;
}

}  // namespace stretto::study
