// A schedule's own ops with derived synchronisation: entries in, entries out, each new one with its reason.
#pragma once

#include <stretto/model/lower.hpp>
#include <stretto/sync/delay_loads.hpp>

namespace stretto {

/// Why a sync entry is there. Entries are numbered as emitted.
struct SyncNote {
  Phase phase = Phase::prologue;
  int entry = 0;
  SyncReason reason;
};

struct DerivedPhases {
  PerPhase<Vector<ScheduleEntry>> phases;
  int warp_stagger_index = 0;
  Vector<SyncNote> notes;
  int pacing_barriers_per_trip = 0;
  int derived_barriers_per_trip = 0;
  MinimalityCertificate certificate;
  int delayed_loads = 0;  // moves of a load to a later block
};

namespace detail {

class Derivation {
 public:
  constexpr Derivation(const EmittedPhases& declared, const KernelProtocol& protocol, Pacing pacing)
      : data_(declared), protocol_(protocol) {
    for (const Phase phase : all_phases) {
      const int p = static_cast<int>(phase);
      Vector<ScheduleEntry> entries;
      for (int i = 0; i < declared.sizes[p]; ++i) {
        // The stagger stays in front of the op that it stood in front of.
        if (phase == Phase::prologue && i < declared.warp_stagger_index) {
          const OpDesc& op = declared.entries[p][i].op;
          if (is_wait(op) || op.tag == tags::barrier) --data_.warp_stagger_index;
        }
        entries.push_back(declared.entries[p][i]);
      }
      entries_[phase] = without_synchronisation(entries, phase == Phase::prologue ? Pacing::none : pacing);
    }
  }

  constexpr Result<DerivedPhases> run() {
    Result<WaveProgram> program = lowered();
    if (!program.ok()) return program.error;
    // A load moves a block at a time; it cannot move more often than there are blocks.
    for (int round = 0; round < entries_.kernel.size(); ++round) {
      const Vector<int> behind = entries_to_delay(program.value, entries_.kernel.size());
      int delayed = 0;
      for (int entry : behind) delayed += entry >= 0 ? 1 : 0;
      if (delayed == 0 || !delay_loads_once(entries_.kernel, behind)) break;
      out_.delayed_loads += delayed;
      program = lowered();
      if (!program.ok()) return program.error;
    }
    Result<SyncPlan> plan = synchronise(program.value);
    if (!plan.ok()) return plan.error;
    emit(program.value, plan.value);
    return static_cast<DerivedPhases&&>(out_);
  }

 private:
  constexpr Result<WaveProgram> lowered() {
    for (const Phase phase : all_phases) data_.set(phase, entries_[phase]);
    return lower(data_, protocol_);
  }

  constexpr void emit(const WaveProgram& program, const SyncPlan& plan) {
    PerPhase<Vector<int>> emitted_at;  // by entry of the data
    out_.warp_stagger_index = program.agents.size() > 1 ? 0 : -1;
    for (const Phase phase : all_phases) {
      emitted_at[phase].resize(entries_[phase].size(), -1);
      for (const SyncElement& element : plan.phase(phase)) {
        if (element.kind == ElementKind::stagger) {
          if (phase == Phase::prologue) out_.warp_stagger_index = out_.phases[phase].size();
          continue;
        }
        ScheduleEntry entry;
        if (element.kind == ElementKind::step) {
          const int of_data = program.agents[0].steps(phase)[element.step].entry;
          if (of_data < 0) continue;  // what the kernel does around the phases
          entry = entries_[phase][of_data];
          emitted_at[phase][of_data] = out_.phases[phase].size();
        } else {
          if (element.kind == ElementKind::barrier) entry.op = OpDesc::barrier();
          if (element.kind == ElementKind::wait && element.counter == Counter::vm) {
            entry.op = OpDesc::wait_vm(element.count);
          }
          if (element.kind == ElementKind::wait && element.counter == Counter::lgkm) {
            entry.op = OpDesc::wait_lgkm(element.count);
          }
          out_.notes.push_back({phase, out_.phases[phase].size(), element.reason});
        }
        entry.phase = phase;
        entry.time_slot = out_.phases[phase].size();
        out_.phases[phase].push_back(entry);
      }
    }
    const auto renumber = [&](SyncReason& reason) {
      if (reason.first_entry >= 0) {
        reason.first_entry = emitted_at[reason.first_phase][reason.first_entry];
      }
      if (reason.second_entry >= 0) {
        reason.second_entry = emitted_at[reason.second_phase][reason.second_entry];
      }
    };
    for (SyncNote& note : out_.notes) renumber(note.reason);
    out_.certificate = plan.certificate;
    for (SyncReason& reason : out_.certificate.needs) renumber(reason);
    if (out_.warp_stagger_index < 0) out_.warp_stagger_index = out_.phases.prologue.size() + 1;  // no stagger
    out_.pacing_barriers_per_trip = plan.pacing_barriers_per_trip;
    out_.derived_barriers_per_trip = plan.derived_barriers_per_trip;
  }

  EmittedPhases data_;
  const KernelProtocol& protocol_;
  PerPhase<Vector<ScheduleEntry>> entries_;
  DerivedPhases out_;
};

}  // namespace detail

/// Takes the waits and barriers of a schedule away, except those that set the pace, and derives the least that makes it
/// safe. Fails if its entries cannot be lowered, or if its order cannot be mended.
constexpr Result<DerivedPhases> derive_synchronisation(const EmittedPhases& declared, const KernelProtocol& protocol,
                                                       Pacing pacing) {
  return detail::Derivation(declared, protocol, pacing).run();
}

}  // namespace stretto
