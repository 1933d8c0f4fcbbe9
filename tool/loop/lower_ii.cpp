#include "loop/lower_ii.hpp"

#include <algorithm>
#include <set>

#include <stretto/pipeline/loop_error.hpp>

#include "loop/memory_refusal.hpp"
#include "loop/split_op.hpp"
#include "modulo_bound.hpp"
#include "output.hpp"

namespace stretto::tool {

namespace {

constexpr long nodes_per_interval = 20'000;
// The search asks whether it may go on, each time after about as much work. So these limits do not depend on the
// machine.
constexpr int looks_per_change = 24;
constexpr int looks_of_all = 240;

thread_local int looks_of_change = 0;
thread_local int all_looks = 0;
thread_local bool (*given_limit)() = nullptr;

bool worked_enough() {
  --looks_of_change;
  --all_looks;
  return looks_of_change < 0 || (given_limit != nullptr && given_limit());
}

/// Options for the search of one change.
ModuloOptions quick_options(const LoadedLoop& source) {
  ModuloOptions options = source.options.modulo;
  options.budget.nodes = std::min(options.budget.nodes, nodes_per_interval);
  options.fixed_ii = 0;
  given_limit = options.budget.expired;
  options.budget.expired = worked_enough;
  looks_of_change = looks_per_change;
  return options;
}

std::string too_many_bytes(long needed, long available) {
  return "needs " + std::to_string(needed) + " bytes, " + std::to_string(available) + " available";
}

std::string refusal_text(const Loop& loop, const Diagnostic& why) {
  if (why.rule != Rule::storage_exceeds_capacity) return str(describe(loop, why));
  return too_many_bytes(why.value, why.limit);
}

/// An II that is not smaller says that the change does not help only if the search excluded smaller ones.
void set_result(IiChange& change, const ModuloResult& schedule, long now) {
  change.ii = schedule.ii;
  change.optimal = schedule.status == ModuloStatus::optimal;
  change.open = !change.optimal && change.ii >= now;
}
void set_refused(IiChange& change, const Loop& loop, const Diagnostic& why) {
  change.refused = refusal_text(loop, why);
  change.open = why.rule == Rule::node_budget;
}

/// If one more slot of each does not fit next to the slots that there are: why.
std::string no_room_for(const Pipeline& pipe, const std::set<int>& buffers) {
  const Space space = pipe.loop.buffers[*buffers.begin()].space;
  long needed = stretto::detail::bytes_in(pipe.problem, pipe.schedule.slots, space);
  for (const int b : buffers) needed += pipe.loop.buffers[b].bytes;
  const long available = stretto::detail::capacity_of(pipe.problem.capacity, space);
  return needed > available ? too_many_bytes(needed, available) : "";
}

/// The buffers, which are in the same memory, with one more slot each. On the target: registers, too, although a loop
/// cannot declare that.
void add_slots(IiChange& change, const LoadedLoop& source, const Pipeline& pipe, const std::set<int>& buffers) {
  Pipeline changed;
  changed.loop = pipe.loop;
  for (const int b : buffers) changed.loop.buffers[b].fixed_slots = pipe.slots[b] + 1;
  const long now = pipe.schedule.ii;
  if (const Diagnostic error = stretto::detail::find_interval(changed, quick_options(source))) {
    set_refused(change, source.loop, error);
    return;
  }
  if (changed.schedule.ii >= now) {
    // The schedule has fewer slots elsewhere, where they do not all fit. If they do, the present schedule is one of
    // those that have these slots.
    change.refused = no_room_for(pipe, buffers);
    if (!change.refused.empty()) return;
    changed.schedule.ii = now;
  }
  set_result(change, changed.schedule, now);
}

IiChange with_one_more(const LoadedLoop& source, const Pipeline& pipe, int b) {
  const TargetBuffer& buffer = pipe.loop.buffers[b];
  IiChange change;
  const bool in_registers = buffer.space == Space::registers;
  change.kind = in_registers ? ChangeKind::copy : ChangeKind::slot;
  change.of = buffer.name;
  change.text = std::string(in_registers ? "one more copy of \"" : "one more slot of \"") + buffer.name + "\"";
  add_slots(change, source, pipe, {b});
  return change;
}

IiChange with_more_of_all(const LoadedLoop& source, const Pipeline& pipe, const std::set<int>& buffers) {
  IiChange change;
  change.kind = ChangeKind::slots;
  change.of = "all";
  change.text = "one more slot of each of";
  for (const int b : buffers) {
    change.text += std::string(b == *buffers.begin() ? " \"" : ", \"") + pipe.loop.buffers[b].name + "\"";
  }
  add_slots(change, source, pipe, buffers);
  return change;
}

/// The memory whose size raises II, with the bytes that the schedule without its limit needs.
IiChange with_capacity(const LoadedLoop& source, const Pipeline& pipe) {
  const CapacityMiss& miss = pipe.schedule.miss;
  IiChange change;
  change.kind = ChangeKind::capacity;
  change.of = memory_name(miss.space);
  change.text = std::to_string(miss.bytes) + " bytes of " + change.of + " instead of " + std::to_string(miss.capacity);
  Pipeline changed;
  changed.loop = pipe.loop;
  const long more = miss.bytes - miss.capacity;
  if (miss.space == Space::shared) changed.loop.gpu.limits.shared_bytes += more;
  if (miss.space == Space::registers) changed.loop.register_bytes += more;
  if (miss.space == Space::tensor) changed.loop.gpu.limits.tensor_bytes += more;
  if (const Diagnostic error = stretto::detail::find_interval(changed, quick_options(source))) {
    set_refused(change, source.loop, error);
  } else {
    set_result(change, changed.schedule, pipe.schedule.ii);
  }
  return change;
}

IiChange with_split(const LoadedLoop& source, int op, long now) {
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
    set_refused(change, split->loop, made.error);
  } else {
    set_result(change, made.value.schedule, now);
  }
  return change;
}

/// What binds II: the declared ops and the buffers of the critical recurrence, or all of them if the search had to
/// refute every smaller II.
struct Binding {
  std::set<int> ops;
  std::set<int> buffers;
  std::set<int> limited;  // buffers in shared memory with a number of slots
  bool memory = false;    // its size raises II
};

/// Do the slots of a storage raise II: its own number, or the memory that it shares with others?
bool is_limited(const ModuloStorage& storage, const CapacityMiss& miss) {
  const bool by_memory = miss.ii > 0 && storage.space == miss.space && storage.bytes > 0;
  return by_memory || storage.fixed_slots > 0 || storage.max_slots < unlimited;
}

Binding what_binds(const Pipeline& pipe) {
  Binding out;
  const bool by_recurrence = pipe.schedule.reason == ModuloReason::recurrence;
  if (pipe.schedule.reason == ModuloReason::resource || pipe.schedule.reason == ModuloReason::fixed) return out;
  out.memory = pipe.schedule.miss.ii > 0 && pipe.schedule.miss.ii < pipe.schedule.ii;
  std::set<std::string> storages;
  if (by_recurrence) {
    for (const BoundEdge& edge : bound_of(pipe.problem, pipe.schedule).edges) {
      if (edge.from < pipe.loop.ops.size()) out.ops.insert(pipe.loop.ops[edge.from].source);
      if (!edge.storage.empty()) storages.insert(edge.storage);
    }
  } else {
    for (const TargetOp& op : pipe.loop.ops) out.ops.insert(op.source);
    for (const ModuloStorage& storage : pipe.problem.storages) {
      if (is_limited(storage, pipe.schedule.miss)) storages.insert(storage.name);
    }
  }
  for (int b = 0; b < pipe.loop.buffers.size(); ++b) {
    if (!pipe.loop.buffers[b].sum && storages.contains(pipe.loop.buffers[b].name)) out.buffers.insert(b);
  }
  int storage = 0;
  for (int b = 0; b < pipe.loop.buffers.size(); ++b) {
    if (pipe.loop.buffers[b].sum) continue;
    const ModuloStorage& own = pipe.problem.storages[storage++];
    if (own.space == Space::shared && own.fixed_slots > 0) out.limited.insert(b);
  }
  return out;
}

const char* kind_name(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::slot: return "slot";
    case ChangeKind::slots: return "slots";
    case ChangeKind::copy: return "copy";
    case ChangeKind::split: return "split";
    case ChangeKind::capacity: return "capacity";
  }
  return "?";
}

}  // namespace

