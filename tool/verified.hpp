// The verdict on emitted entries, with the data needed to report it.
#pragma once

#include <string>

#include <stretto/stretto.hpp>

namespace stretto::tool {

/// The entries are not owned.
struct Verified {
  EmittedSections sections;
  TagNamer namer = no_tag_names;
  WaveProgram program;  // empty if the entries cannot be lowered
  Verification verification;

  [[nodiscard]] EntryNames names() const { return {program, sections, namer}; }
  [[nodiscard]] Verdict verdict() const { return verification.verdict; }
  [[nodiscard]] int count(Verdict of) const;
};

Verified verify_entries(const EmittedSections& sections, KernelProtocol protocol, RegisterReading registers,
                        TagNamer namer, bool list_proven);

/// The verification result of `compiled`.
Verified verified(const CompiledSchedule& compiled, TagNamer namer);

/// Why a program cannot run, prefixed with the entry at fault: "kernel[12]: wait_vm_field: ...".
std::string reason(const Diagnostic& diagnostic);

constexpr const char* name(RegisterReading registers) {
  return registers == RegisterReading::interlocked ? "interlocked" : "explicit";
}

constexpr RegisterReading other_than(RegisterReading registers) {
  return registers == RegisterReading::interlocked ? RegisterReading::explicit_waits : RegisterReading::interlocked;
}

}  // namespace stretto::tool
