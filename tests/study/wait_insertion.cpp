#include "wait_insertion.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "program_builder.hpp"

namespace stretto::study {

namespace {

constexpr int no_wait = 1 << 20;

/// What must come before a step.
struct Need {
  std::array<int, counters> wait{};
  bool barrier = false;

  Need() { wait.fill(no_wait); }

  bool ask(Counter counter, int count) {
    int& known = wait[static_cast<std::size_t>(counter)];
    if (count >= known) return false;
    known = count;
    return true;
  }
};

struct Touch {
  int place = 0;
  bool writes = false;
  bool memory = false;
  bool held = false;  // a read that lasts until the step completes
  bool accumulates = false;
};

/// A step in flight.
struct Flight {
  Step* step = nullptr;
  int completes_at = 0;  // operations of its counter; 0: its group is open
  std::vector<Touch> touches;
};

class Insertion {
 public:
  explicit Insertion(WaveProgram& program) : program_(program), role_(program.roles[0]) {
    int places = 0;
    for (const Buffer& buffer : program.buffers) {
      first_place_.push_back(places);
      places += buffer.slots * buffer.subtiles;
    }
  }

  void insert() {
    // A wait inserted for one trip may change what another trip needs.
    for (int round = 0; round < 6; ++round) {
      changed_ = false;
      for (const std::vector<int>& trips : runs()) run(trips);
      if (!changed_) break;
    }
    write();
  }

 private:
  [[nodiscard]] std::vector<std::vector<int>> runs() const {
    const int least = program_.min_trips;
    if (!program_.persistent) return {{least}, {least + 1}, {least + 2}, {least + 7}};
    return {{least, least, least, least}, {least + 7, least + 1, least, least + 2}};
  }

  void run(const std::vector<int>& trips) {
    flights_.clear();
    since_barrier_.clear();
    issued_.fill(0);
    int first = 0;
    for (const int n : trips) {
      const int own = n + role_.extra_trips;
      run_section(Section::prologue, first);
      for (int i = 0; i < own; ++i) run_section(Section::kernel, first + i);
      run_section(Section::epilogue, first + own);
      first += n;
      if (program_.persistent) first += program_.tiles / program_.tiles_per_trip;
    }
    // What remains in flight at the end.
    for (const Flight& flight : std::vector<Flight>(flights_)) {
      const Counter counter = flight.step->counter;
      if (counter != Counter::vm && counter != Counter::lgkm) wait_for(end_, flight);
    }
  }

  void run_section(Section section, int trip) {
    Vector<Step>& steps = role_.steps[section];
    for (int i = 0; i < steps.size(); ++i) run_step(needs_[{section, i}], steps[i], trip);
    if (section == Section::epilogue) obey(end_);
  }

  void run_step(Need& need, Step& step, int trip) {
    const std::vector<Touch> touches = touches_of(step, trip);
    obey(need);
    for (const Flight& flight : std::vector<Flight>(flights_)) {
      if (!conflict(step, touches, flight)) continue;
      if (program_.registers == RegisterReading::interlocked && only_registers(touches, flight)) {
        complete(flight.step->counter, flight.completes_at);
      } else {
        wait_for(need, flight);
      }
    }
    if (!need.barrier && across_waves(touches)) {
      need.barrier = changed_ = true;
      pass_barrier();
    }
    if (step.counter != Counter::none) {
      int& issued = issued_[static_cast<std::size_t>(step.counter)];
      issued += step.weight;
      flights_.push_back({&step, step.weight > 0 ? issued : 0, touches});
      for (Flight& flight : flights_) {
        if (step.weight > 0 && flight.step->counter == step.counter && flight.completes_at == 0) {
          flight.completes_at = issued;
        }
      }
    }
    for (const Touch& touch : touches) {
      if (touch.memory && step.counter == Counter::none) since_barrier_.push_back(touch);
    }
  }

  std::vector<Touch> touches_of(const Step& step, int trip) const {
    std::vector<Touch> all;
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      const Buffer& buffer = program_.buffers[access.buffer];
      Touch touch;
      touch.place = first_place_[static_cast<std::size_t>(access.buffer)] +
                    access.slot_in_trip(trip, buffer.slots) * buffer.subtiles + access.subtile;
      touch.writes = access.mode == AccessMode::write;
      touch.memory = !buffer.per_wave();
      touch.held = !touch.writes && (touch.memory || step.counter == Counter::mma);
      all.push_back(touch);
    }
    const bool sums =
        step.action == Action::consume && (step.counter == Counter::mma || step.counter == Counter::tensor);
    for (Touch& one : all) {
      for (const Touch& other : all) {
        one.accumulates = one.accumulates || (sums && one.place == other.place && one.writes != other.writes);
      }
    }
    return all;
  }

