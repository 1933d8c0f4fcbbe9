#include "loop/loop_reader.hpp"

#include <limits>

#include "choose_loop.hpp"
#include "loop/enum_words.hpp"
#include "loop/gpu_json.hpp"
#include "loop/interned.hpp"
#include "loop/options_json.hpp"
#include "pipeline_catalog.hpp"

namespace stretto::tool {

namespace {

constexpr std::size_t most_loops = 1000;
constexpr std::size_t most_parts = 1000;  // buffers, ops, roles, and accesses of one op
constexpr std::size_t most_roles = 16;
constexpr std::size_t most_parameters = 100;
constexpr NumberRange any_int{0, std::numeric_limits<int>::max()};
constexpr NumberRange any_long{0, std::numeric_limits<long>::max()};
constexpr NumberRange at_least_one{1, std::numeric_limits<int>::max()};
constexpr NumberRange any_value{std::numeric_limits<long>::min(), std::numeric_limits<long>::max()};
constexpr NumberRange any_tag{0, 127};  // larger tags belong to the framework
// More than any GPU has; they bound the size of what is built before the library's own checks can refuse it.
constexpr NumberRange thread_range{1, 4096};
constexpr NumberRange group_range{1, 16};
constexpr NumberRange fragment_range{1, 64};
constexpr NumberRange slot_range{0, 1000};
constexpr NumberRange part_range{0, 4096};
constexpr NumberRange distance_range{0, 64};

/// Parameters in the order of the file; each may use those before it. A default is evaluated even if it is replaced:
/// the parameters that it names are in use.
Parameters read_parameters(ObjectReader& loop, const Parameters& changed) {
  Parameters out;
  if (loop.has("parameters")) {
    const Json& values = loop.require("parameters");
    const JsonPlace place = loop.place("parameters");
    if (!values.is_object()) throw place.error("must be an object of names and numbers");
    if (values.size() > most_parameters) {
      throw place.error("more than " + std::to_string(most_parameters) + " parameters");
    }
    for (const auto& [name, value] : values.items()) {
      if (!is_parameter_name(name)) {
        throw place.key(name).error("a parameter's name has letters, digits and _, and does not begin with a digit");
      }
      const long declared = read_number(value, any_value, out, place.key(name));
      const long* given = changed.use(name);
      out.add(name, given != nullptr ? *given : declared);
    }
  }
  for (const auto& [name, value] : changed) {
    if (out.contains(name)) continue;
    std::vector<std::string> known;
    std::string all;
    for (const auto& [other, ignored] : out) {
      known.push_back(other);
      all += (all.empty() ? "; valid parameters: " : ", ") + other;
    }
    throw loop.place("parameters")
        .error("no parameter " + quote(name) + did_you_mean(name, known) + (all.empty() ? "; the loop has none" : all));
  }
  return out;
}

class LoopFileReader {
 public:
  LoopFileReader(const LoopDeclaration& declaration, const Parameters& changed)
      : object_(declaration.value, declaration.place) {
    Loop& loop = out_.loop;
    loop.name = interned(object_.require_name("name"));
    object_.accept("$schema");
    object_.accept("comment");
    out_.parameters = read_parameters(object_, changed);
    out_.target = object_.has("target") ? read_gpu(object_.require("target"), object_.place("target"), out_.parameters)
                                        : find_gpu(default_target);
    if (object_.has("options")) out_.options = read_options(object_.require_object("options"), out_.parameters);
    number(object_, "threads", thread_range, loop.threads);
    number(object_, "groups", group_range, loop.groups);
    number(object_, "cluster", group_range, loop.cluster);
    number(object_, "fragment_steps", fragment_range, loop.fragment_steps);
    if (object_.has("roles")) read_roles();
    read_buffers();
    read_ops();
    object_.finish();
    out_.parameters.refuse_unused(object_.place("parameters"));
  }

  DeclaredLoop take() { return std::move(out_); }

