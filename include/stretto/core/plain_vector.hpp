// PlainVector: a vector in place. A Vector cannot outlive the constant evaluation that made it, so a compilation that
// runs as several evaluations passes its results on in these.
#pragma once

#include <stretto/core/diagnostic.hpp>
#include <stretto/core/vector.hpp>

namespace stretto {

/// Consecutive elements of a list.
struct PlainRange {
  int first = 0;  ///< index of the first
  int count = 0;  ///< how many there are
};

/// At most `Capacity` elements, without dynamic memory.
template <class T, int Capacity>
struct PlainVector {
  static constexpr int capacity = Capacity;  ///< the most elements that it can hold

  T items[Capacity > 0 ? Capacity : 1]{};  ///< the elements; those from `count` on are unused
  int count = 0;                           ///< how many there are

  /// The number of elements.
  [[nodiscard]] constexpr int size() const { return count; }
  /// Is there room for `more` elements?
  [[nodiscard]] constexpr bool fits(int more) const { return more <= Capacity - count; }
  /// Appends an element; there must be room for it.
  constexpr T& push_back(const T& item) { return items[count++] = item; }
  /// Appends all elements of a list; there must be room for them.
  template <class List>
  constexpr void append(const List& list) {
    for (const T& item : list) push_back(item);
  }
  /// Element i, unchecked.
  constexpr const T& operator[](int i) const { return items[i]; }
  /// For range-based loops.
  constexpr const T* begin() const { return items; }
  /// For range-based loops.
  constexpr const T* end() const { return items + count; }
  /// The same elements in dynamic memory, for one evaluation.
  [[nodiscard]] constexpr Vector<T> in_memory() const {
    Vector<T> out;
    out.reserve(count);
    for (const T& item : *this) out.push_back(item);
    return out;
  }
};

namespace detail {

/// Appends all elements of a list, or refuses those that do not fit.
template <class T, int Capacity>
constexpr Diagnostic add_all(PlainVector<T, Capacity>& to, const Vector<T>& list, Rule too_many) {
  if (!to.fits(list.size())) return {too_many, to.size() + list.size(), Capacity};
  to.append(list);
  return {};
}

}  // namespace detail

}  // namespace stretto
