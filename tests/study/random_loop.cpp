#include "random_loop.hpp"

#include "../program_parts.hpp"
#include "loop_shape.hpp"

namespace stretto::study {

namespace {

class LoopWriter {
 public:
  LoopWriter(Dice& dice, const LoopShape& shape) : shape_(shape) {
    program_.tiles = shape.deepest();
    program_.tiles_per_trip = shape.tiles_per_trip;
    program_.min_trips = shape.min_trips;
    for (const Channel& channel : shape.channels) {
      shared_.push_back(buffer("shared", Space::shared, channel.slots, channel.subtiles));
      staging_.push_back(channel.staged ? buffer("staging", Space::registers, channel.staging_slots, channel.pieces())
                                        : -1);
      fragments_.push_back(buffer("fragments", Space::registers, channel.fragment_slots, channel.fragments));
    }
    for (const LoopOp& op : shape.ops) program_.accumulators += op.kind == OpKind::consume ? 1 : 0;
    draw_hardware(dice);
    // The extra barrier of the trailing role is somewhere in its prologue.
    stagger_place_ = dice.below(prologue_size() + 1);
    pacing_in_epilogue_ = dice.percent(50);
  }

  WaveProgram write() {
    for (role_ = 0; role_ < shape_.roles; ++role_) {
      Role role;
      role.name = role_ == 0 ? "first" : "second";
      role.waves = shape_.waves_each;
      role.first_wave = role_ * shape_.waves_each;
      write_prologue(role.steps.prologue);
      write_kernel(role.steps.kernel);
      write_epilogue(role.steps.epilogue);
      program_.roles.push_back(role);
    }
    return program_;
  }

 private:
  int buffer(const char* name, Space space, int slots, int subtiles) {
    return parts::add_buffer(program_, name, space, slots, subtiles);
  }

  void draw_hardware(Dice& dice) {
    if (dice.percent(40)) program_.registers = RegisterReading::interlocked;
    if (dice.percent(30)) program_.barriers = BarrierKind::draining;
    CounterLimits& limits = program_.limits;
    if (dice.percent(30)) {
      limits.vm_capacity = dice.from(2, 12);
      limits.max_wait_vm = limits.vm_capacity - 1;
    }
    if (dice.percent(30)) {
      limits.lgkm_capacity = dice.from(2, 8);
      limits.max_wait_lgkm = limits.lgkm_capacity - 1;
    }
  }

  [[nodiscard]] int trips_ahead() const {
    return (shape_.deepest() + shape_.tiles_per_trip - 1) / shape_.tiles_per_trip;
  }

  [[nodiscard]] const LoopOp& op(const PlacedOp& placed) const {
    return shape_.ops[static_cast<std::size_t>(placed.op)];
  }
  [[nodiscard]] int tile(const PlacedOp& placed, int trip) const {
    return trip * shape_.tiles_per_trip + placed.u + op(placed).lead;
  }

  [[nodiscard]] int prologue_size() const {
    int size = 0;
    for (int trip = -trips_ahead(); trip < 0; ++trip) {
      for (const PlacedOp& placed : shape_.order) size += tile(placed, trip) >= 0 ? 1 : 0;
    }
    return size;
  }

  void write_prologue(Vector<Step>& steps) {
    int entry = 0;
    for (int trip = -trips_ahead(); trip < 0; ++trip) {
      for (const PlacedOp& placed : shape_.order) {
        if (tile(placed, trip) < 0) continue;
        if (entry == stagger_place_) add_stagger(steps, Section::prologue, 1);
        put(steps, Section::prologue, entry++, op(placed), tile(placed, trip), 0);
      }
    }
    if (entry == stagger_place_) add_stagger(steps, Section::prologue, 1);
    if (shape_.barrier_after_prologue) steps.push_back(barrier(Section::prologue, -1));
  }

  void write_kernel(Vector<Step>& steps) {
    std::size_t pacing = 0;
    int entry = 0;
    for (int i = 0; i <= static_cast<int>(shape_.order.size()); ++i) {
      while (pacing < shape_.pacing.size() && shape_.pacing[pacing] == i) {
        steps.push_back(barrier(Section::kernel, entry++));
        ++pacing;
      }
      if (i == static_cast<int>(shape_.order.size())) break;
      const PlacedOp& placed = shape_.order[static_cast<std::size_t>(i)];
      put(steps, Section::kernel, entry++, op(placed), tile(placed, 0), shape_.tiles_per_trip);
    }
  }

  void write_epilogue(Vector<Step>& steps) {
    int entry = 0;
    for (int trip = 0; trip < trips_ahead(); ++trip) {
      for (const PlacedOp& placed : shape_.order) {
        if (tile(placed, trip) >= shape_.deepest()) continue;
        put(steps, Section::epilogue, entry++, op(placed), tile(placed, trip), shape_.tiles_per_trip);
      }
      if (pacing_in_epilogue_ && !shape_.pacing.empty()) steps.push_back(barrier(Section::epilogue, entry++));
    }
    add_stagger(steps, Section::epilogue, 0);
  }

