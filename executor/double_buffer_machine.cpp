// Ping-pong and four-wave: loads go directly to LDS, two K tiles per trip.
#include <algorithm>
#include <stdexcept>

#include "entry_reader.hpp"
#include "memory_layout.hpp"

namespace stretto::executor {

namespace {

// Tags of the Mojo kernels.
enum : int { load_a, load_b, legacy_mma, fragment_a, fragment_b, mma };

/// How the waves share a tile. Each half-tile of an operand is divided into portions; a portion is what one fragment of
/// one wave reads.
struct WaveLayout {
  int rows;
  int columns;
  bool half_by_wave;  // the wave selects the half-tile and the quadrant the portion; otherwise the reverse

  [[nodiscard]] int waves() const { return rows * columns; }

  [[nodiscard]] int halves(int quadrants) const { return half_by_wave ? 2 : quadrants; }

  [[nodiscard]] int portions(int channel, int quadrants) const {
    const int waves_along = channel == 0 ? rows : columns;
    return half_by_wave ? waves_along / 2 * quadrants : waves_along;
  }

  [[nodiscard]] int half(int wave, int channel, int quadrant) const {
    if (!half_by_wave) return quadrant;
    return channel == 0 ? wave / columns : wave % columns / 2;
  }

  [[nodiscard]] int portion(int wave, int channel, int quadrant, int quadrants) const {
    if (!half_by_wave) return channel == 0 ? wave / columns : wave % columns;
    return channel == 0 ? quadrant : wave % columns % 2 * quadrants + quadrant;
  }
};

int at_least_one(int count) { return count > 0 ? count : 1; }

/// The K tile of a load, relative to the one at k_base.
int tile_of(KOffsetKind offset, Section section, int entry) {
  switch (offset) {
    case KOffsetKind::k_prev: return -1;
    case KOffsetKind::k0: return 0;
    case KOffsetKind::k1: return 1;
    case KOffsetKind::k_next: return 2;
    case KOffsetKind::none: break;
  }
  refuse_entry(section, entry, "a load without K offset");
}

class DoubleBufferReader {
 public:
  DoubleBufferReader(const EmittedSchedule& schedule, const WaveLayout& layout) : schedule_(schedule), layout_(layout) {
    const PipelineConfig& config = schedule.config;
    if (config.m_mmas < 1 || config.n_mmas < 1 || config.depth < 1) throw std::invalid_argument("config");
    operands_[0].quadrants = config.m_mmas;
    operands_[1].quadrants = config.n_mmas;
    operands_[0].reads = at_least_one(schedule.lgkm_a);
    operands_[1].reads = at_least_one(schedule.lgkm_b);
    machine_.registers = schedule.registers;
    machine_.barriers = schedule.barriers;
    machine_.limits = schedule.limits;
    machine_.tiles = 2;
    machine_.tiles_per_trip = 2;
    machine_.accumulators = config.m_mmas * config.n_mmas;
    machine_.rows = rows_for({operands_[0].reads, operands_[1].reads, heaviest_load()});
    machine_.waves.resize(layout.waves());
    for (int channel = 0; channel < 2; ++channel) add_cells(channel);
    add_sums();
  }

  /// Translates a section for a wave; inserts an extra barrier before entry `extra_barrier`, if the section has that
  /// entry.
  void add(int wave, Section section, const Vector<ScheduleEntry>& entries, int extra_barrier = -1) {
    for (int e = 0; e < entries.size(); ++e) {
      if (e == extra_barrier) add_barrier(wave, section);
      add_entry(wave, section, e, entries[e].op);
    }
    if (entries.size() == extra_barrier) add_barrier(wave, section);
  }

  /// Adds a barrier that is not one of the entries.
  void add_barrier(int wave, Section section) {
    Instruction barrier = at_entry(section, -1);
    barrier.action = Action::barrier;
    code(wave, section).push_back(barrier);
  }

  Machine finish() { return static_cast<Machine&&>(machine_); }

