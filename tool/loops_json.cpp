#include "loops_json.hpp"

#include <map>
#include <set>

#include "input.hpp"
#include "output.hpp"

namespace stretto::tool {

namespace {

constexpr long most_cycles = max_modulo_cycles;

void require_size(const Json& value, std::size_t size, const std::string& where) {
  if (value.is_array() && value.size() == size) return;
  throw InputError(where + ": must be an array of " + std::to_string(size) + " values");
}

int integer(const Json& value, long lowest, long highest, const std::string& where) {
  const bool fits = value.is_number_unsigned()
                        ? value.get<unsigned long>() <= static_cast<unsigned long>(highest) &&
                              (lowest <= 0 || value.get<unsigned long>() >= static_cast<unsigned long>(lowest))
                        : value.is_number_integer() && value.get<long>() >= lowest && value.get<long>() <= highest;
  if (!fits) {
    throw InputError(where + ": must be an integer from " + std::to_string(lowest) + " to " + std::to_string(highest));
  }
  return static_cast<int>(value.get<long>());
}

/// A number from 0 to count - 1, or one of these names.
int number_or_name(const Json& value, const std::map<std::string, int>& names, int count, const std::string& what,
                   const std::string& where) {
  if (value.is_string()) {
    const auto found = names.find(value.get<std::string>());
    if (found == names.end()) throw InputError(where + ": unknown " + what + " \"" + value.get<std::string>() + "\"");
    return found->second;
  }
  if (!value.is_number_integer()) throw InputError(where + ": must be the name or the number of a " + what);
  const bool within = value.is_number_unsigned() ? value.get<unsigned long>() < static_cast<unsigned long>(count)
                                                 : value.get<long>() >= 0 && value.get<long>() < count;
  if (!within) {
    throw InputError(where + ": no " + what + " " + value.dump() + "; the loop has " + std::to_string(count));
  }
  return value.get<int>();
}

InputError twice(std::string where, const std::string& name) {
  where += ": duplicate name \"" + name + "\"";
  InputError error(where);
  return error;
}

struct ReadResource {
  int latency = 0;
  int occupancy = 0;
};

class LoopReader {
 public:
  LoopReader(const Json& value, const std::string& where) : object_(value, where) {
    loop_.where = where;
    loop_.name = object_.require_string("name");
    read_resources();
    read_ops();
    read_edges();
    object_.finish();
  }

  NamedLoop take() { return std::move(loop_); }

 private:
  const Json& list(const std::string& key) {
    const Json& value = object_.require(key);
    if (!value.is_array()) throw InputError(object_.path_of(key) + ": must be an array");
    if (value.size() > static_cast<std::size_t>(max_modulo_items)) {
      throw InputError(object_.path_of(key) + ": more than " + std::to_string(max_modulo_items) + " entries");
    }
    return value;
  }

  [[nodiscard]] std::string place(const std::string& key, std::size_t i) const {
    return object_.path_of(key) + "[" + std::to_string(i) + "]";
  }

  void read_resources() {
    const Json& values = list("resources");
    loop_.resource_names.reserve(values.size());  // the problem points to the names
    for (std::size_t r = 0; r < values.size(); ++r) {
      const std::string where = place("resources", r);
      ObjectReader resource(values[r], where);
      const std::string& name = loop_.resource_names.emplace_back(resource.require_string("name"));
      if (!resource_numbers_.emplace(name, static_cast<int>(r)).second) {
        throw twice(where + ".name", name);
      }
      const Json& limit = resource.require("limit");
      const int most = limit.is_null() ? unlimited : integer(limit, 1, unlimited - 1, where + ".limit");
      resources_.push_back({integer(resource.require("latency"), 0, most_cycles, where + ".latency"),
                            integer(resource.require("occupancy"), 0, most_cycles, where + ".occupancy")});
      resource.finish();
      loop_.problem.resources.push_back({name.c_str(), most, 1});
    }
  }

