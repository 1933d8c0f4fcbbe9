#include "plan/loop_source.hpp"

#include "plan/cpp_text.hpp"

namespace stretto::tool {
namespace {

constexpr const char* line_indent = "    ";

std::string call(const std::string& function, const std::string& arguments) {
  return "." + function + "(" + arguments + ")";
}

std::string line(const std::string& statement) { return line_indent + statement + ";\n"; }

std::string setting(const std::string& what, long value) { return line(what + " = " + std::to_string(value)); }

std::string buffer_name(int b) { return "buffer" + std::to_string(b); }
std::string role_name(int r) { return "role" + std::to_string(r); }

// By LoopSpace and by LoopMode: the functions of `Loop` and of `LoopOpRef`.
constexpr const char* space_functions[] = {"shared", "registers", "accumulator"};
constexpr const char* mode_functions[] = {"reads", "writes", "accumulates"};

std::string buffer_source(const Loop& loop, int b) {
  const LoopBuffer& buffer = loop.buffers[b];
  std::string text = "const auto " + buffer_name(b) + " = loop";
  const std::string name = cpp_string(buffer.name);
  const bool in_place = buffer.in_place_of >= 0;
  if (in_place) {
    text += call("in_place_of", buffer_name(buffer.in_place_of) + ", " + name);
  } else {
    text += call(space_functions[static_cast<int>(buffer.space)], name + ", " + std::to_string(buffer.bytes));
  }
  if (buffer.slots != 0) text += call("slots", std::to_string(buffer.slots));
  if (buffer.parts != 1) text += call("parts", std::to_string(buffer.parts));
  std::string lines = line(text);
  if (in_place && buffer.bytes != 0) {
    lines += setting("loop.buffers[" + std::to_string(b) + "].bytes", buffer.bytes);
  }
  return lines;
}

/// The work of an op: what `Loop` adds it with.
std::string work_source(const LoopOp& op) {
  const std::string name = cpp_string(op.name);
  switch (op.kind) {
    case WorkKind::load: return call("load", name);
    case WorkKind::store: return call("store", name);
    case WorkKind::multiply:
      return call("multiply", name + ", " + std::to_string(op.m) + ", " + std::to_string(op.n) + ", " +
                                  std::to_string(op.k) + ", stretto::DataType::" + stretto::name(op.type));
    case WorkKind::compute: return call("compute", name + ", " + std::to_string(op.operations));
  }
  return "";
}

std::string op_source(const Loop& loop, int i) {
  const LoopOp& op = loop.ops[i];
  std::string text = "loop" + work_source(op);
  if (op.exponentials != 0) text += call("exponentials", std::to_string(op.exponentials));
  if (op.dependent != 0) text += call("takes", std::to_string(op.dependent));
  if (op.role >= 0) text += call("by", role_name(op.role));
  if (op.tag != i) text += call("tagged", std::to_string(op.tag));
  if (op.waited) text += call("synchronous", "");
  if (op.lingers != 0) text += call("lingers", std::to_string(op.lingers));
  if (op.multicast) text += call("multicast", "");
  std::string accesses;
  for (const LoopAccess& access : loop.accesses) {
    if (access.op != i) continue;
    std::string arguments = buffer_name(access.buffer);
    if (access.distance != 0) arguments += ", " + std::to_string(access.distance);
    accesses += call(mode_functions[static_cast<int>(access.mode)], arguments);
  }
  const std::string whole = line(text + accesses);
  return whole.size() <= 120 ? whole : line(text + "\n" + line_indent + "    " + accesses);
}

}  // namespace

Loop in_declared_order(const Loop& loop) {
  Loop out = loop;
  out.accesses.clear();
  for (int i = 0; i < loop.ops.size(); ++i) {
    for (const LoopAccess& access : loop.accesses) {
      if (access.op == i) out.accesses.push_back(access);
    }
  }
  return out;
}

std::string loop_source(const Loop& loop) {
  std::string text = line("stretto::Loop loop(" + cpp_string(loop.name) + ")");
  const Loop standard("");
  if (loop.threads != standard.threads) text += setting("loop.threads", loop.threads);
  if (loop.groups != standard.groups) text += setting("loop.groups", loop.groups);
  if (loop.cluster != standard.cluster) text += setting("loop.cluster", loop.cluster);
  if (loop.fragment_steps != standard.fragment_steps) text += setting("loop.fragment_steps", loop.fragment_steps);
  for (int r = 0; r < loop.roles.size(); ++r) {
    const std::string arguments = cpp_string(loop.roles[r].name) + ", " + std::to_string(loop.roles[r].waves);
    text += line("const auto " + role_name(r) + " = loop" + call("role", arguments));
  }
  for (int b = 0; b < loop.buffers.size(); ++b) text += buffer_source(loop, b);
  for (int i = 0; i < loop.ops.size(); ++i) text += op_source(loop, i);
  return text;
}

}  // namespace stretto::tool
