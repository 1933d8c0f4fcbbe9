// The question to a peer: does this loop have a schedule at this II? The model is that of the file format: ops, edges,
// and resources, of which each op holds one for its occupancy. It has neither turns nor storages.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <stretto/stretto.hpp>

namespace stretto::peers {

enum class Verdict { yes, no, out_of_time };

struct Answer {
  Verdict verdict = Verdict::out_of_time;
  double seconds = 0;        // of solving, without starting the solver and reading the model
  std::vector<long> starts;  // if yes
};

/// A solver with an encoding. `seconds` is the time limit.
struct Peer {
  std::string encoding;
  std::function<Answer(const ModuloProblem&, long ii, double seconds)> ask;
};

struct PeerResult {
  bool solved = false;
  long refuted = 0;  // the largest II that was refuted
  long ii = 0;       // if solved
  double seconds = 0;
  std::string wrong;  // the constraint that the starts violate, if any
};

/// Asks for one II after another, starting at `first`, until there is a schedule or the time limit is reached.
PeerResult smallest_interval(const Peer& peer, const ModuloProblem& problem, long first, double seconds);

/// The constraint that the starts violate, checked cycle by cycle from the definition; empty if there is none.
std::string broken_constraint(const ModuloProblem& problem, long ii, const std::vector<long>& starts);

/// The number of units that one op holds at a residue, `age` cycles after its own residue; an op may take longer than
/// II.
constexpr long units_held(int occupancy, long age, long ii) {
  return age < occupancy ? (occupancy - age + ii - 1) / ii : 0;
}

/// The uses of limited resources, by resource.
std::vector<std::vector<ModuloUse>> limited_uses(const ModuloProblem& problem);

/// For each op, whether it uses a limited resource.
std::vector<bool> limited_ops(const ModuloProblem& problem);

/// If there is a schedule at this II, there is one with starts from 0 to below this value: given the residues of
/// limited ops, the earliest starts follow paths, and a path enters each op once.
long horizon(const ModuloProblem& problem, long ii);

}  // namespace stretto::peers