 private:
  struct Operand {
    int quadrants = 1;
    int reads = 1;  // per fragment
    int halves = 1;
    int portions = 1;
    int first_column = 0;    // in a K tile
    Vector<Cell> shared;     // by half-tile and portion; each in all slots
    Vector<Cell> fragments;  // by wave and quadrant
  };

  int weight_of(const OpDesc& load) const {
    return at_least_one(load.vm_cost > 0 ? load.vm_cost : schedule_.config.vm_per_channel(load.tag == load_a ? 0 : 1));
  }

  int heaviest_load() const {
    int heaviest = 1;
    for (const Section section : run_sections) {
      for (const ScheduleEntry& entry : schedule_[section]) {
        if (entry.op.tag == load_a || entry.op.tag == load_b) heaviest = std::max(heaviest, weight_of(entry.op));
      }
    }
    return heaviest;
  }

  void add_cells(int channel) {
    Operand& operand = operands_[channel];
    operand.halves = layout_.halves(operand.quadrants);
    operand.portions = layout_.portions(channel, operand.quadrants);
    operand.first_column = machine_.tile_columns;
    const int waves = layout_.waves();
    for (int i = 0; i < operand.halves * operand.portions; ++i) {
      operand.shared.push_back(add_cell(machine_, Space::shared, schedule_.config.depth, waves));
    }
    machine_.tile_columns += operand.halves * operand.portions * waves;
    for (int i = 0; i < waves * operand.quadrants; ++i) {
      operand.fragments.push_back(add_cell(machine_, Space::registers, 1, waves));
    }
  }

  /// The shared cell that a fragment reads.
  [[nodiscard]] int source_of(int wave, int channel, int quadrant) const {
    const Operand& operand = operands_[channel];
    return layout_.half(wave, channel, quadrant) * operand.portions +
           layout_.portion(wave, channel, quadrant, operand.quadrants);
  }

  /// The K columns of a tile that form a shared cell, one column per wave.
  [[nodiscard]] Vector<int> columns_of(int channel, int cell) const {
    Vector<int> columns;
    for (int part = 0; part < layout_.waves(); ++part) {
      columns.push_back(operands_[channel].first_column + cell * layout_.waves() + part);
    }
    return columns;
  }

  void add_sums() {
    for (int wave = 0; wave < layout_.waves(); ++wave) {
      for (int row = 0; row < operands_[0].quadrants; ++row) {
        for (int column = 0; column < operands_[1].quadrants; ++column) {
          Product product;
          product.factors.push_back(columns_of(0, source_of(wave, 0, row)));
          product.factors.push_back(columns_of(1, source_of(wave, 1, column)));
          machine_.products.push_back(product);
          Sum sum;
          sum.wave = wave;
          sum.accumulator = row * operands_[1].quadrants + column;
          sum.every_tile.push_back(machine_.products.size() - 1);
          machine_.sums.push_back(sum);
        }
      }
    }
  }

  Vector<Instruction>& code(int wave, Section section) {
    WaveCode& of = machine_.waves[wave];
    return of[section];
  }

  void add_entry(int wave, Section section, int entry, const OpDesc& op) {
    Instruction out = at_entry(section, entry);
    if (add_sync(op, out, code(wave, section))) return;
    switch (op.tag) {
      case load_a:
      case load_b: add_load(wave, op, out); break;
      case fragment_a:
      case fragment_b: add_fragment(wave, op, out); break;
      case mma:
      case legacy_mma: add_mma(wave, op, out); break;
      default: refuse_entry(section, entry, "unknown tag " + std::to_string(op.tag));
    }
    code(wave, section).push_back(out);
  }

  void check_stage(const OpDesc& op, const Instruction& place) const {
    if (op.stage < 0 || op.stage >= schedule_.config.depth) refuse_entry(place.section, place.entry, "stage");
  }

