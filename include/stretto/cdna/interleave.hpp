// The order of the instructions between two waits or barriers.
//
// An entry of a schedule is a group of instructions. A matrix instruction holds its unit for longer than it takes to
// issue, so loads and reads that stand beside a multiplication cost nothing where they are issued between its
// instructions. Within a stretch without waits and barriers that changes nothing of what is proven: a multiplication
// touches registers alone; loads keep their order among themselves, as reads do, so that counts mean the same; and a
// load and a read of one object in LDS stay in theirs. Reads into registers that the multiplication takes its operands
// from come after the instructions that use them.
#pragma once

#include <utility>

#include <stretto/cdna/attributes.hpp>
#include <stretto/core/array.hpp>
#include <stretto/core/vector.hpp>

namespace stretto::cdna {

enum class GroupKind : unsigned char {
  fixed,     // a wait, a barrier, a priority: nothing passes it
  load,      // to LDS
  read,      // of LDS
  multiply,  // at most one in a stretch is mixed with others; a second one begins a new stretch
};

struct Group {
  GroupKind kind = GroupKind::fixed;
  int instructions = 0;
  /// Of a read into operands of the multiplication before it: so many equal parts, of which the p-th is free after the
  /// p-th part of the multiplication. 0: free.
  int after_parts = 0;
  int object = 0;  // in LDS, of a load or a read
};

/// Instruction `index` of group `group`.
struct Instruction {
  int group = 0;
  int index = 0;
};

namespace detail {

/// First group of a stretch's mixture: behind the last read before the multiplication, which is for it.
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

/// May this instruction follow `done` of the multiplication's `all`?
constexpr bool is_free(const Group& group, int index, int done, int all) {
  if (group.after_parts == 0) return true;
  const int part = index / (group.instructions / group.after_parts);
  return done >= (part + 1) * (all / group.after_parts);
}

/// What a multiplication is mixed with.
class Others {
 public:
  constexpr Others(const Vector<Group>& groups, int first, int multiply, int end) : groups_(groups) {
    for (int g = first; g < end; ++g) {
      if (g != multiply) append_group(all_, groups, g);
    }
    issued_.resize(all_.size());
  }

  /// Appends those that are due after `done` of the multiplication's `products`, spread evenly, as far as they are
  /// free.
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
  /// Those of one group are alike, so of each group that waits only the first is asked.
  [[nodiscard]] constexpr int first_free(int done, int products) const {
    int before = -1;  // the last group that waits
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

/// The same as a constant, of groups that `Groups::groups()` gives.
template <class Groups>
inline constexpr auto interleaved = [] {
  constexpr int count = interleave(Groups::groups()).size();
  Array<Instruction, count> out;
  const Vector<Instruction> order = interleave(Groups::groups());
  for (int i = 0; i < count; ++i) out[i] = order[i];
  return out;
}();

namespace detail {

/// Compilers bound how much one expression may unfold, so it goes in halves.
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

/// Calls issue.instruction<Groups, group, index>() for all of them.
template <class Groups, class Issue>
STRETTO_CDNA constexpr void issue_interleaved(Issue& issue) {
  detail::issue_range<Groups, 0, interleaved<Groups>.size()>(issue);
}

}  // namespace stretto::cdna
