// Single buffer: the next tile stays in registers while the tile in LDS is multiplied.
#include <algorithm>

#include "entry_reader.hpp"
#include "memory_layout.hpp"

namespace stretto::executor {

namespace {

// Tags of the Mojo kernel.
enum : int { load_dram, store_smem, load_fragment, compute };

constexpr int waves = 4;   // two rows of two
constexpr int blocks = 4;  // per K part: two of A, one per row of waves, and two of B, one per column

int at_least_one(int count) { return count > 0 ? count : 1; }

class SingleBufferReader {
 public:
  explicit SingleBufferReader(const EmittedSchedule& schedule) : schedule_(schedule) {
    machine_.registers = schedule.registers;
    machine_.barriers = schedule.barriers;
    machine_.limits = schedule.limits;
    machine_.tiles = 2;
    machine_.tiles_per_trip = 1;
    machine_.accumulators = 1;
    machine_.waves.resize(waves);
    reads_ = at_least_one(schedule.lgkm_a) + at_least_one(schedule.lgkm_b);
    int heaviest = reads_;
    for (const Section section : run_sections) {
      for (const ScheduleEntry& entry : schedule[section]) {
        if (entry.op.tag == load_fragment || entry.op.tag == compute) parts_ = std::max(parts_, entry.op.subtile + 1);
        if (entry.op.tag == load_dram) heaviest = std::max(heaviest, load_weight(entry.op));
        if (entry.op.tag == store_smem) heaviest = std::max(heaviest, store_weight(entry.op));
      }
    }
    machine_.rows = rows_for({heaviest, parts_});
    add_cells();
    add_sums();
  }

  Machine read() {
    const int prologue_loads = loads_in(schedule_.prologue);
    const int kernel_loads = loads_in(schedule_.kernel);
    for (int wave = 0; wave < waves; ++wave) {
      WaveCode& code = machine_.waves[wave];
      add(wave, Section::prologue, schedule_.prologue, code.prologue, 0, 0);
      add(wave, Section::kernel, schedule_.kernel, code.kernel, prologue_loads, kernel_loads);
      add(wave, Section::epilogue, schedule_.epilogue, code.epilogue, prologue_loads, kernel_loads);
    }
    return static_cast<Machine&&>(machine_);
  }

 private:
  [[nodiscard]] int load_weight(const OpDesc& op) const {
    return at_least_one(op.vm_cost > 0 ? op.vm_cost : schedule_.config.vm_per_load_a);
  }

  static int store_weight(const OpDesc& op) { return at_least_one(op.lgkm_cost); }

  static int loads_in(const Vector<ScheduleEntry>& entries) {
    int loads = 0;
    for (const ScheduleEntry& entry : entries) loads += entry.op.tag == load_dram ? 1 : 0;
    return loads;
  }

  void add_cells() {
    for (int i = 0; i < parts_ * blocks; ++i) shared_.push_back(add_cell(machine_, Space::shared, 1, waves));
    machine_.tile_columns = parts_ * blocks * waves;
    for (int wave = 0; wave < waves; ++wave) {
      // To steps that wait for it, the result of a load is one register.
      const int staging = machine_.register_cells++;
      for (int i = 0; i < parts_ * blocks; ++i) {
        staged_.push_back(add_cell(machine_, Space::shared, 1, 1));
        staged_.back().register_cell = staging;
      }
      for (int i = 0; i < 2 * parts_; ++i) fragments_.push_back(add_cell(machine_, Space::registers, 1, waves));
    }
  }

  /// The block of K part `part` that a wave multiplies: operand 0 is A, 1 is B.
  static int block_of(int wave, int operand, int part) {
    return part * blocks + (operand == 0 ? wave / 2 : 2 + wave % 2);
  }

