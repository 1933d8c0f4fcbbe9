#include "diff_command.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include <CLI/CLI.hpp>
#include <stretto/core/error.hpp>

#include "common_options.hpp"
#include "exit_status.hpp"
#include "output.hpp"
#include "show/find_scene.hpp"
#include "show/find_subject.hpp"
#include "show/short_number.hpp"
#include "show/subject_options.hpp"

namespace stretto::tool {

namespace {

using Labels = std::vector<std::string>;

/// The number of steps of a kind per trip, over all distinct roles; groups that share entries count once.
int step_count_of(const Scene& scene, SceneKind kind) {
  int found = 0;
  for (const SceneStep& step : scene.steps) {
    found += step.section == Section::kernel && step.kind == kind && step.same_as < 0 ? 1 : 0;
  }
  return found;
}

std::string slots(const Scene& scene) {
  std::string out;
  for (const SceneBuffer& buffer : scene.buffers) {
    if (buffer.slots > 1) out += (out.empty() ? "" : ", ") + buffer.name + " " + std::to_string(buffer.slots);
  }
  return out.empty() ? "-" : out;
}

Labels labels_of(const Scene& scene, int role, Section section) {
  Labels out;
  for (const SceneStep& step : scene.steps) {
    if (step.role == role && step.section == section) out.push_back(step.label);
  }
  return out;
}

/// One line of a comparison: in both schedules, or in one of them.
struct Line {
  char mark = ' ';  // ' ', '-' or '+'
  std::string text;
};

/// The longest common subsequence, together with the lines that only one side has.
std::vector<Line> compared(const Labels& a, const Labels& b) {
  const std::size_t columns = b.size() + 1;
  std::vector<int> common((a.size() + 1) * columns);  // length of the common subsequence from each pair of positions on
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;) {
      common[i * columns + j] = a[i] == b[j] ? common[(i + 1) * columns + j + 1] + 1
                                             : std::max(common[(i + 1) * columns + j], common[i * columns + j + 1]);
    }
  }
  std::vector<Line> out;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      out.push_back({' ', a[i++]});
      ++j;
    } else if (j == b.size() || (i < a.size() && common[(i + 1) * columns + j] >= common[i * columns + j + 1])) {
      out.push_back({'-', a[i++]});
    } else {
      out.push_back({'+', b[j++]});
    }
  }
  return out;
}

/// Differing lines with their neighbours; a line removed in one place and added in another is marked as moved.
std::string differences(const std::vector<Line>& lines) {
  std::map<std::string, int> gone;
  std::map<std::string, int> come;
  for (const Line& line : lines) {
    if (line.mark == '-') ++gone[line.text];
    if (line.mark == '+') ++come[line.text];
  }
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool near = (i > 0 && lines[i - 1].mark != ' ') || (i + 1 < lines.size() && lines[i + 1].mark != ' ');
    if (lines[i].mark == ' ' && !near) continue;
    out += std::string("    ") + lines[i].mark + " " + lines[i].text;
    if (lines[i].mark != ' ' && gone.contains(lines[i].text) && come.contains(lines[i].text)) out += "  (moved)";
    out += "\n";
  }
  return out;
}

std::string diff_row(const std::string& name, const std::string& a, const std::string& b) {
  std::string out = "  " + name;
  out.resize(std::max<std::size_t>(out.size() + 1, 26), ' ');
  out += a;
  out.resize(std::max<std::size_t>(out.size() + 2, 50), ' ');
  return out + b + (a == b ? "" : "  *") + "\n";
}

std::string percent_of(double share) { return std::to_string(std::lround(100 * share)) + "%"; }

std::string interval_text(const Scene& scene) {
  if (!scene.has_interval) return "-";
  return std::to_string(scene.interval.ii) + (scene.interval.optimal ? ", optimal" : "");
}

/// The units that both schedules have.
std::string unit_rows(const Scene& a, const Scene& b) {
  std::string out;
  for (const SceneUnit& unit : a.units) {
    const auto other = std::ranges::find(b.units, unit.name, &SceneUnit::name);
    if (other == b.units.end() || (unit.busy == 0 && other->busy == 0)) continue;
    out += diff_row(unit.name + " busy", percent_of(unit.busy), percent_of(other->busy));
  }
  return out;
}

