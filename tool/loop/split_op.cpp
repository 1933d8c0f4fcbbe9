#include "loop/split_op.hpp"

#include <vector>

#include "loop/interned.hpp"

namespace stretto::tool {

namespace {

/// The ops and buffers that are split together.
struct SplitSet {
  std::vector<bool> ops;
  std::vector<bool> buffers;
};

SplitSet closure(const Loop& loop, int first) {
  SplitSet out;
  out.ops.resize(static_cast<std::size_t>(loop.ops.size()));
  out.buffers.resize(static_cast<std::size_t>(loop.buffers.size()));
  out.ops[static_cast<std::size_t>(first)] = true;
  const auto mark = [](std::vector<bool>& set, int i) {
    const bool fresh = !set[static_cast<std::size_t>(i)];
    set[static_cast<std::size_t>(i)] = true;
    return fresh;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const LoopAccess& access : loop.accesses) {
      if (access.mode == LoopMode::read) continue;
      const bool op = out.ops[static_cast<std::size_t>(access.op)];
      const bool buffer = out.buffers[static_cast<std::size_t>(access.buffer)];
      if (op && !buffer) changed = mark(out.buffers, access.buffer) || changed;
      if (buffer && !op) changed = mark(out.ops, access.op) || changed;
    }
    for (int b = 0; b < loop.buffers.size(); ++b) {
      const int base = loop.buffers[b].in_place_of;
      if (base < 0) continue;
      if (out.buffers[static_cast<std::size_t>(b)]) changed = mark(out.buffers, base) || changed;
      if (out.buffers[static_cast<std::size_t>(base)]) changed = mark(out.buffers, b) || changed;
    }
  }
  return out;
}

const char* half_name(const char* name, int half) {
  return interned(std::string(name) + (half == 0 ? " (first half)" : " (second half)"));
}

bool has_half(const LoopOp& op) {
  if (op.kind == WorkKind::multiply) return op.m % 2 == 0;
  return op.kind != WorkKind::compute || (op.operations % 2 == 0 && op.exponentials % 2 == 0);
}

LoopOp half_of(const LoopOp& op, int half) {
  LoopOp out = op;
  out.name = half_name(op.name, half);
  out.m = op.m / 2;
  out.operations = op.operations / 2;
  out.exponentials = op.exponentials / 2;
  return out;
}

/// New numbers of old buffers: one, or two halves.
struct Halves {
  int first = -1;
  int second = -1;
};

std::vector<Halves> add_buffers(Loop& out, const Loop& loop, const SplitSet& split) {
  std::vector<Halves> numbers;
  for (int b = 0; b < loop.buffers.size(); ++b) {
    const bool halved = split.buffers[static_cast<std::size_t>(b)];
    Halves made;
    for (int half = 0; half < (halved ? 2 : 1); ++half) {
      LoopBuffer buffer = loop.buffers[b];
      if (halved) {
        buffer.name = half_name(buffer.name, half);
        buffer.bytes /= 2;
      }
      if (buffer.in_place_of >= 0) {
        const Halves& base = numbers[static_cast<std::size_t>(buffer.in_place_of)];
        buffer.in_place_of = halved && half == 1 ? base.second : base.first;
      }
      out.buffers.push_back(buffer);
      (half == 0 ? made.first : made.second) = out.buffers.size() - 1;
    }
    numbers.push_back(made);
  }
  return numbers;
}

void add_op(Loop& out, const Loop& loop, int op, int half, const SplitSet& split, const std::vector<Halves>& numbers) {
  const bool halved = split.ops[static_cast<std::size_t>(op)];
  LoopOp added = halved ? half_of(loop.ops[op], half) : loop.ops[op];
  added.tag = out.ops.size();
  out.ops.push_back(added);
  for (const LoopAccess& access : loop.accesses) {
    if (access.op != op) continue;
    const Halves& buffer = numbers[static_cast<std::size_t>(access.buffer)];
    LoopAccess own = access;
    own.op = out.ops.size() - 1;
    // A half works on its own half of a split value; an op that is not split reads both.
    for (int part = 0; part < 2; ++part) {
      own.buffer = part == 0 ? buffer.first : buffer.second;
      if (own.buffer < 0 || (halved && buffer.second >= 0 && part != half)) continue;
      out.accesses.push_back(own);
    }
  }
}

}  // namespace

std::optional<SplitLoop> with_op_split(const Loop& loop, int op) {
  const SplitSet split = closure(loop, op);
  SplitLoop out;
  out.loop.name = loop.name;
  out.loop.threads = loop.threads;
  out.loop.groups = loop.groups;
  out.loop.cluster = loop.cluster;
  out.loop.fragment_steps = loop.fragment_steps;
  out.loop.roles = loop.roles;
  for (int b = 0; b < loop.buffers.size(); ++b) {
    if (split.buffers[static_cast<std::size_t>(b)] && loop.buffers[b].bytes % 2 != 0) return std::nullopt;
  }
  const std::vector<Halves> numbers = add_buffers(out.loop, loop, split);
  for (int i = 0; i < loop.ops.size(); ++i) {
    const bool halved = split.ops[static_cast<std::size_t>(i)];
    if (halved && !has_half(loop.ops[i])) return std::nullopt;
    for (int half = 0; half < (halved ? 2 : 1); ++half) add_op(out.loop, loop, i, half, split, numbers);
    if (halved && i != op) out.also += (out.also.empty() ? "\"" : ", \"") + std::string(loop.ops[i].name) + "\"";
  }
  return out;
}

}  // namespace stretto::tool
