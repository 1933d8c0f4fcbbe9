// Features beyond loops and phase barriers, added to a program that has none of them: setup and teardown, slots and
// parities that rotate with the trips of a run or with runs, buffers that overlap, global memory, bulk stores that are
// waited for twice, roles that take part in some runs only, sums that begin anew in each run, scalar loads, initialised
// mbarriers, tensor maps, registers in a pool, values in the registers of others, workgroups and the cluster barrier.
//
// Each feature is mostly added so that a right program stays right.
#pragma once

#include <stretto/program/wave_program.hpp>

#include "../dice.hpp"

namespace stretto::study {

/// Which features programs use.
enum class Features : unsigned char {
  plain,  // loops, counters, barriers and fences
  all,
};

/// Adds some of the features. Every step must have accesses of its own.
void extend(Dice& dice, WaveProgram& program);

/// Changes one of these features, or one of the fences; false if the program has nothing to change there.
bool damage_extension(Dice& dice, WaveProgram& program);

/// A cluster barrier can have one form only: after a change it has that one again, and so do the steps that use it.
void restore_cluster_barrier(WaveProgram& program);

}  // namespace stretto::study