std::string bytes_text(const Scene& scene, Space space) {
  const bool used =
      std::ranges::any_of(scene.buffers, [&](const SceneBuffer& buffer) { return buffer.space == space; });
  const long bytes = scene.bytes_in(space);
  return bytes > 0 ? std::to_string(bytes) : used ? "unknown" : "-";
}

std::string memory_rows(const Scene& a, const Scene& b) {
  std::string out = diff_row("slots", slots(a), slots(b));
  for (const Space space : {Space::shared, Space::registers, Space::tensor}) {
    const std::string first = bytes_text(a, space);
    const std::string second = bytes_text(b, space);
    if (first == "-" && second == "-") continue;
    out +=
        diff_row(std::string(space == Space::registers ? "registers" : space_text(space)) + ", bytes", first, second);
  }
  return out;
}

/// The figures of both schedules, side by side.
std::string figures(const Scene& a, const Scene& b) {
  std::string out = diff_row("verdict", a.verdict, b.verdict);
  const auto cycles = [](const Scene& of) { return of.standstill.empty() ? short_number(of.trip_cycles) : "-"; };
  out += diff_row("cycles per trip", cycles(a), cycles(b));
  if (a.has_interval || b.has_interval) {
    out += diff_row("interval", interval_text(a), interval_text(b));
    out += diff_row("bound by", a.has_interval ? a.interval.bound_by : "-", b.has_interval ? b.interval.bound_by : "-");
    out += diff_row("stages", std::to_string(a.interval.stages), std::to_string(b.interval.stages));
  }
  out += unit_rows(a, b);
  out += diff_row("ops per trip", std::to_string(step_count_of(a, SceneKind::op)),
                  std::to_string(step_count_of(b, SceneKind::op)));
  if (a.subject == SceneSubject::graph && b.subject == SceneSubject::graph) return out;
  out += diff_row("K tiles per trip", std::to_string(a.tiles_of_trip), std::to_string(b.tiles_of_trip));
  for (const auto& [name_of, kind] :
       {std::pair{"waits", SceneKind::wait}, std::pair{"barriers", SceneKind::barrier},
        std::pair{"awaits", SceneKind::await}, std::pair{"arrivals", SceneKind::arrive}}) {
    out += diff_row(std::string(name_of) + " per trip", std::to_string(step_count_of(a, kind)),
                    std::to_string(step_count_of(b, kind)));
  }
  out += memory_rows(a, b);
  return out + diff_row("hazards", std::to_string(a.hazards.size()), std::to_string(b.hazards.size()));
}

/// The steps that were added, removed or moved, by role and section.
std::string steps_moved(const Scene& a, const Scene& b) {
  std::string out;
  std::map<Section, std::string> said;  // of the previous role
  const std::size_t roles = std::max(a.roles.size(), b.roles.size());
  for (std::size_t role = 0; role < roles; ++role) {
    const auto named = [&](const Scene& of) { return role < of.roles.size() ? of.roles[role].name : "no role"; };
    for (const Section section : run_sections) {
      const std::string lines = differences(
          compared(labels_of(a, static_cast<int>(role), section), labels_of(b, static_cast<int>(role), section)));
      if (lines.empty()) continue;
      const bool same = said[section] == lines;
      out += "  " + named(a) + (named(a) == named(b) ? "" : " and " + named(b)) + ", " + name(section) +
             (same ? ": same changes\n" : "\n" + lines);
      said[section] = lines;
    }
  }
  return out;
}

/// The ops of two graphs whose starts differ, or that only one graph has.
std::string starts_moved(const Scene& a, const Scene& b) {
  const auto start = [](const Scene& scene, const std::string& label) -> std::string {
    const auto found = std::ranges::find(scene.steps, label, &SceneStep::label);
    if (found == scene.steps.end()) return "-";
    const long ii = scene.interval.ii;
    return std::to_string(found->start) + " (stage " + std::to_string(found->start / ii) + ", cycle " +
           std::to_string(found->start % ii) + ")";
  };
  std::string out;
  const auto add = [&](const std::string& label) {
    const std::string first = start(a, label);
    const std::string second = start(b, label);
    if (first != second) out += diff_row(label, first, second);
  };
  for (const SceneStep& step : a.steps) add(step.label);
  for (const SceneStep& step : b.steps) {
    if (start(a, step.label) == "-") add(step.label);
  }
  return out.empty() ? "" : "starts\n" + out;
}

