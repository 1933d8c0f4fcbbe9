// A program of the general model from what the waves of a workgroup do. Each wave is a role. Loads, LDS accesses,
// waits, barriers and the first touch of registers that a load brings become steps; everything else is left out.
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

/// Bytes of the LDS that an instruction reads and that nothing writes.
struct UnwrittenRead {
  int instruction = 0;
  int wave = 0;
  int first_byte = 0;
};

/// An instruction with which several waves write the same bytes at the same time.
struct SharedWrite {
  int instruction = 0;
  bool same_data = true;   // they write the same
  bool from_loop = false;  // in the loop, or behind it: whether they do may depend on the number of iterations
};

/// The program points to names that this object owns.
class KernelProgram {
 public:
  KernelProgram(const assembly::Kernel& kernel, const std::vector<assembly::Trace>& traces, const KernelLoop& loop,
                const CounterLimits& limits);
  KernelProgram(KernelProgram&&) = default;
  KernelProgram& operator=(KernelProgram&&) = default;
  KernelProgram(const KernelProgram&) = delete;
  KernelProgram& operator=(const KernelProgram&) = delete;

  WaveProgram program;
  KernelLoop loop;                       // as the program has it: without one, it is a straight line
  std::vector<UnwrittenRead> unwritten;  // their places are left out of the program
  std::vector<SharedWrite> shared;       // the program has a part of the bytes for each of the waves

  [[nodiscard]] const assembly::Kernel& kernel() const { return *kernel_; }
  /// The instruction that a step stands for.
  [[nodiscard]] const assembly::Instruction& instruction(const StepInstance& step) const;
  /// "LDS bytes 1024 to 1535", "v[4:7]".
  [[nodiscard]] std::string place(int buffer, int subtile) const;

 private:
  friend class KernelProgramMaker;

  const assembly::Kernel* kernel_;
  std::deque<std::string> names_;
  CellMap bytes_;
  CellMap registers_;
  std::vector<std::vector<int>> cells_;  // by buffer and subtile: the cell
  int register_buffer_ = -1;
};

/// Names steps by their line in the assembly: "kernel[214] ds_read_b128 v[2:5], v1".
class InstructionNames : public StepNames {
 public:
  explicit InstructionNames(const KernelProgram& of) : StepNames(of.program), of_(of) {}
  [[nodiscard]] Text place(const Hazard& hazard) const override;

 protected:
  [[nodiscard]] Text op(const StepInstance& step) const override;

 private:
  const KernelProgram& of_;
};

}  // namespace stretto::audit
