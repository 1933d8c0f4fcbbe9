#include "audit/kernel_loop.hpp"

#include <algorithm>
#include <map>

namespace stretto::audit {

namespace {

using assembly::Trace;
using assembly::Visit;

constexpr int most_period = 16;

/// The visits of one loop in one wave, if the wave enters the loop only once.
struct Passes {
  std::vector<const Visit*> visits;
  bool once = true;
};

/// By closing branch. Between two visits of a loop that is entered once, no other loop's visit may lie outside of it.
std::map<int, Passes> passes_of(const Trace& trace) {
  std::map<int, Passes> out;
  for (std::size_t v = 0; v < trace.visits.size(); ++v) {
    const Visit& visit = trace.visits[v];
    Passes& passes = out[visit.branch];
    if (!passes.visits.empty()) {
      // Whatever else was visited since then must be inside this loop.
      for (std::size_t w = v; w-- > 0 && &trace.visits[w] != passes.visits.back();) {
        const Visit& other = trace.visits[w];
        passes.once = passes.once && other.instruction >= visit.instruction && other.branch <= visit.branch;
      }
    }
    passes.visits.push_back(&visit);
  }
  return out;
}

/// The first iteration, and the period, from which on states repeat; {0, 0}: none.
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

/// Do both stretches of a trace touch the same, in the same order?
bool same_events(const Trace& trace, std::size_t x, std::size_t y, std::size_t count) {
  if (std::max(x, y) + count > trace.events.size()) return false;
  for (std::size_t i = 0; i < count; ++i) {
    const assembly::Event& a = trace.events[x + i];
    const assembly::Event& b = trace.events[y + i];
    const bool lds = a.kind == assembly::EventKind::read || a.kind == assembly::EventKind::write;
    if (a.kind != b.kind || a.instruction != b.instruction || a.lds != b.lds || a.registers != b.registers)
      return false;
    if (lds && (a.address != b.address || a.active != b.active || a.apart != b.apart)) return false;
  }
  return true;
}

}  // namespace

KernelLoop find_loop(const std::vector<Trace>& traces) {
  KernelLoop best;
  std::size_t most = 0;
  std::vector<std::map<int, Passes>> all;
  for (const Trace& trace : traces) all.push_back(passes_of(trace));
  for (const auto& [branch, passes] : all.front()) {
    KernelLoop loop;
    loop.head = passes.visits.front()->instruction;
    // A visit begins the second iteration and those that follow it; so the first one counts as part of what is before.
    int first = 0;
    int period = 1;
    bool fits = true;
    std::size_t events = 0;
    for (std::size_t w = 0; w < traces.size() && fits; ++w) {
      const auto own = all[w].find(branch);
      fits = own != all[w].end() && own->second.once && own->second.visits.size() == passes.visits.size();
      if (!fits) break;
      const auto [from, each] = repetition(own->second.visits);
      fits = each > 0;
      if (!fits) break;
      first = std::max(first, from);
      period = period / std::max(1, std::__gcd(period, each)) * each;
      std::vector<std::size_t> begins;
      for (const Visit* visit : own->second.visits) begins.push_back(visit->events);
      events += begins.back() - begins.front();
      loop.begins.push_back(begins);
    }
    const int visits = static_cast<int>(passes.visits.size());
    if (!fits || period > most_period || first + period >= visits || events <= most) continue;
    // Iterations between the first visit and the last one; the last one may leave the loop in its middle.
    loop.iterations = visits - 1;
    loop.before = first;
    loop.period = period;
    for (std::size_t w = 0; w < traces.size() && fits; ++w) {
      const std::vector<std::size_t>& begins = loop.begins[w];
      for (int i = first; i + period < visits - 1 && fits; ++i) {
        const std::size_t length = begins[static_cast<std::size_t>(i + 1)] - begins[static_cast<std::size_t>(i)];
        const auto later = static_cast<std::size_t>(i + period);
        fits = begins[later + 1] - begins[later] == length &&
               same_events(traces[w], begins[static_cast<std::size_t>(i)], begins[later], length);
      }
    }
    if (!fits) continue;
    most = events;
    best = loop;
  }
  return best;
}

}  // namespace stretto::audit
