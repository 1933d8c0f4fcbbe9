#include "extension.hpp"

#include <algorithm>

#include "program_builder.hpp"
#include "step_edits.hpp"

namespace stretto::study {

namespace {

class Extension {
 public:
  Extension(Dice& dice, WaveProgram& program) : dice_(dice), program_(program) {}

  void extend() {
    if (program_.persistent && dice_.percent(25)) alternate();
    if (dice_.percent(30)) cluster_ = add_cluster_barrier();
    if (program_.roles.size() > 1 && dice_.percent(50)) divide_workgroups();
    struct Part {
      int percent;  // of the programs have it
      void (Extension::*add)();
    };
    constexpr Part parts[] = {
        {35, &Extension::load_scalars},  {50, &Extension::store_results},   {8, &Extension::move_to_global},
        {45, &Extension::rotate},        {45, &Extension::initialise},      {15, &Extension::read_map},
        {25, &Extension::place_buffers}, {25, &Extension::share_registers}, {12, &Extension::hand_over_registers},
        {25, &Extension::work_outside},  {30, &Extension::take_any},        {20, &Extension::skip_first_reads},
        {10, &Extension::sprinkle},
    };
    for (const Part& part : parts) {
      if (dice_.percent(part.percent)) (this->*part.add)();
    }
    if (cluster_ >= 0 && dice_.percent(60)) meet_in_cluster();
  }

 private:
  template <class Function>
  void for_each_step(const Function& function) {
    for (Role& role : program_.roles) {
      for (const Section section : all_sections) {
        for (Step& step : role.steps[section]) function(role, section, step);
      }
    }
  }

  [[nodiscard]] bool only_loads_registers(const Step& step) const {
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (access.mode == AccessMode::read || !program_.buffers[access.buffer].per_wave()) return false;
    }
    return step.access_count > 0;
  }

  void append(int role, Section section, const BuiltStep& built) {
    insert_step(program_, role, section, program_.roles[role].steps[section].size(), built);
  }
  void meet(Section section) {
    const bool in_cluster = cluster_ >= 0 && dice_.percent(70);
    for (int a = 0; a < program_.roles.size(); ++a) {
      if (!in_cluster) {
        append(a, section, barrier());
      } else if (dice_.percent(50)) {
        append(a, section, barrier().at(cluster_, 0, 0, 0));
      } else {
        append(a, section, plain(Action::arrive).at(cluster_, 0, 0, 0));
        append(a, section, plain(Action::await).at(cluster_, 0, 0, 0));
      }
    }
  }

  /// Two roles take part in alternate runs. Mostly the second one is a copy of the first.
  void alternate() {
    const int first = dice_.below(program_.roles.size());
    for (const Section section : run_sections) {
      for (const Step& step : program_.roles[first].steps[section]) {
        if (step.action == Action::barrier && !step.phase_barrier.present()) return;
      }
    }
    const int period = dice_.percent(85) ? 2 : 3;
    program_.roles[first].run_period = period;
    program_.roles[first].first_run = dice_.below(2);
    if (dice_.percent(20)) return;
    const Role whole = program_.roles[first];
    const int copy = parts::add_role(program_, "other", whole.waves, whole.extra_trips);
    program_.roles[copy].run_period = period;
    program_.roles[copy].first_run = 1 - whole.first_run;
    for (const Section section : run_sections) {
      for (const Step& step : whole.steps[section]) {
        BuiltStep built = taken_out(program_, step);
        for (StepAccess& access : built.accesses) access.waves = 0;
        append(copy, section, built);
      }
    }
  }

  /// Sums are overwritten in the first trip.
  void skip_first_reads() {
    for_each_step([&](Role&, Section, const Step& step) {
      for (int i = 0; i < step.access_count; ++i) {
        StepAccess& access = program_.accesses[step.first_access + i];
        if (access.mode != AccessMode::read) continue;
        if (dice_.percent(access.version == -1 ? 60 : 5)) access.skips_first = true;
      }
    });
  }

