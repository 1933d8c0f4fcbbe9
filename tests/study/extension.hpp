// Adds features beyond loops and phase barriers to a program without them: setup and teardown, slots and parities that
// rotate with the trips of a run or with runs, overlapping buffers, global memory, bulk stores with their two waits,
// roles that take part in only some runs, sums that begin anew in each run, scalar loads, initialised mbarriers, tensor
// maps, pooled registers, values in the registers of others, workgroups and the cluster barrier.
//
// Most features are added in such a way that a correct program stays correct.
#pragma once

#include <stretto/program/wave_program.hpp>

#include "../dice.hpp"

namespace stretto::study {

/// Which features programs use.
enum class Features : unsigned char {
  plain,  // loops, counters, barriers and fences
  all,
};

/// Adds some of the features. No two steps may share accesses.
void extend(Dice& dice, WaveProgram& program);

/// Changes one of these features, or one of the fences; false if the program has nothing to change there.
bool damage_extension(Dice& dice, WaveProgram& program);

/// A cluster barrier can have only one form. Restores that form, and the steps that use the barrier, after a change.
void restore_cluster_barrier(WaveProgram& program);

}  // namespace stretto::study
