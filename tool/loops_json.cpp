#include "loops_json.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "input.hpp"
#include "output.hpp"

namespace stretto::tool {

namespace {

constexpr long most_cycles = max_modulo_cycles;

void require_size(const JsonItem& item, std::size_t size) {
  if (item.value.is_array() && item.value.size() == size) return;
  throw item.place.error("must be an array of " + std::to_string(size) + " values");
}

int integer(const Json& value, long lowest, long highest, const JsonPlace& where) {
  const bool fits = value.is_number_unsigned()
                        ? value.get<unsigned long>() <= static_cast<unsigned long>(highest) &&
                              (lowest <= 0 || value.get<unsigned long>() >= static_cast<unsigned long>(lowest))
                        : value.is_number_integer() && value.get<long>() >= lowest && value.get<long>() <= highest;
  if (!fits) {
    throw where.error("must be an integer from " + std::to_string(lowest) + " to " + std::to_string(highest));
  }
  return static_cast<int>(value.get<long>());
}

/// A number from 0 to count - 1, or one of these names.
int number_or_name(const Json& value, const std::map<std::string, int>& names, int count, const std::string& what,
                   const JsonPlace& where) {
  if (value.is_string()) {
    const auto found = names.find(value.get<std::string>());
    if (found == names.end()) throw where.error("unknown " + what + " " + quote(value.get<std::string>()));
    return found->second;
  }
  if (!value.is_number_integer()) throw where.error("must be the name or the number of a " + what);
  const bool within = value.is_number_unsigned() ? value.get<unsigned long>() < static_cast<unsigned long>(count)
                                                 : value.get<long>() >= 0 && value.get<long>() < count;
  if (!within) {
    throw where.error("no " + what + " " + value.dump() + "; the loop has " + std::to_string(count));
  }
  return value.get<int>();
}

InputError twice(const JsonPlace& where, const std::string& name) {
  return where.error("duplicate name " + quote(name));
}

struct ReadResource {
  int latency = 0;
  int occupancy = 0;
};

class LoopReader {
 public:
  explicit LoopReader(const JsonLine& line) : object_(line.value, line.where) {
    loop_.where = line.where.text();
    loop_.name = object_.require_name("name");
    read_resources();
    read_ops();
    read_edges();
    object_.finish();
  }

  NamedLoop take() { return std::move(loop_); }

 private:
  std::vector<JsonItem> list(const std::string& key) { return object_.require_list(key, max_modulo_items); }

  void read_resources() {
    const std::vector<JsonItem> values = list("resources");
    loop_.resource_names.reserve(values.size());  // the problem points to the names
    for (const JsonItem& item : values) {
      ObjectReader resource(item.value, item.place);
      const int number = static_cast<int>(loop_.resource_names.size());
      const std::string given = resource.require_string("name");
      if (!resource_numbers_.emplace(given, number).second) throw twice(resource.place("name"), given);
      const std::string& name = loop_.resource_names.emplace_back(printable(given));
      const Json& limit = resource.require("limit");
      const int most = limit.is_null() ? unlimited : integer(limit, 1, unlimited - 1, resource.place("limit"));
      resources_.push_back({integer(resource.require("latency"), 0, most_cycles, resource.place("latency")),
                            integer(resource.require("occupancy"), 0, most_cycles, resource.place("occupancy"))});
      resource.finish();
      loop_.problem.resources.push_back({name.c_str(), most, 1});
    }
  }

  void read_ops() {
    const std::vector<JsonItem> values = object_.require_list("ops", max_modulo_ops);
    if (values.empty()) throw object_.place("ops").error("the loop has no ops");
    loop_.op_names.reserve(values.size());
    for (const JsonItem& item : values) {
      require_size(item, 2);
      const int number = static_cast<int>(loop_.op_names.size());
      if (!item.value[0].is_string()) throw item.place.item(0).error("must be a name");
      const std::string given = item.value[0].get<std::string>();
      if (!op_numbers_.emplace(given, number).second) throw twice(item.place.item(0), given);
      const std::string& name = loop_.op_names.emplace_back(printable(given));
      const int r = number_or_name(item.value[1], resource_numbers_, loop_.problem.resources.size(), "resource",
                                   item.place.item(1));
      const ReadResource& resource = resources_[static_cast<std::size_t>(r)];
      loop_.latencies.push_back(resource.latency);
      loop_.problem.ops.push_back({name.c_str()});
      if (resource.occupancy > 0) loop_.problem.uses.push_back({number, r, resource.occupancy});
    }
  }

