#include "fitted_versions.hpp"

#include <algorithm>
#include <vector>

namespace stretto::study {

namespace {

constexpr int initial = -1'000'000;  // content until a part is first written
constexpr int garbage = -2'000'000;

/// What a consume found in one execution.
struct Found {
  int trip = 0;
  int number = 0;
  int content = initial;
};

using Findings = std::vector<std::vector<Found>>;  // by access

/// Runs a program in the plain order, to its end or until no wave can proceed.
class PlainOrder {
 public:
  PlainOrder(const WaveProgram& program, const std::vector<int>& trips)
      : found(static_cast<std::size_t>(program.accesses.size())), program_(program) {
    for (const Buffer& buffer : program.buffers) {
      first_cell_.push_back(cells_);
      cells_ += buffer.slots * buffer.subtiles * program.waves();
      first_subtile_.push_back(subtiles_);
      subtiles_ += buffer.subtiles;
    }
    contents_.assign(size_t_of(cells_), initial);
    find_writers();
    for (const PhaseBarrier& barrier : program.phase_barriers) {
      first_place_.push_back(static_cast<int>(places_.size()));
      places_.resize(places_.size() + size_t_of(barrier.slots));
    }
    for (const Role& role : program.roles) {
      for (int w = 0; w < role.waves; ++w) lines_.push_back(line_of(role, role.first_wave + w, trips));
    }
    run();
  }

  Findings found;

 private:
  struct Event {
    const Step* step = nullptr;  // null: the role does not take part in this run
    Moment when;
    int missed = 0;  // the K tiles of that run
  };
  struct Line {
    int wave = 0;
    std::vector<Event> events;
    std::size_t next = 0;
    int barriers = 0;          // arrived at
    int phase = -1;            // of the named barrier that it waits at
    int cluster_phase = -1;    // of the cluster barrier that it arrived in last
    bool waits = false;        // at a barrier of the workgroup
    std::vector<int> numbers;  // of its consumes, by accumulator
  };
  struct Place {
    int completed = 0, arrived = 0, expected = 0, come = 0;
  };

  static std::size_t size_t_of(int i) { return static_cast<std::size_t>(i); }

  Line line_of(const Role& role, int wave, const std::vector<int>& trips) const {
    Line line;
    line.wave = wave;
    line.numbers.assign(size_t_of(program_.accumulators), 0);
    const auto add = [&](const Vector<Step>& steps, const Moment& when) {
      for (const Step& step : steps) line.events.push_back({&step, when, 0});
    };
    add(role.steps.setup, 0);
    int first = 0;
    int run = 0;
    Moment last;
    for (const int n : trips) {
      const int own = n + role.extra_trips;
      last = {first + own, first, run};
      if (run % role.run_period == role.first_run) {
        add(role.steps.prologue, {first, first, run});
        for (int i = 0; i < own; ++i) add(role.steps.kernel, {first + i, first, run});
        add(role.steps.epilogue, last);
      } else {
        line.events.push_back({nullptr, last, program_.tiles + n * program_.tiles_per_trip});
      }
      first += n;
      if (program_.persistent) first += program_.tiles / program_.tiles_per_trip;
      ++run;
    }
    add(role.steps.teardown, last);
    return line;
  }

  void find_writers() {
    writers_.assign(size_t_of(subtiles_), 0);
    for (const Role& role : program_.roles) {
      for (const Section phase : all_sections) {
        for (const Step& step : role.steps[phase]) {
          for (int i = 0; i < step.access_count; ++i) {
            const StepAccess& access = program_.accesses[step.first_access + i];
            if (access.mode != AccessMode::write) continue;
            writers_[size_t_of(first_subtile_[size_t_of(access.buffer)] + access.subtile)] |= ((1U << role.waves) - 1U)
                                                                                              << role.first_wave;
          }
        }
      }
    }
  }

  void run() {
    for (bool moved = true; moved;) {
      moved = false;
      for (Line& line : lines_) {
        while (line.next < line.events.size() && take(line)) moved = true;
      }
    }
  }

  /// False: the wave cannot proceed.
  bool take(Line& line) {
    const Event& event = line.events[line.next];
    if (event.step == nullptr) {
      for (int& number : line.numbers) number += event.missed;
      ++line.next;
      return true;
    }
    const Step& step = *event.step;
    const PhaseUse& use = step.phase_barrier;
    if (step.action == Action::barrier && !use.present()) {
      if (!line.waits) ++line.barriers;
      line.waits = true;
      for (const Line& other : lines_) {
        if (other.barriers < line.barriers) return false;
      }
      line.waits = false;
    } else if (step.action == Action::barrier) {
      Place& place = place_of(use, event.when);
      if (line.phase < 0) {
        line.phase = place.completed;
        arrive(place, use);
      }
      if (place.completed <= line.phase) return false;
      line.phase = -1;
    } else if (step.action == Action::await && at_cluster(use)) {
      if (place_of(use, event.when).completed <= line.cluster_phase) return false;
    } else if (step.action == Action::await) {
      const int slots = program_.phase_barriers[use.barrier].slots;
      if (place_of(use, event.when).completed % 2 == use.awaited_parity(event.when, slots)) return false;
    } else if (step.action == Action::arrive) {
      if (at_cluster(use)) line.cluster_phase = place_of(use, event.when).completed;
      arrive(place_of(use, event.when), use);
    } else if (step.action == Action::fetch || step.action == Action::move || step.action == Action::consume) {
      touch(line, step, event.when);
    }
    ++line.next;
    return true;
  }

