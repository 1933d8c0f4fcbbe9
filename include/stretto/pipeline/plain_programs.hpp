// The programs of a pipeline without dynamic memory, so that one constant evaluation can pass them to the next.
#pragma once

#include <stretto/core/plain_vector.hpp>
#include <stretto/pipeline/write_programs.hpp>

namespace stretto::detail {

struct PlainRole {
  const char* name = "";
  int first_wave = 0;
  int waves = 1;
  int extra_trips = 0;
  int workgroup = 0;
  int begins[section_count + 1] = {};  // by `all_sections`: where they begin in the steps of all programs, and the end
};

struct PlainProgram {
  int accumulators = 0;
  int min_trips = 0;
  int tiles = 0;
  int tiles_per_trip = 0;
  bool persistent = false;
  int spare_registers = 0;
  PlainRange roles;  // of the lists that all programs share
  PlainRange accesses;
};

struct PlainPrograms {
  PlainVector<PlainProgram, 8> programs;  // none: they do not fit
  // Those of all ranks of a cluster.
  PlainVector<PlainRole, 128> roles;
  PlainVector<Step, 2048> steps;
  PlainVector<StepAccess, 2048> accesses;
  // All programs of a pipeline have these in common.
  PlainVector<Buffer, 128> buffers;
  PlainVector<PhaseBarrier, 128> phase_barriers;
  RegisterReading registers = RegisterReading::explicit_waits;
  BarrierKind barriers = BarrierKind::raw;
  CounterLimits limits;
};

/// The numbers that both forms of a program have.
template <class To, class From>
constexpr void copy_numbers(To& to, const From& from) {
  to.accumulators = from.accumulators;
  to.min_trips = from.min_trips;
  to.tiles = from.tiles;
  to.tiles_per_trip = from.tiles_per_trip;
  to.persistent = from.persistent;
  to.spare_registers = from.spare_registers;
}

class PlainProgramsWriter {
 public:
  /// Returns what does not fit.
  constexpr Diagnostic write(const Pipeline& pipe) {
    const WaveProgram& main = pipe.program;
    if (const Diagnostic error = add_all(out_.buffers, main.buffers, Rule::too_many_buffers)) return error;
    const Diagnostic barriers = add_all(out_.phase_barriers, main.phase_barriers, Rule::too_many_barriers);
    if (barriers) return barriers;
    out_.registers = main.registers;
    out_.barriers = main.barriers;
    out_.limits = main.limits;
    if (const Diagnostic error = add(main)) return error;
    for (const WaveProgram& few : pipe.few) {
      if (const Diagnostic error = add(few)) return error;
    }
    return {};
  }
  [[nodiscard]] constexpr const PlainPrograms& programs() const { return out_; }

 private:
  constexpr Diagnostic add(const WaveProgram& program) {
    if (!out_.programs.fits(1)) return {Rule::too_many_programs, out_.programs.size() + 1, out_.programs.capacity};
    PlainProgram added;
    copy_numbers(added, program);
    added.roles = {out_.roles.size(), program.roles.size()};
    added.accesses = {out_.accesses.size(), program.accesses.size()};
    if (const Diagnostic error = add_all(out_.accesses, program.accesses, Rule::too_many_accesses)) return error;
    for (const Role& role : program.roles) {
      if (!out_.roles.fits(1)) return {Rule::too_many_roles, out_.roles.size() + 1, out_.roles.capacity};
      PlainRole plain{.name = role.name,
                      .first_wave = role.first_wave,
                      .waves = role.waves,
                      .extra_trips = role.extra_trips,
                      .workgroup = role.workgroup};
      for (int s = 0; s < section_count; ++s) {
        plain.begins[s] = out_.steps.size();
        const Vector<Step>& steps = role.steps[all_sections[s]];
        if (const Diagnostic error = add_all(out_.steps, steps, Rule::too_many_entries)) return error;
      }
      plain.begins[section_count] = out_.steps.size();
      out_.roles.push_back(plain);
    }
    out_.programs.push_back(added);
    return {};
  }

  PlainPrograms out_;
};

constexpr WaveProgram in_memory(const PlainPrograms& plain, int p) {
  const PlainProgram& from = plain.programs[p];
  WaveProgram out;
  copy_numbers(out, from);
  out.registers = plain.registers;
  out.barriers = plain.barriers;
  out.limits = plain.limits;
  out.buffers = plain.buffers.in_memory();
  out.phase_barriers = plain.phase_barriers.in_memory();
  out.accesses.reserve(from.accesses.count);
  out.roles.reserve(from.roles.count);
  for (int i = 0; i < from.accesses.count; ++i) out.accesses.push_back(plain.accesses[from.accesses.first + i]);
  for (int r = 0; r < from.roles.count; ++r) {
    const PlainRole& role = plain.roles[from.roles.first + r];
    Role added{.name = role.name,
               .first_wave = role.first_wave,
               .waves = role.waves,
               .extra_trips = role.extra_trips,
               .steps = {},
               .workgroup = role.workgroup};
    for (int s = 0; s < section_count; ++s) {
      Vector<Step>& steps = added.steps[all_sections[s]];
      steps.reserve(role.begins[s + 1] - role.begins[s]);
      for (int i = role.begins[s]; i < role.begins[s + 1]; ++i) steps.push_back(plain.steps[i]);
    }
    out.roles.take(static_cast<Role&&>(added));
  }
  return out;
}

}  // namespace stretto::detail
