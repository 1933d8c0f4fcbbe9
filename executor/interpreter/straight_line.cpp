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
    find_contributors();
    for (int trips_of_run : trips) tiles_ += program.tiles + trips_of_run * program.tiles_per_trip;
  }

  StraightLines unroll() {
    for (int a = 0; a < program_.roles.size(); ++a) {
      for (int w = 0; w < program_.roles[a].waves; ++w) unroll_wave(a, program_.roles[a].first_wave + w);
    }
    check_named();
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
    int first_trip = 0;
    for (run_ = 0; run_ < trips_.size(); ++run_) {
      const int own_trips = trips_[run_] + role.extra_trips;
      if (own_trips < 0) refuse("a role makes fewer than no trips");
      unroll_section(role, Section::prologue, first_trip);
      for (int i = 0; i < own_trips; ++i) unroll_section(role, Section::kernel, first_trip + i);
      unroll_section(role, Section::epilogue, first_trip + own_trips);
      first_trip += trips_[run_];
      if (program_.persistent) first_trip += program_.tiles / program_.tiles_per_trip;
    }
    count_consumes(role);
  }

  void unroll_section(const Role& role, Section section, int trip) {
    const Vector<Step>& steps = role.steps[section];
    for (int i = 0; i < steps.size(); ++i) {
      Instance instance;
      instance.step = &steps[i];
      instance.run = run_;
      instance.trip = trip;
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
          step.accumulator >= 0 ? numbers_[at(step.accumulator)]++ : step.tile + instance.trip * step.tile_step;
    }
    if (step.action == Action::wait && lines_.unencodable.empty() &&
        (step.count < 0 || step.count > program_.limits.max_wait(step.counter))) {
      lines_.unencodable = "wait " + std::string(name(step.counter)) + "(" + std::to_string(step.count) + ")";
    }
    if (step.phase_barrier.present()) use_place(instance);
    if (instance.is_data()) {
      for (int i = 0; i < step.access_count; ++i) touch(instance, program_.accesses[step.first_access + i]);
      mark_accumulated(instance);
    }
    if (step.counter == Counter::none || step.action == Action::wait) return;
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
    const int version = use.version(instance.trip);
    if (version < 0) refuse("a place of a phase barrier below the first");
    instance.place = first_place_[at(use.barrier)] + version % slots;
    instance.parity = (version / slots + use.flip) % 2;
  }

  void touch(Instance& instance, const StepAccess& access) {
    const Buffer& buffer = program_.buffers[access.buffer];
    const Step& step = *instance.step;
    const bool reads = access.mode == AccessMode::read;
    const bool made = access.waves == 0 || (access.waves >> static_cast<unsigned>(wave_) & 1U) != 0;
    if (reads && !made) return;
    const Content version = instance.number + access.version;
    const int own = cell(access, instance.trip, wave_);
    if (buffer.per_wave() && program_.registers == RegisterReading::interlocked) instance.guarded.push_back(own);
    if (!reads) {
      Write write{own, garbage, false};
      if (step.action == Action::consume) write.leaves = version;
      if (step.action == Action::fetch) write.leaves = step.tile + instance.trip * step.tile_step;
      instance.writes.push_back(write);
      if (!buffer.per_wave()) instance.writes_memory = true;
    } else if (buffer.per_wave()) {
      instance.reads.push_back({own, version, step.counter == Counter::mma, false});
    } else {
      std::vector<int> parts = contributors_[{access.buffer, access.subtile}];
      if (parts.empty()) parts.push_back(-1);
      for (const int part : parts) {
        instance.reads.push_back({cell(access, instance.trip, part), version, instance.asynchronous(), false});
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
    }
  }

  int cell(const StepAccess& access, int trip, int part) {
    const Cell found{access.buffer, access.slot_in_trip(trip, program_.buffers[access.buffer].slots), access.subtile,
                     part};
    const auto [entry, added] = cells_.try_emplace({found.buffer, found.slot, found.subtile, found.part},
                                                   static_cast<int>(lines_.cells.size()));
    if (added) lines_.cells.push_back(found);
    return entry->second;
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
  int run_ = 0;
};

}  // namespace

StraightLines straight_lines(const WaveProgram& program, const Vector<int>& trips) {
  check(program, trips);
  return Unroller(program, trips).unroll();
}

}  // namespace stretto::executor::interpreter