  void read_edges() {
    const int ops = loop_.problem.size();
    for (const JsonItem& item : list("edges")) {
      require_size(item, 4);
      const int from = number_or_name(item.value[0], op_numbers_, ops, "op", item.place.item(0));
      const int to = number_or_name(item.value[1], op_numbers_, ops, "op", item.place.item(1));
      const int distance = integer(item.value[2], 0, max_modulo_distance, item.place.item(2));
      const int delay = integer(item.value[3], -most_cycles, most_cycles, item.place.item(3));
      loop_.problem.edges.push_back({from, to, distance, delay + loop_.latencies[static_cast<std::size_t>(from)]});
    }
  }

  ObjectReader object_;
  NamedLoop loop_;
  std::map<std::string, int> resource_numbers_;
  std::map<std::string, int> op_numbers_;
  std::vector<ReadResource> resources_;
};

/// Refuses ops of one iteration that wait for each other, even if their results take no time: none can come first.
Diagnostic same_iteration_cycle(const ModuloProblem& problem) {
  // Ops whose predecessors have all been removed are removed; what remains contains a cycle.
  std::vector<int> waits(static_cast<std::size_t>(problem.size()));
  const auto counts = [](const ModuloEdge& edge) { return edge.distance == 0 && edge.delay >= 0; };
  for (const ModuloEdge& edge : problem.edges) waits[static_cast<std::size_t>(edge.to)] += counts(edge) ? 1 : 0;
  std::vector<std::vector<int>> after(static_cast<std::size_t>(problem.size()));
  for (const ModuloEdge& edge : problem.edges) {
    if (counts(edge)) after[static_cast<std::size_t>(edge.from)].push_back(edge.to);
  }
  std::vector<int> ready;
  for (int i = 0; i < problem.size(); ++i) {
    if (waits[static_cast<std::size_t>(i)] == 0) ready.push_back(i);
  }
  std::size_t removed = 0;
  while (!ready.empty()) {
    const int op = ready.back();
    ready.pop_back();
    ++removed;
    for (const int next : after[static_cast<std::size_t>(op)]) {
      if (--waits[static_cast<std::size_t>(next)] == 0) ready.push_back(next);
    }
  }
  if (std::cmp_equal(removed, problem.size())) return {};
  // From an op that remains, going back to one that it waits for reaches a cycle.
  std::vector<int> before(static_cast<std::size_t>(problem.size()), -1);
  for (const ModuloEdge& edge : problem.edges) {
    const bool remains = waits[static_cast<std::size_t>(edge.from)] > 0 && waits[static_cast<std::size_t>(edge.to)] > 0;
    if (counts(edge) && remains) before[static_cast<std::size_t>(edge.to)] = edge.from;
  }
  int op = 0;
  while (waits[static_cast<std::size_t>(op)] == 0) ++op;
  for (int i = 0; i < problem.size(); ++i) op = before[static_cast<std::size_t>(op)];
  std::vector<int> cycle = {op};
  for (int i = before[static_cast<std::size_t>(op)]; i != op; i = before[static_cast<std::size_t>(i)])
    cycle.push_back(i);
  Diagnostic refused(Rule::same_iteration_cycle, static_cast<int>(cycle.size()), 0);
  std::ranges::reverse(cycle);
  for (const int i : cycle) refused.with_op(i);
  return refused;
}

}  // namespace

std::vector<NamedLoop> read_loops(const std::string& path) {
  std::vector<NamedLoop> loops;
  std::set<std::string> names;
  for (const JsonLine& line : read_json_lines(path)) {
    loops.push_back(LoopReader(line).take());
    const NamedLoop& loop = loops.back();
    if (!names.insert(loop.name).second) throw twice(line.where, loop.name);
    Diagnostic refused = check_modulo_problem(loop.problem);
    if (!refused) refused = recurrence_bound(loop.problem).error;
    if (!refused) refused = same_iteration_cycle(loop.problem);
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
