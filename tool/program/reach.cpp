#include "program/reach.hpp"

namespace stretto::tool {

namespace {

/// "role "b" belongs to workgroup 1".
std::string home_of(const RoleInScope& role) {
  return "role " + quote(role.name) + " belongs to workgroup " + std::to_string(role.workgroup);
}

std::string of_workgroup(int workgroup) { return " of workgroup " + std::to_string(workgroup); }

void require_barrier_in_reach(const WaveProgram& program, const Step& step, const RoleInScope& role,
                              const JsonPlace& place) {
  if (!step.phase_barrier.present()) return;
  const PhaseBarrier& barrier = program.phase_barriers[step.phase_barrier.barrier];
  if (barrier.kind == PhaseBarrierKind::cluster || barrier.workgroup == role.workgroup) return;
  const std::string which = quote(barrier.name) + of_workgroup(barrier.workgroup);
  if (barrier.kind == PhaseBarrierKind::named) {
    throw place.error(which + " is a named barrier, which joins warps of one workgroup, and " + home_of(role) +
                      R"(; use {"cluster": "sync"}, or an mbarrier: other workgroups may arrive there)");
  }
  if (step.action != Action::await && step.action != Action::init) return;
  throw place.error((step.action == Action::await ? "only roles of its own workgroup may wait at the mbarrier "
                                                  : "only a role of its own workgroup may initialise the mbarrier ") +
                    which + ", and " + home_of(role) +
                    (step.action == Action::await
                         ? "; declare an mbarrier of that workgroup, at which the others arrive"
                         : "; initialise it there"));
}

/// Why a step cannot access a buffer. `reached`: the workgroup whose memory it reaches.
std::string out_of_reach(const WaveProgram& program, const Step& step, const Buffer& buffer, int reached,
                         const RoleInScope& role, const std::string& verb) {
  const std::string which = quote(buffer.name) + of_workgroup(buffer.workgroup);
  if (step.counter == Counter::bytes) {
    return "the load accesses " + which + " and signals " +
           quote(program.phase_barriers[step.phase_barrier.barrier].name) + of_workgroup(reached) +
           "; both must belong to the same workgroup";
  }
  return verb + " cannot access " + which + ": " + home_of(role) +
         ", and only synchronous reads and writes, bulk loads whose barrier is there too, and arrivals reach another "
         "workgroup";
}

void require_memory_in_reach(const WaveProgram& program, const StepDraft& draft, const RoleInScope& role,
                             const std::string& verb, const JsonPlace& place) {
  const Step& step = draft.step;
  if (step.counter == Counter::none) return;
  const bool bulk_load = step.counter == Counter::bytes;
  const int reached = bulk_load ? program.phase_barriers[step.phase_barrier.barrier].workgroup : role.workgroup;
  for (const StepAccess& access : draft.accesses) {
    const Buffer& buffer = program.buffers[access.buffer];
    const bool has_workgroup = buffer.space == Space::shared || buffer.space == Space::tensor;
    if (!has_workgroup || buffer.workgroup == reached) continue;
    throw place.error(out_of_reach(program, step, buffer, reached, role, verb));
  }
}

}  // namespace

void require_reach(const WaveProgram& program, const StepDraft& draft, const RoleInScope& role, const std::string& verb,
                   const JsonPlace& place) {
  require_barrier_in_reach(program, draft.step, role, place);
  require_memory_in_reach(program, draft, role, verb, place);
}

}  // namespace stretto::tool
