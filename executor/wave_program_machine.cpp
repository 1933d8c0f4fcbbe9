#include "wave_program_machine.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "cell_plans.hpp"
#include "plain_program.hpp"

namespace stretto::executor {

namespace {

constexpr int most_operations = 4096;

[[noreturn]] void refuse(const std::string& why) { throw std::invalid_argument("wave program: " + why); }

void check_step(const WaveProgram& program, const Step& step) {
  if (step.first_access < 0 || step.access_count < 0 ||
      step.first_access + step.access_count > program.accesses.size()) {
    refuse("a step has accesses that are not there");
  }
  if (step.weight < 1 || step.weight > most_operations) refuse("weight " + std::to_string(step.weight));
  if (step.action == Action::wait && step.counter == Counter::none) refuse("a wait for no counter");
  if (step.action == Action::consume && (step.accumulator < 0 || step.accumulator >= program.accumulators)) {
    refuse("accumulator " + std::to_string(step.accumulator));
  }
}

void check(const WaveProgram& program) {
  if (const char* feature = beyond_plain(program)) refuse(std::string(feature) + ": this machine does not execute it");
  const int waves = program.waves();
  if (waves < 1 || waves > 64) refuse(std::to_string(waves) + " waves");
  std::uint64_t seen = 0;
  for (const Role& role : program.roles) {
    for (int wave = role.first_wave; wave < role.first_wave + role.waves; ++wave) {
      if (wave < 0 || wave >= waves || (seen >> wave & 1) != 0) refuse("wave " + std::to_string(wave));
      seen |= std::uint64_t{1} << wave;
    }
    for (Section section : run_sections) {
      for (const Step& step : role.steps[section]) check_step(program, step);
    }
  }
  for (const Buffer& buffer : program.buffers) {
    if (buffer.slots < 1) refuse(std::string(buffer.name) + " has no slots");
  }
  for (const StepAccess& access : program.accesses) {
    const bool known = access.buffer >= 0 && access.buffer < program.buffers.size();
    if (!known || access.subtile < 0 || access.slot < 0 || access.slot_step < 0) refuse("an access is out of range");
  }
}

bool in_flight(const Step& step) {
  const bool data = step.action == Action::fetch || step.action == Action::move || step.action == Action::consume;
  return data && step.counter != Counter::none;
}

/// The number of rows that gives every hardware operation at least one.
int rows_of(const WaveProgram& program) {
  int rows = 1;
  for (const Role& role : program.roles) {
    for (Section section : run_sections) {
      for (const Step& step : role.steps[section]) rows = in_flight(step) ? std::max(rows, step.weight) : rows;
    }
  }
  return rows;
}

/// Translates the steps of one wave.
class Translator {
 public:
  Translator(const CellPlans& plans, int wave, int accumulators, Machine& machine)
      : plans_(plans), wave_(wave), machine_(machine), sums_(accumulators) {
    for (int a = 0; a < accumulators; ++a) {
      sums_[a].wave = wave;
      sums_[a].accumulator = a;
    }
  }

  void add(Section section, const Step& step) {
    if (step.action == Action::nothing) return;
    Instruction out{.action = step.action, .counter = step.counter, .weight = step.weight, .count = step.count};
    out.tile = step.tile;
    out.tile_step = step.tile_step;
    out.accumulator = step.accumulator;
    out.section = section;
    out.entry = step.entry;
    if (step.action == Action::consume) add_operands(step, out);
    if (step.action == Action::fetch) add_fetches(step, out);
    if (step.action == Action::move) add_moves(step, out);
    WaveCode& code = machine_.waves[wave_];
    code[section].push_back(out);
  }

  /// Adds the sums of the accumulators that the wave uses.
  void add_sums(Vector<bool>& asked) {
    for (const Sum& sum : sums_) {
      if (sum.prologue.empty() && sum.kernel.empty() && sum.epilogue.empty()) continue;
      asked[sum.accumulator] = true;
      machine_.sums.push_back(sum);
    }
  }

 private:
  [[nodiscard]] Place place(const StepAccess& access) const {
    return plans_.plan(plans_.cell_of(wave_, access)).cell.place(machine_.rows, access.slot, access.slot_step);
  }

