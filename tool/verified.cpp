#include "verified.hpp"

#include "output.hpp"

namespace stretto::tool {

int Verified::count(Verdict of) const {
  int hazards = 0;
  for (const Hazard& hazard : verification.hazards) hazards += hazard.verdict == of ? 1 : 0;
  return hazards;
}

Verified verify_entries(const EmittedSections& sections, KernelProtocol protocol, RegisterReading registers,
                        TagNamer namer, bool list_proven) {
  protocol.registers = registers;
  Verified out{sections, namer, {}, {}};
  Result<WaveProgram> program = lower(sections, protocol);
  if (program.ok()) {
    out.program = std::move(program.value);
    out.verification = verify(out.program, {protocol.latency, list_proven});
  } else {
    out.verification.verdict = Verdict::invalid;
    out.verification.invalid = program.error;
  }
  return out;
}

Verified verified(const CompiledSchedule& compiled, TagNamer namer) {
  const EmittedSections sections = emitted_sections(compiled);
  return {sections, namer, lower(sections, compiled.protocol).value, compiled.verification};
}

std::string reason(const Diagnostic& diagnostic) {
  std::string place;
  if (diagnostic.section >= 0) place = name(static_cast<Section>(diagnostic.section));
  if (diagnostic.section >= 0 && diagnostic.entry >= 0) place += "[" + std::to_string(diagnostic.entry) + "]";
  return (place.empty() ? "" : place + ": ") + str(describe(diagnostic));
}

}  // namespace stretto::tool