  int add_cluster_barrier() {
    return parts::add_phase_barrier(program_, {"cluster", PhaseBarrierKind::cluster, 1, program_.waves()});
  }

  /// All roles arrive and wait at the cluster barrier in one section, mostly in two separate steps.
  void meet_in_cluster() {
    const Section section = all_sections[dice_.below(section_count)];
    for (int a = 0; a < program_.roles.size(); ++a) {
      const auto place = [&](int first) { return dice_.from(first, program_.roles[a].steps[section].size()); };
      if (dice_.percent(20)) {
        insert_step(program_, a, section, place(0), barrier().at(cluster_, 0, 0, 0));
        continue;
      }
      const int arrives = place(0);
      if (!dice_.percent(3)) insert_step(program_, a, section, arrives, plain(Action::arrive).at(cluster_, 0, 0, 0));
      if (dice_.percent(3)) continue;
      const int waits = place(dice_.percent(3)                                        ? 0
                              : arrives + 1 > program_.roles[a].steps[section].size() ? arrives
                                                                                      : arrives + 1);
      insert_step(program_, a, section, waits, plain(Action::await).at(cluster_, 0, 0, 0));
    }
  }

  /// Loads into registers become scalar loads, most of them followed by a wait for all.
  void load_scalars() {
    const int waits = dice_.percent(75) ? 100 : 50;
    for (int a = 0; a < program_.roles.size(); ++a) {
      for (const Section section : run_sections) {
        Vector<Step>& steps = program_.roles[a].steps[section];
        for (int i = 0; i < steps.size(); ++i) {
          Step& step = steps[i];
          const bool fits =
              step.action == Action::fetch && only_loads_registers(step) &&
              (step.counter == Counter::none || step.counter == Counter::vm || step.counter == Counter::lgkm);
          if (!fits || !dice_.percent(60)) continue;
          step.counter = Counter::scalar;
          if (!dice_.percent(waits)) continue;
          const int later = std::min(i + 1 + dice_.below(2), steps.size());
          insert_step(program_, a, section, later, wait(Counter::lgkm, dice_.percent(90) ? 0 : 1));
        }
      }
    }
  }

  /// Bulk stores write global memory, and a later step reads it. If the program has no bulk store, one is added.
  void store_results() {
    bool stores = false;
    for_each_step([&](Role&, Section, const Step& step) { stores = stores || is_store(step); });
    if (!stores && !make_store()) return;
    const int slots = dice_.from(1, 2);
    const int result = parts::add_buffer(program_, "result", Space::global, slots);
    for (int a = 0; a < program_.roles.size(); ++a) {
      bool writes = false;
      for (const Section section : all_sections) {
        for (int i = 0; i < program_.roles[a].steps[section].size(); ++i) {
          const Step step = program_.roles[a].steps[section][i];
          if (!is_store(step) || !dice_.percent(75)) continue;
          BuiltStep built = taken_out(program_, step).write(result, 0, slots > 1 ? 1 : 0);
          remove_step(program_.roles[a].steps[section], i);
          insert_step(program_, a, section, i, built);
          writes = true;
        }
      }
      if (!writes) continue;
      for (Step& step : program_.roles[a].steps.kernel) {
        if (step.action == Action::wait && step.counter == Counter::store && dice_.percent(60)) {
          step.counter = Counter::stored;
        }
      }
      append(a, Section::epilogue, wait(dice_.percent(85) ? Counter::stored : Counter::store, 0));
      if (program_.roles[a].waves > 1 && dice_.percent(90)) continue;
      append(a, Section::epilogue, dice_.percent(50) ? work().read(result) : work().read(result).any());
    }
  }
  /// A step that only reads becomes a bulk store.
  bool make_store() {
    int by = -1;
    for_each_step([&](const Role& role, Section, Step& step) {
      const bool fits = is_data(step) && step.action != Action::fetch && step.counter == Counter::none;
      if (by >= 0 || !fits || writes_anything(step) || !dice_.percent(30)) return;
      step.counter = Counter::store;
      by = static_cast<int>(&role - program_.roles.begin());
    });
    if (by >= 0) append(by, Section::epilogue, wait(Counter::store, 0));
    return by >= 0;
  }
  static bool is_store(const Step& step) { return is_data(step) && step.counter == Counter::store; }
  [[nodiscard]] bool writes_anything(const Step& step) const {
    for (int i = 0; i < step.access_count; ++i) {
      if (program_.accesses[step.first_access + i].mode == AccessMode::write) return true;
    }
    return false;
  }

