// Vector: a growable array for constant evaluation.
//
// std::vector is not usable in constant expressions with every compiler (libstdc++ 12 under clang, nvcc), and is slow
// there with all of them. This class is cheap to evaluate, has no fixed capacity, and its sizes are int. A Vector
// cannot outlive a constant evaluation: results leave it as exact-size arrays (mojo/compiler/compile_schedule.hpp).
//
// Constant evaluation counts statements and calls, and much of it goes through this class. So its members have few
// statements, and repeat them rather than call each other.
#pragma once

#include <initializer_list>
#include <type_traits>

#include <stretto/core/platform.hpp>

// std::allocator and std::construct_at are in <memory>, which takes longer to parse than this library: 1.5 s of nvcc's
// time. libstdc++ has both in small headers of its own.
#if defined(_GLIBCXX_RELEASE) && __has_include(<bits/allocator.h>) && __has_include(<bits/stl_construct.h>)
#include <bits/allocator.h>
#include <bits/stl_construct.h>
#else
#include <memory>
#endif

namespace stretto {

/// A growable array in contiguous memory. Element access is unchecked.
template <class T>
class Vector {
 public:
  constexpr Vector() = default;

  /// `count` copies of a value.
  constexpr explicit Vector(int count, const T& value = T{}) {
    reserve(count);
    while (size_ < count) put(value);
  }

  /// The given values, in order.
  constexpr Vector(std::initializer_list<T> values) {
    reserve(static_cast<int>(values.size()));
    for (const T& value : values) put(value);
  }

  constexpr Vector(const Vector& other) {
    if (other.size_ > 0) copy(other);
  }

  constexpr Vector(Vector&& other) noexcept : data_(other.data_), size_(other.size_), capacity_(other.capacity_) {
    other.forget();
  }

  constexpr Vector& operator=(const Vector& other) {
    if (this != &other) {
      clear();
      if (other.size_ > 0) copy(other);
    }
    return *this;
  }

  constexpr Vector& operator=(Vector&& other) noexcept {
    if (this != &other) {
      if (data_ != nullptr) release();
      data_ = other.data_;
      size_ = other.size_;
      capacity_ = other.capacity_;
      other.forget();
    }
    return *this;
  }

  constexpr ~Vector() {
    if (data_ != nullptr) release();
  }

