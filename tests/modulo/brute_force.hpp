// The independent checker: constraints checked cycle by cycle, and every schedule of a small loop enumerated.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <stretto/modulo/schedule.hpp>

namespace stretto::modulo_test {

/// Empty if the starts satisfy every edge, limit and slot count; otherwise what is wrong.
std::string complaint(const ModuloProblem& problem, long ii, const std::vector<long>& starts,
                      const std::vector<int>& slots);

std::vector<long> plain(const Vector<long>& values);
std::vector<int> plain(const Vector<int>& values);

/// The best costs at one II among the starts within [0, span]; nothing when there is no schedule. Capacities count.
std::optional<ModuloCosts> best_costs(const ModuloProblem& problem, long ii, long span);

/// A small loop with every feature: occupancies, limits, turns, several uses per op, storages, capacities.
ModuloProblem random_problem(unsigned seed, int ops, bool storages);

}  // namespace stretto::modulo_test
