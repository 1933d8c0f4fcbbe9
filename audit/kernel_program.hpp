// Makes a wave program from the traces of a workgroup's waves. Each wave becomes a role. Loads, LDS accesses, waits,
// barriers, and the first access to each register that a load fills become steps; everything else is left out.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include <stretto/verify/step_names.hpp>

#include "audit/amdgcn/assembly.hpp"
#include "audit/amdgcn/machine.hpp"
#include "audit/cells.hpp"
#include "audit/kernel_loop.hpp"

namespace stretto::audit {

/// The bytes of the LDS that an event touches.
Footprint bytes_of(const assembly::Event& e);

/// An instruction reads LDS bytes that no instruction writes.
struct UnwrittenRead {
  int instruction = 0;
  int wave = 0;
  int first_byte = 0;
};

/// An instruction by which several waves, or several lanes of one wave, write the same bytes at the same time.
struct SharedWrite {
  int instruction = 0;
  bool by_lanes = false;   // by several lanes of one wave, instead of several waves
  bool same_data = true;   // they write equal values
  bool from_loop = false;  // in or after the loop: whether they write the same bytes may depend on the trip count
  int other_order = -1;    // another instruction by which they write these bytes; some write by it first, some last

  friend bool operator==(const SharedWrite&, const SharedWrite&) = default;
};

/// What a program models.
enum class Modelled : unsigned char {
  all,        // LDS and registers; a wave's operations may overtake each other
  queues,     // the LDS only; a wave's DS operations take effect in order
  registers,  // registers only
};

/// `program` points to names that this object owns.
class KernelProgram {
 public:
  KernelProgram(const assembly::Kernel& kernel, const std::vector<assembly::Trace>& traces, const KernelLoop& loop,
                const CounterLimits& limits, Modelled modelled = Modelled::all);
  KernelProgram(KernelProgram&&) = default;
  KernelProgram& operator=(KernelProgram&&) = default;
  KernelProgram(const KernelProgram&) = delete;
  KernelProgram& operator=(const KernelProgram&) = delete;

  WaveProgram program;
  KernelLoop loop;  // the program's kernel section; if no loop was found, all steps are in the prologue
  std::vector<UnwrittenRead> unwritten;  // these reads are left out of the program
  std::vector<SharedWrite> shared;       // in the program, the set of waves counts as one writer
  bool needs_queues = false;             // this program is not proven, but those of queues and of registers are

  [[nodiscard]] const assembly::Kernel& kernel() const { return *kernel_; }
  /// The instruction that a step stands for.
  [[nodiscard]] const assembly::Instruction& instruction(const StepInstance& step) const;
  /// Events of different waves in program order: how many instructions that all waves execute equally often come up to
  /// it.
  [[nodiscard]] int position(const StepInstance& step) const;
  /// "LDS bytes 1024 to 1535", "v[4:7]".
  [[nodiscard]] std::string place(int buffer, int subtile) const;
  /// The number of a place's bytes in the LDS; -1: it is in registers. Places of different buffers may be the same
  /// bytes.
  [[nodiscard]] int lds_cell(int buffer, int subtile) const;
  /// The bytes of the LDS that a place stands for; null for registers.
  [[nodiscard]] const Footprint* lds_bytes(int buffer, int subtile) const;

 private:
  friend class KernelProgramMaker;

  const assembly::Kernel* kernel_;
  std::deque<std::string> names_;
  CellMap bytes_;
  CellMap registers_;
  std::vector<std::vector<int>> cells_;                  // by buffer and subtile: the cell
  std::vector<PerSection<std::vector<int>>> positions_;  // by role, section and step
  int register_buffer_ = -1;
};

/// Names steps by their line in the assembly: "kernel[214] ds_read_b128 v[2:5], v1".
class InstructionNames : public StepNames {
 public:
  explicit InstructionNames(const KernelProgram& of) : StepNames(of.program), of_(of) {}
  [[nodiscard]] Text place(const Hazard& hazard) const override;
  /// "execution 3", of an instruction that the wave executes several times.
  [[nodiscard]] Text when(const StepInstance& step) const override;
  /// "4 executions of the loop".
  [[nodiscard]] Text length(int trips) const override;

 protected:
  [[nodiscard]] Text op(const StepInstance& step) const override;

 private:
  const KernelProgram& of_;
};

}  // namespace stretto::audit
