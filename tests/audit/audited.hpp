// A kernel of this repository, audited as the command does.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "audit/audit.hpp"
#include "audit/audit_report.hpp"
#include "audit/launch_reader.hpp"

namespace stretto::tool {

inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The kernel outlives its audit.
struct Audited {
  assembly::Kernel kernel;
  audit::Audit found;

  Audited(const std::filesystem::path& assembly, const audit::KernelLaunch& launch)
      : kernel(assembly::read_kernel(text_of(assembly))), found(audit::audit(kernel, launch)) {}
  Audited(const Audited&) = delete;
  Audited& operator=(const Audited&) = delete;

  [[nodiscard]] std::string verdict() const { return audit_verdict(found); }
  [[nodiscard]] std::string text() const { return audit_text(kernel, found, nullptr); }
  /// Is there a hazard of this kind, of two instructions that begin so? Both texts have the tabs of the assembly.
  [[nodiscard]] bool reports(HazardKind kind, const std::string& second, const std::string& first) const {
    for (const Hazard& hazard : found.found.hazards) {
      if (hazard.kind != kind || !hazard.first.present() || !hazard.second.present()) continue;
      if (found.program->instruction(hazard.second).text.starts_with(second) &&
          found.program->instruction(hazard.first).text.starts_with(first)) {
        return true;
      }
    }
    return false;
  }
};

}  // namespace stretto::tool
