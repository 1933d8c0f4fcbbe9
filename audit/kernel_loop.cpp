#include "audit/kernel_loop.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace stretto::audit {

namespace {

using assembly::Trace;
using assembly::Visit;

constexpr int most_period = 16;
constexpr int most_kept = 64;  // a loop with more iterations leaves out whole periods

/// The visits of one loop in one wave, if the wave enters the loop only once.
struct Passes {
  std::vector<const Visit*> visits;
  bool once = true;
};

/// The visits of each loop, by its closing branch. A loop is entered only once if, between two of its visits, the wave
/// visits only loops inside it.
std::map<int, Passes> passes_of(const Trace& trace) {
  std::map<int, Passes> out;
  for (std::size_t v = 0; v < trace.visits.size(); ++v) {
    const Visit& visit = trace.visits[v];
    Passes& passes = out[visit.branch];
    if (!passes.visits.empty()) {
      // All loops visited since then must be inside this one.
      for (std::size_t w = v; w-- > 0 && &trace.visits[w] != passes.visits.back();) {
        const Visit& other = trace.visits[w];
        passes.once = passes.once && other.instruction >= visit.instruction && other.branch <= visit.branch;
      }
    }
    passes.visits.push_back(&visit);
  }
  return out;
}

/// The first iteration whose state occurs again, and after how many iterations it does; {0, 0} if none does.
std::pair<int, int> repetition(const std::vector<const Visit*>& visits) {
  const int count = static_cast<int>(visits.size());
  for (int first = 0; first + 1 < count; ++first) {
    for (int period = 1; period <= most_period && first + period < count; ++period) {
      if (visits[static_cast<std::size_t>(first)]->state == visits[static_cast<std::size_t>(first + period)]->state) {
        return {first, period};
      }
    }
  }
  return {0, 0};
}

/// True if two ranges of a trace touch the same bytes and registers in the same order.
bool same_events(const Trace& trace, std::size_t x, std::size_t y, std::size_t count) {
  if (std::max(x, y) + count > trace.events.size()) return false;
  for (std::size_t i = 0; i < count; ++i) {
    const assembly::Event& a = trace.events[x + i];
    const assembly::Event& b = trace.events[y + i];
    const bool lds = a.kind == assembly::EventKind::read || a.kind == assembly::EventKind::write;
    if (a.kind != b.kind || a.instruction != b.instruction || a.lds != b.lds || a.registers != b.registers ||
        a.of_lanes != b.of_lanes)
      return false;
    if (lds && (a.address != b.address || a.active != b.active || a.apart != b.apart)) return false;
  }
  return true;
}

/// Chooses whole periods in the middle of the loop, whose events repeat those before them.
assembly::LeftOutIterations left_out_of(const KernelLoop& loop) {
  if (loop.iterations <= std::max(most_kept, loop.before + 5 * loop.period)) return {};
  const int first = loop.before + 2 * loop.period;
  const int periods = (loop.iterations - first) / loop.period - 2;
  return {loop.branch, first, first + periods * loop.period};
}

/// Branches, other than the loop's exits, whose direction may depend on the number of iterations.
std::vector<int> dependent_branches(const std::vector<Trace>& runs, const std::vector<int>& exits,
                                    assembly::Inputs decide) {
  std::set<int> out;
  for (const Trace& run : runs) {
    for (std::size_t i = 0; i < run.inputs_of_branches.size(); ++i) {
      const int at = static_cast<int>(i);
      if ((run.inputs_of_branches[i] & decide) != 0 && !std::binary_search(exits.begin(), exits.end(), at))
        out.insert(at);
    }
  }
  return {out.begin(), out.end()};
}

/// A loop that all waves may execute, with its inputs.
class Candidate {
 public:
  Candidate(const std::vector<Trace>& runs, const std::vector<std::map<int, assembly::LoopRegisters>>& registers,
            const std::vector<std::map<int, Passes>>& passes, int branch)
      : runs_(runs), registers_(registers), passes_(passes) {
    const Passes& first = passes.front().at(branch);
    visits_ = first.visits.size();
    loop.head = first.visits.front()->instruction;
    loop.branch = branch;
    loop.period = 1;
    loop.why_not = problem();
    if (!loop.why_not.empty()) {
      loop.period = 0;
      return;
    }
    // Count the iterations between the first and the last visit: the last iteration may leave the loop midway.
    loop.iterations = static_cast<int>(visits_) - 1;
    if (!several_exits_) loop.left_at = -1;
    loop.same_branches = dependent_branches(runs, registers.front().at(branch).exits, decide_);
  }

