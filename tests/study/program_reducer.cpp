#include "program_reducer.hpp"

#include <algorithm>
#include <initializer_list>

#include <stretto/verify/check_program.hpp>

#include "program_builder.hpp"
#include "repairs.hpp"
#include "step_edits.hpp"

namespace stretto::study {

namespace {

/// The size of a program as a reader sees it. Every accepted change reduces it, so the reduction ends.
long size_of(const WaveProgram& program) {
  const auto away = [](int value, int usual) {
    return static_cast<long>(value > usual ? value - usual : usual - value);
  };
  const CounterLimits usual;
  long size = 50L * program.buffers.size() + 50L * program.phase_barriers.size() + 200L * program.roles.size();
  size += (program.persistent ? 500 : 0) + program.min_trips + program.tiles + program.tiles_per_trip;
  size += program.spare_registers;
  size +=
      (program.barriers == BarrierKind::raw ? 0 : 20) + (program.registers == RegisterReading::interlocked ? 20 : 0);
  size += program.limits == usual ? 0 : 20;
  for (const Buffer& buffer : program.buffers) {
    size += 5L * buffer.slots + 5L * buffer.subtiles + 50L * buffer.workgroup + buffer.offset + buffer.bytes;
    size += buffer.space == Space::global ? 5 : 0;
  }
  for (const PhaseBarrier& barrier : program.phase_barriers) {
    size += 5L * barrier.slots + barrier.arrivals + 50L * barrier.workgroup;
  }
  for (const Role& role : program.roles) {
    size += 150L * role.waves + 10 * away(role.extra_trips, 0) + 50L * role.workgroup;
    size += 50L * (role.run_period - 1) + role.first_run;
    for (const Section section : all_sections) {
      for (const Step& step : role.steps[section]) {
        size += 1000 + (section == Section::kernel ? 10 : 0) + 5 * away(step.weight, 1) + away(step.count, 0);
        size += section == Section::setup || section == Section::teardown ? 5 : 0;
        size += (step.counter == Counter::none ? 0 : 20) + (step.accumulator < 0 ? 0 : 10);
        size += away(step.tile, 0) + away(step.tile_step, 0);
        const PhaseUse& use = step.phase_barrier;
        if (use.present()) {
          size += 30 + use.slot + 2L * use.slot_step + use.flip + use.bytes;
          size += 3 * away(use.local_step, 0) + 3 * away(use.run_step, 0) + (use.divisor > 0 ? 20 + use.divisor : 0);
          const Advance& parity = use.parity;
          size += away(parity.first, 0) + away(parity.step, 0) + away(parity.local_step, 0) + away(parity.run_step, 0);
        }
        for (int i = 0; i < step.access_count; ++i) {
          const StepAccess& access = program.accesses[step.first_access + i];
          size += 100 + access.slot + 2L * access.slot_step + 2L * access.subtile + away(access.version, 0);
          size += (access.waves == 0 ? 0 : 10) + (access.any ? 3 : 0) + (access.skips_first ? 3 : 0);
          size += 3 * away(access.local_step, 0) + 3 * away(access.run_step, 0);
        }
      }
    }
  }
  return size;
}

/// A move without a source leaves garbage. That is a fault of its own and would hide the original one.
bool is_only_source(const WaveProgram& program, const Step& step, int index) {
  if (step.action != Action::move) return false;
  int reads = 0;
  for (int i = 0; i < step.access_count; ++i) {
    reads += program.accesses[step.first_access + i].mode == AccessMode::read ? 1 : 0;
  }
  return reads == 1 && program.accesses[step.first_access + index].mode == AccessMode::read;
}

class Reducer {
 public:
  Reducer(WaveProgram program, const std::function<bool(const WaveProgram&)>& still_bad)
      : program_(rebuilt(program)), size_(size_of(program_)), still_bad_(still_bad) {}

