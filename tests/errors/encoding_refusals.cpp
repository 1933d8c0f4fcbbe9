#include "refusal.hpp"
#include "variable_schedule.hpp"

namespace stretto::errors {

namespace {

/// Adds one wait at the head of the kernel.
struct OwnWait : VariableSchedule {
  OpDesc wait;

  [[nodiscard]] Vector<ScheduleEntry> transform_kernel(const Vector<ScheduleEntry>& kernel,
                                                       const Vector<OpDesc>&) const {
    Vector<ScheduleEntry> longer = {ScheduleEntry{wait}};
    longer.append(kernel);
    return longer;
  }
};

Diagnostic with_own_wait(const OpDesc& wait) {
  OwnWait schedule;
  schedule.wait = wait;
  return try_compile(schedule).error;
}

}  // namespace

std::vector<Refusal> encoding_refusals() {
  return {
      // Seven of eight prefetches stay in flight when the first fragment is read.
      {"four_wave_prologue",
       {Rule::wait_vm_field, 63, 62},
       [] {
         FourWaveSchedule schedule;
         schedule.geometry = make_geometry({.tile = {256, 256, 64}, .mma = {16, 16, 32}, .type = DataType::bf16});
         schedule.target = mi355x_target({.vm_per_load_a = 9, .vm_per_load_b = 9});
         return try_compile(schedule).error;
       },
       8},
      {"manual_vm_wait",
       {Rule::wait_vm_field, 63, 62},
       compiling([](S& s) {
         s.knobs.auto_waits = false;
         s.knobs.wait_vm_last = 63;
       }),
       13},
      {"own_vm_wait", {Rule::wait_vm_field, 64, 62}, [] { return with_own_wait(OpDesc::wait_vm(64)); }, 0},
      {"own_negative_wait", {Rule::negative_wait, -5, 0}, [] { return with_own_wait(OpDesc::wait_vm(-5)); }, 0},
      {"own_lgkm_wait", {Rule::wait_lgkm_field, 15, 14}, [] { return with_own_wait(OpDesc::wait_lgkm(15)); }, 0},
      {"ping_pong_with_fifteen_reads",
       {Rule::wait_lgkm_field, 15, 14},
       [] {
         return try_compile(DeclarativeSchedule<PingPongShape{.is_fp8 = false, .lgkm_a = 15, .lgkm_b = 4}>()).error;
       },
       3},
  };
}

}  // namespace stretto::errors
