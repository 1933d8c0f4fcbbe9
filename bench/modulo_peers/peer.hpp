// What a peer is asked: has this loop a schedule at this II? The model is the file format's: ops, edges, and resources
// of which each op holds one for its occupancy; neither turns nor storages.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <stretto/stretto.hpp>

namespace stretto::peers {

enum class Verdict { yes, no, out_of_time };

struct Answer {
  Verdict verdict = Verdict::out_of_time;
  double seconds = 0;        // of solving; the solver's start and the reading of the model do not count
  std::vector<long> starts;  // when yes
};

/// A solver with an encoding. `seconds` is the most that it may take.
struct Peer {
  std::string encoding;
  std::function<Answer(const ModuloProblem&, long ii, double seconds)> ask;
};

struct PeerResult {
  bool solved = false;
  long refuted = 0;  // the largest II that was refuted
  long ii = 0;       // when solved
  double seconds = 0;
  std::string wrong;  // how the starts break the model, if they do
};

/// Asks for one II after the other from `first` on, until there is a schedule or the time is up.
PeerResult smallest_interval(const Peer& peer, const ModuloProblem& problem, long first, double seconds);

/// The constraint that the starts break, cycle by cycle from the definition; empty when they break none.
std::string broken_constraint(const ModuloProblem& problem, long ii, const std::vector<long>& starts);

/// How many units one op holds at a residue, `age` cycles after its own; an op may outlast II.
constexpr long units_held(int occupancy, long age, long ii) {
  return age < occupancy ? (occupancy - age + ii - 1) / ii : 0;
}

/// The uses of resources that can run out, by resource.
std::vector<std::vector<ModuloUse>> limited_uses(const ModuloProblem& problem);

/// For each op whether it uses a resource that can run out.
std::vector<bool> limited_ops(const ModuloProblem& problem);

/// If there is a schedule at this II, there is one with starts from 0 up to below this: given the residues of limited
/// ops, the earliest starts follow paths, and a path enters each op once.
long horizon(const ModuloProblem& problem, long ii);

}  // namespace stretto::peers