  void add_stagger(Vector<Step>& steps, Section section, int role) const {
    if (shape_.staggered && role_ == role) steps.push_back(barrier(section, -1));
  }

  static Step barrier(Section section, int entry) {
    return {.action = Action::barrier, .section = section, .entry = entry, .pacing = true, .phase_barrier = {}};
  }

  void put(Vector<Step>& steps, Section section, int entry, const LoopOp& of, int first_tile, int tile_step) {
    Step step;
    step.section = section;
    step.entry = entry;
    step.weight = of.weight;
    step.first_access = program_.accesses.size();
    tile_ = first_tile;
    tile_step_ = tile_step;
    const std::size_t c = static_cast<std::size_t>(of.channel);
    const Channel& channel = shape_.channels[c];
    switch (of.kind) {
      case OpKind::fetch:
        step.action = Action::fetch;
        step.counter = Counter::vm;
        step.tile = first_tile;
        step.tile_step = tile_step;
        if (channel.staged) {
          touch(staging_[c], of.part, AccessMode::write);
        } else {
          write_shared(c, of.part);
        }
        break;
      case OpKind::store:
        step.action = Action::move;
        step.counter = Counter::lgkm;
        touch(staging_[c], of.part, AccessMode::read);
        write_shared(c, of.part);
        break;
      case OpKind::fragment:
        step.action = Action::move;
        step.counter = Counter::lgkm;
        read_fragment(c, of.part);
        touch(fragments_[c], of.part, AccessMode::write);
        break;
      case OpKind::consume:
        step.action = Action::consume;
        step.accumulator = of.part;
        for (std::size_t i = 0; i < shape_.channels.size(); ++i) {
          touch(fragments_[i], of.operands[i], AccessMode::read);
        }
        break;
    }
    step.access_count = program_.accesses.size() - step.first_access;
    steps.push_back(step);
  }

  void write_shared(std::size_t channel, int part) {
    const Channel& of = shape_.channels[channel];
    if (!of.whole) {
      touch(shared_[channel], part, AccessMode::write);
      return;
    }
    for (int subtile = 0; subtile < of.subtiles; ++subtile) touch(shared_[channel], subtile, AccessMode::write);
  }

  /// The reads of the role's waves; each wave reads its own subtile.
  void read_fragment(std::size_t channel, int fragment) {
    const Channel& of = shape_.channels[channel];
    const std::vector<int>& source = of.source[static_cast<std::size_t>(fragment)];
    for (int subtile = 0; subtile < of.subtiles; ++subtile) {
      unsigned readers = 0;
      for (int i = 0; i < shape_.waves_each; ++i) {
        const int wave = role_ * shape_.waves_each + i;
        const int from = source[static_cast<std::size_t>(wave)];
        if (from < 0 || from == subtile) readers |= 1U << wave;
      }
      if (readers != 0) touch(shared_[channel], subtile, AccessMode::read, readers);
    }
  }

  /// Tile t lives in slot t modulo slots.
  void touch(int buffer_index, int subtile, AccessMode mode, unsigned waves = 0) {
    const int slots = program_.buffers[buffer_index].slots;
    program_.accesses.push_back({buffer_index, tile_ % slots, tile_step_ % slots, subtile, mode, waves});
  }

  const LoopShape& shape_;
  WaveProgram program_;
  std::vector<int> shared_;  // buffers, by channel
  std::vector<int> staging_;
  std::vector<int> fragments_;
  int stagger_place_ = 0;
  bool pacing_in_epilogue_ = false;
  int role_ = 0;
  int tile_ = 0;
  int tile_step_ = 0;
};

std::string summary_of(const LoopShape& shape, const WaveProgram& program) {
  std::string text = std::to_string(shape.roles) + " x " + std::to_string(shape.waves_each) + " waves, " +
                     std::to_string(shape.channels.size()) + " buffers, " + std::to_string(shape.order.size()) +
                     " steps, " + std::to_string(shape.tiles_per_trip) + " tiles a trip";
  if (shape.staggered) text += ", staggered";
  if (!shape.pacing.empty()) text += ", " + std::to_string(shape.pacing.size()) + " pacing";
  if (program.registers == RegisterReading::interlocked) text += ", interlocked";
  if (program.barriers == BarrierKind::draining) text += ", draining";
  return text;
}

}  // namespace

RandomLoop random_loop(std::uint64_t seed, LoopSize size) {
  Dice dice(seed);
  const LoopShape shape = draw_shape(dice, size);
  RandomLoop loop{LoopWriter(dice, shape).write(), {}};
  loop.summary = summary_of(shape, loop.program);
  return loop;
}

}  // namespace stretto::study
