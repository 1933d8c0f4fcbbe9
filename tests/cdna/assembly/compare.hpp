// Compares a kernel's assembly with what its plan requires.
//
// Waves run the assembly (audit/amdgcn/machine.hpp) with different trip counts. Each event must be an instruction of
// the next group of the schedule: loads with their descriptor, their bytes of global memory and of LDS, reads with
// their addresses, matrix instructions with the registers of their fragments and sums.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "audit/amdgcn/assembly.hpp"
#include "audit/amdgcn/machine.hpp"
#include "expected.hpp"

namespace stretto::assembly {

/// Matrices, their sizes, and the wave that is compared.
struct GemmLaunch {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::uint64_t c = 0;
  int m = 0;
  int n = 0;
  int k = 0;
  int workgroup_x = 0;
  int workgroup_y = 0;
  int wave = 0;

  [[nodiscard]] Launch start() const;
};

/// One wave's run, and how many trips it made.
struct WaveRun {
  GemmLaunch launch;
  int trips = 0;
  Trace trace;
};

/// Runs with no, one and three trips, of waves in both rows of the grid.
std::vector<WaveRun> run_waves(const Kernel& kernel, const LoopRange& loop, const ExpectedKernel& expected);

/// Instructions in the loop's body.
struct LoopCounts {
  int mfma = 0;
  int reads = 0;
  int writes = 0;
  int loads = 0;
  int vm_waits = 0;  // the schedule's
  int lgkm_waits = 0;
  int barriers = 0;
  int priorities = 0;
};

struct Comparison {
  std::vector<std::string> refusals;  // empty: the assembly is what the schedule says
  LoopCounts counts;
  std::vector<std::string> added_waits;          // in the loop: "lgkmcnt(3) in multiply A0 B0"
  std::vector<std::string> added_waits_outside;  // in prologue and epilogue
  std::map<std::string, int> added;              // other instructions in the loop, by name
  std::map<std::string, int> reordered;          // in the loop: instructions that are not in their place, by group
  int moved_across_barriers = 0;                 // matrix instructions, where groups need not keep their order
};

/// Do both report the same additions and moves by the compiler?
bool same_report(const Comparison& x, const Comparison& y);

/// Compares the runs with the schedule.
Comparison compare(const Kernel& kernel, const LoopRange& loop, const std::vector<WaveRun>& runs,
                   const ExpectedKernel& expected);

/// Checks spills, registers and LDS against the chip and the tile.
std::vector<std::string> check_resources(const Kernel& kernel, const LoopRange& loop, const ExpectedKernel& expected);

}  // namespace stretto::assembly
