#include "peer.hpp"

#include <algorithm>

namespace stretto::peers {

PeerResult smallest_interval(const Peer& peer, const ModuloProblem& problem, long first, double seconds) {
  PeerResult result;
  result.refuted = first - 1;
  for (long ii = first;; ++ii) {
    const Answer answer = peer.ask(problem, ii, seconds - result.seconds);
    result.seconds += answer.seconds;
    if (answer.verdict == Verdict::out_of_time || result.seconds > seconds) return result;
    if (answer.verdict == Verdict::no) {
      result.refuted = ii;
      continue;
    }
    result.solved = true;
    result.ii = ii;
    result.wrong = broken_constraint(problem, ii, answer.starts);
    return result;
  }
}

std::string broken_constraint(const ModuloProblem& problem, long ii, const std::vector<long>& starts) {
  if (static_cast<int>(starts.size()) != problem.size()) return "not every op has a start";
  const auto start = [&](int op) { return starts[static_cast<std::size_t>(op)]; };
  for (const ModuloEdge& edge : problem.edges) {
    if (start(edge.to) + ii * edge.distance >= start(edge.from) + edge.delay) continue;
    return "edge from op " + std::to_string(edge.from) + " to op " + std::to_string(edge.to);
  }
  std::vector<std::vector<long>> held(static_cast<std::size_t>(problem.resources.size()),
                                      std::vector<long>(static_cast<std::size_t>(ii), 0));
  for (const ModuloUse& use : problem.uses) {
    for (long cycle = start(use.op); cycle < start(use.op) + use.occupancy; ++cycle) {
      const long residue = (cycle % ii + ii) % ii;
      const long now = ++held[static_cast<std::size_t>(use.resource)][static_cast<std::size_t>(residue)];
      if (now <= problem.resources[use.resource].limit) continue;
      return "resource " + std::to_string(use.resource) + " at residue " + std::to_string(residue);
    }
  }
  return "";
}

std::vector<std::vector<ModuloUse>> limited_uses(const ModuloProblem& problem) {
  std::vector<std::vector<ModuloUse>> uses(static_cast<std::size_t>(problem.resources.size()));
  for (const ModuloUse& use : problem.uses) {
    const bool limited = problem.resources[use.resource].limit < unlimited && use.occupancy > 0;
    if (limited) uses[static_cast<std::size_t>(use.resource)].push_back(use);
  }
  return uses;
}

std::vector<bool> limited_ops(const ModuloProblem& problem) {
  std::vector<bool> limited(static_cast<std::size_t>(problem.size()), false);
  for (const auto& uses : limited_uses(problem)) {
    for (const ModuloUse& use : uses) limited[static_cast<std::size_t>(use.op)] = true;
  }
  return limited;
}

long horizon(const ModuloProblem& problem, long ii) {
  std::vector<long> step(static_cast<std::size_t>(problem.size()), 0);
  for (const ModuloEdge& edge : problem.edges) {
    long& most = step[static_cast<std::size_t>(edge.to)];
    most = std::max(most, edge.delay - ii * edge.distance);
  }
  const std::vector<bool> limited = limited_ops(problem);
  long sum = 1;
  for (std::size_t op = 0; op < step.size(); ++op) sum += step[op] + (limited[op] ? ii - 1 : 0);
  return sum;
}

}  // namespace stretto::peers
