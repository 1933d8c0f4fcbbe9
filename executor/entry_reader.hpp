// Shared by the readers of all families: synchronisation has the same meaning in all of them.
#pragma once

#include <initializer_list>
#include <string>

#include "emitted_schedule.hpp"

namespace stretto::executor {

/// Throws std::invalid_argument.
[[noreturn]] void refuse_entry(Section section, int entry, const std::string& why);

/// An empty instruction for this entry.
Instruction at_entry(Section section, int entry);

/// Adds the instruction of a framework entry: a wait, a barrier, or nothing. Returns false for an op of the kernel.
bool add_sync(const OpDesc& op, const Instruction& place, Vector<Instruction>& out);

/// Makes the instruction a load from global memory, of the transfers that are added next.
void begin_fetch(Instruction& out, const Machine& machine, int weight, int transfers);

/// The same for a copy between LDS and registers.
void begin_move(Instruction& out, const Machine& machine, int weight, int transfers);

/// The number of rows that gives every hardware operation at least one. Throws if a weight is absurd.
int rows_for(std::initializer_list<int> weights);

Machine ping_pong_machine(const EmittedSchedule& schedule);
Machine four_wave_machine(const EmittedSchedule& schedule);
Machine single_buffer_machine(const EmittedSchedule& schedule);

}  // namespace stretto::executor