  WaveProgram reduce() {
    for (bool smaller = true; smaller;) {
      smaller = false;
      for (const auto pass : {&Reducer::drop_roles, &Reducer::drop_steps, &Reducer::drop_barriers,
                              &Reducer::drop_accesses, &Reducer::frame, &Reducer::fewer_waves, &Reducer::plain_steps,
                              &Reducer::plain_accesses, &Reducer::plain_phase_uses, &Reducer::drop_unused}) {
        smaller = (this->*pass)() || smaller;
      }
    }
    return program_;
  }

 private:
  /// Accepts the program if it is still bad, as it is or after one of the repairs that a smaller program needs.
  template <class Edit>
  bool attempt(const Edit& edit) {
    WaveProgram edited = program_;
    edit(edited);
    edited = rebuilt(edited);
    if (try_program(edited)) return true;
    WaveProgram counted = edited;
    recount_tiles(counted);
    if (try_program(counted)) return true;
    count_arrivals(counted);
    if (try_program(counted)) return true;
    counted = edited;
    count_arrivals(counted);
    return try_program(counted);
  }

  bool try_program(const WaveProgram& candidate) {
    const long size = size_of(candidate);
    if (size >= size_ || check_program(candidate) || !still_bad_(candidate)) return false;
    program_ = candidate;
    size_ = size;
    return true;
  }

  /// Takes the number of K tiles from the first accumulator, and removes unused accumulators.
  static void recount_tiles(WaveProgram& program) {
    Vector<int> number(program.accumulators, -1);
    int used = 0;
    for (Role& role : program.roles) {
      int each = 0;
      int ends = 0;
      bool first = false;
      for (const Section section : all_sections) {
        for (Step& step : role.steps[section]) {
          if (step.action != Action::consume || step.accumulator < 0) continue;
          int& known = number[step.accumulator];
          if (known < 0) known = used++;
          step.accumulator = known;
          if (known != 0) continue;
          first = true;
          (section == Section::kernel ? each : ends) += 1;
        }
      }
      if (!first) continue;
      program.tiles_per_trip = each;
      program.tiles = std::max(ends + each * role.extra_trips, 0);
    }
    program.accumulators = used;
  }

  bool drop_roles() {
    bool any = false;
    for (int a = program_.roles.size() - 1; a >= 0 && program_.roles.size() > 1; --a) {
      any = attempt([&](WaveProgram& program) {
              Vector<Role> kept;
              for (int i = 0; i < program.roles.size(); ++i) {
                if (i != a) kept.push_back(program.roles[i]);
              }
              program.roles = kept;
              renumber_waves(program);
            }) ||
            any;
    }
    return any;
  }

  /// Renumbers the waves: first waves, and the masks of reads, which are by wave number.
  static void renumber_waves(WaveProgram& program) {
    int first = 0;
    for (Role& role : program.roles) {
      const int before = role.first_wave;
      role.first_wave = first;
      first += role.waves;
      const unsigned own = ((1U << role.waves) - 1U) << role.first_wave;
      for (const Section section : all_sections) {
        for (const Step& step : role.steps[section]) {
          for (int i = 0; i < step.access_count; ++i) {
            unsigned& waves = program.accesses[step.first_access + i].waves;
            waves = before >= role.first_wave ? waves >> (before - role.first_wave) & own : 0;
          }
        }
      }
    }
    for (PhaseBarrier& barrier : program.phase_barriers) {
      if (barrier.kind == PhaseBarrierKind::cluster) barrier.arrivals = program.waves();
    }
  }

  template <class Edit>
  bool each_step(const Edit& edit) {
    bool any = false;
    for (int a = 0; a < program_.roles.size(); ++a) {
      for (const Section section : all_sections) {
        for (int i = program_.roles[a].steps[section].size() - 1; i >= 0; --i) {
          any = edit(a, section, i) || any;
        }
      }
    }
    return any;
  }

