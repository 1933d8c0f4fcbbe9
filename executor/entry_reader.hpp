// What the readers of the families share: synchronisation reads the same in all of them.
#pragma once

#include <initializer_list>
#include <string>

#include "emitted_schedule.hpp"

namespace stretto::executor {

/// Throws std::invalid_argument.
[[noreturn]] void refuse_entry(Section section, int entry, const std::string& why);

/// An instruction of this entry, with nothing in it yet.
Instruction at_entry(Section section, int entry);

/// Adds what a framework entry does: a wait, a barrier, or nothing. False for an op of the kernel.
bool add_sync(const OpDesc& op, const Instruction& place, Vector<Instruction>& out);

/// Rows of memory, so that every hardware operation has one. Throws when a weight is absurd.
int rows_for(std::initializer_list<int> weights);

Machine ping_pong_machine(const EmittedSchedule& schedule);
Machine four_wave_machine(const EmittedSchedule& schedule);
Machine single_buffer_machine(const EmittedSchedule& schedule);

}  // namespace stretto::executor