 private:
  template <class Number>
  void number(ObjectReader& reader, const char* key, NumberRange range, Number& to) const {
    reader.optional_number(key, range, out_.parameters, to);
  }

  /// The position of a name in a list; names are unique.
  template <class Named>
  static int find_name(const Vector<Named>& list, const std::string& name, const char* what, const JsonPlace& place) {
    std::vector<std::string> known;
    for (int i = 0; i < list.size(); ++i) {
      if (name == list[i].name) return i;
      known.emplace_back(list[i].name);
    }
    throw place.error(std::string("no ") + what + " " + quote(name) + did_you_mean(name, known) +
                      "; declare it under \"" + what + "s\"");
  }
  template <class Named>
  static void refuse_duplicate(const Vector<Named>& list, const std::string& name, const JsonPlace& place) {
    for (const Named& other : list) {
      if (name == other.name) throw place.error("duplicate name " + quote(name));
    }
  }

  void read_roles() {
    for (const JsonItem& item : object_.require_list("roles", most_roles)) {
      ObjectReader role(item.value, item.place);
      const std::string name = role.require_name("name");
      refuse_duplicate(out_.loop.roles, name, role.place("name"));
      const long waves = role.require_number("waves", thread_range, out_.parameters);
      role.finish();
      out_.loop.role(interned(name), static_cast<int>(waves));
    }
  }

  void read_buffers() {
    for (const JsonItem& item : object_.require_list("buffers", most_parts)) {
      ObjectReader reader(item.value, item.place);
      LoopBuffer buffer;
      const std::string name = reader.require_name("name");
      refuse_duplicate(out_.loop.buffers, name, reader.place("name"));
      buffer.name = interned(name);
      if (reader.has("in_place_of")) {
        const std::string replaced = reader.require_string("in_place_of");
        buffer.in_place_of = find_name(out_.loop.buffers, replaced, "buffer", reader.place("in_place_of"));
        buffer.space = LoopSpace::registers;
        for (const char* key : {"space", "bytes", "slots", "parts"}) {
          if (reader.has(key)) {
            throw reader.place(key).error("does not apply to a value in place of " + quote(replaced) +
                                          ", whose registers it takes; remove it");
          }
        }
      } else {
        buffer.space = read_word<LoopSpace>(reader, "space");
        buffer.bytes = static_cast<int>(reader.require_number("bytes", at_least_one, out_.parameters));
        number(reader, "slots", slot_range, buffer.slots);
        number(reader, "parts", part_range, buffer.parts);
      }
      reader.finish();
      out_.loop.buffers.push_back(buffer);
    }
  }

  void read_ops() {
    for (const JsonItem& item : object_.require_list("ops", most_parts)) {
      ObjectReader reader(item.value, item.place);
      const std::string name = reader.require_name("name");
      refuse_duplicate(out_.loop.ops, name, reader.place("name"));
      LoopOp op;
      op.name = interned(name);
      op.tag = out_.loop.ops.size();
      op.kind = read_word<WorkKind>(reader, "kind");
      read_work(reader, op);
      number(reader, "tag", any_tag, op.tag);
      number(reader, "lingers", any_int, op.lingers);
      if (reader.has("role")) {
        op.role = find_name(out_.loop.roles, reader.require_string("role"), "role", reader.place("role"));
      }
      out_.loop.ops.push_back(op);
      read_accesses(reader, item.value);
      reader.finish();
    }
  }

