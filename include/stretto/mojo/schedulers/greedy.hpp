// Greedy: part by part, always the lowest index whose same-iteration predecessors in that part are placed.
#pragma once

#include <stretto/mojo/graph/loop_body.hpp>

namespace stretto {

/// Orders `parts` equal parts of the body one after another: 2 for the halves of a double-buffer body.
constexpr Vector<int> greedy_schedule(const LoopBody& body, int parts = 2) {
  const auto predecessors = detail::same_iteration_neighbours(body, detail::Direction::predecessors);
  const int n = body.size();
  Vector<int> order;
  order.reserve(n);
  Vector<char> done(n, 0);
  for (int part = 0; part < parts; ++part) {
    const int begin = part * n / parts;
    const int end = (part + 1) * n / parts;
    while (order.size() < end) {
      int chosen = -1;
      for (int op = begin; op < end && chosen < 0; ++op) {
        if (done[op] != 0) continue;
        bool ready = true;
        for (int k = predecessors.first[op]; k < predecessors.first[op + 1] && ready; ++k) {
          const int before = predecessors.neighbours[k];
          ready = before < begin || before >= end || done[before] != 0;
        }
        if (ready) chosen = op;
      }
      if (chosen < 0) return order;  // happens only with a same-iteration cycle, which `validate` reports
      done[chosen] = 1;
      order.push_back(chosen);
    }
  }
  return order;
}

}  // namespace stretto
