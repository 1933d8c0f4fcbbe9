// ScheduleConfig: the nineteen tuning knobs of a Mojo schedule.
#pragma once

#include <initializer_list>

#include <stretto/core/diagnostic.hpp>
#include <stretto/core/limits.hpp>

namespace stretto {

/// How the ops of an iteration are ordered.
enum class SchedulingStrategy : unsigned char {
  identity,  ///< declaration order
  greedy,    ///< lowest index whose predecessors are placed
  csp,       ///< exact search within the iteration
};

/// The name of the strategy in dumps and JSON.
constexpr const char* name(SchedulingStrategy strategy) {
  switch (strategy) {
    case SchedulingStrategy::identity: return "IDENTITY";
    case SchedulingStrategy::greedy: return "GREEDY";
    case SchedulingStrategy::csp: return "CSP";
  }
  return "?";
}

/// The knobs of the Mojo schedules. docs/findings.md lists what the verifier finds for each.
struct ScheduleConfig {
  SchedulingStrategy scheduling = SchedulingStrategy::identity;  ///< how ops are ordered
  long sched_barrier_mask = 0x55;                                ///< bit i: fence after block i
  bool auto_waits = true;                                        ///< derive wait counts from the blocks
  long drain_lgkm_mask = 0;                    ///< bit i: block i drains its fragments before its loads
  bool auto_drain = false;                     ///< derive drain_lgkm_mask (only with auto_waits)
  int lds_contention_penalty = 0;              ///< cycles for which a memory op holds the shared port
  int wait_lgkm_first = 8;                     ///< lgkm wait of a half's first block; 255 and above: none
  int wait_vm_last = 6;                        ///< vm wait of a half's last block, without auto_waits
  int lgkm_per_load_a = 0;                     ///< LDS reads per fragment of A; 0 = unknown
  int lgkm_per_load_b = 0;                     ///< LDS reads per fragment of B; 0 = unknown
  bool lgkm_after_last = false;                ///< wait_lgkm(0) after the barrier of a half's last block
  bool minimal_barriers = false;               ///< no barriers around MMAs
  bool omit_mma_set_prio = false;              ///< no set_prio around MMAs; only with minimal_barriers
  int max_vgpr = 999999;                       ///< register budget; only csp uses it
  bool global_before_frag = false;             ///< a block issues its loads before its fragments
  bool barrier_before_pre_ops = false;         ///< a block's wait and barrier precede its loads and fragments
  bool inter_block_lgkm_drain = false;         ///< interior blocks of a half start with wait_lgkm(0)
  bool partial_prologue_drain = false;         ///< the prologue issues the loads of all stages at once
  bool wrap_waits_with_sched_barrier = false;  ///< fences around waits

  friend constexpr bool operator==(const ScheduleConfig&, const ScheduleConfig&) = default;
};

/// The default knobs of ping-pong: the plain ones, with the order of the exact search.
inline constexpr ScheduleConfig csp_schedule = {.scheduling = SchedulingStrategy::csp};

/// Rejects counts that are out of range. Waits are checked when they are emitted.
constexpr Diagnostic check_knobs(const ScheduleConfig& knobs) {
  for (const NamedCount& count : {NamedCount{Count::lds_contention_penalty, knobs.lds_contention_penalty},
                                  NamedCount{Count::lgkm_per_load_a, knobs.lgkm_per_load_a},
                                  NamedCount{Count::lgkm_per_load_b, knobs.lgkm_per_load_b}}) {
    if (const Diagnostic error = check_count(count, 0, max_extent)) return error;
  }
  if (knobs.max_vgpr < 0) return {Rule::negative_count, knobs.max_vgpr, 0, Count::max_vgpr};
  return {};
}

}  // namespace stretto