  static bool conflict(const Step& step, const std::vector<Touch>& touches, const Flight& flight) {
    for (const Touch& touch : touches) {
      for (const Touch& older : flight.touches) {
        if (touch.place != older.place) continue;
        if (touch.accumulates && older.accumulates && step.counter == flight.step->counter) continue;
        if (older.writes || (touch.writes && older.held)) return true;
      }
    }
    return false;
  }

  static bool only_registers(const std::vector<Touch>& touches, const Flight& flight) {
    if (flight.step->counter != Counter::vm && flight.step->counter != Counter::lgkm) return false;
    for (const Touch& touch : touches) {
      for (const Touch& older : flight.touches) {
        if (touch.place == older.place && (touch.memory || !older.writes)) return false;
      }
    }
    return true;
  }

  /// Accesses that another wave may have made there since the last barrier, or may still be making.
  bool across_waves(const std::vector<Touch>& touches) const {
    if (role_.waves == 1) return false;
    const auto meets = [&](const Touch& older) {
      return std::any_of(touches.begin(), touches.end(), [&](const Touch& touch) {
        return touch.memory && touch.place == older.place && touch.writes != older.writes;
      });
    };
    for (const Flight& flight : flights_) {
      if (std::any_of(flight.touches.begin(), flight.touches.end(), meets)) return true;
    }
    return std::any_of(since_barrier_.begin(), since_barrier_.end(), meets);
  }

  void wait_for(Need& need, const Flight& flight) {
    const Counter counter = flight.step->counter;
    int& issued = issued_[static_cast<std::size_t>(counter)];
    if (flight.completes_at == 0) {
      flight.step->weight = 1;  // nothing waits for an open group
      ++issued;
      changed_ = true;
      return;
    }
    const int count = counter == Counter::tensor ? 0 : issued - flight.completes_at;
    changed_ = need.ask(counter, count) || changed_;
    complete(counter, issued - count);
  }

  void obey(const Need& need) {
    for (int c = 1; c < counters; ++c) {
      const int count = need.wait[static_cast<std::size_t>(c)];
      if (count != no_wait) complete(static_cast<Counter>(c), issued_[static_cast<std::size_t>(c)] - count);
    }
    if (need.barrier) pass_barrier();
  }

  void complete(Counter counter, int operations) {
    for (std::size_t i = 0; i < flights_.size();) {
      const Flight& flight = flights_[i];
      if (flight.step->counter != counter || flight.completes_at == 0 || flight.completes_at > operations) {
        ++i;
        continue;
      }
      for (const Touch& touch : flight.touches) {
        if (touch.memory) since_barrier_.push_back(touch);
      }
      flights_.erase(flights_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  void pass_barrier() {
    if (program_.barriers == BarrierKind::draining) complete(Counter::lgkm, no_wait);
    since_barrier_.clear();
  }

  /// Inserts what is needed between the steps.
  void write() {
    ProgramBuilder builder;
    builder.program = program_;
    builder.program.accesses.clear();
    for (const Section section : all_sections) {
      builder.program.roles[0].steps[section].clear();
      const Vector<Step>& steps = role_.steps[section];
      for (int i = 0; i < steps.size(); ++i) {
        write_need(builder, section, needs_[{section, i}]);
        builder.put(0, section, taken_out(program_, steps[i]));
      }
    }
    write_need(builder, Section::epilogue, end_);
    program_ = builder.program;
  }

  void write_need(ProgramBuilder& builder, Section section, const Need& need) const {
    for (int c = 1; c < counters; ++c) {
      const int count = need.wait[static_cast<std::size_t>(c)];
      const auto counter = static_cast<Counter>(c);
      if (count == no_wait) continue;
      if (counter != Counter::tensor) {
        builder.put(0, section, wait(counter, count));
        continue;
      }
      const int turns = section == Section::kernel ? 1 : 0;
      const int done = builder.phase_barrier("done", PhaseBarrierKind::mbarrier, 1, role_.waves);
      builder.put(0, section, arrive().in(counter).at(done, 0, turns));
      builder.put(0, section, await().at(done, 0, turns));
    }
    if (need.barrier) builder.put(0, section, barrier());
  }

  WaveProgram& program_;
  Role& role_;
  std::vector<int> first_place_;  // by buffer
  std::map<std::pair<Section, int>, Need> needs_;
  Need end_;
  std::vector<Flight> flights_;       // in the order of their issue
  std::vector<Touch> since_barrier_;  // of memory, by steps that are complete
  std::array<int, counters> issued_{};
  bool changed_ = false;
};

}  // namespace

void insert_waits(WaveProgram& program) { Insertion(program).insert(); }

}  // namespace stretto::study
