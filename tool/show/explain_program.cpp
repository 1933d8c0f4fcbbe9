#include "show/explain_program.hpp"

#include <algorithm>
#include <optional>

#include <stretto/verify/verify.hpp>

#include "json/object_reader.hpp"
#include "show/changes.hpp"
#include "show/explain_outside.hpp"
#include "show/scene_text.hpp"
#include "show/short_number.hpp"
#include "show/step_facts.hpp"

namespace stretto::tool {

namespace {

const SceneStep& step_at(const Scene& scene, int id) { return scene.steps[static_cast<std::size_t>(id)]; }
const std::string& role_of(const Scene& scene, const SceneStep& step) {
  return scene.roles[static_cast<std::size_t>(step.role)].name;
}

/// The requested step. Throws InputError.
int find_entry(const Subject& subject, const Scene& scene, const std::string& asked) {
  const std::size_t colon = asked.find(':');
  const std::string role = colon == std::string::npos ? "" : asked.substr(0, colon);
  const std::string place = colon == std::string::npos ? asked : asked.substr(colon + 1);
  std::string roles;
  for (const SceneRole& one : scene.roles) roles += (roles.empty() ? "" : ", ") + one.name;
  const bool has_role =
      role.empty() || std::ranges::any_of(scene.roles, [&](const SceneRole& one) { return one.name == role; });
  if (!has_role) throw InputError("unknown role \"" + role + "\"; valid roles: " + roles);
  int found = -1;
  for (int id = 0; id < scene.step_count(); ++id) {
    const SceneStep& step = step_at(scene, id);
    if ((!role.empty() && role_of(scene, step) != role) || called(step) != place) continue;
    if (found < 0) {
      found = id;
      continue;
    }
    const SceneStep& first = step_at(scene, found);
    if (shared_step(subject.program, first.role, first.section, first.index, step.role) == step.index) continue;
    const auto own = [&](const SceneStep& one) {
      std::string out = "\"";
      return out.append(role_of(scene, one)).append(":").append(place).append("\"");
    };
    throw InputError(place + " is ambiguous; specify a role: " + own(first) + " or " + own(step));
  }
  if (found >= 0) return found;
  throw InputError("no entry " + asked + "; write an entry as prologue[0], kernel[12], or with a role (" + roles +
                   ") as \"" + scene.roles.front().name + ":kernel[3]\"");
}

std::string counted_trips(int distance, bool before) {
  if (distance == 0) return "";
  const int many = distance < 0 ? -distance : distance;
  return ", " + std::to_string(many) + (many > 1 ? " trips " : " trip ") +
         (before == (distance > 0) ? "earlier" : "later");
}

/// The minimum cycles in the drawn run from the end of one step to the start of another, `distance` trips later.
std::optional<long> cycles_between(const Scene& scene, int from, int to, int distance) {
  std::optional<long> least;
  for (const SceneSlice& first : scene.slices) {
    if (first.step != from) continue;
    for (const SceneSlice& second : scene.slices) {
      if (second.step != to || second.trip != first.trip + distance) continue;
      const long cycles = second.start - first.done;
      if (!least || cycles < *least) least = cycles;
    }
  }
  return least;
}

std::string links_text(const Scene& scene, int id, bool before) {
  std::string out;
  const SceneStep& step = step_at(scene, id);
  for (const SceneLink& link : before ? step.before : step.after) {
    const SceneStep& other = step_at(scene, link.step);
    out += "  - " + called(other) + " " + other.label;
    if (other.role != step.role) out += ", of " + role_of(scene, other);
    out += " (" + link.kind + " through " + link.place + counted_trips(link.iterations, before);
    const std::optional<long> cycles = before ? cycles_between(scene, link.step, id, link.distance)
                                              : cycles_between(scene, id, link.step, link.distance);
    if (cycles && *cycles >= 0) out += ", " + std::to_string(*cycles) + " cycles to spare";
    out += ")\n";
  }
  return out;
}

/// How many places a step can move up (-1) or down (1) before the verdict gets worse or a new hazard appears, and the
/// cycles of a trip then.
struct Room {
  int places = 0;
  double least = 0;  // cycles per trip over all these places
  double most = 0;
};

Room room(const Subject& subject, const Scene& scene, const SceneStep& step, int direction) {
  const Verification whole = verify(subject.program, {subject.latency, false});
  const int steps = subject.program.roles[step.role].steps[step.section].size();
  const int most = direction < 0 ? step.index : steps - 1 - step.index;
  Room out{0, scene.trip_cycles, scene.trip_cycles};
  while (out.places < most) {
    const WaveProgram moved =
        with_step_moved(subject.program, step.role, step.section, step.index, direction * (out.places + 1));
    const Verification then = verify(moved, {subject.latency, false});
    if (then.verdict > whole.verdict || then.hazards.size() > whole.hazards.size()) break;
    const Result<TimedReport> time = steady_time(moved, subject.costs);
    if (!time.ok()) break;
    ++out.places;
    out.least = std::min(out.least, time.value.cycles_per_trip());
    out.most = std::max(out.most, time.value.cycles_per_trip());
  }
  return out;
}

std::string steps_text(int steps, const char* where) {
  return std::to_string(steps) + (steps == 1 ? " step " : " steps ") + where;
}

std::string room_text(const Subject& subject, const Scene& scene, const SceneStep& step) {
  const int steps = subject.program.roles[step.role].steps[step.section].size();
  const Room up = room(subject, scene, step, -1);
  const Room down = room(subject, scene, step, 1);
  const bool anywhere = up.places == step.index && down.places == steps - 1 - step.index && steps > 1;
  std::string out =
      "can move " +
      (anywhere ? "anywhere in its section" : steps_text(up.places, "up") + " and " + steps_text(down.places, "down")) +
      "; the verdict stays " + scene.verdict + "\n";
  if (up.places + down.places == 0) return out;
  const double least = std::min(up.least, down.least);
  const double most = std::max(up.most, down.most);
  if (least == most) return out + "  a trip would take " + short_number(most) + " cycles, unchanged\n";
  return out + "  a trip would take " + short_number(least) + " to " + short_number(most) + " cycles; it takes " +
         short_number(scene.trip_cycles) + "\n";
}

std::string cost_text(const Scene& scene, const SceneStep& step) {
  std::string out = "costs: ";
  if (step.unit >= 0) {
    out +=
        scene.units[static_cast<std::size_t>(step.unit)].name + " for " + std::to_string(step.occupancy) + " cycles, ";
  }
  out += "result after " + std::to_string(step.latency) + ", " + std::to_string(step.issue) + " to issue\n";
  if (step.slack >= 0) {
    out += "slack: " + std::to_string(step.slack) + " cycles from its result to the first step that needs it\n";
  }
  return out;
}

std::string need_text(const Scene& scene, const SceneStep& step) {
  if (step.redundant) return "redundant: the verdict is the same without it\n";
  std::string out = "without it: " + step.needed_for + "\n";
  const ScenePair& pair = step.needed_pair;
  if (pair.first < 0 || pair.second < 0) return out;
  out += "it orders " + called(step_at(scene, pair.first)) + " " + step_at(scene, pair.first).name + " of " +
         role_of(scene, step_at(scene, pair.first)) + " and " + called(step_at(scene, pair.second)) + " " +
         step_at(scene, pair.second).name + " of " + role_of(scene, step_at(scene, pair.second));
  return out + " (" + pair.kind + (pair.place.empty() ? "" : " through " + pair.place) + ")\n";
}

}  // namespace

std::string explain_program(const Subject& subject, const Scene& scene, const std::string& entry) {
  if (std::optional<std::string> outside = explain_outside(subject, entry)) return *outside;
  const int id = find_entry(subject, scene, entry);
  const SceneStep& step = step_at(scene, id);
  const SceneRole& role = scene.roles[static_cast<std::size_t>(step.role)];
  std::string out = scene.title + "\n" + called(step) + " " + step.label + ", " + name(step.kind) + " of role " +
                    role.name + " (" + std::to_string(role.waves) + (role.waves > 1 ? " waves)\n" : " wave)\n");
  if (!subject.labels_list_accesses)
    out += step_facts(subject.program, subject.program.roles[step.role].steps[step.section][step.index]);
  if (step.kind == SceneKind::op) out += cost_text(scene, step);
  if (step.is_sync() && scene.standstill.empty()) out += need_text(scene, step);
  out += on_recurrences(scene, id);
  for (const SceneStallSum& sum : scene.stall_sums) {
    if (sum.step == id) out += "steady state: " + sum.text + "\n";
  }
  if (!step.before.empty()) out += "must come after\n" + links_text(scene, id, true);
  if (!step.after.empty()) out += "must come before\n" + links_text(scene, id, false);
  out += scene.standstill.empty() ? room_text(subject, scene, step) : scene.standstill + "\n";
  for (const SceneHazard& hazard : scene.hazards) {
    if (hazard.first == id || hazard.second == id) out += hazard.verdict + ": " + hazard.text + "\n";
  }
  return out;
}

}  // namespace stretto::tool
