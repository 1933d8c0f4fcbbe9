// Program order across waves. Which of two accesses of different waves comes first between two barriers is a guess of
// the wave program (KernelProgram): no execution decides it. Reports name the access first that comes first in the
// code, as one wave would execute both.
#pragma once

#include <stretto/verify/hazard.hpp>

#include "audit/kernel_program.hpp"

namespace stretto::audit {

/// How many barriers a step has before it, from the start of the program.
int barriers_before(const WaveProgram& program, const StepInstance& step);

/// True if `x` comes before `y` in the code as it is executed: in an earlier section or trip; else after fewer
/// instructions that all waves execute; else by its line.
bool precedes(const KernelProgram& of, const StepInstance& x, const StepInstance& y);

/// True if some wave writes the bytes of a hazard before a step, in program order.
bool written_before(const KernelProgram& of, const StepInstance& step, const Hazard& hazard);

/// Rewrites the races between two accesses that no barrier separates: the one that comes first in program order becomes
/// the first. A read of uninitialised data is left out where it follows from the guess, or from one of `in_queues`, the
/// pairs in one queue of a wave.
/// `program` is the program of `of`, or the same without some of its waits and barriers.
void put_in_program_order(const KernelProgram& of, const WaveProgram& program, const std::vector<Hazard>& in_queues,
                          Verification& found);

}  // namespace stretto::audit
