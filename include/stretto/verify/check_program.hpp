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
inline constexpr int max_workgroups = 16;
inline constexpr int max_registers = 1 << 16;
inline constexpr int max_other_step = 1 << 12;  // per trip of a run, per run, and of parities

/// Shared memory, tensor memory and barriers belong to workgroups with roles.
constexpr Diagnostic check_workgroups(const WaveProgram& program) {
  unsigned with_roles = 0;
  for (const Role& role : program.roles) with_roles |= 1U << role.workgroup;
  const auto exists = [&](int workgroup) {
    return workgroup >= 0 && workgroup < max_workgroups && (with_roles >> workgroup & 1U) != 0;
  };
  for (const Buffer& buffer : program.buffers) {
    const bool in_workgroup = buffer.space == Space::shared || buffer.space == Space::tensor;
    if (in_workgroup ? !exists(buffer.workgroup) : buffer.workgroup != 0) {
      return {Rule::no_such_workgroup, buffer.workgroup, max_workgroups};
    }
  }
  for (const PhaseBarrier& barrier : program.phase_barriers) {
    if (!exists(barrier.workgroup)) return {Rule::no_such_workgroup, barrier.workgroup, max_workgroups};
  }
  return {};
}

constexpr Diagnostic check_buffer(const Buffer& buffer) {
  for (const NamedCount& count :
       {NamedCount{Count::slots_of_a_buffer, buffer.slots}, NamedCount{Count::subtiles_of_a_buffer, buffer.subtiles}}) {
    if (const Diagnostic error = check_count(count, 1, max_extent)) return error;
  }
  const int places = buffer.slots * buffer.subtiles;
  if (places > max_extent) return {Rule::count_too_large, places, max_extent, Count::places_of_a_buffer};
  if (buffer.bytes < 0) return {Rule::negative_count, buffer.bytes, 0, Count::bytes_of_a_buffer};
  const bool has_place = buffer.space != Space::global;
  if (buffer.offset >= 0 && (!has_place || buffer.bytes == 0)) return {Rule::offset_without_bytes, buffer.offset, 0};
  return {};
}

/// The bytes of a space that the buffers of a workgroup take: those with an offset end where the last of them ends.
constexpr long bytes_used(const WaveProgram& program, Space space, int workgroup) {
  long placed = 0;
  long others = 0;
  for (const Buffer& buffer : program.buffers) {
    if (buffer.space != space || buffer.workgroup != workgroup) continue;
    const long bytes = static_cast<long>(buffer.bytes) * buffer.slots * buffer.subtiles;
    if (buffer.offset < 0) others += bytes;
    if (buffer.offset >= 0 && buffer.offset + bytes > placed) placed = buffer.offset + bytes;
  }
  return placed + others;
}

constexpr Diagnostic check_buffers(const WaveProgram& program) {
  int workgroups = 1;
  for (const Buffer& buffer : program.buffers) {
    if (const Diagnostic error = check_buffer(buffer)) return error;
    if (buffer.workgroup >= workgroups) workgroups = buffer.workgroup + 1;
  }
  struct Limit {
    Space space;
    Rule rule;
    long bytes;
  };
  const Limit limits[] = {{Space::shared, Rule::shared_memory_exceeded, program.limits.shared_bytes},
                          {Space::registers, Rule::registers_exceeded, program.limits.register_bytes},
                          {Space::tensor, Rule::tensor_memory_exceeded, program.limits.tensor_bytes}};
  for (const Limit& limit : limits) {
    for (int w = 0; w < workgroups; ++w) {
      const long used = bytes_used(program, limit.space, w);
      if (used > limit.bytes) return {limit.rule, saturated(used), saturated(limit.bytes)};
    }
  }
  return {};
}