  bool drop_steps() {
    bool any = each_step([&](int a, Section section, int i) {
      return attempt([&](WaveProgram& program) { remove_step(program.roles[a].steps[section], i); });
    });
    // Two at once: a producer and its consumer.
    for (int a = 0; a < program_.roles.size(); ++a) {
      for (const Section section : all_sections) {
        for (int i = program_.roles[a].steps[section].size() - 1; i > 0; --i) {
          for (int k = i - 1; k >= 0 && i < program_.roles[a].steps[section].size(); --k) {
            any = attempt([&](WaveProgram& program) {
                    remove_step(program.roles[a].steps[section], i);
                    remove_step(program.roles[a].steps[section], k);
                  }) ||
                  any;
          }
        }
      }
    }
    any = each_step([&](int a, Section section, int i) {
            if (i != 0 || (section != Section::setup && section != Section::teardown)) return false;
            return attempt([&](WaveProgram& program) {
              PerSection<Vector<Step>>& steps = program.roles[a].steps;
              Vector<Step> longer = section == Section::setup ? steps.setup : steps.epilogue;
              for (const Step& step : section == Section::setup ? steps.prologue : steps.teardown)
                longer.push_back(step);
              (section == Section::setup ? steps.prologue : steps.epilogue) = longer;
              steps[section].clear();
            });
          }) ||
          any;
    // Out of the loop.
    return each_step([&](int a, Section section, int i) {
             if (section != Section::kernel || i != 0) return false;
             return attempt([&](WaveProgram& program) {
               Role& role = program.roles[a];
               for (const Step& step : role.steps.kernel) role.steps.prologue.push_back(step);
               role.steps.kernel.clear();
             });
           }) ||
           any;
  }

  /// Removes one workgroup barrier from every role.
  bool drop_barriers() {
    return attempt([&](WaveProgram& program) {
      for (Role& role : program.roles) {
        bool gone = false;
        for (const Section section : all_sections) {
          Vector<Step>& steps = role.steps[section];
          for (int i = 0; i < steps.size() && !gone; ++i) {
            gone = steps[i].action == Action::barrier && !steps[i].phase_barrier.present();
            if (gone) remove_step(steps, i);
          }
        }
      }
    });
  }

  bool drop_accesses() {
    return each_step([&](int a, Section section, int i) {
      bool any = false;
      for (int k = program_.roles[a].steps[section][i].access_count - 1; k >= 0; --k) {
        if (is_only_source(program_, program_.roles[a].steps[section][i], k)) continue;
        any = attempt([&](WaveProgram& program) { remove_access(program, program.roles[a].steps[section][i], k); }) ||
              any;
      }
      return any;
    });
  }

  /// Moves a value towards its usual one: at once, or by one.
  template <class Get>
  bool lower(const Get& get, int usual) {
    bool any = false;
    while (get(program_) != usual) {
      const int value = get(program_);
      const int next = value > usual ? value - 1 : value + 1;
      if (!attempt([&](WaveProgram& program) { get(program) = usual; }) &&
          !attempt([&](WaveProgram& program) { get(program) = next; })) {
        break;
      }
      any = true;
    }
    return any;
  }

  template <class Get, class Value>
  bool set(const Get& get, Value usual) {
    return get(program_) != usual && attempt([&](WaveProgram& program) { get(program) = usual; });
  }