  /// The keys that only some kinds of work have.
  void read_work(ObjectReader& reader, LoopOp& op) {
    const bool multiplies = op.kind == WorkKind::multiply;
    const bool computes = op.kind == WorkKind::compute;
    for (const char* key : {"m", "n", "k", "dtype"}) only_for(multiplies, reader, key, "multiply");
    for (const char* key : {"operations", "exponentials", "takes"}) only_for(computes, reader, key, "compute");
    only_for(multiplies || op.kind == WorkKind::store, reader, "synchronous", "multiply or store");
    only_for(op.kind == WorkKind::load, reader, "multicast", "load");
    if (multiplies) {
      op.m = static_cast<int>(reader.require_number("m", at_least_one, out_.parameters));
      op.n = static_cast<int>(reader.require_number("n", at_least_one, out_.parameters));
      op.k = static_cast<int>(reader.require_number("k", at_least_one, out_.parameters));
      op.type = read_word<DataType>(reader, "dtype");
    }
    if (computes) {
      number(reader, "operations", any_long, op.operations);
      number(reader, "exponentials", any_long, op.exponentials);
      number(reader, "takes", any_int, op.dependent);
    }
    if (multiplies || op.kind == WorkKind::store) reader.optional_bool("synchronous", op.waited);
    if (op.kind == WorkKind::load) reader.optional_bool("multicast", op.multicast);
  }

  static void only_for(bool applies, ObjectReader& reader, const char* key, const char* kind) {
    if (applies || !reader.has(key)) return;
    throw reader.place(key).error(std::string("applies only to an op of kind ") + kind + "; remove it");
  }

  /// In the order of the file: the keys of the op, and the buffers of each key.
  void read_accesses(ObjectReader& reader, const Json& op) {
    for (const char* key : {"reads", "writes", "accumulates"}) (void)reader.has(key);
    for (const auto& [key, value] : op.items()) {
      if (key == "reads") read_list(reader, key, LoopMode::read);
      if (key == "writes") read_list(reader, key, LoopMode::write);
      if (key == "accumulates") read_list(reader, key, LoopMode::accumulate);
    }
  }

  void read_list(ObjectReader& reader, const std::string& key, LoopMode mode) {
    for (const JsonItem& item : reader.require_list(key, most_parts)) {
      LoopAccess access;
      access.op = out_.loop.ops.size() - 1;
      access.mode = mode;
      if (item.value.is_object() && mode == LoopMode::read) {
        ObjectReader read(item.value, item.place);
        access.buffer = find_name(out_.loop.buffers, read.require_string("buffer"), "buffer", read.place("buffer"));
        access.distance = static_cast<int>(read.require_number("distance", distance_range, out_.parameters));
        read.finish();
      } else if (item.value.is_string()) {
        access.buffer = find_name(out_.loop.buffers, item.value.get<std::string>(), "buffer", item.place);
      } else {
        throw item.place.error(mode == LoopMode::read
                                   ? R"(must be the name of a buffer, or {"buffer": NAME, "distance": ITERATIONS})"
                                   : "must be the name of a buffer");
      }
      out_.loop.accesses.push_back(access);
    }
  }

  ObjectReader object_;
  DeclaredLoop out_;
};

}  // namespace

LoopDeclaration find_declaration(const Json& file, const std::string& path, const std::string& which) {
  const JsonPlace root(path);
  ObjectReader reader(file, root);
  std::vector<JsonItem> loops;
  if (reader.has("loops")) {
    reader.accept("$schema");
    reader.accept("comment");
    loops = reader.require_list("loops", most_loops);
    reader.finish();
    if (loops.empty()) throw reader.place("loops").error("contains no loop");
  } else {
    loops.push_back({file, root});
  }
  std::vector<std::string> names;
  for (const JsonItem& item : loops) {
    const std::string name = ObjectReader(item.value, item.place).require_name("name");
    for (const std::string& other : names) {
      if (other == name) throw item.place.key("name").error("duplicate name " + quote(name));
    }
    names.push_back(name);
  }
  const JsonItem& chosen = loops[choose_loop(names, which, path)];
  LoopDeclaration out{chosen.value, chosen.place};
  if (out.value.contains("target")) {
    out.value["target"] = with_target_file(out.value["target"], path, out.place.key("target"));
  }
  return out;
}

Parameters declared_parameters(const LoopDeclaration& declaration) {
  ObjectReader reader(declaration.value, declaration.place);
  return read_parameters(reader, {});
}

DeclaredLoop read_declared_loop(const LoopDeclaration& declaration, const Parameters& changed) {
  return LoopFileReader(declaration, changed).take();
}

}  // namespace stretto::tool