  /// The number of elements.
  [[nodiscard]] constexpr int size() const { return size_; }
  /// Is the size 0?
  [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
  /// Element i, 0 to size() - 1.
  constexpr T& operator[](int i) { return data_[i]; }
  /// Element i, 0 to size() - 1.
  constexpr const T& operator[](int i) const { return data_[i]; }
  /// For range-based loops.
  constexpr T* begin() { return data_; }
  /// For range-based loops.
  constexpr T* end() { return data_ + size_; }
  /// For range-based loops.
  constexpr const T* begin() const { return data_; }
  /// For range-based loops.
  constexpr const T* end() const { return data_ + size_; }
  /// The last element; there must be one.
  constexpr T& back() { return data_[size_ - 1]; }
  /// The last element; there must be one.
  constexpr const T& back() const { return data_[size_ - 1]; }

  /// Adds a copy at the end; the value may be an element of this vector.
  constexpr void push_back(const T& value) {
    if (size_ == capacity_) {
      // `value` may be in the storage that is about to move, so it must be copied first.
      const T copy = value;  // NOLINT(performance-unnecessary-copy-initialization)
      reserve(capacity_ == 0 ? 8 : 2 * capacity_);
      return put(copy);
    }
    if constexpr (plain)
      data_[size_++] = value;
    else
      std::construct_at(data_ + size_++, value);
  }

  /// Adds `count` elements without values and returns the first of them. The caller must write them.
  constexpr T* extend(int count)
    requires(std::is_scalar_v<T>)
  {
    if (size_ + count > capacity_) reserve(size_ + count > 2 * capacity_ ? size_ + count : 2 * capacity_);
    size_ += count;
    return data_ + size_ - count;
  }

  /// Moves a value to the end.
  constexpr void take(T&& value) {
    if (size_ == capacity_) reserve(capacity_ == 0 ? 8 : 2 * capacity_);
    if constexpr (plain)
      data_[size_++] = value;
    else
      std::construct_at(data_ + size_++, static_cast<T&&>(value));
  }

  /// Adds copies of all elements of another vector, or of this one.
  constexpr void append(const Vector& other) {
    const int count = other.size_;  // `other` may be this vector
    const int needed = size_ + count;
    if (needed > capacity_) reserve(needed > 2 * capacity_ ? needed : 2 * capacity_);
    for (int i = 0; i < count; ++i) put(other.data_[i]);
  }

  /// Removes the last element; there must be one.
  constexpr void pop_back() {
    --size_;
    if constexpr (!std::is_trivially_destructible_v<T>) std::destroy_at(data_ + size_);
  }

  // Trivially destructible elements are not visited: constant evaluation limits the number of steps.
  /// Removes all elements and keeps the memory.
  constexpr void clear() {
    if constexpr (std::is_trivially_destructible_v<T>)
      size_ = 0;
    else
      while (size_ > 0) std::destroy_at(data_ + --size_);
  }

  /// Removes elements, or appends copies of a value, until the size is `count`.
  constexpr void resize(int count, const T& value = T{}) {
    if (count > capacity_) reserve(count);
    while (size_ > count) pop_back();
    if constexpr (plain)
      while (size_ < count) data_[size_++] = value;
    else
      while (size_ < count) std::construct_at(data_ + size_++, value);
  }

  /// Allocates memory for `count` elements, so that growing to that size moves no element.
  constexpr void reserve(int count) {
    if (count <= capacity_) return;
    if constexpr (plain) {
      T* grown = new T[static_cast<std::size_t>(count)];
      for (int i = 0; i < size_; ++i) grown[i] = data_[i];
      delete[] data_;
      data_ = grown;
    } else {
      T* grown = std::allocator<T>{}.allocate(static_cast<std::size_t>(count));
      for (int i = 0; i < size_; ++i) {
        std::construct_at(grown + i, static_cast<T&&>(data_[i]));
        if constexpr (!std::is_trivially_destructible_v<T>) std::destroy_at(data_ + i);
      }
      if (data_ != nullptr) std::allocator<T>{}.deallocate(data_, static_cast<std::size_t>(capacity_));
      data_ = grown;
    }
    capacity_ = count;
  }

  friend constexpr bool operator==(const Vector& a, const Vector& b) {
    if (a.size_ != b.size_) return false;
    for (int i = 0; i < a.size_; ++i) {
      if (!(a.data_[i] == b.data_[i])) return false;
    }
    return true;
  }

 private:
  /// Scalars are assigned, not constructed: construction also costs evaluation steps.
  static constexpr bool plain = std::is_scalar_v<T>;

  /// Appends without a check; there must be room.
  constexpr void put(const T& value) {
    if constexpr (plain)
      data_[size_++] = value;
    else
      std::construct_at(data_ + size_++, value);
  }

  /// Copies the elements of another vector into this empty one.
  constexpr void copy(const Vector& other) {
    if (other.size_ > capacity_) reserve(other.size_);
    if constexpr (plain)
      for (; size_ < other.size_; ++size_) data_[size_] = other.data_[size_];
    else
      for (; size_ < other.size_; ++size_) std::construct_at(data_ + size_, other.data_[size_]);
  }

  constexpr void forget() {
    data_ = nullptr;
    size_ = capacity_ = 0;
  }

  /// Frees the memory; there must be some. The members are written by the caller, if at all.
  constexpr void release() {
    if constexpr (!std::is_trivially_destructible_v<T>) clear();
    if constexpr (plain)
      delete[] data_;
    else
      std::allocator<T>{}.deallocate(data_, static_cast<std::size_t>(capacity_));
  }

  T* data_ = nullptr;
  int size_ = 0;
  int capacity_ = 0;
};

}  // namespace stretto
