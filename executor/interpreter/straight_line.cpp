#include "straight_line.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <tuple>

#include "check.hpp"

namespace stretto::executor::interpreter {

namespace {

/// The operations of a counter that a wave has issued so far.
struct CounterUse {
  int issued = 0;
  bool open_group = false;  // steps of weight 0 wait for the step that closes their group
};

class Unroller {
 public:
  Unroller(const WaveProgram& program, const Vector<int>& trips) : program_(program), trips_(trips) {
    lines_.program = &program;
    for (int b = 0; b < program.phase_barriers.size(); ++b) {
      first_place_.push_back(static_cast<int>(lines_.places.size()));
      for (int slot = 0; slot < program.phase_barriers[b].slots; ++slot) lines_.places.push_back({b, slot});
    }
    lines_.inits.resize(at(program.phase_barriers.size()));
    find_contributors();
    for (int trips_of_run : trips) tiles_ += program.tiles + trips_of_run * program.tiles_per_trip;
  }

  StraightLines unroll() {
    for (int a = 0; a < program_.roles.size(); ++a) {
      for (int w = 0; w < program_.roles[a].waves; ++w) unroll_wave(a, program_.roles[a].first_wave + w);
    }
    check_named();
    find_overlaps();
    mark_cells();
    return std::move(lines_);
  }

 private:
  /// A subtile has one part for each wave that writes it anywhere in the program, in any slot and trip.
  void find_contributors() {
    for (const Role& role : program_.roles) {
      for (const Section section : all_sections) {
        for (const Step& step : role.steps[section]) {
          for (int i = 0; i < step.access_count; ++i) {
            const StepAccess& access = program_.accesses[step.first_access + i];
            if (access.mode != AccessMode::write || program_.buffers[access.buffer].per_wave()) continue;
            std::vector<int>& parts = contributors_[{access.buffer, access.subtile}];
            for (int w = role.first_wave; w < role.first_wave + role.waves; ++w) {
              if (std::find(parts.begin(), parts.end(), w) == parts.end()) parts.push_back(w);
            }
          }
        }
      }
    }
  }

  void unroll_wave(int role_index, int wave) {
    const Role& role = program_.roles[role_index];
    wave_ = wave;
    counters_ = {};
    numbers_.assign(at(program_.accumulators), 0);
    lines_.waves.emplace_back();
    lines_.role.push_back(role_index);
    lines_.workgroup.push_back(role.workgroup);
    lines_.workgroups = std::max(lines_.workgroups, at(role.workgroup) + 1);
    unroll_section(role, Section::setup, {0, 0, 0});
    int first_trip = 0;
    Moment last;
    for (int run = 0; run < trips_.size(); ++run) {
      const int own_trips = trips_[run] + role.extra_trips;
      if (own_trips < 0) refuse("a role makes fewer than no trips");
      last = {first_trip + own_trips, first_trip, run};
      if (run % role.run_period == role.first_run) {
        unroll_section(role, Section::prologue, {first_trip, first_trip, run});
        for (int i = 0; i < own_trips; ++i) unroll_section(role, Section::kernel, {first_trip + i, first_trip, run});
        unroll_section(role, Section::epilogue, last);
      } else {
        for (int& number : numbers_) number += program_.tiles + trips_[run] * program_.tiles_per_trip;
      }
      first_trip += trips_[run];
      if (program_.persistent) first_trip += program_.tiles / program_.tiles_per_trip;
    }
    unroll_section(role, Section::teardown, last);
    count_consumes(role);
    find_inits();
  }

  void unroll_section(const Role& role, Section section, const Moment& when) {
    const Vector<Step>& steps = role.steps[section];
    for (int i = 0; i < steps.size(); ++i) {
      Instance instance;
      instance.step = &steps[i];
      instance.when = when;
      instance.section = section;
      instance.index = i;
      fill(instance);
      lines_.waves.back().push_back(std::move(instance));
    }
  }

  void fill(Instance& instance) {
    const Step& step = *instance.step;
    if (step.action == Action::consume) {
      instance.number =
          step.accumulator >= 0 ? numbers_[at(step.accumulator)]++ : step.tile + instance.when.trip * step.tile_step;
    }
    if (step.action == Action::wait && lines_.unencodable.empty() &&
        (step.count < 0 || step.count > program_.limits.max_wait(step.counter))) {
      lines_.unencodable = "wait " + std::string(name(step.counter)) + "(" + std::to_string(step.count) + ")";
    }
    if (step.phase_barrier.present() && step.action != Action::init) use_place(instance);
    if (instance.is_data()) {
      for (int i = 0; i < step.access_count; ++i) touch(instance, program_.accesses[step.first_access + i]);
      mark_accumulated(instance);
    }
    if (step.counter == Counter::none || step.action == Action::wait || step.action == Action::fence) return;
    CounterUse& use = counters_[index_of(step.counter)];
    if (step.action == Action::arrive) {
      instance.completes_at = use.issued;
      instance.behind_open_group = use.open_group;
    } else if (step.counter != Counter::bytes) {
      instance.operations = step.weight;
      instance.completes_at = use.issued + std::max(step.weight, 1);
      use.issued += step.weight;
      use.open_group = step.weight == 0;
    }
  }

