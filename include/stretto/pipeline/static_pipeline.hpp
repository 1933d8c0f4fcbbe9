// A pipeline as a constant, for a kernel: scheduled, synchronised and proven at compile time.
//
//   struct Gemm {
//     static constexpr Loop declare() { return loops::gemm({.m = 128, .n = 256, .k = 64}); }
//     static constexpr Gpu target() { return targets::h200; }
//   };
//   struct Plan {
//     static constexpr auto pipe = pipeline<Gemm>();
//   };
//   static_assert(Plan::pipe.ii == 1024 && Plan::pipe.slots("A") == 3);
//   // ...
//   run<Plan, consumer>(iterations, [&](auto entry, int i) {
//     if constexpr (entry.value.action == Action::await) await(entry.value.barrier, entry.value.version(i));
//     // Likewise for multiplications, waits and arrivals.
//   });
//
// The declaration may also have `static constexpr PipelineOptions options()`. With a member `plan`, a `GivenSchedule`
// that `stretto plan` wrote, the compiler does not search: it checks the plan, and verifies its programs as always.
//
// All workgroups of a cluster run these programs. An entry that acts on all of them appears once, with `everywhere`
// set. `run` is in program/run.hpp; a persistent kernel uses the one in program/ring_cursor.hpp.
//
// A loop that cannot be scheduled, or whose synchronisation is not proven, is a compile error that names the rule.
#pragma once

#include <stretto/pipeline/planned_pipeline.hpp>
#include <stretto/pipeline/schedule_constant.hpp>