IiChanges changes_of_ii(const LoadedLoop& source, const Pipeline& pipe) {
  const Binding binding = what_binds(pipe);
  IiChanges out;
  all_looks = looks_of_all;
  const auto look_at = [&](const auto& search) {
    if (all_looks > 0) {
      out.looked_at.push_back(search());
    } else {
      ++out.left_out;
    }
  };
  if (binding.memory) look_at([&] { return with_capacity(source, pipe); });
  for (const int b : binding.buffers) look_at([&] { return with_one_more(source, pipe, b); });
  if (binding.limited.size() > 1) look_at([&] { return with_more_of_all(source, pipe, binding.limited); });
  for (const int op : binding.ops) look_at([&] { return with_split(source, op, pipe.schedule.ii); });
  // An insertion sort keeps equal changes in order. (clang warns about the library's stable sort with libstdc++ 12.)
  const auto rank = [](const IiChange& change) { return change.ii == 0 ? no_capacity_limit : change.ii; };
  std::vector<IiChange>& sorted = out.looked_at;
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    for (std::size_t j = i; j > 0 && rank(sorted[j]) < rank(sorted[j - 1]); --j) std::swap(sorted[j], sorted[j - 1]);
  }
  return out;
}

std::string changes_text(const Pipeline& pipe, const IiChanges& changes) {
  const long now = pipe.schedule.ii;
  if (changes.looked_at.empty() && changes.left_out == 0) return "";
  std::string out = "what would lower II\n";
  int others = 0;
  int open = 0;
  for (const IiChange& change : changes.looked_at) {
    if (change.open || change.ii >= now) {
      ++(change.open ? open : others);
      continue;
    }
    out += "  " + change.text + ": ";
    out += change.ii == 0 ? "not possible: " + change.refused
                          : "II " + std::to_string(change.ii) + (change.optimal ? "" : " or less");
    out += "\n";
  }
  if (others > 0) {
    out += "  " + std::to_string(others) + (others == 1 ? " other change does" : " other changes do") +
           " not help (see --format json)\n";
  }
  if (open > 0) {
    out += "  " + std::to_string(open) + (open == 1 ? " other change was" : " other changes were") +
           " not decided: the search used up its work (see --format json)\n";
  }
  if (changes.left_out > 0) {
    out += "  stopped here: the search has used up its work, and " + std::to_string(changes.left_out) +
           (changes.left_out == 1 ? " more change was" : " more changes were") + " not tried\n";
  }
  return out;
}

Json changes_json(const IiChanges& changes) {
  Json out = Json::array();
  for (const IiChange& change : changes.looked_at) {
    Json one = {{"kind", kind_name(change.kind)}, {"of", change.of}, {"change", change.text}};
    if (change.ii > 0) {
      one["ii"] = change.ii;
      one["optimal"] = change.optimal;
    } else {
      one["refused"] = change.refused;
    }
    if (change.open) one["open"] = true;
    out.push_back(one);
  }
  return out;
}

}  // namespace stretto::tool
