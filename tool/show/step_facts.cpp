#include "show/step_facts.hpp"

#include <stretto/program/phase_parity.hpp>

#include "factor_text.hpp"
#include "parity_text.hpp"

namespace stretto::tool {

namespace {

void add_term(std::string& text, int factor, const char* index) {
  if (factor == 0) return;
  if (!text.empty()) text += factor < 0 ? " - " : " + ";
  if (text.empty() && factor < 0) text += "-";
  const int size = factor < 0 ? -factor : factor;
  if (size != 1) text += std::to_string(size) + "*";
  text += index;
}

/// "2*i + t + 1".
std::string number_text(const Advance& number) {
  std::string text;
  add_term(text, number.step, "i");
  add_term(text, number.local_step, "k");
  add_term(text, number.run_step, "t");
  if (text.empty()) return std::to_string(number.first);
  if (number.first == 0) return text;
  return text + (number.first < 0 ? " - " : " + ") + std::to_string(number.first < 0 ? -number.first : number.first);
}

bool advances(const Advance& number) { return number.step != 0 || number.local_step != 0 || number.run_step != 0; }

/// "A[(i + 2) % 4]"; the name alone if there is one slot.
std::string place_text(const std::string& name, const Advance& number, int slots) {
  if (slots <= 1) return name;
  if (!advances(number)) return name + "[" + std::to_string(number.first % slots) + "]";
  return name + "[" + factor_text(number_text(number)) + " % " + std::to_string(slots) + "]";
}

std::string parity_of(const Advance& number, int divisor, int flip) {
  if (!advances(number)) return std::to_string(phase_parity(number.first, divisor, flip));
  return parity_text(number_text(number), divisor, flip);
}

std::string phase_facts(const WaveProgram& program, const Step& step) {
  const PhaseUse& use = step.phase_barrier;
  const PhaseBarrier& barrier = program.phase_barriers[use.barrier];
  const Advance version{use.slot, use.slot_step, use.local_step, use.run_step};
  std::string out = "uses " + place_text(barrier.name, version, barrier.slots);
  if (step.action == Action::await && barrier.kind == PhaseBarrierKind::mbarrier) {
    out += ", waits for parity " + (use.divisor > 0 ? parity_of(use.parity, use.divisor, use.flip)
                                                    : parity_of(version, barrier.slots, use.flip));
  }
  if (use.bytes > 0) {
    out += (step.action == Action::arrive ? ", expects " : ", brings ") + std::to_string(use.bytes) + " bytes";
  }
  return out + "\n";
}

std::string access_facts(const WaveProgram& program, const Step& step, const StepAccess& access) {
  const Buffer& buffer = program.buffers[access.buffer];
  std::string out = access.mode == AccessMode::read ? "reads " : "writes ";
  out += place_text(buffer.name, {access.slot, access.slot_step, access.local_step, access.run_step}, buffer.slots);
  if (buffer.subtiles > 1) out += "." + std::to_string(access.subtile);
  if (!buffer.per_wave()) {
    out += through_async_proxy(step.counter) ? " through the async proxy" : " through the generic proxy";
  }
  if (access.any) out += ", any version";
  if (access.skips_first) out += ", but not in the first trip of a tile";
  return out + "\n";
}

}  // namespace

std::string step_facts(const WaveProgram& program, const Step& step) {
  std::string out;
  if (step.phase_barrier.present()) out += phase_facts(program, step);
  for (int i = 0; i < step.access_count; ++i) {
    out += access_facts(program, step, program.accesses[step.first_access + i]);
  }
  return out;
}

}  // namespace stretto::tool
