#include "audit/insertions.hpp"

#include <algorithm>
#include <climits>
#include <map>
#include <set>
#include <tuple>

#include <stretto/verify/counterexample.hpp>

#include "audit/conflicts.hpp"
#include "audit/program_order.hpp"

namespace stretto::audit {

namespace {

const Step& step_of(const WaveProgram& program, const StepInstance& at) {
  return program.roles[at.role].steps[at.section][at.index];
}

/// Places in Audit::common, from `first` to before `last`, and (around the back edge of the loop) from `again` to
/// before `end`.
struct Range {
  int first = 0;
  int last = 0;
  int again = 0;
  int end = 0;

  [[nodiscard]] bool empty() const { return first >= last && again >= end; }
};

class InsertionFinder {
 public:
  explicit InsertionFinder(const Audit& found) : found_(found), program_(found.program->program) {
    for (std::size_t i = 0; i < found.common.size(); ++i) places_[found.common[i]].push_back(static_cast<int>(i));
  }

  std::vector<Insertion> find(const std::vector<Unordered>& pairs, std::size_t most) {
    for (const Unordered& pair : pairs) add(pair);
    std::vector<Insertion> out;
    for (const auto& [key, candidate] : candidates_) {
      const auto& [instruction, wait, barrier] = key;
      Insertion& insertion = out.emplace_back();
      insertion.line = found_.program->kernel().code[static_cast<std::size_t>(instruction)].line;
      insertion.wait = wait;
      insertion.barrier = barrier;
      insertion.covers = barrier ? covered(instruction) : candidate.pairs;
      const auto executed = places_.find(instruction);
      insertion.executions = executed == places_.end() ? 1 : static_cast<int>(executed->second.size());
      insertion.early = candidate.early;
    }
    std::ranges::sort(out, {}, [](const Insertion& i) {
      return std::tuple(-i.covers, i.barrier, i.executions, i.early, -i.line, i.wait);
    });
    if (out.size() > most) out.resize(most);
    return out;
  }

 private:
  struct Candidate {
    int pairs = 0;
    bool early = false;
  };

  [[nodiscard]] int part(const StepInstance& at) const { return step_of(program_, at).part; }

  void add(const Unordered& pair) {
    const std::string wait = wait_for(step_of(program_, pair.first).counter);
    if (!pair.same_interval) {
      if (wait.empty()) return;
      ++candidates_[{part(pair.wait_before), wait, false}].pairs;
      // Before the barrier, the wait also helps the other waves that it lets through.
      const StepInstance barrier = last_barrier(pair.second);
      const bool between = barriers_before(program_, pair.first) < barriers_before(program_, pair.second);
      if (between && barrier.present()) ++candidates_[{part(barrier), wait, false}].pairs;
      return;
    }
    const Range range = between(pair.first, pair.second);
    if (range.empty()) return;
    ranges_.push_back(range);
    const int first = range.first < range.last ? range.first : range.again;
    const int last = (range.again < range.end ? range.end : range.last) - 1;
    for (const int place : {last, rarest(range), first}) {
      const int instruction = found_.common[static_cast<std::size_t>(place)];
      const bool early = place == first && place != last;
      if (!behind_getpc(instruction)) candidates_.try_emplace({instruction, wait, true}, Candidate{1, early});
    }
  }

  /// The last barrier before a step, in its section.
  [[nodiscard]] StepInstance last_barrier(StepInstance at) const {
    const Vector<Step>& steps = program_.roles[at.role].steps[at.section];
    while (--at.index >= 0 && steps[at.index].action != Action::barrier) {
    }
    return at;
  }

  static std::string wait_for(Counter counter) {
    if (counter == Counter::vm) return "s_waitcnt vmcnt(0)";
    if (counter == Counter::lgkm || counter == Counter::scalar) return "s_waitcnt lgkmcnt(0)";
    return "";
  }

