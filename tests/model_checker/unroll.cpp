// From loops to lines.
#include "unroll.hpp"

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
    result_.waves.resize(static_cast<std::size_t>(program_.waves()));
    find_writers();
    make_places();
    for (const Role& role : program_.roles) {
      for (int w = role.first_wave; w < role.first_wave + role.waves; ++w) unroll_wave(role, w);
    }
    for (int w = 0; w < program_.waves(); ++w) {
      Wave& wave = result_.waves[static_cast<std::size_t>(w)];
      for (Instance& instance : wave.line) mark_sharing(instance, w);
      for (int c = 0; c < counters; ++c) close_groups(wave, static_cast<Counter>(c));
    }
    return std::move(result_);
  }

 private:
  static void need(bool condition, const char* message) {
    if (!condition) throw std::invalid_argument(std::string("model checker: ") + message);
  }

  static bool writes(const StepAccess& access) { return access.mode == AccessMode::write; }

  /// A subtile has a part for each wave with a step that writes it, whether the trips reach that step or not.
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

  void make_places() {
    for (const PhaseBarrier& barrier : program_.phase_barriers) {
      first_place_.push_back(static_cast<int>(result_.places.size()));
      for (int slot = 0; slot < barrier.slots; ++slot) {
        result_.places.push_back(
            {barrier.arrivals, false, std::string(barrier.name) + "[" + std::to_string(slot) + "]"});
      }
    }
  }

  void unroll_wave(const Role& role, int w) {
    consumed_.assign(static_cast<std::size_t>(program_.accumulators), 0);
    long base = 0;
    for (const int n : trips_) {
      const long m = static_cast<long>(n) + role.extra_trips;
      for (const Step& step : role.steps.prologue) add(role, w, step, Section::prologue, base);
      for (long i = 0; i < m; ++i) {
        for (const Step& step : role.steps.kernel) add(role, w, step, Section::kernel, base + i);
      }
      for (const Step& step : role.steps.epilogue) add(role, w, step, Section::epilogue, base + m);
      if (program_.persistent) base += n + program_.tiles / program_.tiles_per_trip;
    }
    Wave& wave = result_.waves[static_cast<std::size_t>(w)];
    need(wave.line.size() < 65535, "a wave has too many steps");
    for (IssueLine& line : wave.issued) line.before.push_back(static_cast<int>(line.steps.size()));
  }

  void add(const Role& role, int w, const Step& step, Section section, long trip) {
    Wave& wave = result_.waves[static_cast<std::size_t>(w)];
    Instance made;
    made.action = step.action;
    made.counter = step.counter;
    made.weight = step.weight;
    made.count = step.count;
    made.where = where(role, w, step, section, trip);
    if (step.phase_barrier.present()) add_phase_use(made, step, trip);
    if (made.touches_memory()) add_accesses(made, w, step, trip);

    IssueLine& line = wave.issued[static_cast<int>(step.counter)];
    made.ordinal = static_cast<int>(line.steps.size());
    if (step.action == Action::arrive && step.counter != Counter::none) {
      made.arrival = static_cast<int>(wave.arrivals.size());
      wave.arrivals.push_back(static_cast<int>(wave.line.size()));
      made.open_group = counts_groups(step.counter) && !line.steps.empty() &&
                        wave.line[static_cast<std::size_t>(line.steps.back())].weight == 0;
    }
    for (IssueLine& each : wave.issued) each.before.push_back(static_cast<int>(each.steps.size()));
    if (made.issues()) line.steps.push_back(static_cast<int>(wave.line.size()));
    wave.line.push_back(std::move(made));
  }

  static std::string where(const Role& role, int w, const Step& step, Section section, long trip) {
    static constexpr const char* phases[] = {"prologue", "kernel", "epilogue"};
    const long index = &step - role.steps[section].begin();
    return "wave " + std::to_string(w) + " (" + role.name + "), " + phases[static_cast<int>(section)] + " step " +
           std::to_string(index) + " (" + name(step.action) + ") in trip " + std::to_string(trip);
  }

  void add_phase_use(Instance& made, const Step& step, long trip) {
    const PhaseUse& use = step.phase_barrier;
    const int slots = program_.phase_barriers[use.barrier].slots;
    const long version = use.slot + trip * use.slot_step;
    need(version >= 0, "a version of a phase barrier is below 0");
    made.place = first_place_[static_cast<std::size_t>(use.barrier)] + static_cast<int>(version % slots);
    made.parity = static_cast<unsigned>(((version / slots + use.flip) % 2 + 2) % 2);
    if (step.action != Action::arrive && step.action != Action::fetch) return;
    made.bytes = static_cast<std::uint32_t>(use.bytes);
    all_bytes_ += use.bytes;
    need(all_bytes_ < (1L << 32), "too many bytes come");
    if (use.bytes > 0) result_.places[static_cast<std::size_t>(made.place)].has_bytes = true;
  }

  void add_accesses(Instance& made, int w, const Step& step, long trip) {
    long number = step.tile + trip * step.tile_step;
    if (step.action == Action::consume && step.accumulator >= 0) {
      number = consumed_[static_cast<std::size_t>(step.accumulator)]++;
    }
    for (int k = 0; k < step.access_count; ++k) {
      const StepAccess& access = program_.accesses[step.first_access + k];
      if (writes(access)) add_write(made, w, access, trip, number);
    }
    for (int k = 0; k < step.access_count; ++k) {
      const StepAccess& access = program_.accesses[step.first_access + k];
      if (!writes(access) && (access.waves == 0 || (access.waves >> w & 1U) != 0)) {
        add_reads(made, w, access, trip, number);
      }
    }
    // A part that is accumulated in is both read and written; only now are both known.
    if (step.action != Action::consume || (step.counter != Counter::mma && step.counter != Counter::tensor)) return;
    for (Read& read : made.reads) {
      for (Write& write : made.writes) {
        if (read.part == write.part) read.accumulates = write.accumulates = true;
      }
    }
  }

  void add_write(Instance& made, int w, const StepAccess& access, long trip, long number) {
    const int part = part_of(access, trip, w);
    for (Write& write : made.writes) {
      if (write.part != part) continue;
      write.twice = true;
      return;
    }
    Content leaves = garbage;
    if (made.action == Action::fetch) leaves = content(number);
    if (made.action == Action::consume) leaves = content(number + access.version);
    made.writes.push_back({part, leaves, false, false});
  }

  void add_reads(Instance& made, int w, const StepAccess& access, long trip, long number) {
    const bool memory = !program_.buffers[access.buffer].per_wave();
    Read read;
    if (made.action == Action::consume) {
      const long wanted = number + access.version;
      read.wanted = content(wanted);
      read.initial_too = wanted < 0;
    }
    read.lasting = made.counter != Counter::none && (memory || made.counter == Counter::mma);
    const unsigned owners = memory ? writers_[{access.buffer, access.subtile}] : 1U << w;
    for (int owner = 0; owner < program_.waves(); ++owner) {
      if ((owners >> owner & 1U) == 0) continue;
      read.part = part_of(access, trip, owner);
      result_.parts[static_cast<std::size_t>(read.part)].readers |= 1U << w;
      made.reads.push_back(read);
    }
  }

  int part_of(const StepAccess& access, long trip, int owner) {
    const Buffer& buffer = program_.buffers[access.buffer];
    const long turned = access.slot + trip * access.slot_step;
    need(turned >= 0, "a slot is below 0");
    const int slot = static_cast<int>(turned % buffer.slots);
    const auto [found, is_new] =
        part_ids_.try_emplace({access.buffer, slot, access.subtile, owner}, static_cast<int>(result_.parts.size()));
    if (is_new) {
      result_.parts.push_back({owner, !buffer.per_wave(), 0,
                               std::string(buffer.name) + "[" + std::to_string(slot) + "]." +
                                   std::to_string(access.subtile) + " of wave " + std::to_string(owner)});
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

  void mark_sharing(Instance& instance, int w) const {
    for (const Read& read : instance.reads) {
      if (part(read.part).owner != w) instance.touches_others = true;
    }
    for (const Write& write : instance.writes) {
      if ((part(write.part).readers & ~(1U << w)) == 0) continue;
      instance.touches_others = true;
      if (instance.counter == Counter::none) instance.visible_write = true;
    }
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

  [[nodiscard]] const Part& part(int id) const { return result_.parts[static_cast<std::size_t>(id)]; }

  const WaveProgram& program_;
  const std::vector<int>& trips_;
  Unrolled result_;
  std::map<std::array<int, 2>, unsigned> writers_;  ///< of a subtile of a buffer: bit w for wave w
  std::map<std::array<int, 4>, int> part_ids_;
  std::map<long, Content> version_ids_;
  std::vector<int> first_place_;
  std::vector<long> consumed_;  ///< of the wave that is being unrolled, in each accumulator
  long all_bytes_ = 0;
};

}  // namespace

Unrolled unroll(const WaveProgram& program, const std::vector<int>& trips) { return Unroller(program, trips).run(); }

}  // namespace stretto::model_checker
