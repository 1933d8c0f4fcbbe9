#include "tune/space.hpp"

#include <algorithm>

#include "tune/vary_values.hpp"
#include "usage/suggestion.hpp"

namespace stretto::tool {

namespace {

void add_axis(TuneSpace& space, TuneAxis axis) {
  for (const TuneAxis& other : space.axes) {
    if (other.knob.name != axis.knob.name) continue;
    throw InputError(axis.knob.name + ": varied twice; list all its values in one --vary");
  }
  const long others = space.size();
  const auto values = static_cast<long>(axis.values.size());
  if (values > max_points / others) {
    throw InputError(std::to_string(others * values) + " points or more; a sweep can have at most " +
                     std::to_string(max_points));
  }
  space.axes.push_back(std::move(axis));
}

/// The options of the subject that the sweep does not vary.
Json fixed_json(const TuneSpace& space) {
  const TuneSubject& subject = space.subject;
  Json all;
  const LoopArguments& loop = subject.loop;
  if (!subject.declaration.value.is_null()) {
    if (!loop.target.empty()) all["target"] = loop.target;
    if (loop.slots > 0) all["slots"] = loop.slots;
    if (loop.groups > 0) all["groups"] = loop.groups;
    if (loop.cluster > 0) all["cluster"] = loop.cluster;
    if (loop.persistent) all["persistent"] = true;
    for (const std::string& text : loop.set) {
      const std::size_t equals = text.find('=');
      all[text.substr(0, equals)] = std::stol(text.substr(equals + 1));
    }
    if (all.is_null()) all = Json::object();
  } else if (subject.is_loop()) {
    all["target"] = loop.target.empty() ? default_target : loop.target;
    if (!loop.tile.empty()) all["tile"] = loop.tile;
    all["type"] = loop.type.empty() ? "bf16" : loop.type;
    if (loop.slots > 0) all["slots"] = loop.slots;
    all["groups"] = std::max(1, loop.groups);
    all["cluster"] = std::max(1, loop.cluster);
    all["persistent"] = loop.persistent;
  } else {
    all["sync"] = subject.sync;
  }
  for (const TuneAxis& axis : space.axes) all.erase(axis.knob.name);
  // What does not apply to the subject is not part of the sweep.
  for (const Knob& knob : knobs_of(subject)) {
    if (!knob.why_unused.empty()) all.erase(knob.name);
  }
  return all;
}

/// The value of an option; empty: it was not given.
std::string typed_value(const std::vector<TypedOption>& options, const std::string& name) {
  for (const TypedOption& option : options) {
    if (option.name == name) return option.value;
  }
  return "";
}

const Json& read_object(ObjectReader& reader, const std::string& key) {
  (void)reader.require_object(key);
  return reader.require(key);
}

std::string plain_text(const Json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

}  // namespace

long TuneSpace::size() const {
  long points = 1;
  for (const TuneAxis& axis : axes) points *= static_cast<long>(axis.values.size());
  return points;
}

std::size_t TuneSpace::digit(long point, std::size_t axis) const {
  long rest = point;
  for (std::size_t i = axes.size() - 1; i > axis; --i) rest /= static_cast<long>(axes[i].values.size());
  return static_cast<std::size_t>(rest % static_cast<long>(axes[axis].values.size()));
}

const std::string& TuneSpace::value(long point, std::size_t axis) const {
  return axes[axis].values[digit(point, axis)];
}

std::string TuneSpace::label(long point) const {
  std::string out;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    out += (i == 0 ? "" : " ") + axes[i].knob.name + "=" + value(point, i);
  }
  return out;
}

TuneSubject TuneSpace::at(long point) const {
  TuneSubject out = subject;
  for (std::size_t i = 0; i < axes.size(); ++i) axes[i].knob.set(out, value(point, i));
  return out;
}

TuneSpace make_space(const std::string& what, const std::vector<TypedOption>& options,
                     const std::vector<std::string>& vary) {
  TuneSpace space;
  space.subject = find_tune_subject(what, typed_value(options, "--loop"));
  const std::vector<Knob> knobs = knobs_of(space.subject);
  for (const std::string& text : vary) add_axis(space, read_vary(knobs, text, space.subject.what));
  for (TypedOption option : options) {
    const std::string typed = option.name + (option.name == "--set" ? " " + option.value : "");
    const bool from_file = !space.subject.declaration.value.is_null();
    if (option.name == "--loop" && from_file) continue;
    if (option.name == "--set" && from_file) {
      const std::size_t equals = option.value.find('=');
      if (equals == std::string::npos) throw InputError("--set " + option.value + ": must be NAME=VALUE, like bn=128");
      find_knob(knobs, option.value.substr(0, equals), space.subject.what);
      option = {"--" + option.value.substr(0, equals), option.value.substr(equals + 1)};
    }
    const auto applies = [&](const Knob& of) { return "--" + of.name == option.name && of.why_unused.empty(); };
    const auto knob = std::ranges::find_if(knobs, applies);
    if (knob == knobs.end()) throw InputError(option.name + " does not apply to " + space.subject.what);
    for (const TuneAxis& axis : space.axes) {
      if (axis.knob.name == knob->name) throw InputError(typed + " cannot be combined with --vary " + knob->name);
    }
    knob->set(space.subject, read_values(*knob, option.value).front());
  }
  return space;
}

Json space_json(const TuneSpace& space) {
  Json head;
  head["what"] = space.subject.what;
  if (!space.subject.is_loop()) head["case"] = space.subject.input;
  if (!space.subject.declaration.value.is_null()) head["loop"] = space.subject.declaration.value;
  head["fixed"] = fixed_json(space);
  for (const TuneAxis& axis : space.axes) {
    Json& values = head["vary"][axis.knob.name];
    for (const std::string& value : axis.values) values.push_back(value_json(axis.knob, value));
  }
  head["points"] = space.size();
  return head;
}

TuneSpace read_space(const Json& head, const std::string& where) {
  ObjectReader reader(head, JsonPlace(where));
  TuneSpace space;
  space.subject.what = reader.require_name("what");
  if (reader.has("case")) space.subject.input = read_object(reader, "case");
  if (reader.has("loop")) space.subject.declaration = {read_object(reader, "loop"), reader.place("loop")};
  if (!reader.has("case") && !reader.has("loop") && !is_loop(space.subject.what)) {
    throw reader.place("what").error("unknown loop " + quote(space.subject.what) +
                                     did_you_mean(space.subject.what, loop_names()));
  }
  const std::vector<Knob> knobs = knobs_of(space.subject);
  for (const auto& [name, value] : read_object(reader, "fixed").items()) {
    const Knob& knob = find_knob(knobs, name, space.subject.what);
    knob.set(space.subject, read_values(knob, plain_text(value)).front());
  }
  const Json& varied = read_object(reader, "vary");
  if (varied.empty()) throw reader.place("vary").error("contains no knob");
  for (const auto& [name, values] : varied.items()) {
    const Knob& knob = find_knob(knobs, name, space.subject.what);
    if (!values.is_array()) throw reader.place("vary").key(name).error("must be an array");
    std::string text;
    for (const Json& value : values) text += (text.empty() ? "" : ",") + plain_text(value);
    add_axis(space, {knob, read_values(knob, text)});
  }
  return space;
}

}  // namespace stretto::tool
