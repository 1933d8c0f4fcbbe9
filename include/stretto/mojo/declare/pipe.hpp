// Pipe<N>: a fixed-size sequence of ops written with >>. EntryBuilder numbers ops into schedule entries.
//
//   constexpr auto drain = pipe(OpDesc::wait_vm(0)) >> OpDesc::barrier();
//   constexpr auto entries = drain.entries(Section::epilogue);
#pragma once

#include <stretto/core/array.hpp>
#include <stretto/core/vector.hpp>
#include <stretto/mojo/cost_model.hpp>
#include <stretto/mojo/op.hpp>

namespace stretto {

/// N ops in order. `pipe >> op` and `pipe >> pipe` concatenate.
template <int N>
struct Pipe {
  Array<OpDesc, N> ops;  ///< in execution order

  friend constexpr Pipe<N + 1> operator>>(const Pipe& pipe, const OpDesc& op) {
    Pipe<N + 1> longer;
    for (int i = 0; i < N; ++i) longer.ops[i] = pipe.ops[i];
    longer.ops[N] = op;
    return longer;
  }

  template <int M>
  friend constexpr Pipe<N + M> operator>>(const Pipe& first, const Pipe<M>& second) {
    Pipe<N + M> longer;
    for (int i = 0; i < N; ++i) longer.ops[i] = first.ops[i];
    for (int i = 0; i < M; ++i) longer.ops[N + i] = second.ops[i];
    return longer;
  }

  /// The ops as entries of a section, numbered from 0.
  [[nodiscard]] constexpr Array<ScheduleEntry, N> entries(Section section) const {
    Array<ScheduleEntry, N> result;
    for (int i = 0; i < N; ++i) result[i] = {ops[i], i, section, false};
    return result;
  }

  /// The ops as a vector.
  [[nodiscard]] constexpr Vector<OpDesc> list() const {
    Vector<OpDesc> result;
    for (int i = 0; i < N; ++i) result.push_back(ops[i]);
    return result;
  }
};

/// Starts a sequence with one op.
constexpr Pipe<1> pipe(const OpDesc& op) {
  Pipe<1> single;
  single.ops[0] = op;
  return single;
}

/// `annotate_ops` for a pipe.
template <int N>
constexpr Result<Pipe<N>> annotate_pipe(Pipe<N> ops, const TargetCostModel& model) {
  const Result<Vector<OpDesc>> annotated = annotate_ops(ops.list(), model);
  if (!annotated.ok()) return annotated.error;
  for (int i = 0; i < N; ++i) ops.ops[i] = annotated.value[i];
  return ops;
}

/// Collects the entries of one section. Time slots count up from 0.
class EntryBuilder {
 public:
  /// Starts an empty section.
  constexpr explicit EntryBuilder(Section section) : section_(section) {}

  /// Appends an op. A prefetch is executed only if there is a next iteration.
  constexpr EntryBuilder& add(const OpDesc& op, bool is_prefetch = false) {
    entries_.push_back({op, entries_.size(), section_, is_prefetch});
    return *this;
  }

  /// Appends ops, none of them marked as prefetches.
  constexpr EntryBuilder& add_all(const Vector<OpDesc>& ops) {
    for (const OpDesc& op : ops) add(op);
    return *this;
  }

  /// The entries collected so far.
  [[nodiscard]] constexpr const Vector<ScheduleEntry>& entries() const { return entries_; }

 private:
  Section section_;
  Vector<ScheduleEntry> entries_;
};

}  // namespace stretto
