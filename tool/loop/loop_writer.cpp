#include "loop/loop_writer.hpp"

#include "loop/enum_words.hpp"
#include "loop/gpu_json.hpp"
#include "loop/options_json.hpp"

namespace stretto::tool {

namespace {

Json buffer_json(const Loop& loop, const LoopBuffer& buffer) {
  Json out;
  out["name"] = buffer.name;
  if (buffer.in_place_of >= 0) {
    out["in_place_of"] = loop.buffers[buffer.in_place_of].name;
    return out;
  }
  out["space"] = enum_name(buffer.space);
  out["bytes"] = buffer.bytes;
  if (buffer.slots != 0) out["slots"] = buffer.slots;
  if (buffer.parts != 1) out["parts"] = buffer.parts;
  return out;
}

const char* access_key(LoopMode mode) {
  if (mode == LoopMode::read) return "reads";
  return mode == LoopMode::write ? "writes" : "accumulates";
}

/// The accesses of an op under the keys in the order in which they first occur.
void add_accesses(Json& out, const Loop& loop, int op) {
  for (const LoopAccess& access : loop.accesses) {
    if (access.op != op) continue;
    const char* buffer = loop.buffers[access.buffer].name;
    Json& list = out[access_key(access.mode)];
    if (access.distance == 0) {
      list.push_back(buffer);
    } else {
      list.push_back(Json{{"buffer", buffer}, {"distance", access.distance}});
    }
  }
}

Json op_json(const Loop& loop, int i) {
  const LoopOp& op = loop.ops[i];
  Json out;
  out["name"] = op.name;
  out["kind"] = enum_name(op.kind);
  if (op.kind == WorkKind::multiply) {
    out["m"] = op.m;
    out["n"] = op.n;
    out["k"] = op.k;
    out["dtype"] = enum_name(op.type);
  }
  if (op.kind == WorkKind::compute) {
    if (op.operations != 0) out["operations"] = op.operations;
    if (op.exponentials != 0) out["exponentials"] = op.exponentials;
    if (op.dependent != 0) out["takes"] = op.dependent;
  }
  if (op.waited) out["synchronous"] = true;
  if (op.lingers != 0) out["lingers"] = op.lingers;
  if (op.multicast) out["multicast"] = true;
  if (op.tag != i) out["tag"] = op.tag;
  if (op.role >= 0) out["role"] = loop.roles[op.role].name;
  add_accesses(out, loop, i);
  return out;
}

void add_body(Json& out, const Loop& loop) {
  const Loop usual("");
  if (loop.threads != usual.threads) out["threads"] = loop.threads;
  if (loop.groups != usual.groups) out["groups"] = loop.groups;
  if (loop.cluster != usual.cluster) out["cluster"] = loop.cluster;
  if (loop.fragment_steps != usual.fragment_steps) out["fragment_steps"] = loop.fragment_steps;
  for (const LoopRole& role : loop.roles) out["roles"].push_back({{"name", role.name}, {"waves", role.waves}});
  out["buffers"] = Json::array();
  for (const LoopBuffer& buffer : loop.buffers) out["buffers"].push_back(buffer_json(loop, buffer));
  out["ops"] = Json::array();
  for (int i = 0; i < loop.ops.size(); ++i) out["ops"].push_back(op_json(loop, i));
}

/// {"name": "A", "bytes": 16384} on one line.
std::string one_line(const Json& value) {
  std::string out;
  if (!value.is_object() && !value.is_array()) return value.dump();
  for (const auto& [key, part] : value.items()) {
    out += out.empty() ? "" : ", ";
    if (value.is_object()) out += Json(key).dump() + ": ";
    out += one_line(part);
  }
  return value.is_object() ? "{" + out + "}" : "[" + out + "]";
}

}  // namespace

Json loop_json(const Loop& loop) {
  Json out;
  out["name"] = loop.name;
  add_body(out, loop);
  return out;
}

Json loop_json(const Loop& loop, const Gpu& target, const PipelineOptions& options) {
  Json out;
  out["name"] = loop.name;
  out["target"] = gpu_json(target);
  const Json chosen = options_json(options);
  if (!chosen.empty()) out["options"] = chosen;
  add_body(out, loop);
  return out;
}

std::string loop_file_text(const Json& loop) {
  std::string out;
  for (const auto& [key, value] : loop.items()) {
    out += out.empty() ? "{\n" : ",\n";
    out += "  " + Json(key).dump() + ": ";
    if (!value.is_array() || value.empty()) {
      out += one_line(value);
      continue;
    }
    std::string lines;
    for (const Json& item : value) lines += (lines.empty() ? "\n    " : ",\n    ") + one_line(item);
    out += "[" + lines + "\n  ]";
  }
  return out + "\n}\n";
}

}  // namespace stretto::tool
