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

}  // namespace

KernelLoop find_loop(const std::vector<Trace>& runs,
                     const std::vector<std::map<int, assembly::LoopRegisters>>& registers) {
  KernelLoop best;
  std::size_t most = 0;
  std::vector<std::map<int, Passes>> all;
  for (const Trace& run : runs) all.push_back(passes_of(run));
  for (const auto& [branch, passes] : all.front()) {
    KernelLoop loop;
    loop.head = passes.visits.front()->instruction;
    loop.branch = branch;
    // The head is visited at the start of every iteration but the first, so the first iteration counts as code before
    // the loop.
    int period = 1;
    bool fits = true;
    bool several_exits = false;
    std::size_t events = 0;
    assembly::Inputs decide = 0;
    assembly::Inputs places = 0;
    int left_at = -1;
    for (std::size_t w = 0; w < runs.size() && fits; ++w) {
      const auto own = all[w].find(branch);
      fits = own != all[w].end() && own->second.once && own->second.visits.size() == passes.visits.size();
      if (!fits) break;
      const auto [from, each] = repetition(own->second.visits);
      fits = each > 0;
      if (!fits) break;
      loop.before = std::max(loop.before, from);
      period = std::lcm(period, each);
      events += own->second.visits.back()->events - own->second.visits.front()->events;
      const assembly::LoopExit& exit = runs[w].exits.at(branch);
      decide |= exit.inputs;
      places |= runs[w].inputs_of_places;
      fits = w == 0 || exit.branch == left_at;
      left_at = exit.branch;
      several_exits = several_exits || registers[w].at(branch).exits.size() > 1;
    }
    const int visits = static_cast<int>(passes.visits.size());
    // An input that decides the trip count must not also decide which bytes and registers are touched.
    if (!fits || (decide & places) != 0) continue;
    if (period > most_period || loop.before + period >= visits || events <= most) continue;
    // Count the iterations between the first and the last visit: the last iteration may leave the loop midway.
    loop.iterations = visits - 1;
    loop.period = period;
    if (several_exits) loop.left_at = left_at;
    loop.same_branches = dependent_branches(runs, registers.front().at(branch).exits, decide);
    most = events;
    best = loop;
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
    if (!same) loop.period = 0;
  }
}

}  // namespace stretto::audit
