// One step of a pipeline's program, with all that a kernel's author needs to write it.
#pragma once

#include <string>
#include <vector>

#include <stretto/pipeline/pipeline.hpp>

namespace stretto::tool {

struct ListedAccess {
  std::string buffer;
  AccessMode mode = AccessMode::read;
  std::string slot;       // an expression in the trip index i
  std::string iteration;  // likewise: whose version it is
  int part = -1;          // of a buffer that each workgroup of a cluster brings a part of
};

struct ListedStep {
  std::string kind;       // op, wait, barrier, await, arrive
  std::string name;       // of the op; of the counter; of the phase barrier
  std::string iteration;  // of an op: an expression in i
  std::string slot;       // of the phase barrier
  std::string parity;     // await
  std::string counter;    // of an asynchronous op or arrival
  int part = -1;          // of an op that the target takes in parts
  int count = 0;          // wait
  int bytes = 0;          // expected, or that a load brings
  int workgroup = 0;      // of the cluster, at whose phase barrier or memory it is; the step is of workgroup 0
  std::vector<ListedAccess> accesses;
};

/// The steps of one phase, in order. In the prologue i is 0; in the epilogue, the number of the role's trips.
std::vector<ListedStep> listed_steps(const Pipeline& pipe, const WaveProgram& program, int role, Section section);

/// An op's iteration is how often it has been executed before: in trip i, i + this many.
int executed_before(const Role& role, Section section, int index);

/// One line, without its end.
std::string text(const ListedStep& step);

}  // namespace stretto::tool
