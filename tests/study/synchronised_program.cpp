#include "synchronised_program.hpp"

#include <array>
#include <vector>

#include "program_builder.hpp"
#include "repairs.hpp"
#include "step_edits.hpp"
#include "wait_insertion.hpp"

namespace stretto::study {

namespace {

constexpr std::array<const char*, 3> place_names = {"a", "b", "c"};

class DataSteps {
 public:
  explicit DataSteps(Dice& dice) : dice_(dice) {}

  WaveProgram draw() {
    WaveProgram& program = builder_.program;
    waves_ = dice_.percent(50) ? 1 : dice_.from(2, 3);
    program.min_trips = dice_.percent(70) ? 0 : dice_.from(1, 2);
    program.persistent = dice_.percent(25);
    program.tiles_per_trip = 1;
    if (dice_.percent(25)) program.registers = RegisterReading::interlocked;
    if (dice_.percent(25)) program.barriers = BarrierKind::draining;
    if (dice_.percent(25)) program.limits.vm_capacity = dice_.from(1, 4);
    if (dice_.percent(10)) program.limits.lgkm_capacity = dice_.from(1, 3);
    draw_buffers();
    draw_counters();
    builder_.role("all", waves_, dice_.percent(85) ? 0 : dice_.from(-program.min_trips, 2));
    const bool sums = dice_.percent(50);
    draw_section(Section::prologue, dice_.from(0, 3), sums && dice_.percent(30));
    draw_section(Section::kernel, dice_.from(2, 5), sums);
    draw_section(Section::epilogue, dice_.from(0, 2), sums && dice_.percent(30));
    write_what_is_read(dice_, program);
    count_tiles(dice_, program);
    if (dice_.percent(70)) close_groups(program);
    return program;
  }

 private:
  void draw_buffers() {
    const int count = dice_.from(1, 3);
    for (int b = 0; b < count; ++b) {
      const int kind = dice_.below(20);
      const Space space = kind < 10 ? Space::shared : kind < 18 ? Space::registers : Space::tensor;
      builder_.buffer(place_names[static_cast<std::size_t>(b)], space, dice_.percent(45) ? 1 : dice_.from(2, 3),
                      dice_.percent(90) ? 1 : 2);
    }
    ahead_ = dice_.below(2);
  }

  void draw_counters() {
    const std::array all = {Counter::vm,   Counter::vm,  Counter::lgkm, Counter::lgkm,
                            Counter::copy, Counter::mma, Counter::mma,  Counter::tensor};
    for (Counter& counter : counters_) counter = all[static_cast<std::size_t>(dice_.below(8))];
    asynchronous_ = dice_.from(30, 90);
  }

  void draw_section(Section section, int steps, bool sums) {
    for (int i = 0; i < steps; ++i) {
      const int kind = dice_.below(10);
      const bool consumes = kind >= 6 || (sums && i + 1 == steps);
      const BuiltStep start = consumes ? (sums ? consume(0) : work()) : kind < 4 ? fetch(tile(section), 1) : move();
      builder_.put(section, with_accesses(in_a_counter(start, section), section));
    }
  }

  /// Loads of the kernel run ahead of those of the prologue.
  int tile(Section section) { return section == Section::kernel && dice_.percent(60) ? ahead_ : 0; }

  BuiltStep in_a_counter(const BuiltStep& start, Section section) {
    if (!dice_.percent(asynchronous_)) return start;
    const Counter counter = counters_[static_cast<std::size_t>(dice_.below(2))];
    // A barrier that does not rotate cannot tell runs apart.
    if (counter == Counter::tensor && builder_.program.persistent && section != Section::kernel) return start;
    if (counter == Counter::store && start.step.action == Action::fetch) return start;
    const int weight = counts_groups(counter) ? (dice_.percent(75) ? 1 : 0) : dice_.percent(80) ? 1 : dice_.from(2, 3);
    return start.in(counter, weight);
  }

