// Unrolls a program into the line of steps of each wave.
#include "unroll.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <utility>

namespace stretto::model_checker {
namespace {

class Unroller {
 public:
  Unroller(const WaveProgram& program, const std::vector<int>& trips) : program_(program), trips_(trips) {}

  Unrolled run() {
    result_.interlocked = program_.registers == RegisterReading::interlocked;
    result_.draining = program_.barriers == BarrierKind::draining;
    result_.limits = program_.limits;
    result_.spare_registers = program_.spare_registers;
    result_.waves.resize(static_cast<std::size_t>(program_.waves()));
    find_writers();
    count_workgroups();
    make_places();
    for (const Role& role : program_.roles) {
      for (int w = role.first_wave; w < role.first_wave + role.waves; ++w) unroll_wave(role, w);
    }
    for (Wave& wave : result_.waves) {
      for (int c = 0; c < counters; ++c) close_groups(wave, static_cast<Counter>(c));
    }
    share(result_);
    place_fences(result_);
    return std::move(result_);
  }

 private:
  static void need(bool condition, const char* message) {
    if (!condition) throw std::invalid_argument(std::string("model checker: ") + message);
  }

  static bool writes(const StepAccess& access) { return access.mode == AccessMode::write; }

  /// A subtile has one part for each wave with a step that writes it, even if the trips never reach that step.
  void find_writers() {
    for (const Role& role : program_.roles) {
      for (const Section section : all_sections) {
        for (const Step& step : role.steps[section]) {
          for (int k = 0; k < step.access_count; ++k) {
            const StepAccess& access = program_.accesses[step.first_access + k];
            if (!writes(access)) continue;
            for (int w = role.first_wave; w < role.first_wave + role.waves; ++w) {
              writers_[{access.buffer, access.subtile}] |= 1U << w;
            }
          }
        }
      }
    }
  }

  void count_workgroups() {
    const auto count = [this](int workgroup) { result_.workgroups = std::max(result_.workgroups, workgroup + 1); };
    for (const Role& role : program_.roles) count(role.workgroup);
    for (const PhaseBarrier& barrier : program_.phase_barriers) count(barrier.workgroup);
    for (const Buffer& buffer : program_.buffers) {
      if (buffer.space == Space::shared || buffer.space == Space::tensor) count(buffer.workgroup);
    }
  }

  void make_places() {
    for (int b = 0; b < program_.phase_barriers.size(); ++b) {
      const PhaseBarrier& barrier = program_.phase_barriers[b];
      first_place_.push_back(static_cast<int>(result_.places.size()));
      for (int slot = 0; slot < barrier.slots; ++slot) {
        const bool cluster = barrier.kind == PhaseBarrierKind::cluster;
        result_.places.push_back({b, barrier.arrivals, false, cluster ? -1 : barrier.workgroup, cluster,
                                  std::string(barrier.name) + "[" + std::to_string(slot) + "]"});
        result_.has_cluster_barrier = result_.has_cluster_barrier || cluster;
      }
    }
  }

  /// When a step is executed: the contract's i, j and r. Wider than the library's, so that nothing overflows.
  struct When {
    long trip = 0;
    long local = 0;
    long run = 0;
  };

  static long advanced(const When& when, int first, int step, int local_step, int run_step) {
    return first + when.trip * step + when.local * local_step + when.run * run_step;
  }

  void unroll_wave(const Role& role, int w) {
    consumed_.assign(static_cast<std::size_t>(program_.accumulators), 0);
    Wave& wave = result_.waves[static_cast<std::size_t>(w)];
    wave.workgroup = role.workgroup;
    const auto add_section = [&](Section section, const When& when) {
      for (const Step& step : role.steps[section]) add(role, w, step, section, when);
    };
    add_section(Section::setup, {});
    When last;
    long base = 0;
    for (std::size_t run = 0; run < trips_.size(); ++run) {
      const long n = trips_[run];
      const long m = n + role.extra_trips;
      const auto at = [&](long local) { return When{base + local, local, static_cast<long>(run)}; };
      last = at(m);
      const bool takes_part = static_cast<long>(run) % role.run_period == role.first_run;
      if (takes_part) {
        add_section(Section::prologue, at(0));
        for (long i = 0; i < m; ++i) add_section(Section::kernel, at(i));
        add_section(Section::epilogue, last);
      }
      for (long& c : consumed_) c += takes_part ? 0 : program_.tiles + n * program_.tiles_per_trip;
      if (program_.persistent) base += n + program_.tiles / program_.tiles_per_trip;
    }
    add_section(Section::teardown, last);
    need(wave.line.size() < 65535, "a wave has too many steps");
    for (IssueLine& line : wave.issued) line.before.push_back(static_cast<int>(line.steps.size()));
  }