  bool frame() {
    bool any = set([](WaveProgram& p) -> bool& { return p.persistent; }, false);
    any = set([](WaveProgram& p) -> BarrierKind& { return p.barriers; }, BarrierKind::raw) || any;
    any = set([](WaveProgram& p) -> RegisterReading& { return p.registers; }, RegisterReading::explicit_waits) || any;
    any = set([](WaveProgram& p) -> CounterLimits& { return p.limits; }, CounterLimits{}) || any;
    any = lower([](WaveProgram& p) -> int& { return p.min_trips; }, 0) || any;
    any = lower([](WaveProgram& p) -> int& { return p.tiles; }, 0) || any;
    any = lower([](WaveProgram& p) -> int& { return p.tiles_per_trip; }, program_.persistent ? 1 : 0) || any;
    any = lower([](WaveProgram& p) -> int& { return p.spare_registers; }, 0) || any;
    for (int b = 0; b < program_.buffers.size(); ++b) {
      any = set([&](WaveProgram& p) -> int& { return p.buffers[b].workgroup; }, 0) || any;
      any = set([&](WaveProgram& p) -> int& { return p.buffers[b].offset; }, -1) || any;
      any = set([&](WaveProgram& p) -> int& { return p.buffers[b].offset; }, 0) || any;
      any = set([&](WaveProgram& p) -> int& { return p.buffers[b].bytes; }, 0) || any;
      any = attempt_while(program_.buffers[b].space == Space::global,
                          [&](WaveProgram& program) { program.buffers[b].space = Space::shared; }) ||
            any;
      any = attempt_while(program_.buffers[b].slots > 1, [&](WaveProgram& program) { shrink(program, b); }) || any;
      any = lower([&](WaveProgram& p) -> int& { return p.buffers[b].subtiles; }, 1) || any;
    }
    for (int b = 0; b < program_.phase_barriers.size(); ++b) {
      any = lower([&](WaveProgram& p) -> int& { return p.phase_barriers[b].slots; }, 1) || any;
      any = lower([&](WaveProgram& p) -> int& { return p.phase_barriers[b].arrivals; }, 1) || any;
      any = set([&](WaveProgram& p) -> int& { return p.phase_barriers[b].workgroup; }, 0) || any;
    }
    return any;
  }

  template <class Edit>
  bool attempt_while(bool possible, const Edit& edit) {
    return possible && attempt(edit);
  }

  static void shrink(WaveProgram& program, int buffer) {
    const int slots = --program.buffers[buffer].slots;
    for (StepAccess& access : program.accesses) {
      if (access.buffer == buffer) access.slot %= slots;
    }
  }

  bool fewer_waves() {
    bool any = false;
    for (int a = 0; a < program_.roles.size(); ++a) {
      any = attempt_while(program_.roles[a].waves > 1,
                          [&](WaveProgram& program) {
                            --program.roles[a].waves;
                            renumber_waves(program);
                          }) ||
            any;
      any = lower([&](WaveProgram& p) -> int& { return p.roles[a].extra_trips; }, 0) || any;
      any = set([&](WaveProgram& p) -> int& { return p.roles[a].workgroup; }, 0) || any;
      any = attempt_while(program_.roles[a].run_period > 1,
                          [&](WaveProgram& program) {
                            program.roles[a].run_period = 1;
                            program.roles[a].first_run = 0;
                          }) ||
            any;
    }
    return any;
  }

  bool plain_steps() {
    return each_step([&](int a, Section section, int i) {
      const auto step = [&](WaveProgram& p) -> Step& { return p.roles[a].steps[section][i]; };
      bool any = set([&](WaveProgram& p) -> int& { return step(p).weight; }, 1);
      const Action action = step(program_).action;
      if (action == Action::wait || action == Action::registers) {
        return lower([&](WaveProgram& p) -> int& { return step(p).count; }, 0) || any;
      }
      if (step(program_).counter != Counter::none) {
        any = attempt([&](WaveProgram& p) {
                step(p).counter = Counter::none;
                step(p).weight = 1;
                if (action != Action::arrive) step(p).phase_barrier = {};
              }) ||
              any;
      }
      any = set([&](WaveProgram& p) -> int& { return step(p).accumulator; }, -1) || any;
      any = lower([&](WaveProgram& p) -> int& { return step(p).tile; }, 0) || any;
      return lower([&](WaveProgram& p) -> int& { return step(p).tile_step; }, 0) || any;
    });
  }

