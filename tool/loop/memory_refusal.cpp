#include "loop/memory_refusal.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "json/printable.hpp"

namespace stretto::tool {

namespace {

/// What takes a memory: a buffer, or the operands that an op reads into registers.
struct MemoryUse {
  std::string name;
  long bytes = 0;
  int slots = 1;
};

/// The slots of a loop, as few as they may be, in the memory that they overflow.
struct Overfull {
  TargetLoop loop;
  Space space = Space::shared;
  std::vector<MemoryUse> uses;     // most bytes first
  std::set<int> ops_of_fragments;  // declared

  [[nodiscard]] long bytes() const {
    long sum = 0;
    for (const MemoryUse& use : uses) sum += use.bytes;
    return sum;
  }
};

void add_use(Overfull& out, const MemoryUse& more) {
  const auto known = std::ranges::find(out.uses, more.name, &MemoryUse::name);
  if (known == out.uses.end()) {
    out.uses.push_back(more);
  } else {
    known->bytes += more.bytes;
  }
}

std::optional<Overfull> overfull(const LoadedLoop& source, const Diagnostic& why) {
  Result<TargetLoop> target = on_target(source.loop, source.target);
  if (!target.ok()) return std::nullopt;
  Overfull out;
  out.loop = std::move(target.value);
  const ModuloProblem problem = modulo_of(out.loop);
  const Vector<int> slots = stretto::detail::least_slots(problem);
  bool known = false;
  for (const Space space : {Space::shared, Space::registers, Space::tensor}) {
    if (stretto::detail::capacity_of(problem.capacity, space) != why.limit || known) continue;
    out.space = space;
    known = true;
  }
  if (!known) return std::nullopt;
  for (int s = 0; s < problem.storages.size(); ++s) {
    const ModuloStorage& storage = problem.storages[s];
    if (storage.space != out.space || storage.bytes == 0) continue;
    MemoryUse use{quote(storage.name), storage.bytes * slots[s], slots[s]};
    for (int b = 0; b < out.loop.buffers.size(); ++b) {
      const bool fragments = out.loop.buffers[b].source < 0;
      if (!fragments || out.loop.buffers[b].sum || out.loop.writer(b) != storage.write) continue;
      const int op = out.loop.ops[storage.write].source;
      use.name = "operands of " + quote(source.loop.ops[op].name);
      out.ops_of_fragments.insert(op);
    }
    add_use(out, use);
  }
  std::ranges::sort(out.uses, [](const MemoryUse& a, const MemoryUse& b) { return a.bytes > b.bytes; });
  return out;
}

std::string uses_text(const Overfull& found) {
  constexpr std::size_t most_named = 4;
  std::string out;
  for (std::size_t i = 0; i < std::min(found.uses.size(), most_named); ++i) {
    const MemoryUse& use = found.uses[i];
    out += (i == 0 ? "" : ", ") + use.name + " " + std::to_string(use.bytes);
    if (use.slots > 1) out += " in " + std::to_string(use.slots) + " slots";
  }
  if (found.uses.size() > most_named) out += ", and " + std::to_string(found.uses.size() - most_named) + " more";
  return out;
}

/// The shared buffers that these ops read as a whole.
std::string read_as_a_whole(const Loop& loop, const std::set<int>& ops) {
  std::set<int> buffers;
  for (const LoopAccess& access : loop.accesses) {
    const LoopBuffer& buffer = loop.buffers[access.buffer];
    const bool whole = buffer.space == LoopSpace::shared && buffer.parts == 1;
    if (access.mode == LoopMode::read && whole && ops.contains(access.op)) buffers.insert(access.buffer);
  }
  std::string out;
  for (const int b : buffers) out += (out.empty() ? "" : ", ") + quote(loop.buffers[b].name);
  return out;
}

std::string fix_for(const LoadedLoop& source, const Overfull& found) {
  const bool asked = std::ranges::any_of(found.uses, [](const MemoryUse& use) { return use.slots > 1; });
  if (asked) return "ask for fewer slots (--slots, or \"slots\" of a buffer), or leave their number out";
  if (found.ops_of_fragments.empty()) return "use smaller tiles or fewer buffers";
  const std::string whole = read_as_a_whole(source.loop, found.ops_of_fragments);
  std::string out;
  if (!whole.empty()) out = "if each wave reads its own part, declare \"parts\": 0 for " + whole + "; otherwise ";
  return out + "use smaller tiles, or more \"fragment_steps\"";
}

}  // namespace

const char* memory_name(Space space) {
  if (space == Space::registers) return "registers";
  return space == Space::tensor ? "tensor memory" : "shared memory";
}

std::string memory_refusal(const LoadedLoop& source, const Diagnostic& why) {
  const std::optional<Overfull> found = overfull(source, why);
  if (!found) return "";
  std::string text = std::string("storage_exceeds_capacity: the slots need at least ") + std::to_string(why.value) +
                     " bytes of " + memory_name(found->space) + (found->space == Space::registers ? " per wave" : "") +
                     ", and there are " + std::to_string(why.limit);
  if (found->bytes() == why.value) text += ": " + uses_text(*found);
  return text + ". Fix: " + fix_for(source, *found);
}

}  // namespace stretto::tool
