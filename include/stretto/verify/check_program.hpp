// Checks that a wave program can run at all. A malformed program is refused before anything is proven about it.
#pragma once

#include <stretto/core/diagnostic.hpp>
#include <stretto/core/limits.hpp>
#include <stretto/program/wait_encoding.hpp>
#include <stretto/program/wave_program.hpp>

namespace stretto {

namespace detail {

inline constexpr int max_roles = 16;  // a set of roles has one bit per role
inline constexpr int max_waves = 32;  // a set of waves has one bit per wave
inline constexpr int max_phase_places = 1024;
// Chosen so that products with steps of tiles and slots fit in an int.
inline constexpr int max_trips = 1 << 12;  // limit of min_trips and extra_trips
inline constexpr int max_index = 1 << 14;  // limit of the trip index of a persistent program

constexpr Diagnostic check_buffers(const WaveProgram& program) {
  long shared = 0;
  long registers = 0;
  long tensor = 0;
  for (const Buffer& buffer : program.buffers) {
    for (int count : {buffer.slots, buffer.subtiles, buffer.versions_per_iteration}) {
      if (count < 1) return {Rule::count_below_one, count, 1};
      if (count > max_extent) return {Rule::count_too_large, count, max_extent};
    }
    const int places = buffer.slots * buffer.subtiles;
    if (places > max_extent) return {Rule::count_too_large, places, max_extent};
    if (buffer.bytes < 0) return {Rule::negative_count, buffer.bytes, 0};
    const long bytes = static_cast<long>(buffer.bytes) * buffer.slots * buffer.subtiles;
    if (buffer.space == Space::shared) shared += bytes;
    if (buffer.space == Space::registers) registers += bytes;
    if (buffer.space == Space::tensor) tensor += bytes;
  }
  if (shared > program.limits.shared_bytes) {
    return {Rule::shared_memory_exceeded, saturated(shared), saturated(program.limits.shared_bytes)};
  }
  if (registers > program.limits.register_bytes) {
    return {Rule::registers_exceeded, saturated(registers), saturated(program.limits.register_bytes)};
  }
  if (tensor > program.limits.tensor_bytes) {
    return {Rule::tensor_memory_exceeded, saturated(tensor), saturated(program.limits.tensor_bytes)};
  }
  return {};
}

constexpr Diagnostic check_phase_barriers(const WaveProgram& program) {
  int places = 0;
  for (const PhaseBarrier& barrier : program.phase_barriers) {
    for (int count : {barrier.slots, barrier.arrivals}) {
      if (count < 1) return {Rule::count_below_one, count, 1};
      if (count > max_extent) return {Rule::count_too_large, count, max_extent};
    }
    places += barrier.slots;
  }
  if (places > max_phase_places) return {Rule::count_too_large, places, max_phase_places};
  return {};
}

/// Checks a step that uses a phase barrier, or must use one: the barrier exists, and its kind supports the use.
constexpr Diagnostic check_phase_use(const WaveProgram& program, const Step& step) {
  const PhaseUse& use = step.phase_barrier;
  if (!use.present()) return {Rule::phase_barrier_use, -1, program.phase_barriers.size()};
  if (use.barrier >= program.phase_barriers.size()) {
    return {Rule::phase_barrier_use, use.barrier, program.phase_barriers.size()};
  }
  const bool named = program.phase_barriers[use.barrier].kind == PhaseBarrierKind::named;
  const bool fits =
      step.action == Action::arrive ||
      (named ? step.action == Action::barrier
             : step.action == Action::await || (step.action == Action::fetch && step.counter == Counter::bytes));
  if (!fits || (named && (use.bytes != 0 || step.counter != Counter::none))) {
    return {Rule::phase_barrier_use, use.barrier, program.phase_barriers.size()};
  }
  const bool wrong_place = use.slot < 0 || use.slot > max_extent || use.slot_step < 0 || use.slot_step > max_extent;
  if (wrong_place || use.flip < 0 || use.flip > 1) return {Rule::no_such_place, use.slot, max_extent};
  if (use.bytes < 0 || use.bytes > program.limits.max_expected_bytes) {
    return {Rule::expected_bytes_field, use.bytes, program.limits.max_expected_bytes};
  }
  if (step.action == Action::arrive && step.counter == Counter::bytes) return {Rule::phase_barrier_use, use.barrier, 0};
  return {};
}

/// The rule that a step breaks if it has a counter or an access that has no effect with its action and counter.
constexpr Rule form_of(const WaveProgram& program, const Step& step) {
  const bool data = step.action == Action::fetch || step.action == Action::move || step.action == Action::consume;
  if (!data) {
    const bool counts = step.action == Action::wait || step.action == Action::arrive;
    if (!counts && step.counter != Counter::none) return Rule::counter_without_effect;
    return step.access_count > 0 ? Rule::access_without_effect : Rule::none;
  }
  if (step.action != Action::fetch && step.counter != Counter::store) return Rule::none;
  for (int i = 0; i < step.access_count; ++i) {
    const bool reads = program.accesses[step.first_access + i].mode == AccessMode::read;
    if (reads ? step.action == Action::fetch : step.counter == Counter::store) return Rule::access_without_effect;
  }
  return Rule::none;
}

constexpr Diagnostic check_step(const WaveProgram& program, const Role& role, const Step& step, int index) {
  const auto refuse = [&](Rule rule, int value, int limit) {
    return Diagnostic(rule, value, limit).at_entry(step.entry >= 0 ? step.entry : index).in_section(step.section);
  };
  if (step.action == Action::wait) {
    const bool waits =
        step.counter != Counter::none && step.counter != Counter::tensor && step.counter != Counter::bytes;
    if (!waits) return refuse(Rule::no_such_wait, static_cast<int>(step.counter), 0);
    const Diagnostic error = check_wait(program.limits, step.counter, step.count);
    if (error) return refuse(error.rule, error.value, error.limit);
  }
  if (step.phase_barrier.present() || step.action == Action::arrive || step.action == Action::await ||
      step.counter == Counter::bytes) {
    const Diagnostic error = check_phase_use(program, step);
    if (error) return refuse(error.rule, error.value, error.limit);
  }
  if (step.first_access < 0 || step.access_count < 0 ||
      step.first_access > program.accesses.size() - step.access_count) {
    return refuse(Rule::no_such_place, step.first_access, program.accesses.size());
  }
  if (const Rule rule = form_of(program, step); rule != Rule::none) {
    return refuse(rule, rule == Rule::counter_without_effect ? static_cast<int>(step.counter) : step.access_count, 0);
  }
  const int least = counts_groups(step.counter) ? 0 : 1;
  if (step.weight < least) return refuse(Rule::count_below_one, step.weight, least);
  if (counts_groups(step.counter) && step.weight > 1) return refuse(Rule::count_too_large, step.weight, 1);
  if (step.weight > max_extent) return refuse(Rule::count_too_large, step.weight, max_extent);
  if (step.action == Action::fetch || step.action == Action::consume) {
    for (int tiles : {step.tile, step.tile_step}) {
      if (tiles > max_extent || tiles < -max_extent) return refuse(Rule::count_too_large, tiles, max_extent);
    }
  }
  if (step.action == Action::consume && (step.accumulator < -1 || step.accumulator >= program.accumulators)) {
    return refuse(Rule::no_such_place, step.accumulator, program.accumulators - 1);
  }
  for (int i = 0; i < step.access_count; ++i) {
    const StepAccess& access = program.accesses[step.first_access + i];
    if (access.buffer < 0 || access.buffer >= program.buffers.size()) {
      return refuse(Rule::no_such_place, access.buffer, program.buffers.size() - 1);
    }
    const Buffer& buffer = program.buffers[access.buffer];
    if (access.slot < 0 || access.slot_step < 0 || access.slot_step > max_extent || access.slot >= buffer.slots) {
      return refuse(Rule::no_such_place, access.slot, buffer.slots - 1);
    }
    if (access.subtile < 0 || access.subtile >= buffer.subtiles) {
      return refuse(Rule::no_such_place, access.subtile, buffer.subtiles - 1);
    }
    const unsigned own = (role.waves >= max_waves ? ~0U : (1U << role.waves) - 1U) << role.first_wave;
    if ((access.waves & ~own) != 0) return refuse(Rule::no_such_place, role.first_wave, role.waves);
    if (access.version > max_extent || access.version < -max_extent) {
      return refuse(Rule::count_too_large, access.version, max_extent);
    }
  }
  return {};
}

constexpr int barriers_in(const Vector<Step>& steps) {
  int count = 0;
  for (const Step& step : steps) count += step.action == Action::barrier && !step.phase_barrier.present() ? 1 : 0;
  return count;
}

/// Workgroup barriers: no wave waits forever if and only if all roles pass the same number of them, for every n.
constexpr Diagnostic check_progress(const WaveProgram& program) {
  const Role& first = program.roles[0];
  const int each = barriers_in(first.steps.kernel);
  const int ends = barriers_in(first.steps.prologue) + barriers_in(first.steps.epilogue) + each * first.extra_trips;
  for (int a = 1; a < program.roles.size(); ++a) {
    const Role& role = program.roles[a];
    const int other_each = barriers_in(role.steps.kernel);
    if (other_each != each)
      return Diagnostic(Rule::barrier_counts_differ, other_each, each).in_section(Section::kernel);
    const int other_ends =
        barriers_in(role.steps.prologue) + barriers_in(role.steps.epilogue) + other_each * role.extra_trips;
    if (other_ends != ends) return {Rule::barrier_counts_differ, other_ends, ends};
  }
  return {};
}

/// Some step must consume in each accumulator.
constexpr Diagnostic check_accumulators(const WaveProgram& program) {
  Vector<char> used(program.accumulators, 0);
  for (const Role& role : program.roles) {
    for (const Section section : all_sections) {
      for (const Step& step : role.steps[section]) {
        if (step.action == Action::consume && step.accumulator >= 0) used[step.accumulator] = 1;
      }
    }
  }
  for (int i = 0; i < used.size(); ++i) {
    if (used[i] == 0) return {Rule::never_consumed, i, program.accumulators};
  }
  return {};
}

/// Some step must write each subtile of shared or tensor memory that is read.
constexpr Diagnostic check_contributors(const WaveProgram& program) {
  Vector<int> first;
  int subtiles = 0;
  for (const Buffer& buffer : program.buffers) {
    first.push_back(subtiles);
    subtiles += buffer.subtiles;
  }
  Vector<char> written(subtiles, 0);
  for (const AccessMode mode : {AccessMode::write, AccessMode::read}) {
    for (const Role& role : program.roles) {
      for (const Section section : all_sections) {
        for (const Step& step : role.steps[section]) {
          for (int i = 0; i < step.access_count; ++i) {
            const StepAccess& access = program.accesses[step.first_access + i];
            if (access.mode != mode || program.buffers[access.buffer].per_wave()) continue;
            char& known = written[first[access.buffer] + access.subtile];
            if (mode == AccessMode::write) known = 1;
            if (known == 0) {
              return Diagnostic(Rule::no_contributor, access.subtile, access.buffer)
                  .at_entry(step.entry)
                  .in_section(section);
            }
          }
        }
      }
    }
  }
  return {};
}

}  // namespace detail

/// Refuses a program that no workgroup can run.
constexpr Diagnostic check_program(const WaveProgram& program) {
  if (program.roles.empty()) return {Rule::no_waves, 0, 1};
  if (program.roles.size() > detail::max_roles) {
    return {Rule::count_too_large, program.roles.size(), detail::max_roles};
  }
  int waves = 0;
  for (const Role& role : program.roles) {
    if (role.waves < 1) return {Rule::no_waves, role.waves, 1};
    if (role.waves > detail::max_waves) return {Rule::count_too_large, role.waves, detail::max_waves};
    if (role.first_wave != waves) return {Rule::no_waves, role.first_wave, waves};
    waves += role.waves;
  }
  if (waves > detail::max_waves) return {Rule::count_too_large, waves, detail::max_waves};
  if (program.accumulators < 0) return {Rule::negative_count, program.accumulators, 0};
  for (int count : {program.min_trips, program.tiles, program.tiles_per_trip}) {
    if (count < 0) return {Rule::negative_count, count, 0};
    if (count > max_extent) return {Rule::count_too_large, count, max_extent};
  }
  if (program.min_trips > detail::max_trips) return {Rule::count_too_large, program.min_trips, detail::max_trips};
  for (const Role& role : program.roles) {
    const bool makes_none = role.extra_trips < -program.min_trips;
    if (makes_none) return {Rule::negative_count, program.min_trips + role.extra_trips, 0};
    if (role.extra_trips > detail::max_trips) return {Rule::count_too_large, role.extra_trips, detail::max_trips};
  }
  if (program.persistent && (program.tiles_per_trip < 1 || program.tiles % program.tiles_per_trip != 0)) {
    return {Rule::persistent_tiles, program.tiles, program.tiles_per_trip};
  }
  for (int count : {program.limits.vm_capacity, program.limits.lgkm_capacity}) {
    if (count < 1) return {Rule::count_below_one, count, 1};
  }
  if (const Diagnostic error = detail::check_buffers(program)) return error;
  if (const Diagnostic error = detail::check_phase_barriers(program)) return error;
  for (const Role& role : program.roles) {
    for (const Section section : all_sections) {
      const Vector<Step>& steps = role.steps[section];
      for (int i = 0; i < steps.size(); ++i) {
        if (const Diagnostic error = detail::check_step(program, role, steps[i], i)) return error;
      }
    }
  }
  if (const Diagnostic error = detail::check_accumulators(program)) return error;
  if (const Diagnostic error = detail::check_contributors(program)) return error;
  return detail::check_progress(program);
}

}  // namespace stretto