  BuiltStep with_accesses(const BuiltStep& start, Section section) {
    BuiltStep built = start;
    const Action action = built.step.action;
    const int reads = action == Action::fetch ? 0 : dice_.percent(80) ? 1 : 2;
    const int writes = action == Action::consume ? (dice_.percent(60) ? 0 : 1) : dice_.percent(85) ? 1 : 2;
    for (int i = 0; i < reads; ++i) add(built, AccessMode::read, 0);
    if (action == Action::consume && dice_.percent(35)) {
      // A sum, in a fixed place.
      StepAccess sum;
      sum.buffer = dice_.below(builder_.program.buffers.size());
      sum.version = -1;
      built.accesses.push_back(sum);
      sum.mode = AccessMode::write;
      sum.version = 0;
      const bool own = waves_ == 1 || builder_.program.buffers[sum.buffer].per_wave();
      if (touches(built, sum) == 1 && (own || dice_.percent(15))) built.accesses.push_back(sum);
    }
    for (int i = 0; i < writes; ++i) {
      add(built, AccessMode::write, action == Action::fetch && section == Section::kernel ? built.step.tile : 0);
    }
    return built;
  }

  void add(BuiltStep& built, AccessMode mode, int ahead) {
    StepAccess access;
    access.buffer = dice_.below(builder_.program.buffers.size());
    const Buffer& buffer = builder_.program.buffers[access.buffer];
    access.mode = mode;
    access.slot = (dice_.percent(80) ? ahead : dice_.below(buffer.slots)) % buffer.slots;
    access.slot_step = buffer.slots > 1 && dice_.percent(90) ? 1 : 0;
    access.subtile = dice_.below(buffer.subtiles);
    // Two writes of one place would overlap, and in shared memory other waves read what this one is about to write.
    const int there = touches(built, access);
    if (mode == AccessMode::write && there > 0 && (waves_ > 1 || !dice_.percent(30) || there > 1)) return;
    if (waves_ > 1 && mode == AccessMode::read && dice_.percent(10)) {
      access.waves = static_cast<unsigned>(dice_.from(1, (1 << waves_) - 1));
    }
    built.accesses.push_back(access);
  }

  static int touches(const BuiltStep& built, const StepAccess& access) {
    int count = 0;
    for (const StepAccess& other : built.accesses) {
      const bool same = other.buffer == access.buffer && other.subtile == access.subtile;
      count += same ? (other.mode == AccessMode::write ? 2 : 1) : 0;
    }
    return count;
  }

  Dice& dice_;
  ProgramBuilder builder_;
  int waves_ = 1;
  int ahead_ = 0;
  int asynchronous_ = 50;
  std::array<Counter, 2> counters_{};
};

/// Splits the waves into two roles with the same barriers; each may lack some of the data steps.
WaveProgram divided(Dice& dice, const WaveProgram& program) {
  ProgramBuilder builder;
  builder.program = program;
  builder.program.roles.clear();
  builder.program.accesses.clear();
  const Role& whole = program.roles[0];
  const int first = dice.from(1, whole.waves - 1);
  for (const int waves : {first, whole.waves - first}) {
    const int role = builder.role(builder.program.roles.empty() ? "some" : "others", waves, whole.extra_trips);
    const int dropped = dice.from(0, 50);
    for (const Section section : all_sections) {
      for (const Step& step : whole.steps[section]) {
        const bool counts = step.action == Action::consume && step.accumulator >= 0;
        const bool may_go = step.access_count > 0 && !counts;
        if (may_go && dice.percent(dropped)) continue;
        BuiltStep built = taken_out(program, step);
        for (StepAccess& access : built.accesses) access.waves = 0;
        builder.put(role, section, built);
      }
    }
  }
  return builder.program;
}

/// Adds redundant waits, so that moving one wait affects only some steps.
void wait_more(Dice& dice, WaveProgram& program) {
  for (const Section section : all_sections) {
    for (int i = program.roles[0].steps[section].size() - 1; i >= 0; --i) {
      const Step& step = program.roles[0].steps[section][i];
      if (step.action != Action::wait || !dice.percent(50)) continue;
      const int later = dice.from(i + 1, program.roles[0].steps[section].size());
      insert_step(program, 0, section, later, wait(step.counter, 0));
    }
  }
}

}  // namespace

WaveProgram synchronised_program(Dice& dice) {
  WaveProgram program = rebuilt(DataSteps(dice).draw());
  insert_waits(program);
  if (dice.percent(35)) wait_more(dice, program);
  if (program.roles[0].waves > 1 && dice.percent(40)) return divided(dice, program);
  return program;
}

}  // namespace stretto::study
