#include "show/scene_text.hpp"

#include <string_view>

#include <stretto/core/error.hpp>

#include "show/short_number.hpp"

namespace stretto::tool {

namespace {

constexpr std::size_t most_steps = 12;

}  // namespace

std::string called(const SceneStep& step) {
  const int number = step.entry >= 0 ? step.entry : step.index;
  return std::string(name(step.section)) + "[" + std::to_string(number) + "]";
}

std::string recurrence_text(const Scene& scene, const SceneRecurrence& recurrence) {
  std::vector<const SceneStep*> named;  // ops; synchronisation steps only if there are no ops
  for (const bool all : {false, true}) {
    for (const SceneEdge& edge : recurrence.edges) {
      const SceneStep& step = scene.steps[static_cast<std::size_t>(edge.from)];
      if (all || step.kind == SceneKind::op) named.push_back(&step);
    }
    if (!named.empty()) break;
  }
  if (named.empty()) return "";
  std::string out;
  for (std::size_t i = 0; i < named.size(); ++i) {
    const bool cut = named.size() > most_steps && i >= most_steps / 2 && i + most_steps / 2 < named.size();
    if (cut && i == most_steps / 2) out += std::to_string(named.size() - most_steps) + " more -> ";
    if (!cut) out += named[i]->name + " -> ";
  }
  return out + named.front()->name;
}

namespace {

constexpr std::string_view recurrence_word = "recurrence ";

/// "critical recurrence of the bound", "saturated unit of the bound".
std::string kind(const SceneRecurrence& recurrence) {
  const bool unit = recurrence.of == "bound" && !recurrence.text.starts_with(recurrence_word);
  return (unit ? "saturated unit of the " : "critical recurrence of the ") + recurrence.of;
}

}  // namespace

std::string on_recurrences(const Scene& scene, int step) {
  std::string out;
  for (const SceneRecurrence& recurrence : scene.recurrences) {
    for (const SceneEdge& edge : recurrence.edges) {
      if (edge.from != step) continue;
      out += "on the " + kind(recurrence) + ", " + std::to_string(edge.cycles) + " of its " +
             short_number(recurrence.cycles) + " cycles, before " +
             scene.steps[static_cast<std::size_t>(edge.to)].name + " (" + edge.why + ")\n";
    }
  }
  return out;
}

std::string recurrence_line(const SceneRecurrence& recurrence) {
  const bool named = recurrence.text.starts_with(recurrence_word);
  const std::string of = named ? recurrence.text.substr(recurrence_word.size()) : recurrence.text;
  return kind(recurrence) + ", " + short_number(recurrence.cycles) + " cycles in " + std::to_string(recurrence.trips) +
         (recurrence.trips == 1 ? " trip: " : " trips: ") + of;
}

std::string headline(const Scene& scene) {
  std::string out = scene.title + ": " + scene.verdict;
  if (!scene.standstill.empty()) return out + "; " + scene.standstill;
  if (!scene.repeats()) return out + ", " + std::to_string(scene.cycles) + " cycles";
  out += ", " + short_number(scene.trip_cycles) + " cycles per trip";
  if (!scene.exact) out += " on average";
  if (!scene.has_interval) return out;
  out += ", interval " + std::to_string(scene.interval.ii);
  if (scene.interval.bound == 0) return out;
  out += std::string(" (") + (scene.interval.optimal ? "optimal" : "best found") + ", bound " +
         std::to_string(scene.interval.bound);
  // The line of the recurrence has the rest.
  const bool has_recurrence = !scene.recurrences.empty() && scene.recurrences.front().of == "bound";
  return out + (has_recurrence ? ")" : ": " + scene.interval.bound_by + ")");
}

std::string entries_text(const Scene& scene) {
  std::string out = scene.title + "\n";
  int role = -1;
  for (const SceneStep& step : scene.steps) {
    if (step.same_as >= 0) continue;  // of a role with the same entries
    if (step.role >= 0 && step.role != role) {
      role = step.role;
      out += scene.roles[static_cast<std::size_t>(role)].name + "\n";
    }
    out += "  " + (step.role >= 0 ? called(step) + " " : "") + step.label + "\n";
  }
  return out;
}

}  // namespace stretto::tool