  static void check_below(int number, int limit, const Instruction& place) {
    if (number < 0 || number >= limit) refuse_entry(place.section, place.entry, "subtile or quadrant");
  }

  void add_load(int wave, const OpDesc& op, Instruction& out) {
    const int channel = op.tag == load_a ? 0 : 1;
    const Operand& operand = operands_[channel];
    check_stage(op, out);
    check_below(op.subtile, operand.halves, out);
    begin_fetch(out, machine_, weight_of(op), operand.portions);
    out.tile = tile_of(op.k_offset, out.section, out.entry);
    if (out.section != Section::prologue) {  // k_base is 0 in the prologue, later two tiles ahead of the MMAs
      out.tile += 2;
      out.tile_step = 2;
    }
    for (int portion = 0; portion < operand.portions; ++portion) {
      const int cell = op.subtile * operand.portions + portion;
      Transfer transfer = operand.shared[cell].contribution(machine_.rows, wave, 1, op.stage);
      transfer.column = operand.first_column + cell * layout_.waves() + wave;
      machine_.transfers.push_back(transfer);
    }
  }

  void add_fragment(int wave, const OpDesc& op, Instruction& out) {
    const int channel = op.tag == fragment_a ? 0 : 1;
    const Operand& operand = operands_[channel];
    check_stage(op, out);
    check_below(op.subtile, operand.quadrants, out);
    begin_move(out, machine_, operand.reads, 1);
    const Cell& fragment = operand.fragments[wave * operand.quadrants + op.subtile];
    Transfer transfer = fragment.contribution(machine_.rows, 0, fragment.columns);
    transfer.source = operand.shared[source_of(wave, channel, op.subtile)].place(machine_.rows, op.stage);
    machine_.transfers.push_back(transfer);
  }

  void add_mma(int wave, const OpDesc& op, Instruction& out) {
    check_below(op.stage, operands_[0].quadrants, out);
    check_below(op.subtile, operands_[1].quadrants, out);
    out.action = Action::consume;
    out.accumulator = op.stage * operands_[1].quadrants + op.subtile;
    out.reads_registers = true;
    out.first = machine_.operands.size();
    out.size = 2;
    machine_.operands.push_back(operands_[0].fragments[wave * operands_[0].quadrants + op.stage].place(machine_.rows));
    machine_.operands.push_back(
        operands_[1].fragments[wave * operands_[1].quadrants + op.subtile].place(machine_.rows));
  }

  const EmittedSchedule& schedule_;
  WaveLayout layout_;
  Machine machine_;
  Operand operands_[2];
};

}  // namespace

/// Waves 4 to 7 pass one extra barrier in the prologue, waves 0 to 3 one extra barrier at the end. All waves pass one
/// between prologue and kernel.
Machine ping_pong_machine(const EmittedSchedule& schedule) {
  const WaveLayout layout{2, 4, true};
  DoubleBufferReader reader(schedule, layout);
  for (int wave = 0; wave < layout.waves(); ++wave) {
    const bool late = wave >= layout.columns;
    const bool staggered = schedule.config.warp_stagger.enabled;
    reader.add(wave, Section::prologue, schedule.prologue, staggered && late ? schedule.warp_stagger_index : -1);
    reader.add_barrier(wave, Section::prologue);
    reader.add(wave, Section::kernel, schedule.kernel);
    reader.add(wave, Section::epilogue, schedule.epilogue);
    if (staggered && !late) reader.add_barrier(wave, Section::epilogue);
  }
  return reader.finish();
}

Machine four_wave_machine(const EmittedSchedule& schedule) {
  const WaveLayout layout{2, 2, false};
  DoubleBufferReader reader(schedule, layout);
  for (int wave = 0; wave < layout.waves(); ++wave) {
    reader.add(wave, Section::prologue, schedule.prologue);
    reader.add(wave, Section::kernel, schedule.kernel);
    reader.add(wave, Section::epilogue, schedule.epilogue);
  }
  return reader.finish();
}

}  // namespace stretto::executor