  void add_sums() {
    for (int wave = 0; wave < waves; ++wave) {
      Sum sum;
      sum.wave = wave;
      for (int part = 0; part < parts_; ++part) {
        Product product;
        for (int operand = 0; operand < 2; ++operand) {
          Vector<int> columns;
          for (int w = 0; w < waves; ++w) columns.push_back(block_of(wave, operand, part) * waves + w);
          product.factors.push_back(columns);
        }
        machine_.products.push_back(product);
        sum.every_tile.push_back(machine_.products.size() - 1);
      }
      machine_.sums.push_back(sum);
    }
  }

  /// Loads fetch the tiles in order: in trip i, `first_tile` + i * `tiles_a_trip` and the tiles after it.
  void add(int wave, Section section, const Vector<ScheduleEntry>& entries, Vector<Instruction>& code, int first_tile,
           int tiles_a_trip) {
    for (int e = 0; e < entries.size(); ++e) {
      const OpDesc& op = entries[e].op;
      Instruction out = at_entry(section, e);
      if (add_sync(op, out, code)) continue;
      switch (op.tag) {
        case load_dram:
          add_load(wave, op, out);
          out.tile = first_tile++;
          out.tile_step = tiles_a_trip;
          break;
        case store_smem: add_store(wave, op, out); break;
        case load_fragment: add_fragment(wave, op, out); break;
        case compute: add_compute(wave, op, out); break;
        default: refuse_entry(section, e, "unknown tag " + std::to_string(op.tag));
      }
      code.push_back(out);
    }
  }

  void add_load(int wave, const OpDesc& op, Instruction& out) {
    begin_fetch(out, machine_, load_weight(op), parts_ * blocks);
    for (int i = 0; i < parts_ * blocks; ++i) {
      Transfer transfer = staged_[wave * parts_ * blocks + i].contribution(machine_.rows, 0, 1);
      transfer.column = i * waves + wave;
      machine_.transfers.push_back(transfer);
    }
  }

  void add_store(int wave, const OpDesc& op, Instruction& out) {
    begin_move(out, machine_, store_weight(op), parts_ * blocks);
    for (int i = 0; i < parts_ * blocks; ++i) {
      Transfer transfer = shared_[i].contribution(machine_.rows, wave, 1);
      transfer.source = staged_[wave * parts_ * blocks + i].place(machine_.rows);
      machine_.transfers.push_back(transfer);
    }
  }

  void add_fragment(int wave, const OpDesc& op, Instruction& out) {
    if (op.subtile < 0) refuse_entry(out.section, out.entry, "subtile");
    begin_move(out, machine_, reads_, 2);
    for (int operand = 0; operand < 2; ++operand) {
      Transfer transfer = fragment(wave, operand, op.subtile).contribution(machine_.rows, 0, waves);
      transfer.source = shared_[block_of(wave, operand, op.subtile)].place(machine_.rows);
      machine_.transfers.push_back(transfer);
    }
  }

  void add_compute(int wave, const OpDesc& op, Instruction& out) {
    if (op.subtile < 0) refuse_entry(out.section, out.entry, "subtile");
    out.action = Action::consume;
    out.accumulator = 0;
    out.reads_registers = true;
    out.first = machine_.operands.size();
    out.size = 2;
    for (int operand = 0; operand < 2; ++operand) {
      machine_.operands.push_back(fragment(wave, operand, op.subtile).place(machine_.rows));
    }
  }

  const Cell& fragment(int wave, int operand, int part) const {
    return fragments_[(wave * parts_ + part) * 2 + operand];
  }

  const EmittedSchedule& schedule_;
  Machine machine_;
  int parts_ = 1;           // K parts of a tile
  int reads_ = 1;           // per fragment
  Vector<Cell> shared_;     // by K part and block
  Vector<Cell> staged_;     // by wave, K part and block
  Vector<Cell> fragments_;  // by wave, K part and operand
};

}  // namespace

Machine single_buffer_machine(const EmittedSchedule& schedule) { return SingleBufferReader(schedule).read(); }

}  // namespace stretto::executor
