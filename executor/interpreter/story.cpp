#include "story.hpp"

#include <stretto/mojo/names.hpp>

namespace stretto::executor::interpreter {

namespace {

std::string words(Content content) {
  if (content == before_run) return "what was there before the run";
  return content == garbage ? "garbage" : "version " + std::to_string(content);
}

std::string words(const StraightLines& lines, const Place& place) {
  const PhaseBarrier& barrier = lines.program->phase_barriers[place.barrier];
  return std::string(barrier.name) + "[" + std::to_string(place.slot) + "]";
}

std::string words(const StraightLines& lines, const Cell& cell) {
  std::string text = std::string(lines.program->buffers[cell.buffer].name) + "[" + std::to_string(cell.slot) +
                     "] subtile " + std::to_string(cell.subtile);
  if (!lines.program->buffers[cell.buffer].per_wave()) text += ", part of wave " + std::to_string(cell.part);
  return text;
}

bool is_any(const Instance& instance, int cell) {
  bool any = false;
  for (const Read& read : instance.reads) any = any || (read.cell == cell && read.any);
  return any;
}

std::string who(const StraightLines& lines, int wave, const Instance& instance) {
  const Role& role = lines.program->roles[lines.role[at(wave)]];
  std::string text = "wave " + std::to_string(wave) + " (" + role.name + "), " + name(instance.section) + " step " +
                     std::to_string(instance.index) + ", trip " + std::to_string(instance.when.trip);
  if (lines.program->persistent) text += " of run " + std::to_string(instance.when.run);
  text += ", " + std::string(name(instance.step->action));
  if (instance.step->counter != Counter::none) text += " " + std::string(name(instance.step->counter));
  if (instance.place >= 0) text += " " + words(lines, lines.places[at(instance.place)]);
  return text;
}

}  // namespace

std::string story(const StraightLines& lines, const State& state, const Failure& failure) {
  const Instance& instance = lines.waves[at(failure.wave)][at(failure.instance)];
  std::string text = who(lines, failure.wave, instance);
  switch (failure.ending) {
    case Ending::right: break;
    case Ending::wrong_number:
      text += " " + std::to_string(instance.number);
      if (instance.step->accumulator >= 0) text += " of accumulator " + std::to_string(instance.step->accumulator);
      text += ": finds " + words(failure.found) + " in " + words(lines, lines.cells[at(failure.cell)]);
      text += is_any(instance, failure.cell) ? ", due any version" : ", due " + words(failure.due);
      break;
    case Ending::deadlock: {
      text += ": waits forever";
      for (int wave = failure.wave + 1; at(wave) < state.waves.size(); ++wave) {
        const std::vector<Instance>& line = lines.waves[at(wave)];
        const int next = state.waves[at(wave)].next;
        if (at(next) < line.size()) text += "; so does " + who(lines, wave, line[at(next)]);
      }
      break;
    }
    case Ending::unfinished: text += ": still in flight when all waves have ended"; break;
    case Ending::unfenced:
      text += ": no fence since " + words(lines, lines.cells[at(failure.cell)]) + " was accessed otherwise";
      break;
    case Ending::unusable:
      if (failure.cell >= 0) text += ": the workgroup of " + words(lines, lines.cells[at(failure.cell)]) + " is gone";
      if (failure.place >= 0) text += ": the barrier is not initialised, or its workgroup is gone";
      break;
    case Ending::unencodable: text += ": more bytes expected than the barrier can count"; break;
    case Ending::invalid_phase: {
      const PlaceState& place = state.places[at(failure.place)];
      if (instance.at_cluster) {
        text += ": its wave does not arrive and wait in turn at " + words(lines, lines.places[at(failure.place)]);
        break;
      }
      text += ": phase " + std::to_string(place.completed) + " of " + words(lines, lines.places[at(failure.place)]) +
              " has all its arrivals; bytes expected " + std::to_string(place.expected) + ", come " +
              std::to_string(place.come);
      break;
    }
  }
  return text;
}

}  // namespace stretto::executor::interpreter