  void move_to_global() {
    Buffer& buffer = program_.buffers[dice_.below(program_.buffers.size())];
    if (buffer.space == Space::shared) buffer.space = Space::global;
  }

  /// What rotates with the trips rotates with the trips of a run instead, or also with the runs. Parities become
  /// explicit.
  void rotate() {
    for (int b = 0; b < program_.buffers.size(); ++b) {
      if (!dice_.percent(50)) continue;
      const bool local = dice_.percent(60);
      const int run_step = dice_.percent(program_.persistent ? 50 : 20) ? dice_.from(1, 2) : 0;
      for (StepAccess& access : program_.accesses) {
        if (access.buffer != b || dice_.percent(1)) continue;
        if (local) std::swap(access.slot_step, access.local_step);
        access.run_step = run_step;
      }
    }
    for (int b = 0; b < program_.phase_barriers.size(); ++b) turn_barrier(b);
  }

  void turn_barrier(int barrier) {
    if (barrier == cluster_) return;
    bool stands = true;
    for_each_step([&](Role&, Section, const Step& step) {
      if (step.phase_barrier.barrier == barrier && step.phase_barrier.slot_step != 0) stands = false;
    });
    const bool local = dice_.percent(program_.persistent ? 15 : 40);
    const int run_step = stands ? (dice_.percent(90) ? 1 : 0) : dice_.percent(10) ? dice_.from(1, 2) : 0;
    const bool apart = dice_.percent(40);
    const int slots = program_.phase_barriers[barrier].slots;
    for_each_step([&](Role&, Section, Step& step) {
      PhaseUse& use = step.phase_barrier;
      if (use.barrier != barrier || step.action == Action::init || dice_.percent(1)) return;
      const Advance version{use.slot, use.slot_step, 0, run_step};
      if (local) std::swap(use.slot_step, use.local_step);
      use.run_step = run_step;
      if (step.action != Action::await || !apart) return;
      use.divisor = slots;
      use.parity = version;
      if (local && dice_.percent(40)) std::swap(use.parity.step, use.parity.local_step);
    });
  }

  /// One wave of each workgroup initialises the mbarriers there in setup; then all waves meet.
  void initialise() {
    bool any = false;
    for (const int workgroup : {0, 1}) {
      int by = -1;
      for (int a = program_.roles.size() - 1; a >= 0; --a) {
        const Role& role = program_.roles[a];
        if (role.waves == 1 && role.workgroup == workgroup && (by < 0 || dice_.percent(50))) by = a;
      }
      bool own = false;
      for (int b = 0; b < program_.phase_barriers.size() && by >= 0; ++b) {
        const PhaseBarrier& barrier = program_.phase_barriers[b];
        if (barrier.kind != PhaseBarrierKind::mbarrier || barrier.workgroup != workgroup) continue;
        if (!dice_.percent(85)) continue;
        append(by, Section::setup, init(b));
        own = any = true;
      }
      if (own && dice_.percent(95)) append(by, Section::setup, dice_.percent(60) ? fence() : init_fence());
    }
    if (any && dice_.percent(95)) meet(Section::setup);
  }