  void use_place(Instance& instance) {
    const PhaseUse& use = instance.step->phase_barrier;
    const int slots = program_.phase_barriers[use.barrier].slots;
    const int version = value({use.slot, use.slot_step, use.local_step, use.run_step}, instance.when);
    if (version < 0) refuse("a place of a phase barrier below the first");
    instance.place = first_place_[at(use.barrier)] + version % slots;
    instance.at_cluster = program_.phase_barriers[use.barrier].kind == PhaseBarrierKind::cluster;
    if (instance.step->action != Action::await || instance.at_cluster) return;
    const int number = use.divisor > 0 ? value(use.parity, instance.when) : version;
    if (number < 0) refuse("a parity of a number below zero");
    instance.parity = (number / (use.divisor > 0 ? use.divisor : slots) + use.flip) % 2;
  }

  void touch(Instance& instance, const StepAccess& access) {
    const Buffer& buffer = program_.buffers[access.buffer];
    const Step& step = *instance.step;
    const bool reads = access.mode == AccessMode::read;
    const bool made = access.waves == 0 || (access.waves >> static_cast<unsigned>(wave_) & 1U) != 0;
    if (reads && !made) return;
    if (access.skips_first && instance.when.trip == instance.when.start) {
      instance.left_out.push_back(cell(access, instance.when, wave_));
      return;
    }
    const Content version = instance.number + access.version;
    const bool any = access.any || step.action == Action::fetch;
    const int own = cell(access, instance.when, wave_);
    if (buffer.space == Space::global) instance.accesses_global = true;
    if (buffer.per_wave() && program_.registers == RegisterReading::interlocked) instance.guarded.push_back(own);
    if (!reads) {
      Write write{own, garbage, false, false, false};
      if (step.action == Action::consume) write.leaves = version;
      if (step.action == Action::fetch) write.leaves = step.tile + instance.when.trip * step.tile_step;
      instance.writes.push_back(write);
      if (!buffer.per_wave()) instance.writes_memory = true;
    } else if (buffer.per_wave()) {
      instance.reads.push_back({own, version, any, step.counter == Counter::mma, false, false});
    } else {
      std::vector<int> parts = contributors_[{access.buffer, access.subtile}];
      if (parts.empty()) parts.push_back(-1);
      for (const int part : parts) {
        instance.reads.push_back(
            {cell(access, instance.when, part), version, any, instance.asynchronous(), false, false});
      }
    }
  }

  static void mark_accumulated(Instance& instance) {
    const Step& step = *instance.step;
    if (step.action != Action::consume || (step.counter != Counter::mma && step.counter != Counter::tensor)) return;
    for (Write& write : instance.writes) {
      for (Read& read : instance.reads) {
        if (read.cell == write.cell) read.accumulated = write.accumulated = true;
      }
      for (const int cell : instance.left_out) write.accumulated = write.accumulated || cell == write.cell;
    }
  }

  int cell(const StepAccess& access, const Moment& when, int part) {
    const Buffer& buffer = program_.buffers[access.buffer];
    const int slot = value({access.slot, access.slot_step, access.local_step, access.run_step}, when);
    if (slot < 0) refuse("an access to a negative slot");
    Cell found{access.buffer, slot % buffer.slots, access.subtile, part};
    found.space = buffer.space;
    if (buffer.space == Space::shared || buffer.space == Space::tensor) found.workgroup = buffer.workgroup;
    const auto [entry, added] = cells_.try_emplace({found.buffer, found.slot, found.subtile, found.part},
                                                   static_cast<int>(lines_.cells.size()));
    if (added) lines_.cells.push_back(found);
    return entry->second;
  }

  static int value(const Advance& number, const Moment& when) {
    const int local = when.trip - when.start;
    return number.first + when.trip * number.step + local * number.local_step + when.run * number.run_step;
  }

  void find_inits() {
    const std::vector<Instance>& line = lines_.waves.back();
    const int end = static_cast<int>(line.size());
    for (int i = 0; i < end; ++i) {
      if (line[at(i)].step->action != Action::init) continue;
      const auto makes_ready = [](const Instance& step) {
        return step.step->action == Action::init_fence || (step.step->action == Action::fence && !step.asynchronous());
      };
      int fence = i;
      while (fence < end && !makes_ready(line[at(fence)])) ++fence;
      lines_.inits[at(line[at(i)].step->phase_barrier.barrier)].push_back({wave_, i, fence});
    }
  }