  void read_ops() {
    const Json& values = list("ops");
    if (values.empty()) throw InputError(object_.path_of("ops") + ": the loop has no ops");
    if (values.size() > static_cast<std::size_t>(max_modulo_ops)) {
      throw InputError(object_.path_of("ops") + ": more than " + std::to_string(max_modulo_ops) + " ops");
    }
    loop_.op_names.reserve(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::string where = place("ops", i);
      const Json& op = values[i];
      require_size(op, 2, where);
      if (!op[0].is_string()) throw InputError(where + "[0]: must be a name");
      const std::string& name = loop_.op_names.emplace_back(op[0].get<std::string>());
      if (!op_numbers_.emplace(name, static_cast<int>(i)).second) {
        throw twice(where + "[0]", name);
      }
      const int r = number_or_name(op[1], resource_numbers_, loop_.problem.resources.size(), "resource", where + "[1]");
      const ReadResource& resource = resources_[static_cast<std::size_t>(r)];
      loop_.latencies.push_back(resource.latency);
      loop_.problem.ops.push_back({name.c_str()});
      if (resource.occupancy > 0) loop_.problem.uses.push_back({static_cast<int>(i), r, resource.occupancy});
    }
  }

  void read_edges() {
    const Json& values = list("edges");
    const int ops = loop_.problem.size();
    for (std::size_t e = 0; e < values.size(); ++e) {
      const std::string where = place("edges", e);
      const Json& edge = values[e];
      require_size(edge, 4, where);
      const int from = number_or_name(edge[0], op_numbers_, ops, "op", where + "[0]");
      const int to = number_or_name(edge[1], op_numbers_, ops, "op", where + "[1]");
      const int distance = integer(edge[2], 0, max_modulo_distance, where + "[2]");
      const int delay = integer(edge[3], -most_cycles, most_cycles, where + "[3]");
      loop_.problem.edges.push_back({from, to, distance, delay + loop_.latencies[static_cast<std::size_t>(from)]});
    }
  }

  ObjectReader object_;
  NamedLoop loop_;
  std::map<std::string, int> resource_numbers_;
  std::map<std::string, int> op_numbers_;
  std::vector<ReadResource> resources_;
};

}  // namespace

std::vector<JsonLine> read_json_lines(const std::string& path) {
  Input input(path);
  std::vector<JsonLine> lines;
  std::string text;
  for (int number = 1; std::getline(input.stream(), text); ++number) {
    if (text.find_first_not_of(" \t\r") == std::string::npos) continue;
    const std::string where = input.name() + " line " + std::to_string(number);
    lines.push_back({where, parse_json(text, where)});
  }
  input.check();
  return lines;
}

std::vector<NamedLoop> read_loops(const std::string& path) {
  std::vector<NamedLoop> loops;
  std::set<std::string> names;
  for (const JsonLine& line : read_json_lines(path)) {
    loops.push_back(LoopReader(line.value, line.where).take());
    const NamedLoop& loop = loops.back();
    if (!names.insert(loop.name).second) throw InputError(line.where + ": duplicate name \"" + loop.name + "\"");
    Diagnostic refused = check_modulo_problem(loop.problem);
    if (!refused) refused = recurrence_bound(loop.problem).error;
    if (refused) throw InputError(loop_refusal(loop, refused));
  }
  if (loops.empty()) throw InputError(input_name(path) + ": contains no loop");
  return loops;
}

std::string loop_refusal(const NamedLoop& loop, const Diagnostic& why) {
  std::string text = loop.where + ": " + loop.name + ": " + str(describe(why));
  if (why.op_count == 0) return text;
  text += why.op_count == 1 ? ". Op: " : ". Ops: ";
  const bool circle = why.rule == Rule::same_iteration_cycle;
  for (int k = 0; k < why.op_count; ++k) {
    if (k > 0) text += circle ? " -> " : ", ";
    text += "\"" + loop.op_names[static_cast<std::size_t>(why.ops[k])] + "\"";
  }
  if (circle && why.value <= why.op_count)
    text += " -> \"" + loop.op_names[static_cast<std::size_t>(why.ops[0])] + "\"";
  return text + ".";
}

}  // namespace stretto::tool