  [[nodiscard]] bool at_cluster(const PhaseUse& use) const {
    return program_.phase_barriers[use.barrier].kind == PhaseBarrierKind::cluster;
  }

  Place& place_of(const PhaseUse& use, const Moment& when) {
    const int slots = program_.phase_barriers[use.barrier].slots;
    return places_[size_t_of(first_place_[size_t_of(use.barrier)] + use.version(when) % slots)];
  }

  void arrive(Place& place, const PhaseUse& use) {
    place.expected += use.bytes;
    ++place.arrived;
    settle(place, use);
  }

  void settle(Place& place, const PhaseUse& use) const {
    if (place.arrived < program_.phase_barriers[use.barrier].arrivals || place.come < place.expected) return;
    place = {place.completed + 1, 0, 0, 0};
  }

  /// The place that is accessed, in its buffer.
  [[nodiscard]] int place_in_buffer(const StepAccess& access, const Moment& when) const {
    const Buffer& buffer = program_.buffers[access.buffer];
    return access.slot_in_trip(when, buffer.slots) * buffer.subtiles + access.subtile;
  }

  int& content(const StepAccess& access, const Moment& when, int part) {
    const int place = place_in_buffer(access, when);
    return contents_[size_t_of(first_cell_[size_t_of(access.buffer)] + place * program_.waves() + part)];
  }

  /// Marks what a write leaves in overlapping places of other buffers.
  void spoil_overlaps(const StepAccess& access, const Moment& when) {
    const Buffer& own = program_.buffers[access.buffer];
    if (own.offset < 0 || own.per_wave() || own.space == Space::global) return;
    const int first = own.offset + place_in_buffer(access, when) * own.bytes;
    for (int b = 0; b < program_.buffers.size(); ++b) {
      const Buffer& other = program_.buffers[b];
      if (b == access.buffer || other.offset < 0 || other.space != own.space || other.workgroup != own.workgroup)
        continue;
      for (int place = 0; place < other.slots * other.subtiles; ++place) {
        const int there = other.offset + place * other.bytes;
        if (there >= first + own.bytes || first >= there + other.bytes) continue;
        for (int part = 0; part < program_.waves(); ++part) {
          contents_[size_t_of(first_cell_[size_t_of(b)] + place * program_.waves() + part)] = garbage;
        }
      }
    }
  }

  void touch(Line& line, const Step& step, const Moment& when) {
    const int trip = when.trip;
    int number = step.tile + trip * step.tile_step;
    if (step.action == Action::consume && step.accumulator >= 0) number = line.numbers[size_t_of(step.accumulator)]++;
    int moved = initial;  // nothing yet
    for (int i = 0; i < step.access_count; ++i) {
      const int index = step.first_access + i;
      const StepAccess& access = program_.accesses[index];
      const bool made = access.waves == 0 || (access.waves >> line.wave & 1U) != 0;
      if (access.mode != AccessMode::read || !made) continue;
      if (access.skips_first && when.trip == when.start) continue;
      const bool own = program_.buffers[access.buffer].per_wave();
      const unsigned parts =
          own ? 1U << line.wave : writers_[size_t_of(first_subtile_[size_t_of(access.buffer)] + access.subtile)];
      for (int part = 0; part < program_.waves(); ++part) {
        if ((parts >> part & 1U) == 0) continue;
        const int there = content(access, when, part);
        if (step.action == Action::consume) found[size_t_of(index)].push_back({trip, number, there});
        const bool first = moved == initial;
        moved = there == initial || (!first && moved != there) ? garbage : there;
      }
    }
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (access.mode != AccessMode::write) continue;
      spoil_overlaps(access, when);
      int& there = content(access, when, line.wave);
      if (step.action == Action::move) there = moved == initial ? garbage : moved;
      if (step.action == Action::fetch) there = number;
      if (step.action == Action::consume) there = number + access.version;
    }
    if (step.counter != Counter::bytes) return;
    Place& place = place_of(step.phase_barrier, when);
    place.come += step.phase_barrier.bytes;
    settle(place, step.phase_barrier);
  }