constexpr Diagnostic check_phase_barriers(const WaveProgram& program) {
  int places = 0;
  int cluster_barriers = 0;
  for (const PhaseBarrier& barrier : program.phase_barriers) {
    for (const NamedCount& count : {NamedCount{Count::slots_of_a_barrier, barrier.slots},
                                    NamedCount{Count::arrivals_of_a_barrier, barrier.arrivals}}) {
      if (const Diagnostic error = check_count(count, 1, max_extent)) return error;
    }
    places += barrier.slots;
    if (barrier.kind != PhaseBarrierKind::cluster) continue;
    // The hardware has one for all waves.
    const bool fits = barrier.slots == 1 && barrier.arrivals == program.waves() && barrier.workgroup == 0;
    if (!fits || ++cluster_barriers > 1) return {Rule::cluster_barrier, barrier.arrivals, program.waves()};
  }
  if (places > max_phase_places)
    return {Rule::count_too_large, places, max_phase_places, Count::places_of_all_barriers};
  return {};
}

/// A step of a rotation is not negative, and small enough for sums of products.
constexpr bool is_step(int step) { return step >= 0 && step <= max_other_step; }

/// Checks a step that uses a phase barrier, or must use one: the barrier exists, and its kind supports the use.
constexpr Diagnostic check_phase_use(const WaveProgram& program, const Role& role, const Step& step) {
  const PhaseUse& use = step.phase_barrier;
  if (!use.present()) return {Rule::phase_barrier_use, -1, program.phase_barriers.size()};
  if (use.barrier >= program.phase_barriers.size()) {
    return {Rule::phase_barrier_use, use.barrier, program.phase_barriers.size()};
  }
  const bool named = program.phase_barriers[use.barrier].kind != PhaseBarrierKind::mbarrier;
  const bool cluster = program.phase_barriers[use.barrier].kind == PhaseBarrierKind::cluster;
  const bool fits = step.action == Action::arrive ||
                    (named ? step.action == Action::barrier || (cluster && step.action == Action::await)
                           : step.action == Action::await || step.action == Action::init ||
                                 (step.action == Action::fetch && step.counter == Counter::bytes));
  if (!fits || (named && (use.bytes != 0 || step.counter != Counter::none)) ||
      (cluster && (use.flip != 0 || use.divisor != 0))) {
    return {Rule::phase_barrier_use, use.barrier, program.phase_barriers.size()};
  }
  const bool wrong_place = use.slot < 0 || use.slot > max_extent || use.slot_step < 0 || use.slot_step > max_extent;
  if (wrong_place || use.flip < 0 || use.flip > 1) return {Rule::no_such_place, use.slot, max_extent};
  const Advance& parity = use.parity;
  const bool steps = is_step(use.local_step) && is_step(use.run_step) && is_step(parity.step) &&
                     is_step(parity.local_step) && is_step(parity.run_step);
  if (!steps || parity.first < 0 || parity.first > max_extent) return {Rule::no_such_place, use.slot, max_extent};
  if (use.divisor < 0 || use.divisor > max_extent || (use.divisor > 0 && step.action != Action::await)) {
    return {Rule::phase_barrier_use, use.barrier, program.phase_barriers.size()};
  }
  // Waves wait at barriers of their own workgroup only.
  const bool waits = step.action == Action::await || step.action == Action::barrier || step.action == Action::init;
  if (waits && !named && program.phase_barriers[use.barrier].workgroup != role.workgroup) {
    return {Rule::phase_barrier_use, use.barrier, program.phase_barriers.size()};
  }
  if (use.bytes < 0 || use.bytes > program.limits.max_expected_bytes) {
    return {Rule::expected_bytes_field, use.bytes, program.limits.max_expected_bytes};
  }
  const bool reports =
      step.counter != Counter::bytes && step.counter != Counter::stored && step.counter != Counter::scalar;
  if (step.action == Action::arrive && !reports) return {Rule::phase_barrier_use, use.barrier, 0};
  return {};
}

/// Steps that only the setup may contain.
constexpr bool belongs_in_setup(const Step& step) {
  return step.action == Action::init || step.action == Action::registers;
}

