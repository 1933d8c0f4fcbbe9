// One step of a pipeline's program, with everything a kernel author needs to write it.
#pragma once

#include <string>
#include <vector>

#include <stretto/pipeline/pipeline.hpp>

namespace stretto::tool {

struct ListedAccess {
  std::string buffer;
  AccessMode mode = AccessMode::read;
  std::string slot;       // an expression in the trip index i
  std::string iteration;  // the iteration whose version it is; an expression in i
  int part = -1;          // the part that this workgroup of a cluster loads
};

struct ListedStep {
  std::string kind;       // op, wait, barrier, await, arrive
  std::string name;       // of the op; of the counter; of the phase barrier
  std::string iteration;  // of an op: an expression in i
  std::string slot;       // of the phase barrier
  std::string parity;     // await
  std::string counter;    // of an asynchronous op or arrival
  int part = -1;          // of an op that the target executes in parts
  int count = 0;          // wait
  int bytes = 0;          // expected by an arrival, or loaded
  int workgroup = 0;      // of the cluster, that owns the phase barrier or memory; workgroup 0 executes the step
  std::vector<ListedAccess> accesses;
};

/// The steps of one section, in order. In the prologue i is 0; in the epilogue, the number of the role's trips.
std::vector<ListedStep> listed_steps(const Pipeline& pipe, const WaveProgram& program, int role, Section section);

/// How many iterations an op runs ahead: trip i executes iteration i + this many.
int executed_before(const Role& role, Section section, int index);

/// One line, without a newline.
std::string text(const ListedStep& step);

}  // namespace stretto::tool