  bool plain_accesses() {
    bool any = false;
    for (int k = 0; k < program_.accesses.size(); ++k) {
      const auto access = [&](WaveProgram& p) -> StepAccess& { return p.accesses[k]; };
      any = set([&](WaveProgram& p) -> unsigned& { return access(p).waves; }, 0U) || any;
      any = set([&](WaveProgram& p) -> int& { return access(p).subtile; }, 0) || any;
      any = set([&](WaveProgram& p) -> int& { return access(p).slot_step; }, 0) || any;
      any = set([&](WaveProgram& p) -> int& { return access(p).slot; }, 0) || any;
      any = set([&](WaveProgram& p) -> int& { return access(p).local_step; }, 0) || any;
      any = set([&](WaveProgram& p) -> int& { return access(p).run_step; }, 0) || any;
      any = set([&](WaveProgram& p) -> bool& { return access(p).any; }, false) || any;
      any = set([&](WaveProgram& p) -> bool& { return access(p).skips_first; }, false) || any;
      any = lower([&](WaveProgram& p) -> int& { return access(p).version; }, 0) || any;
    }
    return any;
  }

  bool plain_phase_uses() {
    return each_step([&](int a, Section section, int i) {
      const auto use = [&](WaveProgram& p) -> PhaseUse& { return p.roles[a].steps[section][i].phase_barrier; };
      if (!use(program_).present()) return false;
      bool any = set([&](WaveProgram& p) -> int& { return use(p).slot_step; }, 0);
      any = set([&](WaveProgram& p) -> int& { return use(p).local_step; }, 0) || any;
      any = set([&](WaveProgram& p) -> int& { return use(p).run_step; }, 0) || any;
      any = set([&](WaveProgram& p) -> int& { return use(p).divisor; }, 0) || any;
      any = set([&](WaveProgram& p) -> int& { return use(p).divisor; }, 1) || any;
      for (const auto member : {&Advance::first, &Advance::step, &Advance::local_step, &Advance::run_step}) {
        any = set([&](WaveProgram& p) -> int& { return use(p).parity.*member; }, 0) || any;
      }
      any = set([&](WaveProgram& p) -> int& { return use(p).bytes; }, 0) || any;
      any = set([&](WaveProgram& p) -> int& { return use(p).flip; }, 0) || any;
      return lower([&](WaveProgram& p) -> int& { return use(p).slot; }, 0) || any;
    });
  }

  /// Removes buffers and phase barriers that no step names.
  bool drop_unused() {
    bool any = false;
    for (int b = program_.buffers.size() - 1; b >= 0; --b) {
      const auto names = [&](const StepAccess& access) { return access.buffer == b; };
      if (std::any_of(program_.accesses.begin(), program_.accesses.end(), names)) continue;
      any = attempt([&](WaveProgram& program) {
              program.buffers = without(program.buffers, b);
              for (StepAccess& access : program.accesses) access.buffer -= access.buffer > b ? 1 : 0;
            }) ||
            any;
    }
    for (int b = program_.phase_barriers.size() - 1; b >= 0; --b) {
      bool named = false;
      each_step([&](int a, Section section, int i) {
        named = named || program_.roles[a].steps[section][i].phase_barrier.barrier == b;
        return false;
      });
      if (named) continue;
      any = attempt([&](WaveProgram& program) {
              program.phase_barriers = without(program.phase_barriers, b);
              for (Role& role : program.roles) {
                for (const Section section : all_sections) {
                  for (Step& step : role.steps[section]) {
                    step.phase_barrier.barrier -= step.phase_barrier.barrier > b ? 1 : 0;
                  }
                }
              }
            }) ||
            any;
    }
    return any;
  }

  template <class T>
  static Vector<T> without(const Vector<T>& all, int index) {
    Vector<T> kept;
    for (int i = 0; i < all.size(); ++i) {
      if (i != index) kept.push_back(all[i]);
    }
    return kept;
  }

  WaveProgram program_;
  long size_;
  const std::function<bool(const WaveProgram&)>& still_bad_;
};

}  // namespace

WaveProgram reduced(WaveProgram program, const std::function<bool(const WaveProgram&)>& still_bad) {
  return Reducer(std::move(program), still_bad).reduce();
}

}  // namespace stretto::study