/// The rule that a step breaks if it has a counter or an access that has no effect with its action and counter.
constexpr Rule form_of(const WaveProgram& program, const Step& step) {
  const bool data = step.action == Action::fetch || step.action == Action::move || step.action == Action::consume;
  if (!data) {
    const bool counts = step.action == Action::wait || step.action == Action::arrive ||
                        (step.action == Action::fence && step.counter == Counter::mma);
    if (!counts && step.counter != Counter::none) return Rule::counter_without_effect;
    return step.access_count > 0 ? Rule::access_without_effect : Rule::none;
  }
  if (step.counter == Counter::stored) return Rule::counter_without_effect;
  const bool restricted =
      step.action == Action::fetch || step.counter == Counter::store || step.counter == Counter::scalar;
  if (!restricted) return Rule::none;
  for (int i = 0; i < step.access_count; ++i) {
    const StepAccess& access = program.accesses[step.first_access + i];
    if (access.buffer < 0 || access.buffer >= program.buffers.size()) return Rule::none;  // refused later
    const Space space = program.buffers[access.buffer].space;
    const bool reads = access.mode == AccessMode::read;
    const bool in_vain = (step.action == Action::fetch && reads && !access.any) ||
                         (step.counter == Counter::store && !reads && space != Space::global) ||
                         (step.counter == Counter::scalar && (reads || space != Space::registers));
    if (in_vain) return Rule::access_without_effect;
  }
  return Rule::none;
}

/// Which accesses reach other workgroups: bulk loads whose barrier is there, too, and synchronous steps.
constexpr bool reaches(const WaveProgram& program, const Role& role, const Step& step, const Buffer& buffer) {
  const bool elsewhere =
      (buffer.space == Space::shared || buffer.space == Space::tensor) && buffer.workgroup != role.workgroup;
  if (step.counter == Counter::bytes) {
    const bool in_memory = buffer.space == Space::shared || buffer.space == Space::tensor;
    return !in_memory || program.phase_barriers[step.phase_barrier.barrier].workgroup == buffer.workgroup;
  }
  return !elsewhere || step.counter == Counter::none;
}

constexpr Diagnostic check_step(const WaveProgram& program, const Role& role, const Step& step, int index) {
  const auto refuse = [&](Rule rule, int value, int limit, Count what = Count::none) {
    return Diagnostic(rule, value, limit, what).at_entry(step.entry >= 0 ? step.entry : index).in_section(step.section);
  };
  if (step.action == Action::wait) {
    const bool waits = step.counter != Counter::none && step.counter != Counter::tensor &&
                       step.counter != Counter::bytes && step.counter != Counter::scalar;
    if (!waits) return refuse(Rule::no_such_wait, 0, 0);
    const Diagnostic error = check_wait(program.limits, step.counter, step.count);
    if (error) return refuse(error.rule, error.value, error.limit);
  }
  if (step.phase_barrier.present() || step.action == Action::arrive || step.action == Action::await ||
      step.action == Action::init || step.counter == Counter::bytes) {
    const Diagnostic error = check_phase_use(program, role, step);
    if (error) return refuse(error.rule, error.value, error.limit);
  }
  if (step.first_access < 0 || step.access_count < 0 ||
      step.first_access > program.accesses.size() - step.access_count) {
    return refuse(Rule::no_such_place, step.first_access, program.accesses.size());
  }
  if (const Rule rule = form_of(program, step); rule != Rule::none) {
    return refuse(rule, 0, 0);
  }
  if (step.action == Action::registers && (step.count > max_registers || step.count < -max_registers)) {
    return refuse(Rule::count_too_large, step.count, max_registers, Count::registers_of_a_step);
  }
  if (step.action == Action::init && role.waves != 1) return refuse(Rule::one_initialises, role.waves, 1);
  if (step.weight != 1) {
    const int least = counts_groups(step.counter) ? 0 : 1;
    const int most = counts_groups(step.counter) ? 1 : max_extent;
    if (step.weight < least) return refuse(Rule::count_below_one, step.weight, least, Count::operations_of_a_step);
    if (step.weight > most) return refuse(Rule::count_too_large, step.weight, most, Count::operations_of_a_step);
  }
  if (step.action == Action::fetch || step.action == Action::consume) {
    const bool tile_fits = step.tile <= max_extent && step.tile >= -max_extent;
    const int tiles = tile_fits ? step.tile_step : step.tile;
    if (tiles > max_extent || tiles < -max_extent)
      return refuse(Rule::count_too_large, tiles, max_extent, Count::k_tile_of_a_step);
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
    const bool elsewhere = buffer.workgroup != role.workgroup || step.counter == Counter::bytes;
    if (elsewhere && !reaches(program, role, step, buffer)) {
      return refuse(Rule::no_such_workgroup, buffer.workgroup, role.workgroup);
    }
    const bool reads = access.mode == AccessMode::read;
    if ((access.any && (!reads || step.action == Action::move)) || (access.skips_first && !reads)) {
      return refuse(Rule::access_without_effect, 0, 0);
    }
    const bool turns = access.local_step != 0 || access.run_step != 0;
    if (turns && (!is_step(access.local_step) || !is_step(access.run_step))) {
      return refuse(Rule::no_such_place, access.local_step, max_other_step);
    }
    if (access.slot < 0 || access.slot_step < 0 || access.slot_step > max_extent || access.slot >= buffer.slots) {
      return refuse(Rule::no_such_place, access.slot, buffer.slots - 1);
    }
    if (access.subtile < 0 || access.subtile >= buffer.subtiles) {
      return refuse(Rule::no_such_place, access.subtile, buffer.subtiles - 1);
    }
    const unsigned own = (role.waves >= max_waves ? ~0U : (1U << role.waves) - 1U) << role.first_wave;
    if ((access.waves & ~own) != 0) return refuse(Rule::no_such_place, role.first_wave, role.waves);
    if (access.version > max_extent || access.version < -max_extent) {
      return refuse(Rule::count_too_large, access.version, max_extent, Count::version_of_an_access);
    }
  }
  return {};
}