  const WaveProgram& program_;
  int cells_ = 0;
  int subtiles_ = 0;
  std::vector<int> first_cell_;     // by buffer
  std::vector<int> first_subtile_;  // by buffer
  std::vector<int> first_place_;    // by phase barrier
  std::vector<unsigned> writers_;   // waves, by subtile
  std::vector<int> contents_;
  std::vector<Place> places_;
  std::vector<Line> lines_;
};

bool is_version(int content) { return content != initial && content != garbage; }

/// The linear function of the trip that matches the versions found by a consume without an accumulator; false if there
/// is none.
bool fit_tiles(Step& step, const std::vector<Found>& all) {
  const Found* last = nullptr;
  for (const Found& each : all) {
    if (is_version(each.content)) last = &each;
  }
  if (last == nullptr) return false;
  for (const Found& each : all) {
    if (!is_version(each.content) || each.trip == last->trip) continue;
    const int trips = last->trip - each.trip;
    const int versions = last->content - each.content;
    if (versions % trips != 0) continue;
    step.tile_step = versions / trips;
    break;
  }
  step.tile = last->content - last->trip * step.tile_step;
  return true;
}

/// False: no version fits.
bool fit_read(StepAccess& access, const Step& step, const std::vector<Found>& all) {
  const auto number = [&](const Found& each) {
    return step.accumulator >= 0 ? each.number : step.tile + each.trip * step.tile_step;
  };
  if (access.any)
    return std::all_of(all.begin(), all.end(), [](const Found& each) { return is_version(each.content); });
  for (std::size_t i = all.size(); i-- > 0;) {
    if (!is_version(all[i].content)) continue;
    access.version = all[i].content - number(all[i]);
    for (const Found& each : all) {
      const int due = number(each) + access.version;
      if (each.content != due && !(due < 0 && each.content == initial)) return false;
    }
    return true;
  }
  // A version below 0 stands for initial content.
  for (const Found& each : all) {
    if (each.content == garbage || number(each) + access.version >= 0) return false;
  }
  return true;
}

bool finds_only_initial(const WaveProgram& program, const Step& step, const Findings& found) {
  bool any = false;
  for (int i = 0; i < step.access_count; ++i) {
    const int index = step.first_access + i;
    if (program.accesses[index].mode != AccessMode::read) continue;
    for (const Found& each : found[static_cast<std::size_t>(index)]) {
      if (each.content != initial) return false;
      any = true;
    }
  }
  return any;
}

/// True: something changed that other steps may read.
bool fit_step(WaveProgram& program, Step& step, const Findings& found) {
  const Step before = step;
  if (step.accumulator < 0) {
    if (finds_only_initial(program, step, found)) {
      step.tile = -1;  // in every trip
      step.tile_step = 0;
    }
    for (int i = 0; i < step.access_count; ++i) {
      const int index = step.first_access + i;
      if (program.accesses[index].mode != AccessMode::read) continue;
      if (fit_tiles(step, found[static_cast<std::size_t>(index)])) break;
    }
  }
  for (int i = 0; i < step.access_count; ++i) {
    const int index = step.first_access + i;
    StepAccess& access = program.accesses[index];
    if (access.mode != AccessMode::read) continue;
    const StepAccess drawn = access;
    if (fit_read(access, step, found[static_cast<std::size_t>(index)])) continue;
    access = drawn;
  }
  return !(before == step);
}

/// Removes reads that no version fits.
void drop_unfitting(WaveProgram& program, Step& step, const Findings& found) {
  for (int i = step.access_count - 1; i >= 0; --i) {
    const int index = step.first_access + i;
    StepAccess copy = program.accesses[index];
    if (copy.mode != AccessMode::read || fit_read(copy, step, found[static_cast<std::size_t>(index)])) continue;
    for (int k = i; k + 1 < step.access_count; ++k) {
      program.accesses[step.first_access + k] = program.accesses[step.first_access + k + 1];
    }
    --step.access_count;
  }
}

/// Looks at short and long runs, because what an epilogue reads depends on the length.
Findings all_found(const WaveProgram& program) {
  const int least = program.min_trips;
  const std::vector<std::vector<int>> lengths =
      program.persistent ? std::vector<std::vector<int>>{{least + 2, least, least + 1}, {least, least}}
                         : std::vector<std::vector<int>>{{least + 4}, {least}, {least + 1}};
  Findings all(static_cast<std::size_t>(program.accesses.size()));
  for (const std::vector<int>& trips : lengths) {
    const PlainOrder order(program, trips);
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i].insert(all[i].end(), order.found[i].begin(), order.found[i].end());
  }
  return all;
}

template <class Function>
void for_each_consume(WaveProgram& program, const Function& function) {
  for (Role& role : program.roles) {
    for (const Section section : all_sections) {
      for (Step& step : role.steps[section]) {
        if (step.action == Action::consume) function(step);
      }
    }
  }
}

}  // namespace

void fit_versions(WaveProgram& program, Unfitting unfitting) {
  // The result of a consume depends on its tiles, so other steps may read something new.
  for (bool again = true, once = true; again; once = false) {
    const Findings found = all_found(program);
    again = false;
    for_each_consume(program, [&](Step& step) { again = fit_step(program, step, found) || again; });
    again = again && once;
  }
  if (unfitting == Unfitting::kept) return;
  const Findings found = all_found(program);
  for_each_consume(program, [&](Step& step) { drop_unfitting(program, step, found); });
}

}  // namespace stretto::study
