// From wave programs to the entries that a kernel unrolls. The same for both front ends.
//
// An entry has one step per trip. What a wave program can say beyond that, numbers that restart with each run or
// advance per run (`local_step`, `run_step`), parities of their own (`divisor`) and roles that leave out runs
// (`run_period`), no front end emits.
#pragma once

#include <stretto/core/result.hpp>
#include <stretto/program/entry.hpp>

namespace stretto::detail {

/// Appends programs to a table: first the one with the kernel, then those for few iterations.
template <int Capacity>
class EntryWriter {
 public:
  /// All `ranks` workgroups of a cluster have the same programs, one after another in each wave program.
  constexpr explicit EntryWriter(EntryTable<Capacity>& out, int ranks = 1) : out_(out), ranks_(ranks) {}

  constexpr Diagnostic add(const WaveProgram& program) {
    using Table = EntryTable<Capacity>;
    const int roles = program.roles.size() / ranks_;
    const int barriers = program.phase_barriers.size() / ranks_;
    if (roles > Table::max_roles) return {Rule::too_many_roles, roles, Table::max_roles};
    if (out_.programs == Table::max_programs) return {Rule::too_many_programs, out_.programs + 1, Table::max_programs};
    if (out_.programs == 0) {
      out_.roles = roles;
      out_.peeled = program.tiles;
      out_.iterations_per_trip = program.tiles_per_trip;
    }
    for (int r = 0; r < Table::max_roles; ++r) {
      for (const Section section : run_sections) {
        if (r < roles) {
          const Role& role = program.roles[r];
          if (out_.programs == 0) out_.extra_trips[r] = role.extra_trips;
          out_.role_names[r] = role.name;
          for (const Step& step : role.steps[section]) {
            if (step.phase_barrier.barrier >= barriers && next_ > 0) {  // the previous entry, at another rank
              out_.entries[next_ - 1].everywhere = true;
              continue;
            }
            if (next_ == Capacity) return {Rule::too_many_entries, next_ + 1, Capacity};
            add(program, step);
          }
        }
        out_.first[Table::place(out_.programs, r, section) + 1] = next_;
      }
    }
    ++out_.programs;
    return {};
  }

 private:
  constexpr void add(const WaveProgram& program, const Step& step) {
    // One statement for all fields: constant evaluation counts statements.
    Entry& entry = out_.entries[next_++] = Entry{.action = step.action,
                                                 .tag = step.tag,
                                                 .part = step.part,
                                                 .op = step.op,
                                                 .accumulator = step.accumulator,
                                                 .iteration = step.tile,
                                                 .versions_per_trip = step.tile_step,
                                                 .counter = step.counter,
                                                 .count = step.count,
                                                 .section = step.section};
    if (const PhaseUse& use = step.phase_barrier; use.barrier >= 0) {
      entry.barrier = use.barrier;
      entry.slots = program.phase_barriers[use.barrier].slots;
      entry.iteration = entry.first_slot = use.slot;
      entry.versions_per_trip = entry.slots_per_trip = use.slot_step;
      entry.flip = use.flip;
      entry.bytes = use.bytes;
    } else if (step.access_count > 0) {
      const StepAccess& access = program.accesses[step.first_access];
      entry.slots = program.buffers[access.buffer].slots;
      entry.first_slot = access.slot;
      entry.slots_per_trip = access.slot_step;
    }
  }

  EntryTable<Capacity>& out_;
  int ranks_;
  int next_ = 0;
};

/// Writes a program and those for few iterations to a table, for one of the `ranks` workgroups of a cluster. Fails if
/// they do not fit.
template <int Capacity>
constexpr Diagnostic write_entries(EntryTable<Capacity>& table, const WaveProgram& program,
                                   const Vector<WaveProgram>& few = {}, int ranks = 1) {
  EntryWriter<Capacity> writer(table, ranks);
  Diagnostic error = writer.add(program);
  for (int p = 0; p < few.size() && !error; ++p) error = writer.add(few[p]);
  return error;
}

}  // namespace stretto::detail
