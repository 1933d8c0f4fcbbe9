#include "pipeline_listing.hpp"

#include <stretto/program/phase_parity.hpp>

#include "factor_text.hpp"
#include "parity_text.hpp"
#include "pipeline_report.hpp"

namespace stretto::tool {

namespace {

/// "i + 2", "i", "2".
std::string turning(int offset, int step, Section section) {
  if (step == 0 || section == Section::prologue) return std::to_string(offset);
  std::string text = step == 1 ? "i" : std::to_string(step) + " i";
  if (offset > 0) text += " + " + std::to_string(offset);
  if (offset < 0) text += " - " + std::to_string(-offset);
  return text;
}

bool is_number(const std::string& text) { return text.find('i') == std::string::npos; }

/// The value modulo `slots`; empty for a single slot.
std::string modulo(const std::string& value, int slots) {
  if (slots == 1) return "";
  if (is_number(value)) return std::to_string(std::stoi(value) % slots);
  return factor_text(value) + " % " + std::to_string(slots);
}

/// phase_parity as an expression of the trip.
std::string parity(const PhaseUse& use, int slots, Section section) {
  if (section == Section::prologue || use.slot_step == 0)
    return std::to_string(phase_parity(use.slot, slots, use.flip));
  // With one slot, the version is the phase: one offset for both.
  if (slots == 1) return parity_text(turning(use.slot + use.flip, use.slot_step, section), 1, 0);
  return parity_text(turning(use.slot, use.slot_step, section), slots, use.flip);
}

int times_in(const Vector<Step>& steps, int before, int op) {
  int times = 0;
  for (int i = 0; i < before; ++i) times += steps[i].op == op ? 1 : 0;
  return times;
}

bool in_parts(const TargetLoop& loop, int op) {
  for (const TargetOp& other : loop.ops) {
    if (other.source == loop.ops[op].source && other.step > 0) return true;
  }
  return false;
}

std::string word(Action action) {
  switch (action) {
    case Action::wait: return "wait";
    case Action::barrier: return "barrier";
    case Action::arrive: return "arrive";
    case Action::await: return "await";
    case Action::fence: return "fence";
    default: return "op";
  }
}

ListedStep list_step(const Pipeline& pipe, const WaveProgram& program, int role_index, Section section, int index) {
  const Role& role = program.roles[role_index];
  const Step& step = role.steps[section][index];
  ListedStep out;
  out.kind = word(step.action);
  if (step.counter != Counter::none) out.counter = stretto::name(step.counter);
  if (step.action == Action::fence) out.name = step.counter == Counter::mma ? "wgmma" : "proxy";
  if (step.action == Action::wait) {
    out.name = out.counter;
    out.count = step.count;
    return out;
  }
  if (step.phase_barrier.present()) {
    const PhaseUse& use = step.phase_barrier;
    const int slots = program.phase_barriers[use.barrier].slots;
    out.name = barrier_text(pipe, use.barrier);
    out.workgroup = use.barrier / (program.phase_barriers.size() / pipe.loop.cluster);
    out.slot = modulo(turning(use.slot, use.slot_step, section), slots);
    out.bytes = use.bytes;
    if (step.action == Action::await) out.parity = parity(use, slots, section);
  }
  if (out.kind != "op") return out;
  const int base = step.op >= 0 ? executed_before(role, section, index) : step.tile;
  const int op = step.op < 0 ? -1 : step.op % pipe.loop.ops.size();  // of any workgroup
  out.name = op >= 0 ? pipe.loop.ops[op].name : "take results";
  if (op >= 0 && in_parts(pipe.loop, op)) out.part = pipe.loop.ops[op].step;
  if (step.action == Action::move) out.name = std::string("read ") + out.name;
  out.iteration = turning(base, 1, section);
  for (int k = 0; k < step.access_count; ++k) {
    const StepAccess& access = program.accesses[step.first_access + k];
    const int slots = program.buffers[access.buffer].slots;
    const bool in_parts = program.buffers[access.buffer].subtiles > 1;
    if (in_parts && access.mode == AccessMode::read && access.subtile > 0) continue;  // all parts are read
    ListedAccess listed;
    if (in_parts && access.mode == AccessMode::write) listed.part = access.subtile;
    listed.buffer = program.buffers[access.buffer].name;
    listed.mode = access.mode;
    listed.slot = modulo(turning(access.slot, access.slot_step, section), slots);
    listed.iteration = turning(base + access.version, 1, section);
    out.accesses.push_back(listed);
  }
  return out;
}

std::string at(const std::string& name, const std::string& slot) {
  return slot.empty() ? name : name + "[" + slot + "]";
}

}  // namespace

int executed_before(const Role& role, Section section, int index) {
  const int op = role.steps[section][index].op;
  if (section == Section::prologue) return times_in(role.steps.prologue, index, op);
  return times_in(role.steps.prologue, role.steps.prologue.size(), op) + times_in(role.steps[section], index, op);
}

std::vector<ListedStep> listed_steps(const Pipeline& pipe, const WaveProgram& program, int role, Section section) {
  const int count = program.roles[role].steps[section].size();
  std::vector<ListedStep> all;
  all.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) all.push_back(list_step(pipe, program, role, section, i));
  return all;
}

std::string text(const ListedStep& step) {
  const std::string of = step.workgroup == 0 ? "" : " of workgroup " + std::to_string(step.workgroup);
  if (step.kind == "wait") return "wait " + step.name + " until " + std::to_string(step.count) + " pending";
  if (step.kind == "fence") return "fence " + step.name;
  if (step.kind == "barrier") return step.name.empty() ? "barrier" : "barrier " + at(step.name, step.slot);
  if (step.kind == "await") return "await " + at(step.name, step.slot) + ", parity " + step.parity;
  if (step.kind == "arrive") {
    std::string line = "arrive " + at(step.name, step.slot) + of;
    if (step.bytes > 0) line += ", expecting " + std::to_string(step.bytes) + " bytes";
    if (!step.counter.empty()) line += ", when all pending operations of " + step.counter + " complete";
    return line;
  }
  std::string line = step.name;
  if (step.part >= 0) line += " part " + std::to_string(step.part);
  line += " of " + step.iteration + ":";
  const auto append = [&](AccessMode mode, const char* verb) {
    std::string list;
    for (const ListedAccess& access : step.accesses) {
      if (access.mode != mode) continue;
      list += list.empty() ? " " : ", ";
      if (access.part >= 0) list += "part " + std::to_string(access.part) + " of ";
      list += at(access.buffer, access.slot);
      if (access.iteration != step.iteration) list += " of " + access.iteration;
    }
    if (!list.empty()) line += (line.back() == ':' ? " " : ", ") + std::string(verb) + list;
    if (!list.empty()) line += of;
  };
  append(AccessMode::read, "reads");
  append(AccessMode::write, "writes");
  if (!step.counter.empty()) line += " (" + step.counter + ")";
  return line;
}

}  // namespace stretto::tool
