// Derives synchronisation for a schedule's ops: takes entries and returns entries, with a reason for each new one.
#pragma once

#include <stretto/mojo/lower/lower.hpp>
#include <stretto/mojo/sync/delay_loads.hpp>

namespace stretto {

/// The reason for a sync entry. Entries are numbered as emitted.
struct SyncNote {
  Section section = Section::prologue;  ///< section of the entry
  int entry = 0;                        ///< index of the wait or barrier
  SyncReason reason;                    ///< the pair that needs it
};

/// The ops of a schedule without synchronisation, except the pacing barriers.
struct DataSections {
  PerSection<Vector<ScheduleEntry>> entries;  ///< by section
  int warp_stagger_index = 0;                 ///< prologue index of the second group's extra barrier
  int delayed_loads = 0;                      ///< number of moves of a load to a later block

  /// The entries as emitted sections, with the configuration of `like`. They are not owned.
  [[nodiscard]] constexpr EmittedSections emitted(const EmittedSections& like) const {
    EmittedSections out = like;
    out.warp_stagger_index = warp_stagger_index;
    for (const Section section : run_sections) out.set(section, entries[section]);
    return out;
  }
};

/// A schedule with derived synchronisation.
struct DerivedSections {
  PerSection<Vector<ScheduleEntry>> sections;  ///< entries, by section
  int warp_stagger_index = 0;                  ///< prologue index of the second group's extra barrier
  Vector<SyncNote> notes;                      ///< one per derived entry
  int pacing_barriers_per_trip = 0;            ///< kept for pacing
  int derived_barriers_per_trip = 0;           ///< added for data
  MinimalityCertificate certificate;           ///< proof that fewer barriers are not enough
  int delayed_loads = 0;                       ///< number of moves of a load to a later block
};

/// Removes the waits and barriers of a schedule, except the pacing barriers, and moves loads that are then too early.
/// Fails if the entries cannot be lowered.
constexpr Result<DataSections> data_sections(const EmittedSections& declared, const KernelProtocol& protocol,
                                             Pacing pacing) {
  DataSections out;
  out.warp_stagger_index = declared.warp_stagger_index;
  for (const Section section : run_sections) {
    const EntryList& given = declared.entries[section];
    Vector<ScheduleEntry> entries;
    entries.reserve(given.size);
    for (int i = 0; i < given.size; ++i) {
      const OpDesc& op = given.first[i].op;
      // The stagger keeps its position before the same op.
      const bool before_stagger = section == Section::prologue && i < declared.warp_stagger_index;
      if (before_stagger && (detail::is_wait(op) || op.tag == tags::barrier)) --out.warp_stagger_index;
      entries.push_back(given.first[i]);
    }
    out.entries[section] =
        detail::without_synchronisation(entries, section == Section::prologue ? Pacing::none : pacing);
  }
  Vector<ScheduleEntry>& kernel = out.entries.kernel;
  // A load moves one block per round, so the number of entries bounds the rounds.
  for (int round = 0; round < kernel.size(); ++round) {
    const EmittedSections data = out.emitted(declared);
    const Result<WaveProgram> program = lower(data, protocol);
    if (!program.ok()) return program.error;
    const detail::Alignment alignment(program.value);
    if (alignment.error()) return alignment.error();
    const Vector<int> behind = detail::entries_to_delay(program.value, kernel.size());
    int delayed = 0;
    for (int entry : behind) delayed += entry >= 0 ? 1 : 0;
    if (delayed == 0 || !detail::delay_loads_once(kernel, behind)) break;
    out.delayed_loads += delayed;
  }
  return out;
}

namespace detail {

/// Converts a synchronisation plan into entries.
class PlanWriter {
 public:
  constexpr PlanWriter(const EmittedSections& data, const WaveProgram& program, const SyncPlan& plan)
      : data_(data), program_(program), plan_(plan) {}

  constexpr DerivedSections write() {
    for (const Section section : run_sections) write_section(section);
    for (SyncNote& note : out_.notes) renumber(note.reason);
    out_.certificate = plan_.certificate;
    for (SyncReason& reason : out_.certificate.needs) renumber(reason);
    if (!staggered_) out_.warp_stagger_index = out_.sections.prologue.size() + 1;
    out_.pacing_barriers_per_trip = plan_.pacing_barriers_per_trip;
    out_.derived_barriers_per_trip = plan_.derived_barriers_per_trip;
    return static_cast<DerivedSections&&>(out_);
  }

 private:
  constexpr void write_section(Section section) {
    const EntryList& data = data_.entries[section];
    Vector<ScheduleEntry>& entries = out_.sections[section];
    emitted_at_[section].resize(data.size, -1);
    for (const SyncElement& element : plan_.section(section)) {
      if (element.kind == ElementKind::stagger) {
        if (section == Section::prologue) {
          out_.warp_stagger_index = entries.size();
          staggered_ = true;
        }
        continue;
      }
      ScheduleEntry entry;
      if (element.kind == ElementKind::step) {
        const int of_data = program_.roles[0].steps[section][element.step].entry;
        if (of_data < 0) continue;  // added by the kernel around the sections
        entry = data.first[of_data];
        emitted_at_[section][of_data] = entries.size();
      } else {
        if (element.kind == ElementKind::barrier) entry.op = OpDesc::barrier();
        if (element.kind == ElementKind::wait && element.counter == Counter::vm) {
          entry.op = OpDesc::wait_vm(element.count);
        }
        if (element.kind == ElementKind::wait && element.counter == Counter::lgkm) {
          entry.op = OpDesc::wait_lgkm(element.count);
        }
        out_.notes.push_back({section, entries.size(), element.reason});
      }
      entry.section = section;
      entry.time_slot = entries.size();
      entries.push_back(entry);
    }
  }

  /// Converts entry numbers from before synchronisation to emitted ones.
  constexpr void renumber(SyncReason& reason) const {
    if (reason.first_entry >= 0) reason.first_entry = emitted_at_[reason.first_section][reason.first_entry];
    if (reason.second_entry >= 0) reason.second_entry = emitted_at_[reason.second_section][reason.second_entry];
  }

  const EmittedSections& data_;
  const WaveProgram& program_;
  const SyncPlan& plan_;
  DerivedSections out_;
  PerSection<Vector<int>> emitted_at_;  // by entry number before synchronisation
  bool staggered_ = false;
};

}  // namespace detail

/// Derives the minimal synchronisation that makes data sections safe. Fails if synchronisation cannot correct their
/// order.
constexpr Result<DerivedSections> synchronise_sections(const EmittedSections& data, const KernelProtocol& protocol,
                                                       const LatencyHiding& hiding = {}) {
  const Result<WaveProgram> program = lower(data, protocol);
  if (!program.ok()) return program.error;
  const Result<SyncPlan> plan = synchronise(program.value, hiding);
  if (!plan.ok()) return plan.error;
  return detail::PlanWriter(data, program.value, plan.value).write();
}

/// Runs `data_sections`, then `synchronise_sections`.
constexpr Result<DerivedSections> derive_synchronisation(const EmittedSections& declared,
                                                         const KernelProtocol& protocol, Pacing pacing,
                                                         const LatencyHiding& hiding = {}) {
  const Result<DataSections> data = data_sections(declared, protocol, pacing);
  if (!data.ok()) return data.error;
  const EmittedSections sections = data.value.emitted(declared);
  Result<DerivedSections> derived = synchronise_sections(sections, protocol, hiding);
  derived.value.delayed_loads = data.value.delayed_loads;
  return derived;
}

}  // namespace stretto
