#include "loop/lower_ii.hpp"

#include <algorithm>
#include <set>

#include <stretto/pipeline/loop_error.hpp>

#include "loop/split_op.hpp"
#include "modulo_bound.hpp"
#include "output.hpp"

namespace stretto::tool {

namespace {

constexpr long nodes_per_change = 20'000;

ModuloOptions quick_options(const LoadedLoop& source) {
  ModuloOptions options = source.options.modulo;
  options.budget.nodes = std::min(options.budget.nodes, nodes_per_change);
  options.fixed_ii = 0;
  return options;
}

std::string refusal_text(const Loop& loop, const Diagnostic& why) {
  if (why.rule != Rule::storage_exceeds_capacity) return str(describe(loop, why));
  return "it needs " + std::to_string(why.value) + " bytes and there are " + std::to_string(why.limit);
}

void set_result(IiChange& change, const ModuloResult& schedule) {
  change.ii = schedule.ii;
  change.optimal = schedule.status == ModuloStatus::optimal;
}

/// The buffer with one more slot, on the target: registers, too, although a loop cannot declare that.
IiChange with_one_more(const LoadedLoop& source, const Pipeline& pipe, int b) {
  const TargetBuffer& buffer = pipe.loop.buffers[b];
  IiChange change;
  const bool in_registers = buffer.space == Space::registers;
  change.kind = in_registers ? ChangeKind::copy : ChangeKind::slot;
  change.of = buffer.name;
  change.text = std::string(in_registers ? "one more copy of \"" : "one more slot of \"") + buffer.name + "\"";
  Pipeline changed;
  changed.loop = pipe.loop;
  changed.loop.buffers[b].fixed_slots = pipe.slots[b] + 1;
  if (const Diagnostic error = stretto::detail::find_interval(changed, quick_options(source))) {
    change.refused = refusal_text(source.loop, error);
  } else {
    set_result(change, changed.schedule);
  }
  return change;
}

IiChange with_split(const LoadedLoop& source, int op) {
  IiChange change;
  change.kind = ChangeKind::split;
  change.of = source.loop.ops[op].name;
  change.text = "\"" + change.of + "\" in two halves";
  const std::optional<SplitLoop> split = with_op_split(source.loop, op);
  if (!split) {
    change.refused = "its work or its values have no half";
    return change;
  }
  if (!split->also.empty()) change.text += ", with " + split->also;
  PipelineOptions options = source.options;
  options.modulo = quick_options(source);
  const Result<Pipeline> made = plan_pipeline(split->loop, source.target, options);
  if (!made.ok()) {
    change.refused = refusal_text(split->loop, made.error);
  } else {
    set_result(change, made.value.schedule);
  }
  return change;
}

/// What binds II: the declared ops and the buffers of the critical recurrence, or all of them if the search had to
/// refute every smaller II.
struct Binding {
  std::set<int> ops;
  std::set<int> buffers;
};

bool is_limited(const ModuloStorage& storage) { return storage.fixed_slots > 0 || storage.max_slots < unlimited; }

Binding what_binds(const Pipeline& pipe) {
  Binding out;
  const bool by_recurrence = pipe.schedule.reason == ModuloReason::recurrence;
  if (pipe.schedule.reason == ModuloReason::resource || pipe.schedule.reason == ModuloReason::fixed) return out;
  std::set<std::string> storages;
  if (by_recurrence) {
    for (const BoundEdge& edge : bound_of(pipe.problem, pipe.schedule).edges) {
      if (edge.from < pipe.loop.ops.size()) out.ops.insert(pipe.loop.ops[edge.from].source);
      if (!edge.storage.empty()) storages.insert(edge.storage);
    }
  } else {
    for (const TargetOp& op : pipe.loop.ops) out.ops.insert(op.source);
    for (const ModuloStorage& storage : pipe.problem.storages) {
      if (is_limited(storage)) storages.insert(storage.name);
    }
  }
  for (int b = 0; b < pipe.loop.buffers.size(); ++b) {
    if (!pipe.loop.buffers[b].sum && storages.contains(pipe.loop.buffers[b].name)) out.buffers.insert(b);
  }
  return out;
}

const char* kind_name(ChangeKind kind) {
  if (kind == ChangeKind::split) return "split";
  return kind == ChangeKind::slot ? "slot" : "copy";
}

}  // namespace

std::vector<IiChange> changes_of_ii(const LoadedLoop& source, const Pipeline& pipe) {
  const Binding binding = what_binds(pipe);
  std::vector<IiChange> out;
  out.reserve(binding.buffers.size() + binding.ops.size());
  for (const int b : binding.buffers) out.push_back(with_one_more(source, pipe, b));
  for (const int op : binding.ops) out.push_back(with_split(source, op));
  // An insertion sort keeps equal changes in order. (clang warns about the library's stable sort with libstdc++ 12.)
  const auto rank = [](const IiChange& change) { return change.ii == 0 ? no_capacity_limit : change.ii; };
  for (std::size_t i = 1; i < out.size(); ++i) {
    for (std::size_t j = i; j > 0 && rank(out[j]) < rank(out[j - 1]); --j) std::swap(out[j], out[j - 1]);
  }
  return out;
}

std::string changes_text(const Pipeline& pipe, const std::vector<IiChange>& changes) {
  const long now = pipe.schedule.ii;
  if (changes.empty()) return "";
  std::string out = "what would lower II\n";
  int others = 0;
  for (const IiChange& change : changes) {
    if (change.ii >= now) {
      ++others;
      continue;
    }
    out += "  " + change.text + ": ";
    out += change.ii == 0 ? "not possible, " + change.refused
                          : "II " + std::to_string(change.ii) + (change.optimal ? "" : " or less");
    out += "\n";
  }
  if (others == 0) return out;
  return out + "  " + std::to_string(others) + (others == 1 ? " other change does" : " other changes do") +
         " not help (see --format json)\n";
}

Json changes_json(const std::vector<IiChange>& changes) {
  Json out = Json::array();
  for (const IiChange& change : changes) {
    Json one = {{"kind", kind_name(change.kind)}, {"of", change.of}, {"change", change.text}};
    if (change.ii > 0) {
      one["ii"] = change.ii;
      one["optimal"] = change.optimal;
    } else {
      one["refused"] = change.refused;
    }
    out.push_back(one);
  }
  return out;
}

}  // namespace stretto::tool
