// Identity: the declaration order, for schedules that order their body by hand.
#pragma once

#include <stretto/mojo/graph/loop_body.hpp>

namespace stretto {

namespace detail {

/// 0, 1, ..., size - 1.
constexpr Vector<int> identity_order(int size) {
  Vector<int> order;
  order.reserve(size);
  for (int i = 0; i < size; ++i) order.push_back(i);
  return order;
}

}  // namespace detail

/// The declaration order of a body.
constexpr Vector<int> identity_schedule(const LoopBody& body) { return detail::identity_order(body.size()); }

}  // namespace stretto