constexpr int barriers_in(const Vector<Step>& steps) {
  int count = 0;
  for (const Step& step : steps) count += step.action == Action::barrier && !step.phase_barrier.present() ? 1 : 0;
  return count;
}

/// How many workgroup barriers a role passes.
struct BarriersPassed {
  int each = 0;  ///< in a trip
  int ends = 0;  ///< in prologue and epilogue
  int once = 0;  ///< in setup and teardown

  constexpr explicit BarriersPassed(const Role& role)
      : each(barriers_in(role.steps.kernel)),
        ends(barriers_in(role.steps.prologue) + barriers_in(role.steps.epilogue)),
        once(barriers_in(role.steps.setup) + barriers_in(role.steps.teardown)) {}

  /// Those beyond `each` of them in every trip of the program.
  [[nodiscard]] constexpr int beyond_trips(const Role& role) const { return ends + once + each * role.extra_trips; }
};

/// Workgroup barriers: no wave waits forever if and only if all roles pass the same number of them, for every n.
constexpr Diagnostic check_progress(const WaveProgram& program) {
  const BarriersPassed first(program.roles[0]);
  const int first_beyond = first.beyond_trips(program.roles[0]);
  for (const Role& role : program.roles) {
    const BarriersPassed passed(role);
    // In a run that it does not take part in, a role passes none.
    const int in_run = passed.ends + passed.each;
    if (role.run_period > 1 && in_run > 0) return {Rule::barrier_counts_differ, 0, in_run};
    if (passed.each != first.each) {
      return Diagnostic(Rule::barrier_counts_differ, passed.each, first.each).in_section(Section::kernel);
    }
    const int beyond = passed.beyond_trips(role);
    if (beyond != first_beyond) return {Rule::barrier_counts_differ, beyond, first_beyond};
    if (program.persistent && passed.once != first.once) {
      return {Rule::barrier_counts_differ, passed.once, first.once};
    }
  }
  return {};
}

