#include "repairs.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "program_builder.hpp"
#include "step_edits.hpp"

namespace stretto::study {

namespace {

template <class Function>
void for_each_step(WaveProgram& program, const Function& function) {
  for (Role& role : program.roles) {
    for (const Section section : all_sections) {
      for (Step& step : role.steps[section]) function(role, section, step);
    }
  }
}

bool is_barrier(const Step& step) { return step.action == Action::barrier && !step.phase_barrier.present(); }

int barriers_in(const Vector<Step>& steps) {
  return static_cast<int>(std::count_if(steps.begin(), steps.end(), is_barrier));
}

void set_barriers(Dice& dice, WaveProgram& program, int role, Section section, int wanted) {
  Vector<Step>& steps = program.roles[role].steps[section];
  while (barriers_in(steps) < wanted) insert_step(program, role, section, dice.below(steps.size() + 1), barrier());
  for (int i = steps.size() - 1; i >= 0 && barriers_in(steps) > wanted; --i) {
    if (is_barrier(steps[i])) remove_step(steps, i);
  }
}

int consumes_in(const Vector<Step>& steps, int accumulator) {
  return static_cast<int>(std::count_if(steps.begin(), steps.end(), [&](const Step& step) {
    return step.action == Action::consume && step.accumulator == accumulator;
  }));
}

struct TileCount {
  int each = 0;
  int ends = 0;
};

TileCount tiles_of(const Role& role, int accumulator) {
  const int each = consumes_in(role.steps.kernel, accumulator);
  return {each, consumes_in(role.steps.prologue, accumulator) + consumes_in(role.steps.epilogue, accumulator) +
                    each * role.extra_trips};
}

}  // namespace

void write_what_is_read(Dice& dice, WaveProgram& program) {
  std::set<std::pair<int, int>> written;  // buffer, subtile
  for (const StepAccess& access : program.accesses) {
    if (access.mode == AccessMode::write) written.emplace(access.buffer, access.subtile);
  }
  const Vector<StepAccess> before = program.accesses;
  for (const StepAccess& access : before) {
    if (program.buffers[access.buffer].per_wave()) continue;
    if (!written.emplace(access.buffer, access.subtile).second) continue;
    const BuiltStep load = fetch().write(access.buffer, access.slot, access.slot_step, 0, access.subtile);
    const Section section = run_sections[dice.below(2)];
    const int role = dice.below(program.roles.size());
    const int place = dice.below(program.roles[role].steps[section].size() + 1);
    insert_step(program, role, section, place, dice.percent(50) ? load : load.in(Counter::vm));
  }
}

void even_barriers(Dice& dice, WaveProgram& program) {
  const Role& first = program.roles[0];
  const int each = barriers_in(first.steps.kernel);
  const int ends = barriers_in(first.steps.prologue) + barriers_in(first.steps.epilogue) + each * first.extra_trips;
  for (int a = 1; a < program.roles.size(); ++a) {
    set_barriers(dice, program, a, Section::kernel, each);
    const int wanted = std::max(ends - each * program.roles[a].extra_trips, 0);
    // In most cases in the same section as in the first role: programs in which a role waits, before its loop, for
    // another's end are refused.
    const int alike =
        dice.percent(90) ? barriers_in(first.steps.prologue) : barriers_in(program.roles[a].steps.prologue);
    const int before = std::min(alike, wanted);
    set_barriers(dice, program, a, Section::prologue, before);
    set_barriers(dice, program, a, Section::epilogue, wanted - before);
  }
}

void expect_bytes(WaveProgram& program) {
  for (int b = 0; b < program.phase_barriers.size(); ++b) {
    for (const Section section : all_sections) {
      int bytes = 0;
      PhaseUse use;
      int loader = 0;
      Step* arrival = nullptr;
      int arriving = 1;
      for (int a = 0; a < program.roles.size(); ++a) {
        for (Step& step : program.roles[a].steps[section]) {
          if (step.phase_barrier.barrier != b) continue;
          if (step.action == Action::fetch) {
            bytes += step.phase_barrier.bytes * program.roles[a].waves;
            use = step.phase_barrier;
            loader = a;
          } else if (step.action == Action::arrive) {
            step.phase_barrier.bytes = 0;
            if (arrival == nullptr) {
              arrival = &step;
              arriving = program.roles[a].waves;
            }
          }
        }
      }
      if (bytes == 0) continue;
      if (arrival != nullptr) {
        arrival->phase_barrier.bytes = bytes / arriving;
      } else {
        const int each = bytes / program.roles[loader].waves;
        insert_step(program, loader, section, 0, arrive().at(b, use.slot, use.slot_step, each));
      }
    }
  }
}

void count_arrivals(WaveProgram& program) {
  for (int b = 0; b < program.phase_barriers.size(); ++b) {
    int in_kernels = 0;
    int elsewhere = 0;
    for_each_step(program, [&](const Role& role, Section section, const Step& step) {
      const bool arrives = step.action == Action::arrive || step.action == Action::barrier;
      if (step.phase_barrier.barrier != b || !arrives) return;
      (section == Section::kernel ? in_kernels : elsewhere) += role.waves;
    });
    program.phase_barriers[b].arrivals = std::max(in_kernels > 0 ? in_kernels : elsewhere, 1);
  }
}

void close_groups(WaveProgram& program) {
  for (Role& role : program.roles) {
    for (const Section section : all_sections) {
      unsigned closed = 0;  // counters
      Vector<Step>& steps = role.steps[section];
      for (int i = steps.size() - 1; i >= 0; --i) {
        const unsigned bit = 1U << static_cast<unsigned>(steps[i].counter);
        if (!is_data(steps[i]) || !counts_groups(steps[i].counter) || (closed & bit) != 0) continue;
        steps[i].weight = 1;
        closed |= bit;
      }
    }
  }
}

void finish_steps(Dice& dice, WaveProgram& program) {
  int end = -1;  // barrier that signals the completion of tensor steps
  for (int a = 0; a < program.roles.size(); ++a) {
    unsigned used = 0;  // counters
    for (const Section section : all_sections) {
      Vector<Step>& steps = program.roles[a].steps[section];
      for (int i = steps.size() - 1; i >= 0; --i) {
        const Step step = steps[i];
        if (!is_data(step)) continue;
        used |= 1U << static_cast<unsigned>(step.counter);
        const PhaseUse& use = step.phase_barrier;
        if (step.counter != Counter::bytes || !dice.percent(60)) continue;
        insert_step(program, a, section, steps.size(), await().at(use.barrier, use.slot, use.slot_step));
      }
    }
    for (const Counter counter : {Counter::copy, Counter::mma, Counter::store, Counter::tensor}) {
      if ((used >> static_cast<unsigned>(counter) & 1U) == 0 || dice.percent(10)) continue;
      if (counter != Counter::tensor) {
        insert_step(program, a, Section::epilogue, program.roles[a].steps.epilogue.size(), wait(counter, 0));
      } else if (!program.persistent) {
        // A barrier that does not rotate cannot tell successive runs apart.
        if (end < 0) {
          end = program.phase_barriers.size();
          program.phase_barriers.push_back({"end", PhaseBarrierKind::mbarrier, 1, 0});
        }
        program.phase_barriers[end].arrivals += program.roles[a].waves;
        insert_step(program, a, Section::epilogue, program.roles[a].steps.epilogue.size(),
                    arrive().in(counter).at(end));
        insert_step(program, a, Section::epilogue, program.roles[a].steps.epilogue.size(), await().at(end));
      }
    }
  }
}

void count_tiles(Dice& dice, WaveProgram& program) {
  bool known = false;
  int kept = 0;
  for (Role& role : program.roles) {
    int accumulator = -1;
    for (const Section section : all_sections) {
      for (const Step& step : role.steps[section]) accumulator = std::max(accumulator, step.accumulator);
    }
    if (accumulator < 0) continue;
    const TileCount count = tiles_of(role, accumulator);
    const bool counts = count.ends >= 0 && (!program.persistent || (count.each >= 1 && count.ends % count.each == 0));
    const bool same = known && count.each == program.tiles_per_trip && count.ends == program.tiles;
    const bool keeps = dice.percent(8) || (known ? same : counts);
    if (keeps && !known && counts) {
      program.tiles_per_trip = count.each;
      program.tiles = count.ends;
      known = true;
    }
    for (const Section section : all_sections) {
      for (Step& step : role.steps[section]) {
        if (step.accumulator < 0) continue;
        step.accumulator = keeps ? kept : -1;
        step.tile_step = keeps ? 0 : 1;
      }
    }
    kept += keeps ? 1 : 0;
  }
  program.accumulators = kept;
  if (!program.persistent || known) return;
  program.tiles_per_trip = std::max(program.tiles_per_trip, 1);
  program.tiles -= program.tiles % program.tiles_per_trip;
}

}  // namespace stretto::study