  void add(const Role& role, int w, const Step& step, Section section, const When& when) {
    Wave& wave = result_.waves[static_cast<std::size_t>(w)];
    Instance made;
    made.action = step.action;
    made.counter = step.counter;
    made.weight = step.weight;
    made.count = step.count;
    made.where = where(role, w, step, section, when);
    if (step.phase_barrier.present()) add_phase_use(made, step, when);
    if (made.touches_memory()) add_accesses(made, w, step, when);

    IssueLine& line = wave.issued[static_cast<int>(step.counter)];
    made.ordinal = static_cast<int>(line.steps.size());
    if (step.action == Action::arrive && step.counter != Counter::none) {
      made.arrival = static_cast<int>(wave.arrivals.size());
      wave.arrivals.push_back(static_cast<int>(wave.line.size()));
      made.open_group = counts_groups(step.counter) && !line.steps.empty() &&
                        wave.line[static_cast<std::size_t>(line.steps.back())].weight == 0;
    }
    for (IssueLine& each : wave.issued) each.before.push_back(static_cast<int>(each.steps.size()));
    if (made.issues()) {
      line.steps.push_back(static_cast<int>(wave.line.size()));
      if (step.counter == Counter::store && stored_matters(role)) {
        wave.issued[static_cast<int>(Counter::stored)].steps.push_back(static_cast<int>(wave.line.size()));
      }
    }
    if (step.action == Action::registers) result_.has_pools = true;
    wave.line.push_back(std::move(made));
  }

  /// Does anything depend on when the bulk stores of a role have written?
  [[nodiscard]] bool stored_matters(const Role& role) const {
    for (const Section section : all_sections) {
      for (const Step& step : role.steps[section]) {
        if (step.counter == Counter::stored) return true;
        if (step.counter != Counter::store) continue;
        for (int k = 0; k < step.access_count; ++k) {
          const StepAccess& access = program_.accesses[step.first_access + k];
          if (program_.buffers[access.buffer].space == Space::global) return true;
        }
      }
    }
    return false;
  }

  static std::string where(const Role& role, int w, const Step& step, Section section, const When& when) {
    const long index = &step - role.steps[section].begin();
    return "wave " + std::to_string(w) + " (" + role.name + "), " + name(section) + " step " + std::to_string(index) +
           " (" + name(step.action) + ") in trip " + std::to_string(when.trip);
  }

  void add_phase_use(Instance& made, const Step& step, const When& when) {
    const PhaseUse& use = step.phase_barrier;
    const int slots = program_.phase_barriers[use.barrier].slots;
    const long version = advanced(when, use.slot, use.slot_step, use.local_step, use.run_step);
    need(version >= 0, "a version of a phase barrier is below 0");
    made.place = first_place_[static_cast<std::size_t>(use.barrier)] + static_cast<int>(version % slots);
    long phase = version / slots;
    if (use.divisor > 0) {
      const Advance& own = use.parity;
      const long number = advanced(when, own.first, own.step, own.local_step, own.run_step);
      need(number >= 0, "the number of a parity is below 0");
      phase = number / use.divisor;
    }
    made.parity = static_cast<unsigned>(((phase + use.flip) % 2 + 2) % 2);
    if (step.action != Action::arrive && step.action != Action::fetch) return;
    made.bytes = static_cast<std::uint32_t>(use.bytes);
    all_bytes_ += use.bytes;
    need(all_bytes_ < (1L << 32), "too many bytes come");
    if (use.bytes > 0) result_.places[static_cast<std::size_t>(made.place)].has_bytes = true;
  }

  void add_accesses(Instance& made, int w, const Step& step, const When& when) {
    long number = step.tile + when.trip * step.tile_step;
    if (step.action == Action::consume && step.accumulator >= 0) {
      number = consumed_[static_cast<std::size_t>(step.accumulator)]++;
    }
    for (int k = 0; k < step.access_count; ++k) {
      const StepAccess& access = program_.accesses[step.first_access + k];
      if (writes(access)) add_write(made, w, access, when, number);
    }
    std::vector<int> left_out;  // parts that the first trip would read
    for (int k = 0; k < step.access_count; ++k) {
      const StepAccess& access = program_.accesses[step.first_access + k];
      if (writes(access) || !(access.waves == 0 || (access.waves >> w & 1U) != 0)) continue;
      if (access.skips_first && when.local == 0) {
        left_out.push_back(part_of(access, when, w));
      } else {
        add_reads(made, w, access, when, number);
      }
    }
    // Accumulation reads and writes the same part; only now are both accesses known.
    if (step.action != Action::consume || (step.counter != Counter::mma && step.counter != Counter::tensor)) return;
    for (Write& write : made.writes) {
      for (const int part : left_out) write.accumulates = write.accumulates || part == write.part;
    }
    for (Read& read : made.reads) {
      for (Write& write : made.writes) {
        if (read.part == write.part) read.accumulates = write.accumulates = true;
      }
    }
  }