  /// The wave's contribution to the cell that the access writes.
  [[nodiscard]] Transfer contribution(const StepAccess& access, int column, int columns) const {
    const CellPlan& plan = plans_.plan(plans_.cell_of(wave_, access));
    return plan.cell.contribution(machine_.rows, plan.part_of(wave_)->first_column + column, columns, access.slot,
                                  access.slot_step);
  }

  void add_operands(const Step& step, Instruction& out) {
    Product product;
    int in_registers = 0;
    out.first = machine_.operands.size();
    for (const StepAccess* read : plans_.accesses(wave_, step, AccessMode::read)) {
      machine_.operands.push_back(place(*read));
      product.factors.push_back(plans_.plan(plans_.cell_of(wave_, *read)).content);
      in_registers += machine_.operands.back().register_cell >= 0 ? 1 : 0;
    }
    out.size = machine_.operands.size() - out.first;
    if (out.size == 0) refuse("a consume reads nothing");
    out.reads_registers = in_registers > 0;
    // Its registers would be read at another time than the other operands.
    if (step.counter != Counter::none && in_registers > 0 && in_registers < out.size) {
      refuse("an asynchronous consume reads both registers and shared memory");
    }
    if (!plans_.accesses(wave_, step, AccessMode::write).empty()) refuse("a consume writes more than its accumulator");
    machine_.products.push_back(product);
    Sum& sum = sums_[step.accumulator];
    Vector<int>& terms = out.section == Section::prologue ? sum.prologue
                         : out.section == Section::kernel ? sum.kernel
                                                          : sum.epilogue;
    terms.push_back(machine_.products.size() - 1);
  }

  void add_fetches(const Step& step, Instruction& out) {
    out.first = machine_.transfers.size();
    for (const StepAccess* write : plans_.accesses(wave_, step, AccessMode::write)) {
      Transfer transfer = contribution(*write, 0, 1);
      const CellPlan& plan = plans_.plan(plans_.cell_of(wave_, *write));
      transfer.column = plan.content[plan.part_of(wave_)->first_column];
      machine_.transfers.push_back(transfer);
    }
    out.size = machine_.transfers.size() - out.first;
  }

  /// Every written cell receives a copy of all that is read.
  void add_moves(const Step& step, Instruction& out) {
    out.first = machine_.transfers.size();
    const std::vector<const StepAccess*> reads = plans_.accesses(wave_, step, AccessMode::read);
    for (const StepAccess* write : plans_.accesses(wave_, step, AccessMode::write)) {
      int column = 0;
      for (const StepAccess* read : reads) {
        const Place source = place(*read);
        Transfer transfer = contribution(*write, column, source.columns);
        transfer.source = source;
        machine_.transfers.push_back(transfer);
        column += source.columns;
      }
    }
    out.size = machine_.transfers.size() - out.first;
  }

  const CellPlans& plans_;
  int wave_;
  Machine& machine_;
  Vector<Sum> sums_;
};

}  // namespace

Machine machine_of(const WaveProgram& program) {
  check(program);
  Machine machine;
  machine.waves.resize(program.waves());
  machine.accumulators = program.accumulators;
  machine.tiles = program.tiles;
  machine.tiles_per_trip = program.tiles_per_trip;
  machine.registers = program.registers;
  machine.barriers = program.barriers;
  machine.limits = program.limits;
  machine.rows = rows_of(program);
  const CellPlans plans(program, machine);
  Vector<bool> asked(program.accumulators, false);
  for (const Role& role : program.roles) {
    for (int wave = role.first_wave; wave < role.first_wave + role.waves; ++wave) {
      Translator translator(plans, wave, program.accumulators, machine);
      for (Section section : run_sections) {
        for (const Step& step : role.steps[section]) translator.add(section, step);
      }
      translator.add_sums(asked);
    }
  }
  for (int a = 0; a < asked.size(); ++a) {
    if (asked[a]) continue;
    Sum missing;  // without terms
    missing.accumulator = a;
    machine.sums.push_back(missing);
  }
  return machine;
}

}  // namespace stretto::executor
