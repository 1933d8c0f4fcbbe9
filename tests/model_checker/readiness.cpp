// What a step must not do yet, or must no longer do: accesses without a fence, uses of barriers that are not
// initialised, accesses to workgroups that have ended.
#include "in_flight.hpp"
#include "machine.hpp"

namespace stretto::model_checker {

/// Has some wave made one of these accesses without a fence that covers it?
bool Machine::uncovered(const GenericAccesses& accesses) const {
  for (const GenericAccesses::Synchronous& access : accesses.synchronous) {
    const int now = at(access.wave);
    const bool begun = access.from < now || (access.from == now && within(access.wave));
    if (begun && now <= access.until) return true;
  }
  return std::any_of(accesses.late.begin(), accesses.late.end(),
                     [this](const GenericAccesses::Late& access) { return bit(first_late_, access.number); });
}

/// A step has begun. If it is a generic one that completes later, no fence covers its accesses yet.
void Machine::note_late(int w, const Instance& step) {
  if (step.counter == Counter::none || through_async_proxy(step.counter)) return;
  const auto note = [&](const GenericAccesses& accesses) {
    if (const int number = accesses.late_of(w); number >= 0) set_bit(first_late_, number);
  };
  for (const Read& read : step.reads) note(part(read.part).generic_reads);
  for (const Write& write : step.writes) note(part(write.part).generic_writes);
}

void Machine::execute_fence(int w) {
  if (current(w).counter == Counter::mma) {
    fence_mma(w);
  } else {
    fence_proxy(w);
  }
  go_on(w);
}

/// The fence covers those of the wave's asynchronous accesses that are complete.
void Machine::fence_proxy(int w) {
  for (std::size_t k = 0; k < program_.parts.size(); ++k) {
    const int id = static_cast<int>(k);
    const auto in_flight = [&](auto accesses_it) {
      return any_in_flight(
          w, [&](const Instance& step) { return !through_async_proxy(step.counter) && accesses_it(step, id); });
    };
    const int read = part(id).generic_reads.late_of(w);
    if (read >= 0 && !in_flight(reads)) set_bit(first_late_, read, false);
    const int write = part(id).generic_writes.late_of(w);
    if (write >= 0 && !in_flight(writes)) set_bit(first_late_, write, false);
  }
}

/// Is a write of the wave's registers in flight in a counter other than mma?
bool Machine::other_register_write(int w, int part_id) const {
  return any_in_flight(
      w, [part_id](const Instance& step) { return step.counter != Counter::mma && writes(step, part_id); });
}

/// Can the wave execute the fence that it has reached at once, without loss? The fence depends on what the wave has in
/// flight.
bool Machine::fence_is_private(int w) const {
  for (std::size_t k = 0; k < program_.parts.size(); ++k) {
    const Part& each = program_.parts[k];
    if (current(w).counter == Counter::mma) {
      if (each.owner == w && each.mma_fence >= 0 && other_register_write(w, static_cast<int>(k))) return false;
      continue;
    }
    for (const GenericAccesses* accesses : {&each.generic_reads, &each.generic_writes}) {
      if (const int number = accesses->late_of(w); number >= 0 && bit(first_late_, number)) return false;
    }
  }
  return current(w).counter == Counter::mma || current(w).private_fence;
}

void Machine::fence_mma(int w) {
  for (std::size_t id = 0; id < program_.parts.size(); ++id) {
    const Part& each = program_.parts[id];
    if (each.owner != w || each.mma_fence < 0 || other_register_write(w, static_cast<int>(id))) continue;
    set_bit(first_mma_fence_, each.mma_fence, false);
  }
}

/// Checks before a step begins.
void Machine::check_fences(int w, const Instance& step) {
  if (step.counter == Counter::mma) {
    const auto check = [&](int id) {
      const Part& each = part(id);
      if (each.owner != w || each.mma_fence < 0 || !bit(first_mma_fence_, each.mma_fence)) return;
      set_wrong("fence", step.where + " accesses " + each.name + ", which was written without a wgmma.fence since");
    };
    for (const Read& read : step.reads) check(read.part);
    for (const Write& write : step.writes) check(write.part);
  }
  if (!through_async_proxy(step.counter)) return;
  for (const Write& write : step.writes) {
    if (!uncovered(part(write.part).generic_reads)) continue;
    set_wrong("fence", step.where + " writes " + part(write.part).name + ", whose readers have made no proxy fence");
  }
}

bool Machine::gone(int workgroup) const {
  for (int w = 0; w < waves(); ++w) {
    if (wave(w).workgroup == workgroup && !at_end(w)) return false;
  }
  return true;
}

/// Checks before a step uses a phase barrier.
void Machine::check_use(int w, const Instance& step) {
  if (step.ready_wave >= 0 && at(step.ready_wave) <= step.ready_after) {
    set_wrong("uninitialised", step.where + " uses " + place(step).name + ", which is not ready");
  }
  const bool elsewhere = place(step).workgroup >= 0 && place(step).workgroup != wave(w).workgroup;
  if (elsewhere && gone(place(step).workgroup)) {
    set_wrong("gone", step.where + " uses " + place(step).name + ", whose workgroup is gone");
  }
}

void Machine::check_accessed_workgroups(const Instance& step) {
  if (program_.workgroups == 1) return;
  const auto check = [&](int id) {
    if (part(id).workgroup < 0 || !gone(part(id).workgroup)) return;
    set_wrong("gone", step.where + " accesses " + part(id).name + ", whose workgroup is gone");
  };
  for (const Read& read : step.reads) check(read.part);
  for (const Write& write : step.writes) check(write.part);
}

/// No step may be accessing the memory of a workgroup that has ended. Its own waves wait for vm and lgkm when they end.
void Machine::check_gone() {
  if (program_.workgroups == 1) return;
  for (int v = 0; v < waves(); ++v) {
    any_in_flight(v, [&](const Instance& step) {
      const bool waited = step.counter == Counter::vm || counted_in(step.counter) == Counter::lgkm;
      const auto check = [&](int id) {
        const int workgroup = part(id).workgroup;
        if (workgroup < 0 || (workgroup == wave(v).workgroup && waited) || !gone(workgroup)) return;
        set_wrong("gone", step.where + " is accessing " + part(id).name + " when its workgroup goes");
      };
      for (const Read& read : step.reads) {
        if (still_reads(v, step, read)) check(read.part);
      }
      for (const Write& write : step.writes) check(write.part);
      return wrong_.has_value();
    });
    if (!at_end(v) && within(v) && current(v).visible_write) check_accessed_workgroups(current(v));
  }
}

}  // namespace stretto::model_checker