  /// Loads read a tensor map in global memory, which setup has written.
  void read_map() {
    const int map = parts::add_buffer(program_, "map", Space::global);
    const int by = dice_.below(program_.roles.size());
    append(by, Section::setup, fetch(dice_.from(0, 3), 0).write(map));
    if (dice_.percent(90)) append(by, Section::setup, fence());
    if (dice_.percent(90)) meet(Section::setup);
    if (dice_.percent(15)) append(by, Section::kernel, fetch().write(map));
    for (int a = 0; a < program_.roles.size(); ++a) {
      for (const Section section : run_sections) {
        for (int i = 0; i < program_.roles[a].steps[section].size(); ++i) {
          const Step step = program_.roles[a].steps[section][i];
          if (step.action != Action::fetch || !dice_.percent(50)) continue;
          const BuiltStep built = taken_out(program_, step).read(map).any();
          remove_step(program_.roles[a].steps[section], i);
          insert_step(program_, a, section, i, built);
        }
      }
    }
  }

  /// Gives buffers offsets, most of them one after the other.
  void place_buffers() {
    const int bytes = 16;
    int end = 0;
    for (Buffer& buffer : program_.buffers) {
      if (buffer.space != Space::shared && buffer.space != Space::tensor) continue;
      if (buffer.space == Space::tensor) program_.limits.tensor_bytes = 1 << 16;
      buffer.bytes = bytes;
      buffer.offset = end;
      if (end > 0 && dice_.percent(20)) buffer.offset = std::max(0, end - 8 * dice_.from(1, 4));
      end = buffer.offset + bytes * buffer.slots * buffer.subtiles;
    }
  }

  /// A value takes the registers of another one, completely or in part. If the program has no second value, one is
  /// added: a step reads the first and leaves its result in its place.
  void share_registers() {
    const int bytes = 16;
    std::vector<int> all;
    for (int b = 0; b < program_.buffers.size(); ++b) {
      if (program_.buffers[b].per_wave()) all.push_back(b);
    }
    if (all.empty()) return;
    if (all.size() == 1 || dice_.percent(30))
      all.push_back(replace_value(all[static_cast<std::size_t>(dice_.below(static_cast<int>(all.size())))]));
    for (const int b : all) {
      program_.buffers[b].bytes = bytes;
      program_.buffers[b].offset = dice_.percent(70) ? 0 : 8 * dice_.from(0, 4);
    }
  }
  int replace_value(int base) {
    const int slots = program_.buffers[base].slots;
    const int subtiles = program_.buffers[base].subtiles;
    const int value = parts::add_buffer(program_, "value", Space::registers, slots, subtiles);
    for (int a = 0; a < program_.roles.size(); ++a) {
      for (const Section section : run_sections) {
        for (int i = 0; i < program_.roles[a].steps[section].size(); ++i) {
          const Step step = program_.roles[a].steps[section][i];
          if (step.action != Action::consume || step.counter == Counter::store || !dice_.percent(60)) continue;
          BuiltStep built = taken_out(program_, step);
          const bool before = dice_.percent(50);
          for (StepAccess& access : built.accesses) {
            if (access.buffer != base || access.mode != AccessMode::read) continue;
            // It reads the value that another step has computed from the base, or computes it itself.
            BuiltStep maker = work(step.tile, step.tile_step);
            maker.accesses = {access, access};
            maker.accesses[1].buffer = value;
            maker.accesses[1].mode = AccessMode::write;
            maker.accesses[1].waves = 0;
            maker.accesses[1].any = maker.accesses[1].skips_first = false;
            if (before) access.buffer = value;
            remove_step(program_.roles[a].steps[section], i);
            insert_step(program_, a, section, i, built);
            insert_step(program_, a, section, before ? i : i + 1, maker);
            i += 1;
            break;
          }
        }
      }
    }
    return value;
  }

  /// Some waves release registers that others take.
  void hand_over_registers() {
    program_.spare_registers = 8 * dice_.from(0, 2);
    for (int a = 0; a < program_.roles.size(); ++a) {
      const int place = dice_.percent(50) ? 0 : program_.roles[a].steps.setup.size();
      const int count = 8 * (a == 0 ? -dice_.from(0, 4) : dice_.from(-1, 2));
      if (dice_.percent(75)) insert_step(program_, a, Section::setup, place, registers(count));
    }
  }