  void add_write(Instance& made, int w, const StepAccess& access, const When& when, long number) {
    const int part = part_of(access, when, w);
    for (Write& write : made.writes) {
      if (write.part != part) continue;
      write.spoiled = true;
      return;
    }
    Content leaves = garbage;
    if (made.action == Action::fetch) leaves = content(number);
    if (made.action == Action::consume) leaves = content(number + access.version);
    made.writes.push_back({part, leaves, false, false});
  }

  void add_reads(Instance& made, int w, const StepAccess& access, const When& when, long number) {
    const bool memory = !program_.buffers[access.buffer].per_wave();
    Read read;
    read.any = made.action == Action::fetch || access.any;
    if (made.action == Action::consume && !read.any) {
      const long wanted = number + access.version;
      read.wanted = content(wanted);
      read.initial_too = wanted < 0;
    }
    read.lasting = made.counter != Counter::none && (memory || made.counter == Counter::mma);
    const unsigned owners = memory ? writers_[{access.buffer, access.subtile}] : 1U << w;
    for (int owner = 0; owner < program_.waves(); ++owner) {
      if ((owners >> owner & 1U) == 0) continue;
      read.part = part_of(access, when, owner);
      made.reads.push_back(read);
    }
  }

  int part_of(const StepAccess& access, const When& when, int owner) {
    const Buffer& buffer = program_.buffers[access.buffer];
    const long turned = advanced(when, access.slot, access.slot_step, access.local_step, access.run_step);
    need(turned >= 0, "a slot is below 0");
    const int slot = static_cast<int>(turned % buffer.slots);
    const auto [found, is_new] =
        part_ids_.try_emplace({access.buffer, slot, access.subtile, owner}, static_cast<int>(result_.parts.size()));
    if (is_new) {
      Part made;
      made.buffer = access.buffer;
      made.owner = owner;
      made.space = buffer.space;
      if (buffer.space == Space::shared || buffer.space == Space::tensor) made.workgroup = buffer.workgroup;
      if (buffer.offset >= 0) {
        // The subtiles of a slot follow each other, and so do the slots.
        const long place = static_cast<long>(slot) * buffer.subtiles + access.subtile;
        made.begins = buffer.offset + place * buffer.bytes;
        made.ends = made.begins + buffer.bytes;
      }
      made.name = std::string(buffer.name) + "[" + std::to_string(slot) + "]." + std::to_string(access.subtile) +
                  " of wave " + std::to_string(owner);
      result_.parts.push_back(std::move(made));
    }
    return found->second;
  }

  Content content(long version) {
    const auto [found, is_new] =
        version_ids_.try_emplace(version, static_cast<Content>(first_version + result_.versions.size()));
    if (is_new) {
      result_.versions.push_back(version);
      need(result_.versions.size() < 32000, "too many versions");
    }
    return found->second;
  }

  static void close_groups(Wave& wave, Counter counter) {
    IssueLine& line = wave.issued[static_cast<int>(counter)];
    const std::size_t size = line.steps.size();
    line.ops.assign(size + 1, 0);
    line.group_end.assign(size, -1);
    for (std::size_t k = 0; k < size; ++k) {
      line.ops[k + 1] = line.ops[k] + wave.line[static_cast<std::size_t>(line.steps[k])].weight;
    }
    int end = -1;
    for (std::size_t k = size; k-- > 0;) {
      if (wave.line[static_cast<std::size_t>(line.steps[k])].weight > 0) end = static_cast<int>(k);
      line.group_end[k] = end;
    }
  }

  const WaveProgram& program_;
  const std::vector<int>& trips_;
  Unrolled result_;
  std::map<std::array<int, 2>, unsigned> writers_;  ///< of a subtile of a buffer: bit w for wave w
  std::map<std::array<int, 4>, int> part_ids_;
  std::map<long, Content> version_ids_;
  std::vector<int> first_place_;
  std::vector<long> consumed_;  ///< by the wave that is being unrolled, in each accumulator
  long all_bytes_ = 0;
};

}  // namespace

Unrolled unroll(const WaveProgram& program, const std::vector<int>& trips) { return Unroller(program, trips).run(); }

}  // namespace stretto::model_checker
