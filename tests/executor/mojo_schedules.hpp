// The Mojo schedules, compiled and ready to run.
#pragma once

#include <stdexcept>

#include <stretto/stretto.hpp>

#include "../bf16_ping_pong.hpp"
#include "executor/emitted_schedule.hpp"

namespace stretto::executor {

template <class Schedule>
EmittedSchedule emitted(Family family, const Schedule& schedule, int lgkm_a, int lgkm_b) {
  const CompiledSchedule compiled = try_compile(schedule);
  if (compiled.error) throw std::invalid_argument(rule_text(compiled.error.rule).name);
  EmittedSchedule out;
  out.family = family;
  out.prologue = compiled.prologue;
  out.kernel = compiled.kernel;
  out.epilogue = compiled.epilogue;
  out.lgkm_a = lgkm_a;
  out.lgkm_b = lgkm_b;
  out.config = compiled.config;
  out.warp_stagger_index = compiled.warp_stagger_index;
  return out;
}

inline EmittedSchedule ping_pong(SchedulingStrategy scheduling, int max_globals = 1) {
  PingPongSchedule schedule = bf16_ping_pong(max_globals);
  schedule.knobs.scheduling = scheduling;
  return emitted(Family::ping_pong, schedule, 8, 4);
}

inline EmittedSchedule four_wave() {
  FourWaveSchedule schedule;
  schedule.geometry.lgkm_per_load_a = 8;
  schedule.geometry.lgkm_per_load_b = 8;
  schedule.geometry.BM = schedule.geometry.BN = 256;
  schedule.geometry.BK = 64;
  schedule.geometry.MMA_M = schedule.geometry.MMA_N = 16;
  schedule.geometry.MMA_K = 32;
  schedule.geometry.elem_bytes = 2;
  schedule.geometry.simd_width = 8;
  schedule.geometry.vm_per_load_a = schedule.geometry.vm_per_load_b = 4;
  return emitted(Family::four_wave, schedule, 8, 8);
}

inline EmittedSchedule single_buffer(int k_tiles) {
  SingleBufferLoop loop;
  loop.num_k_tiles = k_tiles;
  EmittedSchedule out = emitted(Family::single_buffer, loop, 4, 4);
  out.barriers = BarrierKind::draining;
  return out;
}

/// Executes every entry alone: all memory operations complete, and all waves arrive, before the next entry. With a
/// stagger this takes two barriers.
inline void synchronise_everything(EmittedSchedule& schedule) {
  for (const Section section : run_sections) {
    Vector<ScheduleEntry> apart;
    for (const ScheduleEntry& entry : schedule[section]) {
      apart.push_back(entry);
      for (const OpDesc& op : {OpDesc::wait_vm(0), OpDesc::wait_lgkm(0), OpDesc::barrier(), OpDesc::barrier()}) {
        apart.push_back({.op = op, .time_slot = 0, .section = entry.section, .is_prefetch = false});
      }
    }
    schedule[section] = apart;
  }
}

inline void insert(Vector<ScheduleEntry>& entries, int place, const OpDesc& op) {
  Vector<ScheduleEntry> longer;
  for (int i = 0; i <= entries.size(); ++i) {
    if (i == place) longer.push_back({.op = op, .time_slot = 0, .section = Section::kernel, .is_prefetch = false});
    if (i < entries.size()) longer.push_back(entries[i]);
  }
  entries = longer;
}

}  // namespace stretto::executor