  /// Data steps before the first run and after the last.
  void work_outside() {
    const int a = dice_.below(program_.roles.size());
    const int b = dice_.below(program_.buffers.size());
    const Buffer& buffer = program_.buffers[b];
    const int slot = dice_.below(buffer.slots);
    if (dice_.percent(60)) {
      const BuiltStep load = fetch(dice_.from(-1, 1), 0).write(b, slot);
      append(a, Section::setup, load);
      if (!buffer.per_wave() && dice_.percent(85)) meet(Section::setup);
    }
    if (dice_.percent(50)) {
      if (!buffer.per_wave() && dice_.percent(85)) meet(Section::teardown);
      append(a, Section::teardown, dice_.percent(50) ? work().read(b, slot) : work().read(b, slot).any());
    }
  }

  void take_any() {
    for_each_step([&](Role&, Section, const Step& step) {
      for (int i = 0; i < step.access_count && step.action == Action::consume; ++i) {
        StepAccess& access = program_.accesses[step.first_access + i];
        if (access.mode == AccessMode::read && dice_.percent(30)) access.any = true;
      }
    });
  }

  /// The last role becomes a workgroup of its own and owns some of the memory. Waves wait only at barriers of their own
  /// workgroup, and access the memory of others only by bulk loads with a barrier there and by synchronous steps.
  void divide_workgroups() {
    const WaveProgram whole = program_;
    program_.roles.back().workgroup = 1;
    for (int b = 0; b < program_.phase_barriers.size(); ++b) {
      PhaseBarrier& barrier = program_.phase_barriers[b];
      const auto waits_there = [&](const Role& role, const Step& step) {
        const bool waits = b != cluster_ && step.phase_barrier.barrier == b && step.action == Action::await;
        return waits ? role.workgroup : -1;
      };
      if (b == cluster_) continue;
      if (!settle(barrier.workgroup, waits_there)) return void(program_ = whole);
    }
    for (int b = 0; b < program_.buffers.size(); ++b) {
      Buffer& buffer = program_.buffers[b];
      if (buffer.space != Space::shared && buffer.space != Space::tensor) continue;
      const auto reached_from = [&](const Role& role, const Step& step) {
        if (step.counter == Counter::none || !accesses(step, b)) return -1;
        if (step.counter != Counter::bytes) return role.workgroup;
        return program_.phase_barriers[step.phase_barrier.barrier].workgroup;
      };
      if (!settle(buffer.workgroup, reached_from)) return void(program_ = whole);
    }
    if (dice_.percent(85)) meet(Section::teardown);
  }

  /// The workgroup that all steps require, or any if none requires one; false if they require different ones.
  template <class Wanted>
  bool settle(int& workgroup, const Wanted& wanted) {
    int found = -1;
    bool apart = false;
    for_each_step([&](const Role& role, Section, const Step& step) {
      const int wants = wanted(role, step);
      apart = apart || (wants >= 0 && found >= 0 && wants != found);
      found = std::max(found, wants);
    });
    workgroup = found >= 0 ? found : dice_.percent(35) ? 1 : 0;
    return !apart;
  }
  [[nodiscard]] bool accesses(const Step& step, int buffer) const {
    for (int i = 0; i < step.access_count; ++i) {
      if (program_.accesses[step.first_access + i].buffer == buffer) return true;
    }
    return false;
  }

  void sprinkle() {
    const int a = dice_.below(program_.roles.size());
    const Section section = all_sections[dice_.below(section_count)];
    const int place = dice_.below(program_.roles[a].steps[section].size() + 1);
    const BuiltStep built[] = {fence(), fence(Counter::mma), wait(Counter::stored, dice_.below(2)), nothing(),
                               init_fence()};
    insert_step(program_, a, section, place, built[dice_.below(5)]);
  }

  Dice& dice_;
  WaveProgram& program_;
  int cluster_ = -1;  // the cluster barrier; -1: none
};

}  // namespace

void extend(Dice& dice, WaveProgram& program) { Extension(dice, program).extend(); }

}  // namespace stretto::study
