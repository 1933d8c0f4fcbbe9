// What the target of a program file can do: its instructions, its registers and its named barriers.
#pragma once

#include <string>
#include <vector>

#include <stretto/gpu/gpu.hpp>

#include "json/object_reader.hpp"

namespace stretto::tool {

/// Throws InputError if the target has no such step. `verb`: as in the file, or "fence proxy"; `counter`: that the step
/// uses; `target` may be null.
void require_on_target(const Gpu* target, const std::string& verb, Counter counter, const JsonPlace& place);

/// The registers of each thread of a role, where the program says them.
struct ThreadRegisters {
  int most = 0;   // at any time; 0: not said
  int now = 0;    // at launch, or by the last setmaxnreg
  int warps = 0;  // of a wave; 0: not said
};

/// Throws InputError if the registers of a workgroup at launch, and those that its pool has, are more than the register
/// file. `roles`: of each role; `file`: the place of the program.
void check_register_file(const Gpu& target, const WaveProgram& program, const std::vector<ThreadRegisters>& roles,
                         int launch_registers, const JsonPlace& file);

/// Throws InputError if a wave's registers cannot hold a buffer that its role accesses, or the registers of a workgroup
/// the largest buffer of every wave. Several buffers of a wave may share registers, as long as they do not hold values
/// at the same time; that is up to the compiler. `buffers`: the place of the declarations.
void check_registers(const Gpu& target, const WaveProgram& program, const std::vector<ThreadRegisters>& roles,
                     const JsonPlace& buffers);

/// Registers of a thread, as setmaxnreg takes them.
long read_thread_registers(ObjectReader& reader, const std::string& key, const Parameters& parameters);

/// Throws InputError if a workgroup has more named barriers than the target. `barriers`: the place of the declarations.
void check_named_barriers(const Gpu& target, const WaveProgram& program, const JsonPlace& barriers);

}  // namespace stretto::tool
