#include "tune/space.hpp"

#include <algorithm>

#include "tune/values.hpp"

namespace stretto::tool {

namespace {

void add_axis(TuneSpace& space, const Knob& knob, std::vector<std::string> values) {
  for (const TuneAxis& other : space.axes) {
    if (other.knob.name == knob.name) throw InputError(knob.name + ": varied twice; list all its values in one --vary");
  }
  const long others = space.size();
  if (static_cast<long>(values.size()) > max_points / others) {
    throw InputError(std::to_string(others * static_cast<long>(values.size())) +
                     " points or more; a sweep can have at most " + std::to_string(max_points));
  }
  space.axes.push_back({knob, std::move(values)});
}

/// The options of the subject that the sweep does not vary.
Json fixed_json(const TuneSpace& space) {
  const TuneSubject& subject = space.subject;
  Json all;
  if (subject.is_loop()) {
    const LoopArguments& loop = subject.loop;
    all["target"] = loop.target;
    if (!loop.tile.empty()) all["tile"] = loop.tile;
    all["type"] = loop.type;
    if (loop.slots > 0) all["slots"] = loop.slots;
    all["groups"] = loop.groups;
    all["cluster"] = loop.cluster;
    all["persistent"] = loop.persistent;
  } else {
    all["sync"] = subject.sync;
  }
  for (const TuneAxis& axis : space.axes) all.erase(axis.knob.name);
  return all;
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
  space.subject = find_tune_subject(what);
  const std::vector<Knob> knobs = knobs_of(space.subject);
  for (const std::string& text : vary) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw InputError("--vary " + text + ": must be KNOB=VALUES, like slots=2..4 or tile=128x128x64,128x256x64");
    }
    const Knob& knob = find_knob(knobs, text.substr(0, equals), space.subject.what);
    add_axis(space, knob, read_values(knob, text.substr(equals + 1)));
  }
  for (const TypedOption& option : options) {
    const auto applies = [&](const Knob& of) { return "--" + of.name == option.name && of.why_unused.empty(); };
    const auto knob = std::ranges::find_if(knobs, applies);
    if (knob == knobs.end()) throw InputError(option.name + " does not apply to " + space.subject.what);
    for (const TuneAxis& axis : space.axes) {
      if (axis.knob.name == knob->name) throw InputError(option.name + " cannot be combined with --vary " + knob->name);
    }
    knob->set(space.subject, read_values(*knob, option.value).front());
  }
  return space;
}

Json space_json(const TuneSpace& space) {
  Json head;
  head["what"] = space.subject.what;
  if (!space.subject.is_loop()) head["case"] = space.subject.input;
  head["fixed"] = fixed_json(space);
  for (const TuneAxis& axis : space.axes) {
    Json& values = head["vary"][axis.knob.name];
    for (const std::string& value : axis.values) values.push_back(value_json(axis.knob, value));
  }
  head["points"] = space.size();
  return head;
}

TuneSpace read_space(const Json& head, const std::string& where) {
  ObjectReader reader(head, where);
  TuneSpace space;
  space.subject.what = reader.require_string("what");
  if (reader.has("case")) space.subject.input = reader.require("case");
  const std::vector<Knob> knobs = knobs_of(space.subject);
  for (const auto& [name, value] : reader.require("fixed").items()) {
    const Knob& knob = find_knob(knobs, name, space.subject.what);
    knob.set(space.subject, read_values(knob, plain_text(value)).front());
  }
  for (const auto& [name, values] : reader.require("vary").items()) {
    const Knob& knob = find_knob(knobs, name, space.subject.what);
    std::string text;
    for (const Json& value : values) text += (text.empty() ? "" : ",") + plain_text(value);
    add_axis(space, knob, read_values(knob, text));
  }
  return space;
}

}  // namespace stretto::tool
