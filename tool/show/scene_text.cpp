#include "show/scene_text.hpp"

#include <stretto/core/error.hpp>

namespace stretto::tool {

namespace {

constexpr std::size_t most_steps = 12;

}  // namespace

std::string short_label(const SceneStep& step) {
  int open = 0;  // commas within brackets are part of a name
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
  return std::string(phase_word(step.phase)) + "[" + std::to_string(number) + "]";
}

std::string circuit_text(const Scene& scene, const SceneCircuit& circuit) {
  std::vector<const SceneStep*> named;  // ops; synchronisation between them only where there is nothing else
  for (const bool all : {false, true}) {
    for (const SceneEdge& edge : circuit.edges) {
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

}  // namespace stretto::tool
