// A compiled kernel of a file, and its audit.
#pragma once

#include <memory>
#include <string>

#include "audit/audit.hpp"
#include "audit/launch_arguments.hpp"
#include "audit/launch_reader.hpp"

namespace stretto::tool {

/// `found` refers to `kernel`.
struct AuditedKernel {
  assembly::Kernel kernel;
  audit::Audit found;

  AuditedKernel() = default;
  AuditedKernel(const AuditedKernel&) = delete;
  AuditedKernel& operator=(const AuditedKernel&) = delete;
};

/// The launch file, changed by the other arguments. Throws InputError. `command`: that reads the file.
LaunchFile launch_of(const LaunchArguments& arguments, const std::string& command);

/// The name of the requested kernel of an assembly text, or of the only one. Throws InputError.
std::string kernel_name_in(const std::string& text, const std::string& path, const std::string& wanted);

/// Reads and audits a kernel, as assembly text or as a code object. Throws InputError if the file has no such kernel,
/// or if the launch does not fit it.
std::shared_ptr<const AuditedKernel> audit_file(const std::string& path, const LaunchArguments& arguments,
                                                const std::string& command);

/// The same for a command that needs a program: throws InputError, in the words of the audit, for a kernel that cannot
/// be judged, or with a barrier that not every wave reaches.
std::shared_ptr<const AuditedKernel> audited_program(const std::string& path, const LaunchArguments& arguments,
                                                     const std::string& command);

}  // namespace stretto::tool