  /// Each write of a place is also a write of garbage to the places of other buffers that overlap it.
  void find_overlaps() {
    std::vector<std::vector<int>> overlapping(lines_.cells.size());
    for (std::size_t a = 0; a < lines_.cells.size(); ++a) {
      for (std::size_t b = 0; b < lines_.cells.size(); ++b) {
        if (overlap(lines_.cells[a], lines_.cells[b])) overlapping[a].push_back(static_cast<int>(b));
      }
    }
    for (std::vector<Instance>& line : lines_.waves) {
      for (Instance& instance : line) {
        const std::size_t own = instance.writes.size();
        for (std::size_t w = 0; w < own; ++w) {
          for (const int other : overlapping[at(instance.writes[w].cell)]) {
            instance.writes.push_back({other, garbage, false, true, false});
            // The same registers under two names are read before they are written.
            const bool renamed = same_registers(lines_.cells[at(instance.writes[w].cell)], lines_.cells[at(other)]);
            for (Read& read : instance.reads) {
              read.overwritten = read.overwritten || (!renamed && read.cell == other);
            }
          }
        }
        mark_repeated(instance.writes);
      }
    }
  }

  static void mark_repeated(std::vector<Write>& writes) {
    for (Write& one : writes) {
      const auto same = [&](const Write& other) { return other.cell == one.cell; };
      one.repeated = std::count_if(writes.begin(), writes.end(), same) > 1;
    }
  }

  bool overlap(const Cell& a, const Cell& b) const {
    if (a.buffer == b.buffer || a.space != b.space || a.workgroup != b.workgroup) return false;
    if (a.space == Space::global || (a.space == Space::registers && a.part != b.part)) return false;
    const Buffer& one = program_.buffers[a.buffer];
    const Buffer& other = program_.buffers[b.buffer];
    if (one.offset < 0 || other.offset < 0) return false;
    const long first = first_byte(one, a);
    const long second = first_byte(other, b);
    return first < second + other.bytes && second < first + one.bytes;
  }

  /// Of two cells that overlap.
  [[nodiscard]] bool same_registers(const Cell& a, const Cell& b) const {
    const Buffer& one = program_.buffers[a.buffer];
    const Buffer& other = program_.buffers[b.buffer];
    return a.space == Space::registers && one.bytes == other.bytes && first_byte(one, a) == first_byte(other, b);
  }

  /// Slot after slot, and in each slot subtile after subtile.
  static long first_byte(const Buffer& buffer, const Cell& cell) {
    return buffer.offset + (static_cast<long>(cell.slot) * buffer.subtiles + cell.subtile) * buffer.bytes;
  }

  /// What no step of the async proxy touches needs no fence, and no record of fences.
  void mark_cells() {
    for (const std::vector<Instance>& line : lines_.waves) {
      for (const Instance& instance : line) {
        for (const Read& read : instance.reads) {
          if (of_async_proxy(instance, read.cell)) lines_.cells[at(read.cell)].async_accessed = true;
        }
        for (const Write& write : instance.writes) {
          if (!of_async_proxy(instance, write.cell)) continue;
          lines_.cells[at(write.cell)].async_accessed = true;
          lines_.cells[at(write.cell)].async_written = true;
        }
      }
    }
  }

  [[nodiscard]] bool of_async_proxy(const Instance& instance, int index) const {
    const Cell& found = lines_.cells[at(index)];
    if (found.space == Space::registers) return instance.step->counter == Counter::mma;
    return found.proxied() && !instance.generic();
  }

  /// Checks that every accumulator that a wave's program names receives every K tile.
  void count_consumes(const Role& role) {
    for (const Section section : all_sections) {
      for (const Step& step : role.steps[section]) {
        if (step.action != Action::consume || step.accumulator < 0) continue;
        named_.push_back(step.accumulator);
        const int taken = numbers_[at(step.accumulator)];
        if (taken == tiles_ || !lines_.miscounted.empty()) continue;
        lines_.miscounted = "wave " + std::to_string(wave_) + " (" + role.name + "): accumulator " +
                            std::to_string(step.accumulator) + " gets " + std::to_string(taken) + " of " +
                            std::to_string(tiles_) + " K tiles";
      }
    }
  }

  void check_named() {
    for (int q = 0; q < program_.accumulators && tiles_ != 0; ++q) {
      if (!lines_.miscounted.empty() || std::find(named_.begin(), named_.end(), q) != named_.end()) continue;
      lines_.miscounted = "accumulator " + std::to_string(q) + " is nobody's";
    }
  }

  const WaveProgram& program_;
  const Vector<int>& trips_;
  StraightLines lines_;
  std::map<std::pair<int, int>, std::vector<int>> contributors_;  // waves, by buffer and subtile
  std::map<std::tuple<int, int, int, int>, int> cells_;           // by buffer, slot, subtile, part
  std::vector<int> first_place_;                                  // by phase barrier
  std::vector<int> named_;                                        // accumulators that some step names
  std::vector<int> numbers_;                                      // of this wave's consumes, by accumulator
  std::array<CounterUse, counters> counters_{};                   // of this wave
  int tiles_ = 0;
  int wave_ = 0;
};

}  // namespace

StraightLines straight_lines(const WaveProgram& program, const Vector<int>& trips) {
  check(program, trips);
  return Unroller(program, trips).unroll();
}

}  // namespace stretto::executor::interpreter
