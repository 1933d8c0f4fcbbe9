// A plan whose schedule is a broken copy of a proven one.
#pragma once

#include "kernel_of.hpp"
#include "section_entries.hpp"

namespace stretto::cdna {

using emulator::Landing;

namespace detail {

/// The n-th entry with a tag. There must be one: an index out of range is no constant.
template <class Entries>
constexpr int find_entry(const Entries& entries, int tag, int n) {
  int i = 0;
  while (entries[i].op.tag != tag || n-- > 0) ++i;
  return i;
}

}  // namespace detail

// Ways to break a schedule. The entry is the N-th with a tag, in a phase.

/// A wait leaves more in flight.
template <Section P, int Tag, int N, int More>
struct Weakened {
  template <class Schedule>
  static constexpr Schedule of(Schedule schedule) {
    auto& entries = detail::entries_of<P>(schedule);
    entries[detail::find_entry(entries, Tag, N)].op.wait_value += More;
    return schedule;
  }
};

template <Section P, int Tag, int N>
struct Dropped {
  template <class Schedule>
  static constexpr Schedule of(Schedule schedule) {
    auto& entries = detail::entries_of<P>(schedule);
    entries[detail::find_entry(entries, Tag, N)].op = OpDesc::schedule_barrier();
    return schedule;
  }
};

/// Moves an entry down by a number of places, or up if it is negative.
template <Section P, int Tag, int N, int Places>
struct Moved {
  template <class Schedule>
  static constexpr Schedule of(Schedule schedule) {
    auto& entries = detail::entries_of<P>(schedule);
    constexpr int step = Places < 0 ? -1 : 1;
    int at = detail::find_entry(entries, Tag, N);
    for (int moves = Places * step; moves > 0; --moves, at += step) {
      const ScheduleEntry other = entries[at + step];
      entries[at + step] = entries[at];
      entries[at] = other;
    }
    return schedule;
  }
};

/// Removes the stagger of the second group.
struct NotStaggered {
  template <class Schedule>
  static constexpr Schedule of(Schedule schedule) {
    schedule.warp_stagger_index = -1;
    return schedule;
  }
};

/// The schedule with the entries that its sections stand for.
template <class Plan, ScheduleSizes Sizes>
constexpr StaticSchedule<Sizes> lowered(StaticSchedule<Sizes> schedule) {
  EntryTable<Sizes.entries()> table;
  const KernelProtocol protocol = stretto::detail::kernel_protocol(Plan::declared(), schedule.config);
  const Result<WaveProgram> program = lower(stretto::detail::sections_of(schedule), protocol);
  static_cast<void>(stretto::detail::write_entries(table, program.value));
  static_cast<EntryTable<Sizes.entries()>&>(schedule) = table;
  return schedule;
}

template <class Plan, class Mutation>
struct MutantPlan {
  static constexpr GemmKind kind = Plan::kind;
  static constexpr GemmTile tile = Plan::tile;
  static constexpr bool staggered = Plan::kind == GemmKind::ping_pong;
  static constexpr auto pipe = lowered<Plan>(Mutation::of(Plan::pipe));
};

/// The same for a pipeline.
template <class Plan, class Mutation>
struct MutantPipelinePlan {
  static constexpr GemmKind kind = Plan::kind;
  static constexpr GemmTile tile = Plan::tile;
  static constexpr int k_parts = Plan::k_parts;
  static constexpr int load_a = Plan::load_a;
  static constexpr int load_b = Plan::load_b;
  static constexpr StaticPipeline pipe = Mutation::of(Plan::pipe);
};

/// Removes the N-th wait for a counter, or barrier, from the kernel of a pipeline.
template <Action What, Counter Of, int N>
struct DroppedStep {
  static constexpr StaticPipeline of(StaticPipeline pipe) {
    int i = pipe.begin(0, 0, Section::kernel);
    for (int n = N; pipe.entries[i].action != What || pipe.entries[i].counter != Of || n-- > 0;) ++i;
    pipe.entries[i].action = Action::nothing;
    return pipe;
  }
};

/// Mutants of one plan. Their verdicts are those under the protocol of the schedule as declared, which says how a
/// kernel runs the entries.
template <class Plan>
class MutantsOf {
 public:
  template <class Mutation>
  MutantsOf& with(const char* name, Mutation, emulator::Landing caught_by) {
    using Broken = MutantPlan<Plan, Mutation>;
    Mutant mutant{kernel_of<Broken>(name), caught_by};
    mutant.kernel.verdict = verify_sections(stretto::detail::sections_of(Broken::pipe), protocol_).verdict;
    all_.push_back(mutant);
    return *this;
  }
  [[nodiscard]] const std::vector<Mutant>& all() const { return all_; }

 private:
  KernelProtocol protocol_ = DeclarationOf<Plan>::declared().protocol();
  std::vector<Mutant> all_;
};

}  // namespace stretto::cdna