  /// The instructions between two accesses of different waves, the second access included.
  [[nodiscard]] Range between(const StepInstance& from, const StepInstance& to) const {
    const int first = found_.program->position(from);
    const int second = found_.program->position(to);
    if (first < second) return {first, second, 0, 0};
    const bool later = to.section != from.section || to.trip > from.trip;
    const Vector<Step>& kernel = program_.roles[from.role].steps.kernel;
    if (!later || kernel.empty()) return {};
    StepInstance head = from;
    head.section = Section::kernel;
    head.index = 0;
    StepInstance end = head;
    end.index = kernel.size() - 1;
    return {first, found_.program->position(end), found_.program->position(head), second};
  }

  /// The last of the least executed instructions in a range: outside a loop, if the range leaves it.
  [[nodiscard]] int rarest(const Range& range) const {
    int best = -1;
    std::size_t least = SIZE_MAX;
    for (const auto& [from, to] : {std::pair{range.first, range.last}, std::pair{range.again, range.end}}) {
      for (int i = from; i < to; ++i) {
        const std::size_t times = places_.at(found_.common[static_cast<std::size_t>(i)]).size();
        if (times > least) continue;
        least = times;
        best = i;
      }
    }
    return best;
  }

  /// True if the instruction uses the address of one of the two before it. Nothing may move it away.
  [[nodiscard]] bool behind_getpc(int instruction) const {
    const auto& code = found_.program->kernel().code;
    for (int i = std::max(0, instruction - 2); i < instruction; ++i) {
      if (code[static_cast<std::size_t>(i)].is("s_getpc_b64")) return true;
    }
    return false;
  }

  /// The pairs that have an execution of the instruction between them.
  [[nodiscard]] int covered(int instruction) const {
    const std::vector<int>& places = places_.at(instruction);
    const auto within = [&](int from, int to) {
      const auto at = std::lower_bound(places.begin(), places.end(), from);
      return at != places.end() && *at < to;
    };
    return static_cast<int>(std::ranges::count_if(
        ranges_, [&](const Range& r) { return within(r.first, r.last) || within(r.again, r.end); }));
  }

  const Audit& found_;
  const WaveProgram& program_;
  std::map<int, std::vector<int>> places_;                              // by instruction: where it is in Audit::common
  std::set<std::pair<int, int>> pairs_;                                 // instructions
  std::vector<Range> ranges_;                                           // of the pairs that need a barrier
  std::map<std::tuple<int, std::string, bool>, Candidate> candidates_;  // by instruction, wait, barrier
};

}  // namespace

std::vector<Unordered> find_unordered(const Audit& found) {
  const WaveProgram& program = found.program->program;
  std::vector<Unordered> out;
  for (const Conflict& conflict : find_conflicts(*found.program)) {
    out.push_back({conflict.first, conflict.second, true, {}});
  }
  std::vector<Hazard> hazards = found.in_queues;
  for (const Hazard& hazard : found.found.hazards) hazards.push_back(hazard);
  for (const Hazard& hazard : hazards) {
    if (!hazard.first.present() || !hazard.second.present() || hazard.buffer < 0) continue;
    Unordered pair{hazard.first, hazard.second, false, hazard.second};
    if (hazard.first.role != hazard.second.role) {
      pair.same_interval = barriers_before(program, hazard.first) == barriers_before(program, hazard.second);
      const Counterexample example = counterexample(program, hazard);
      if (!pair.same_interval && example.missing != Missing::wait) continue;
      pair.wait_before = example.place;
    }
    const bool known = std::ranges::any_of(
        out, [&](const Unordered& other) { return other.first == pair.first && other.second == pair.second; });
    if (!known) out.push_back(pair);
  }
  return out;
}

std::vector<Insertion> find_insertions(const Audit& found, const std::vector<Unordered>& pairs, std::size_t most) {
  return InsertionFinder(found).find(pairs, most);
}

}  // namespace stretto::audit