  KernelLoop loop;
  std::size_t events = 0;  // of all waves, in the loop

 private:
  /// Why the loop does not repeat in all waves.
  std::string problem() {
    // The head is visited at the start of every iteration but the first, so the first iteration counts as code before
    // the loop.
    assembly::Inputs places = 0;
    for (std::size_t w = 0; w < runs_.size(); ++w) {
      const auto own = passes_[w].find(loop.branch);
      if (own == passes_[w].end() || own->second.visits.size() != visits_)
        return "not all waves execute it equally often";
      const std::vector<const Visit*>& visits = own->second.visits;
      events += visits.back()->events - visits.front()->events;
      if (!own->second.once) return "it is entered more than once";
      const auto [from, each] = repetition(visits);
      if (each == 0) return no_repetition();
      loop.before = std::max(loop.before, from);
      loop.period = std::lcm(loop.period, each);
      const assembly::LoopExit& exit = runs_[w].exits.at(loop.branch);
      decide_ |= exit.inputs;
      places |= runs_[w].inputs_of_places;
      if (w > 0 && exit.branch != loop.left_at) return "not all waves leave it at the same branch";
      loop.left_at = exit.branch;
      several_exits_ = several_exits_ || registers_[w].at(loop.branch).exits.size() > 1;
    }
    if ((decide_ & places) != 0)
      return "what determines its trip count also determines which bytes or lanes are touched";
    if (loop.period > most_period || loop.before + loop.period >= static_cast<int>(visits_)) return no_repetition();
    return events == 0 ? "it has no loads, LDS accesses, waits or barriers" : "";
  }

  [[nodiscard]] std::string no_repetition() const {
    const std::size_t iterations = visits_ + 1;
    return "its state does not repeat within " +
           (iterations > most_period ? std::to_string(most_period) + " iterations"
                                     : "the " + std::to_string(iterations) + " iterations of this launch");
  }

  const std::vector<Trace>& runs_;
  const std::vector<std::map<int, assembly::LoopRegisters>>& registers_;
  const std::vector<std::map<int, Passes>>& passes_;
  std::size_t visits_ = 0;
  assembly::Inputs decide_ = 0;
  bool several_exits_ = false;
};

}  // namespace

KernelLoop find_loop(const std::vector<Trace>& runs,
                     const std::vector<std::map<int, assembly::LoopRegisters>>& registers) {
  KernelLoop best;
  std::size_t most = 0;
  std::vector<std::map<int, Passes>> all;
  for (const Trace& run : runs) all.push_back(passes_of(run));
  for (const auto& [branch, passes] : all.front()) {
    const Candidate candidate(runs, registers, all, branch);
    const bool better = candidate.loop.found() == best.found() ? candidate.events > most : candidate.loop.found();
    if (!better) continue;
    best = candidate.loop;
    most = candidate.events;
  }
  if (!best.found()) return best;
  best.left_out = left_out_of(best);
  best.iterations -= best.left_out.last - best.left_out.first;
  return best;
}

void place_loop(const std::vector<Trace>& traces, KernelLoop& loop) {
  loop.begins.clear();
  for (const Trace& trace : traces) {
    std::vector<std::size_t>& begins = loop.begins.emplace_back();
    for (const Visit& visit : trace.visits) {
      if (visit.branch == loop.branch) begins.push_back(visit.events);
    }
    bool same = static_cast<int>(begins.size()) == loop.iterations + 1;
    for (int i = loop.before; i + loop.period < loop.iterations && same; ++i) {
      const auto now = static_cast<std::size_t>(i);
      const auto later = static_cast<std::size_t>(i + loop.period);
      const std::size_t length = begins[now + 1] - begins[now];
      same = begins[later + 1] - begins[later] == length && same_events(trace, begins[now], begins[later], length);
    }
    if (!same) loop.give_up("its accesses do not repeat");
  }
}

}  // namespace stretto::audit