/// At most one step initialises an array of mbarriers.
constexpr Diagnostic check_inits(const WaveProgram& program) {
  Vector<char> initialised(program.phase_barriers.size(), 0);
  for (const Role& role : program.roles) {
    for (const Section section : all_sections) {
      for (const Step& step : role.steps[section]) {
        if (!belongs_in_setup(step)) continue;
        if (section != Section::setup) {
          return Diagnostic(Rule::only_in_setup, 0, 0).at_entry(step.entry).in_section(section);
        }
        if (step.action != Action::init) continue;
        char& known = initialised[step.phase_barrier.barrier];
        if (known != 0) return Diagnostic(Rule::one_initialises, step.phase_barrier.barrier, 1).in_section(section);
        known = 1;
      }
    }
  }
  return {};
}

/// Some step must consume in each accumulator.
constexpr Diagnostic check_accumulators(const WaveProgram& program) {
  Vector<char> used(program.accumulators, 0);
  for (const Role& role : program.roles) {
    for (const Section section : all_sections) {
      for (const Step& step : role.steps[section])
        if (step.action == Action::consume && step.accumulator >= 0) used[step.accumulator] = 1;
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
    return {Rule::count_too_large, program.roles.size(), detail::max_roles, Count::roles};
  }
  int waves = 0;
  for (const Role& role : program.roles) {
    if (role.waves < 1) return {Rule::no_waves, role.waves, 1};
    if (role.waves > detail::max_waves)
      return {Rule::count_too_large, role.waves, detail::max_waves, Count::waves_of_a_role};
    if (role.first_wave != waves) return {Rule::no_waves, role.first_wave, waves};
    if (role.workgroup < 0 || role.workgroup >= detail::max_workgroups) {
      return {Rule::no_such_workgroup, role.workgroup, detail::max_workgroups};
    }
    waves += role.waves;
  }
  if (waves > detail::max_waves) return {Rule::count_too_large, waves, detail::max_waves, Count::waves};
  if (program.accumulators < 0) return {Rule::negative_count, program.accumulators, 0, Count::accumulators};
  if (const Diagnostic error =
          check_count({Count::registers_in_the_pool, program.spare_registers}, 0, detail::max_registers))
    return error;
  for (const NamedCount& count :
       {NamedCount{Count::smallest_trip_count, program.min_trips}, NamedCount{Count::k_tiles_of_a_run, program.tiles},
        NamedCount{Count::k_tiles_per_trip, program.tiles_per_trip}}) {
    if (const Diagnostic error = check_count(count, 0, max_extent)) return error;
  }
  if (program.min_trips > detail::max_trips)
    return {Rule::count_too_large, program.min_trips, detail::max_trips, Count::smallest_trip_count};
  for (const Role& role : program.roles) {
    const bool makes_none = role.extra_trips < -program.min_trips;
    if (makes_none)
      return {Rule::negative_count, program.min_trips + role.extra_trips, 0, Count::kernel_trips_of_a_role};
    if (role.extra_trips > detail::max_trips)
      return {Rule::count_too_large, role.extra_trips, detail::max_trips, Count::extra_trips_of_a_role};
    if (role.run_period == 1 && role.first_run == 0) continue;
    const bool fits = role.run_period > 1 && role.run_period <= detail::max_other_step && role.first_run >= 0 &&
                      role.first_run < role.run_period && program.persistent;
    if (!fits) return {Rule::run_period, role.first_run, role.run_period};
  }
  if (program.persistent && (program.tiles_per_trip < 1 || program.tiles % program.tiles_per_trip != 0)) {
    return {Rule::persistent_tiles, program.tiles, program.tiles_per_trip};
  }
  for (const NamedCount& count : {NamedCount{Count::capacity_of_vmcnt, program.limits.vm_capacity},
                                  NamedCount{Count::capacity_of_lgkmcnt, program.limits.lgkm_capacity}}) {
    if (count.value < 1) return {Rule::count_below_one, count.value, 1, count.what};
  }
  if (const Diagnostic error = detail::check_workgroups(program)) return error;
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
  if (const Diagnostic error = detail::check_inits(program)) return error;
  if (const Diagnostic error = detail::check_accumulators(program)) return error;
  if (const Diagnostic error = detail::check_contributors(program)) return error;
  return detail::check_progress(program);
}

}  // namespace stretto