/// Options not given for the second schedule default to those of the first.
void complete_second(const CLI::App& diff, DiffArguments& arguments) {
  SubjectArguments& second = arguments.second;
  second.reader = arguments.first.reader;
  if (second.what.empty()) second.what = arguments.first.what;
  if (diff.count("--other-sync") == 0) second.sync = arguments.first.sync;
  if (diff.count("--other-starts") == 0) second.starts = arguments.first.starts;
  LoopArguments loop = arguments.first.loop;
  if (diff.count("--other-target") != 0) loop.target = second.loop.target;
  if (diff.count("--other-tile") != 0) loop.tile = second.loop.tile;
  if (diff.count("--other-slots") != 0) loop.slots = second.loop.slots;
  if (diff.count("--other-groups") != 0) loop.groups = second.loop.groups;
  if (diff.count("--other-type") != 0) loop.type = second.loop.type;
  if (diff.count("--other-cluster") != 0) loop.cluster = second.loop.cluster;
  if (diff.count("--other-persistent") != 0) loop.persistent = second.loop.persistent;
  if (diff.count("--other-loop") != 0) loop.which = second.loop.which;
  if (diff.count("--other-set") != 0) loop.set = second.loop.set;
  second.loop = loop;
}

}  // namespace

CLI::App* add_diff(CLI::App& app, DiffArguments& arguments) {
  CLI::App* diff =
      app.add_subcommand("diff", "Compare two schedules: moved ops, changed waits, cycles, slots, verdicts");
  add_subject(*diff, arguments.first);
  add_what(*diff, "other", arguments.second.what, "The second schedule; default: the first, with other options");
  diff->add_option("--other-sync", arguments.second.sync, "--sync of the second schedule")
      ->check(CLI::IsMember({"declared", "derived"}));
  add_target(*diff, "--other-target", arguments.second.loop.target, "--target of the second schedule");
  diff->add_option("--other-tile", arguments.second.loop.tile, "--tile of the second schedule");
  diff->add_option("--other-slots", arguments.second.loop.slots, "--slots of the second schedule")
      ->check(CLI::Range(1, 1000));
  diff->add_option("--other-groups", arguments.second.loop.groups, "--groups of the second schedule")
      ->check(CLI::Range(1, 4));
  diff->add_option("--other-type", arguments.second.loop.type, "--type of the second schedule")
      ->check(CLI::IsMember({"bf16", "fp8"}));
  diff->add_option("--other-cluster", arguments.second.loop.cluster, "--cluster of the second schedule")
      ->check(CLI::Range(1, 8));
  diff->add_option("--other-persistent", arguments.second.loop.persistent, "--persistent of the second schedule")
      ->check(CLI::IsMember({"true", "false"}));
  diff->add_option("--other-loop", arguments.second.loop.which, "--loop of the second schedule");
  diff->add_option("--other-set", arguments.second.loop.set, "--set of the second schedule, in place of all --set")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  diff->add_option("--other-starts", arguments.second.starts, "--starts of the second schedule")->type_name("FILE");
  for (const SubjectOption& option : subject_options) {
    const std::string other = std::string("--other-") + (option.name + 2);
    if (diff->get_option_no_throw(other) != nullptr) note_typed(*diff, other, arguments.second.typed);
  }
  add_output(*diff, arguments.output);
  diff->callback([diff, &arguments] { complete_second(*diff, arguments); });
  set_examples(*diff, {"stretto diff ping_pong --other-sync derived", "stretto diff gemm --other-target h100"});
  return diff;
}

int run_diff(const DiffArguments& arguments) {
  check_options(arguments.second.typed, {arguments.second.what});
  check_options(arguments.first.typed, {arguments.first.what, arguments.second.what});
  const auto scene_of = [](const SubjectArguments& subject) {
    return about_subject(subject.what, [&] { return find_scene(subject, {6, false}); });
  };
  const Scene a = scene_of(arguments.first);
  const Scene b = scene_of(arguments.second);
  std::string out = "- " + a.title + "\n+ " + b.title + "\n" + figures(a, b);
  const bool graphs = a.subject == SceneSubject::graph && b.subject == SceneSubject::graph;
  out += graphs ? starts_moved(a, b) : steps_moved(a, b);
  write_output(arguments.output, out);
  return exit_done;
}

}  // namespace stretto::tool
