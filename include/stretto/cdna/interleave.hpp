// The order of instructions between two waits or barriers.
//
// An entry of a schedule is a group of instructions. A matrix instruction occupies its unit for longer than it takes to
// issue, so loads and reads next to a multiplication cost nothing if they are issued between its instructions. Within a
// stretch without waits and barriers, this keeps the proof valid. A multiplication accesses only registers. Loads keep
// their order, and so do reads, so the counts of the waits mean the same. A load and a read of the same LDS object keep
// their order. A read that overwrites operands of the multiplication is issued after the instructions that use them.
#pragma once

#include <utility>

#include <stretto/cdna/attributes.hpp>
#include <stretto/core/array.hpp>
#include <stretto/core/vector.hpp>

namespace stretto::cdna {

enum class GroupKind : unsigned char {
  fixed,     // a wait, a barrier or a priority: no instruction crosses it
  load,      // into LDS
  read,      // from LDS
  multiply,  // at most one per stretch is interleaved with others; a second one starts a new stretch
};

struct Group {
  GroupKind kind = GroupKind::fixed;
  int instructions = 0;
  /// For a read that overwrites operands of the preceding multiplication: the number of equal parts into which both are
  /// divided. Part p of the read is free after part p of the multiplication. 0: the read is free.
  int after_parts = 0;
  int object = 0;  // LDS object of a load or a read
};

/// Instruction `index` of group `group`.
struct Instruction {
  int group = 0;
  int index = 0;
};

namespace detail {

/// First group of a stretch that may be interleaved: the one after the last read before the multiplication, because
/// that read loads its operands.
constexpr int first_mixed(const Vector<Group>& groups, int begin, int multiply) {
  int first = begin;
  for (int g = begin; g < multiply; ++g) {
    if (groups[g].kind == GroupKind::read) first = g + 1;
  }
  return first;
}

constexpr void append_group(Vector<Instruction>& out, const Vector<Group>& groups, int g) {
  for (int i = 0; i < groups[g].instructions; ++i) out.push_back({g, i});
}

/// May this instruction be issued after `done` of the multiplication's `all` instructions?
constexpr bool is_free(const Group& group, int index, int done, int all) {
  if (group.after_parts == 0) return true;
  const int part = index / (group.instructions / group.after_parts);
  return done >= (part + 1) * (all / group.after_parts);
}

/// The loads and reads that are interleaved with a multiplication.
class Others {
 public:
  constexpr Others(const Vector<Group>& groups, int first, int multiply, int end) : groups_(groups) {
    for (int g = first; g < end; ++g) {
      if (g != multiply) append_group(all_, groups, g);
    }
    issued_.resize(all_.size());
  }

  /// Appends the instructions that are due after `done` of the multiplication's `products` instructions, spread evenly,
  /// as far as they are free.
  constexpr void append_due(Vector<Instruction>& out, int done, int products) {
    const int due = (done * all_.size() + products - 1) / products;
    while (count_ < due) {
      const int next = first_free(done, products);
      if (next < 0) return;
      out.push_back(all_[next]);
      issued_[next] = true;
      ++count_;
    }
  }

 private:
  /// The instructions of a group are free in order, so only the first waiting one of each group is tested.
  [[nodiscard]] constexpr int first_free(int done, int products) const {
    int before = -1;  // the last group with a waiting instruction
    for (int i = 0; i < all_.size(); ++i) {
      if (issued_[i] || all_[i].group == before) continue;
      if (is_free(groups_[all_[i].group], all_[i].index, done, products) && may_pass(i)) return i;
      before = all_[i].group;
    }
    return -1;
  }
  [[nodiscard]] constexpr bool may_pass(int i) const {
    const Group& group = groups_[all_[i].group];
    for (int before = 0; before < i; ++before) {
      const Group& other = groups_[all_[before].group];
      if (!issued_[before] && (other.kind == group.kind || other.object == group.object)) return false;
    }
    return true;
  }

  const Vector<Group>& groups_;
  Vector<Instruction> all_;
  Vector<bool> issued_;
  int count_ = 0;
};

constexpr void append_mixture(Vector<Instruction>& out, const Vector<Group>& groups, int first, int multiply, int end) {
  Others others(groups, first, multiply, end);
  const int all = groups[multiply].instructions;
  for (int done = 1; done <= all; ++done) {
    out.push_back({multiply, done - 1});
    others.append_due(out, done, all);
  }
}

}  // namespace detail

/// All instructions of the groups, in the order in which they are issued.
constexpr Vector<Instruction> interleave(const Vector<Group>& groups) {
  Vector<Instruction> out;
  int begin = 0;
  while (begin < groups.size()) {
    if (groups[begin].kind == GroupKind::fixed) {
      detail::append_group(out, groups, begin++);
      continue;
    }
    int multiply = -1;
    int end = begin;
    for (; end < groups.size() && groups[end].kind != GroupKind::fixed; ++end) {
      if (groups[end].kind != GroupKind::multiply) continue;
      if (multiply >= 0) break;
      multiply = end;
    }
    if (multiply < 0) {
      while (begin < end) detail::append_group(out, groups, begin++);
      continue;
    }
    const int first = detail::first_mixed(groups, begin, multiply);
    while (begin < first) detail::append_group(out, groups, begin++);
    detail::append_mixture(out, groups, first, multiply, end);
    begin = end;
  }
  return out;
}

/// The interleaved instructions of `Groups::groups()`, as a constant.
template <class Groups>
inline constexpr auto interleaved = [] {
  constexpr int count = interleave(Groups::groups()).size();
  Array<Instruction, count> out;
  const Vector<Instruction> order = interleave(Groups::groups());
  for (int i = 0; i < count; ++i) out[i] = order[i];
  return out;
}();

namespace detail {

/// Compilers limit the size of a fold expression, so long sequences are split in halves.
inline constexpr int most_unfolded = 64;

template <class Groups, int First, class Issue, int... I>
STRETTO_CDNA constexpr void issue_each(Issue& issue, std::integer_sequence<int, I...>) {
  (issue.template instruction<Groups, interleaved<Groups>[First + I].group, interleaved<Groups>[First + I].index>(),
   ...);
}

template <class Groups, int First, int Count, class Issue>
STRETTO_CDNA constexpr void issue_range(Issue& issue) {
  if constexpr (Count <= most_unfolded) {
    issue_each<Groups, First>(issue, std::make_integer_sequence<int, Count>{});
  } else {
    issue_range<Groups, First, Count / 2>(issue);
    issue_range<Groups, First + Count / 2, Count - Count / 2>(issue);
  }
}

}  // namespace detail

/// Calls issue.instruction<Groups, group, index>() for every instruction, in order.
template <class Groups, class Issue>
STRETTO_CDNA constexpr void issue_interleaved(Issue& issue) {
  detail::issue_range<Groups, 0, interleaved<Groups>.size()>(issue);
}

}  // namespace stretto::cdna
