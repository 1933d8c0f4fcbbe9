#include "subject.hpp"

#include <stdexcept>

namespace stretto::findings::detail {

namespace {

Verification verified(const CompiledSchedule& compiled, RegisterReading registers) {
  KernelProtocol protocol = compiled.protocol;
  protocol.registers = registers;
  return verify_sections(emitted_sections(compiled), protocol);
}

/// "kernel[11] MMA_LOAD_B(0,1)".
std::string step_text(const EmittedSections& sections, const StepInstance& step, TagNamer namer) {
  if (!step.present()) return "nothing";
  const OpDesc& op = sections.entries[step.section].first[step.entry].op;
  const char* tag = namer(op.tag);
  return std::string(name(step.section)) + "[" + std::to_string(step.entry) + "] " + (tag == nullptr ? "?" : tag) +
         "(" + std::to_string(op.stage) + "," + std::to_string(op.subtile) + ")";
}

}  // namespace

Reading read_under(const CompiledSchedule& compiled, RegisterReading registers, TagNamer namer,
                   std::vector<Pair>& pairs) {
  const EmittedSections sections = emitted_sections(compiled);
  const Result<WaveProgram> program = lower(sections, compiled.protocol);
  const Verification found = verified(compiled, registers);
  Reading out;
  out.verdict = found.verdict;
  out.margin = found.smallest_margin;
  out.dead_reads = found.dead_reads.size();
  const EntryNames names(program.value, sections, namer);
  for (const Hazard& hazard : found.hazards) {
    const bool race = hazard.verdict == Verdict::race;
    ++(race ? out.races : out.latency);
    Pair pair;
    pair.kind = name(hazard.kind);
    pair.verdict = race ? "race" : "latency, " + std::to_string(hazard.margin);
    pair.first = step_text(sections, hazard.first, namer);
    pair.second = step_text(sections, hazard.second, namer);
    if (hazard.buffer >= 0) {
      Text place = names.place(hazard);
      pair.place = place.c_str();
    }
    pair.trips = hazard.trips;
    Pair* known = nullptr;
    for (Pair& other : pairs) {
      if (other.same_but_for_readings(pair)) known = &other;
    }
    if (known == nullptr) {
      pairs.push_back(pair);
      known = &pairs.back();
    }
    (registers == RegisterReading::interlocked ? known->interlocked : known->explicit_waits) = true;
  }
  return out;
}

VariantSummary summary_of(const CompiledSchedule& variant) {
  VariantSummary out;
  if (variant.error) {
    out.verdict = rule_text(variant.error.rule).name;
    return out;
  }
  out.verdict = name(variant.verification.verdict);
  out.pacing = variant.derived.pacing_barriers_per_trip;
  out.derived = variant.derived.derived_barriers_per_trip;
  out.delayed = variant.derived.delayed_loads;
  for (const ScheduleEntry& entry : variant.kernel) {
    out.waits += entry.op.tag == tags::wait_vm || entry.op.tag == tags::wait_lgkm ? 1 : 0;
  }
  return out;
}

std::string story_of(const CompiledSchedule& compiled, RegisterReading registers, TagNamer namer,
                     const std::string& first, const std::string& second) {
  const EmittedSections sections = emitted_sections(compiled);
  KernelProtocol protocol = compiled.protocol;
  protocol.registers = registers;
  const Result<WaveProgram> program = lower(sections, protocol);
  const EntryNames names(program.value, sections, namer);
  for (const Hazard& hazard : verified(compiled, registers).hazards) {
    if (step_text(sections, hazard.first, namer) != first || step_text(sections, hazard.second, namer) != second)
      continue;
    Text text = explain(names, program.value, hazard);
    return text.c_str();
  }
  throw std::invalid_argument("no hazard between " + first + " and " + second);
}

}  // namespace stretto::findings::detail
