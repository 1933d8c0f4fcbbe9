#include "show/scene_text.hpp"

#include <stretto/core/error.hpp>

#include "show/short_number.hpp"

namespace stretto::tool {

namespace {

constexpr std::size_t most_steps = 12;

}  // namespace

std::string short_label(const SceneStep& step) {
  int open = 0;  // commas within brackets belong to a name
  for (std::size_t i = 0; i < step.label.size(); ++i) {
    const char c = step.label[i];
    open += c == '(' || c == '[' ? 1 : 0;
    open -= c == ')' || c == ']' ? 1 : 0;
    if (open == 0 && (c == ':' || c == ',')) return step.label.substr(0, i);
  }
  return step.label;
}

std::string called(const SceneStep& step) {
  const int number = step.entry >= 0 ? step.entry : step.index;
  return std::string(section_word(step.section)) + "[" + std::to_string(number) + "]";
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
    if (!cut) out += short_label(*named[i]) + " -> ";
  }
  return out + short_label(*named.front());
}

std::string on_recurrences(const Scene& scene, int step) {
  std::string out;
  for (const SceneRecurrence& recurrence : scene.recurrences) {
    for (const SceneEdge& edge : recurrence.edges) {
      if (edge.from != step) continue;
      out += "on the critical recurrence of the " + recurrence.of + ", " + std::to_string(edge.cycles) + " of its " +
             short_number(recurrence.cycles) + " cycles, before " +
             short_label(scene.steps[static_cast<std::size_t>(edge.to)]) + " (" + edge.why + ")\n";
    }
  }
  return out;
}

std::string recurrence_line(const SceneRecurrence& recurrence) {
  const std::string word = "recurrence ";
  const std::string of = recurrence.text.starts_with(word) ? recurrence.text.substr(word.size()) : recurrence.text;
  return "critical recurrence of the " + recurrence.of + ", " + short_number(recurrence.cycles) + " cycles in " +
         std::to_string(recurrence.trips) + (recurrence.trips == 1 ? " trip: " : " trips: ") + of;
}

std::string headline(const Scene& scene) {
  std::string out = scene.title + ": " + scene.verdict + ", " + short_number(scene.trip_cycles) + " cycles per trip";
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

}  // namespace stretto::tool
