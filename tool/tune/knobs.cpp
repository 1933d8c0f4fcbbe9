#include "tune/knobs.hpp"

#include <algorithm>
#include <set>

#include "case.hpp"
#include "file_kind.hpp"
#include "input.hpp"
#include "knobs_json.hpp"
#include "output.hpp"
#include "show/find_subject.hpp"
#include "tune/sides.hpp"
#include "usage/command_usage.hpp"
#include "usage/suggestion.hpp"
#include "word_list.hpp"

namespace stretto::tool {

namespace {

constexpr long largest_knob = 1'000'000;
constexpr long largest_mask = 1L << 62;
constexpr long largest_parameter = 1L << 40;

Knob word_knob(std::string name, std::vector<std::string> words, decltype(Knob::set) set) {
  Knob knob;
  knob.name = std::move(name);
  knob.kind = KnobKind::word;
  knob.words = std::move(words);
  knob.set = std::move(set);
  return knob;
}

Knob number_knob(std::string name, long lowest, long highest, decltype(Knob::set) set) {
  Knob knob;
  knob.name = std::move(name);
  knob.lowest = lowest;
  knob.highest = highest;
  knob.set = std::move(set);
  return knob;
}

Knob sides_knob(std::string name, int sides, long highest, decltype(Knob::set) set) {
  Knob knob = number_knob(std::move(name), 1, highest, std::move(set));
  knob.kind = KnobKind::sides;
  knob.sides = sides;
  return knob;
}

Knob also_called(Knob knob, const char* other_name) {
  knob.other_name = other_name;
  return knob;
}

// --- knobs of loops

/// Knobs of every declared loop.
void add_loop_knobs(std::vector<Knob>& out) {
  out.push_back(word_knob("target", target_names(), [](TuneSubject& of, const std::string& v) { of.loop.target = v; }));
  out.push_back(also_called(
      number_knob("slots", 1, 1000, [](TuneSubject& of, const std::string& v) { of.loop.slots = std::stoi(v); }),
      "depth"));
  out.push_back(
      number_knob("groups", 1, 4, [](TuneSubject& of, const std::string& v) { of.loop.groups = std::stoi(v); }));
  out.push_back(
      number_knob("cluster", 1, 8, [](TuneSubject& of, const std::string& v) { of.loop.cluster = std::stoi(v); }));
  out.push_back(word_knob("persistent", {"false", "true"},
                          [](TuneSubject& of, const std::string& v) { of.loop.persistent = v == "true"; }));
}

std::vector<Knob> built_in_loop_knobs(const std::string& loop) {
  const bool gemm = loop == "gemm";
  const bool three_sides = gemm || loop == "flash_attention";
  std::vector<Knob> out;
  add_loop_knobs(out);
  out.push_back(sides_knob("tile", three_sides ? 3 : 1, three_sides ? 4096 : 1L << 24,
                           [](TuneSubject& of, const std::string& v) { of.loop.tile = v; }));
  out.push_back(word_knob("type", {"bf16", "fp8"}, [](TuneSubject& of, const std::string& v) { of.loop.type = v; }));
  if (!gemm) out.back().why_unused = loop + " is declared for bf16 only";
  return out;
}

/// The parameters of a loop file, and the knobs of every loop whose names are free.
std::vector<Knob> loop_file_knobs(const LoopDeclaration& declaration) {
  std::vector<Knob> out;
  const Parameters parameters = declared_parameters(declaration);
  for (const auto& [name, value] : parameters) {
    out.push_back(number_knob(name, 0, largest_parameter, [name = name](TuneSubject& of, const std::string& v) {
      const std::string begin = name + "=";
      std::erase_if(of.loop.set, [&](const std::string& text) { return text.starts_with(begin); });
      of.loop.set.push_back(begin + v);
    }));
  }
  add_loop_knobs(out);
  std::erase_if(
      out, [&, seen = std::set<std::string>()](const Knob& knob) mutable { return !seen.insert(knob.name).second; });
  return out;
}

// --- knobs of schedules

/// The knobs that the schedule compiles with: as given, or as the schedule overrides them.
Json effective_knobs(const Json& input) {
  return std::visit(
      []<class S>(const S& schedule) {
        if constexpr (requires { schedule.schedule_config(); }) return knobs_json(schedule.schedule_config());
        return Json();
      },
      read_case(input).schedule);
}

/// Sets params.PART.KEY of the case.
decltype(Knob::set) in_params(const std::string& part, const std::string& key) {
  return [part, key](TuneSubject& of, const std::string& value) {
    Json& params = of.input["params"];
    if (params.contains("kernel")) params.erase("kernel");  // its tile gave the counts that are varied
    (part.empty() ? params : params[part])[key] = std::stol(value);
  };
}

/// One of the nineteen knobs of ScheduleConfig, with the type of its default.
Knob schedule_knob(const std::string& key, const Json& usual) {
  const auto set = [key](Json value, TuneSubject& of) {
    of.input["params"]["schedule_config"][key] = std::move(value);
  };
  if (usual.is_boolean()) {
    return word_knob(key, {"false", "true"},
                     [set](TuneSubject& of, const std::string& value) { set(value == "true", of); });
  }
  if (!usual.is_string()) {
    const bool mask = key.ends_with("_mask");
    return number_knob(key, 0, mask ? largest_mask : largest_knob,
                       [set](TuneSubject& of, const std::string& value) { set(std::stol(value), of); });
  }
  // JSON spells the strategies in capital letters.
  return also_called(word_knob("order", {"identity", "greedy", "csp"},
                               [set](TuneSubject& of, std::string value) {
                                 std::ranges::transform(value, value.begin(), [](unsigned char c) {
                                   return static_cast<char>(std::toupper(c));
                                 });
                                 set(value, of);
                               }),
                     key.c_str());
}

/// The reason, if the schedule sets this knob itself and ignores any requested value.
std::string set_by_schedule(const TuneSubject& subject, const std::string& key, const Knob& knob) {
  const Json before = effective_knobs(subject.input)[key];
  for (const std::string& value : knob.kind == KnobKind::word ? knob.words : std::vector<std::string>{"1", "2"}) {
    TuneSubject tried = subject;
    knob.set(tried, value);
    if (effective_knobs(tried.input)[key] != before) return "";
  }
  return "the schedule always sets it to " + before.dump();
}

void add_nineteen(std::vector<Knob>& out, const TuneSubject& subject) {
  const Json nineteen = knobs_json(ScheduleConfig{});
  for (const auto& [key, usual] : nineteen.items()) {
    Knob knob = schedule_knob(key, usual);
    knob.why_unused = set_by_schedule(subject, key, knob);
    out.push_back(std::move(knob));
  }
}

/// The tile of a four-wave case, and the counts that follow from it.
void set_tile(TuneSubject& of, const std::string& value) {
  const std::vector<int> sides = read_sides(value);
  Json& geometry = of.input["params"]["geometry"];
  const auto at = [&](const char* key) { return geometry[key].get<int>(); };
  KernelGeometry tile;
  tile.BM = sides[0];
  tile.BN = sides[1];
  tile.BK = sides[2];
  tile.MMA_M = at("MMA_M");
  tile.MMA_N = at("MMA_N");
  tile.MMA_K = at("MMA_K");
  tile.elem_bytes = at("elem_bytes");
  tile = with_counts(tile, FourWaveSchedule::layout);
  if (const Diagnostic error = check_geometry(tile, FourWaveSchedule::layout)) {
    throw InputError("tile " + value + ": " + str(describe(error)));
  }
  geometry["BM"] = tile.BM;
  geometry["BN"] = tile.BN;
  geometry["BK"] = tile.BK;
  geometry["vm_per_load_a"] = of.input["params"]["target"]["vm_per_load_a"] = tile.vm_per_load_a;
  geometry["vm_per_load_b"] = of.input["params"]["target"]["vm_per_load_b"] = tile.vm_per_load_b;
  geometry["lgkm_per_load_a"] = tile.lgkm_per_load_a;
  geometry["lgkm_per_load_b"] = tile.lgkm_per_load_b;
}

decltype(Knob::set) set_grid(const std::string& part, const std::vector<std::string>& keys) {
  return [part, keys](TuneSubject& of, const std::string& value) {
    const std::vector<int> sides = read_sides(value);
    for (std::size_t i = 0; i < keys.size(); ++i) of.input["params"][part][keys[i]] = sides[i];
  };
}

std::vector<Knob> schedule_knobs(const TuneSubject& subject) {
  const std::string schedule = read_case(subject.input).schedule_name;
  std::vector<Knob> out;
  out.push_back(word_knob("sync", {"declared", "derived"}, [](TuneSubject& of, const std::string& v) { of.sync = v; }));
  if (schedule == "single_buffer") {
    out.push_back(sides_knob("grid", 3, max_count, set_grid("hints", {"m_mmas", "n_mmas", "k_mmas"})));
    out.push_back(number_knob("num_k_tiles", 1, max_count, in_params("", "num_k_tiles")));
    return out;
  }
  out.push_back(sides_knob("grid", 2, max_count, set_grid("pipeline_overrides", {"m_mmas", "n_mmas"})));
  if (schedule == "four_wave") {
    out.push_back(sides_knob("tile", 3, max_extent, set_tile));
  } else {
    for (const char* key : {"lgkm_a", "lgkm_b"}) out.push_back(number_knob(key, 0, max_extent, in_params("", key)));
    for (const char* key : {"vm_per_load_a", "vm_per_load_b"}) {
      out.push_back(number_knob(key, 0, max_extent, in_params("target", key)));
    }
  }
  out.push_back(number_knob("max_globals", 0, max_extent, in_params("target", "max_globals")));
  add_nineteen(out, subject);
  return out;
}

}  // namespace

TuneSubject find_tune_subject(const std::string& what, const std::string& which) {
  TuneSubject out;
  out.what = what;
  if (is_loop(what)) return out;
  if (const std::optional<Json> built_in = built_in_case(what)) {
    out.input = *built_in;
    return out;
  }
  require_subject(what);
  const Json file = read_input(what, "tune");
  if (kind_of_input(file) == FileKind::loop) {
    out.declaration = find_declaration(file, input_name(what), which);
    read_declared_loop(out.declaration);  // a file that no point could read is refused once
    out.what = out.declaration.value["name"].get<std::string>();
    return out;
  }
  out.what = read_case(file, JsonPlace(input_name(what))).name;
  out.input = {{"name", file["name"]}, {"schedule", file["schedule"]}, {"params", file["params"]}};
  return out;
}

LoadedLoop loop_of(const TuneSubject& subject) {
  if (!subject.declaration.value.is_null()) return loaded(subject.declaration, subject.loop);
  return loaded(request_from(subject.what, subject.loop));
}

std::vector<Knob> knobs_of(const TuneSubject& subject) {
  if (!subject.is_loop()) return schedule_knobs(subject);
  if (!subject.declaration.value.is_null()) return loop_file_knobs(subject.declaration);
  return built_in_loop_knobs(subject.what);
}

const Knob& find_knob(const std::vector<Knob>& knobs, const std::string& name, const std::string& what) {
  const auto named = [&](const Knob& knob) { return knob.name == name || knob.other_name == name; };
  if (const auto found = std::ranges::find_if(knobs, named); found != knobs.end()) {
    if (found->why_unused.empty()) return *found;
    throw InputError("knob " + name + " does not apply to " + what + ": " + found->why_unused);
  }
  std::vector<std::string> known;
  std::vector<std::string> understood;
  for (const Knob& knob : knobs) {
    if (!knob.why_unused.empty()) continue;
    known.push_back(knob.name);
    understood.push_back(knob.name);
    if (!knob.other_name.empty()) understood.push_back(knob.other_name);
  }
  throw InputError("unknown knob \"" + name + "\" of " + what + did_you_mean(name, understood) +
                   "\n  valid knobs: " + listed(known, "or"));
}

std::string legal_values(const Knob& knob) {
  if (knob.kind == KnobKind::word) return listed(knob.words, "or");
  const std::string range = "from " + std::to_string(knob.lowest) + " to " + std::to_string(knob.highest);
  if (knob.kind == KnobKind::number) return "whole numbers " + range;
  if (knob.sides == 1) return "a number of bytes " + range;
  return std::to_string(knob.sides) + " numbers separated by x, each " + range;
}

Json value_json(const Knob& knob, const std::string& value) {
  if (knob.kind == KnobKind::number) return std::stol(value);
  if (value == "true" || value == "false") return value == "true";
  return value;
}

}  // namespace stretto::tool
