#include "brute_force.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <tuple>

namespace stretto::modulo_test {

namespace {

std::size_t at(long index) { return static_cast<std::size_t>(index); }

/// The slots that a storage needs, found by trying.
long slots_by_trying(const ModuloStorage& storage, long ii, const std::vector<long>& starts) {
  long slots = 1;
  for (const StorageEnd& end : storage.ends) {
    while (starts[at(storage.write)] + ii * slots < starts[at(end.op)] + ii * end.distance + end.delay) ++slots;
  }
  return slots;
}

class BruteForce {
 public:
  BruteForce(const ModuloProblem& problem, long ii, long span)
      : problem_(problem), ii_(ii), span_(span), starts_(at(problem.size()), 0) {
    for (const ModuloResource& resource : problem.resources) possible_ = possible_ && ii % resource.turns == 0;
    if (possible_) place(0);
  }

  std::optional<ModuloCosts> best;

 private:
  void place(int op) {
    if (op == problem_.size()) {
      judge();
      return;
    }
    for (long start = 0; start <= span_; ++start) {
      starts_[at(op)] = start;
      if (edges_kept(op)) place(op + 1);
    }
  }

  [[nodiscard]] bool edges_kept(int op) const {
    return std::all_of(problem_.edges.begin(), problem_.edges.end(), [&](const ModuloEdge& edge) {
      return edge.from > op || edge.to > op ||
             starts_[at(edge.to)] + ii_ * edge.distance >= starts_[at(edge.from)] + edge.delay;
    });
  }

  void judge() {
    if (*std::min_element(starts_.begin(), starts_.end()) != 0) return;
    std::vector<int> slots;
    ModuloCosts costs;
    long tensor = 0;
    for (const ModuloStorage& storage : problem_.storages) {
      long count = slots_by_trying(storage, ii_, starts_);
      if (storage.fixed_slots > 0) {
        if (count > storage.fixed_slots) return;
        count = storage.fixed_slots;
      }
      if (count > storage.max_slots) return;
      if (storage.space == Space::shared) costs.shared += count * storage.bytes;
      if (storage.space == Space::registers) costs.registers += count * storage.bytes;
      if (storage.space == Space::tensor) tensor += count * storage.bytes;
      slots.push_back(static_cast<int>(count));
    }
    if (costs.shared > problem_.capacity.shared || costs.registers > problem_.capacity.registers ||
        tensor > problem_.capacity.tensor || !complaint(problem_, ii_, starts_, slots).empty()) {
      return;
    }
    for (long start : starts_) {
      costs.starts += start;
      costs.stages = std::max(costs.stages, start / ii_ + 1);
    }
    if (!best || order(costs) < order(*best)) best = costs;
  }

  static std::tuple<long, long, long, long> order(const ModuloCosts& costs) {
    return {costs.shared, costs.registers, costs.stages, costs.starts};
  }

  const ModuloProblem& problem_;
  long ii_;
  long span_;
  bool possible_ = true;
  std::vector<long> starts_;
};

}  // namespace

std::string complaint(const ModuloProblem& problem, long ii, const std::vector<long>& starts,
                      const std::vector<int>& slots) {
  if (starts.size() != at(problem.size())) return "a start is missing";
  for (const ModuloEdge& edge : problem.edges) {
    if (starts[at(edge.to)] + ii * edge.distance < starts[at(edge.from)] + edge.delay) {
      return "edge " + std::to_string(edge.from) + " to " + std::to_string(edge.to);
    }
  }
  std::map<std::pair<int, long>, int> held;
  for (const ModuloUse& use : problem.uses) {
    const ModuloResource& resource = problem.resources[use.resource];
    if (resource.limit == unlimited) continue;
    if (ii % resource.turns != 0) return "turns";
    const long period = ii / resource.turns;
    for (long cycle = 0; cycle < use.occupancy; ++cycle) {
      const long residue = ((starts[at(use.op)] + cycle) % period + period) % period;
      if (++held[{use.resource, residue}] > resource.limit) return "resource " + std::to_string(use.resource);
    }
  }
  for (int s = 0; s < problem.storages.size(); ++s) {
    if (slots_by_trying(problem.storages[s], ii, starts) > slots[at(s)]) return "storage " + std::to_string(s);
  }
  return "";
}

std::vector<long> plain(const Vector<long>& values) { return {values.begin(), values.end()}; }
std::vector<int> plain(const Vector<int>& values) { return {values.begin(), values.end()}; }

std::optional<ModuloCosts> best_costs(const ModuloProblem& problem, long ii, long span) {
  return BruteForce(problem, ii, span).best;
}

ModuloProblem random_problem(unsigned seed, int ops, bool storages) {
  std::mt19937 random(seed);
  const auto draw = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  ModuloProblem problem;
  const int resources = draw(1, 3);
  const bool turns = draw(0, 3) == 0;
  const int longest = draw(1, 4);
  for (int r = 0; r < resources; ++r) {
    problem.resources.push_back({"unit", draw(0, 2) == 0 ? draw(1, 3) : 1, turns ? draw(1, 2) : 1});
  }
  for (int i = 0; i < ops; ++i) {
    problem.ops.push_back({"op"});
    const int r = draw(0, resources - 1);
    problem.uses.push_back({i, r, draw(1, longest)});
    if (resources > 1 && draw(0, 2) == 0) problem.uses.push_back({i, (r + 1) % resources, draw(0, longest)});
  }
  for (int e = draw(1, ops + 3); e > 0; --e) {
    const int from = draw(0, ops - 1);
    const int to = draw(0, ops - 1);
    int distance = draw(1, 2);
    if (from < to) distance = draw(0, 3) == 0 ? 1 : 0;
    problem.edges.push_back({from, to, distance, draw(-1, 5)});
  }
  if (!storages) {
    // One recurrence through all ops leaves little freedom.
    for (int i = 0; i < ops && seed % 4 != 0; ++i) {
      problem.edges.push_back({i, (i + 1) % ops, i + 1 < ops ? 0 : 1, draw(0, 3)});
      if (draw(0, 1) == 0) problem.edges.push_back({draw(i, ops - 1), draw(0, i), 1, draw(-2, 4)});
    }
    return problem;
  }
  for (int s = draw(0, 2); s > 0; --s) {
    ModuloStorage storage;
    storage.space = static_cast<Space>(draw(0, 2));
    storage.bytes = draw(1, 4);
    storage.write = draw(0, ops - 1);
    for (int e = draw(1, 2); e > 0; --e) storage.ends.push_back({draw(0, ops - 1), draw(0, 1), draw(0, 4)});
    if (draw(0, 3) == 0) storage.fixed_slots = draw(1, 3);
    if (storage.fixed_slots == 0 && draw(0, 3) == 0) storage.max_slots = draw(1, 3);
    problem.storages.push_back(storage);
  }
  if (draw(0, 2) == 0) problem.capacity.shared = draw(3, 12);
  if (draw(0, 3) == 0) problem.capacity.registers = draw(3, 12);
  if (draw(0, 3) == 0) problem.capacity.tensor = draw(3, 12);
  return problem;
}

}  // namespace stretto::modulo_test
