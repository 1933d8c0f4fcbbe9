#include "audit/audited_kernel.hpp"

#include <set>

#include "audit/amdgcn/code_object.hpp"
#include "audit/audit_report.hpp"
#include "file_kind.hpp"
#include "input.hpp"
#include "json/printable.hpp"
#include "usage/suggestion.hpp"

namespace stretto::tool {

namespace {

/// Where the launch comes from, for messages: "launch (launch.json, --arg): ".
std::string launch_words(const LaunchArguments& arguments) {
  std::string from = arguments.file.empty() ? "" : input_name(arguments.file);
  if (!arguments.values.empty()) from += std::string(from.empty() ? "" : ", ") + "--arg";
  return from.empty() ? "without --launch and --arg: " : "launch (" + from + "): ";
}

/// Reads a kernel from assembly text or a code object.
assembly::Kernel kernel_of(const std::string& input, const std::string& path, const std::string& wanted,
                           const std::string& llvm) {
  assembly::Kernel out;
  if (assembly::is_code_object(input)) {
    const assembly::DisassembledObject object = assembly::disassemble(input, llvm);
    out = assembly::read_kernel(object, kernel_name_in(object.text, path, wanted));
  } else {
    out = assembly::read_kernel(input, kernel_name_in(input, path, wanted));
  }
  for (std::string& file : out.files) file = printable(file);
  return out;
}

}  // namespace

LaunchFile launch_of(const LaunchArguments& arguments, const std::string& command) {
  LaunchFile file;
  if (!arguments.file.empty()) {
    file = read_launch(read_input(arguments.file, command + " --launch"), JsonPlace(input_name(arguments.file)));
  }
  if (!arguments.kernel.empty()) file.kernel = arguments.kernel;
  std::set<std::string> given;
  for (const std::string& value : arguments.values) {
    if (!given.insert(value.substr(0, value.find('='))).second) {
      throw InputError("--arg " + quote(value) + ": duplicate argument; leave one out");
    }
    set_argument(file.launch, value);
  }
  return file;
}

std::string kernel_name_in(const std::string& text, const std::string& path, const std::string& wanted) {
  std::vector<std::string> names;
  try {
    names = assembly::kernel_names(text);
  } catch (const std::runtime_error& error) {
    throw InputError(path + ": " + error.what());  // the caller checks whether it is a file of another kind
  }
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + quote(name);
  if (names.empty()) throw InputError(path + ": has no AMD kernel (no .amdhsa_kernel directive)");
  if (wanted.empty() && names.size() > 1) {
    throw InputError(path + ": has several kernels: " + list + "; name one with --kernel");
  }
  for (const std::string& name : names) {
    if (wanted == name) return name;
  }
  if (!wanted.empty()) {
    throw InputError(path + ": unknown kernel " + quote(wanted) + did_you_mean(wanted, names) + "; kernels: " + list);
  }
  return names.front();
}

std::shared_ptr<const AuditedKernel> audit_file(const std::string& path, const LaunchArguments& arguments,
                                                const std::string& command) {
  const LaunchFile launch = launch_of(arguments, command);
  const std::string name = input_name(path);
  const std::string text = read_text(path);
  auto out = std::make_shared<AuditedKernel>();
  try {
    out->kernel = about_kind(path, command, [&] { return kernel_of(text, name, launch.kernel, arguments.llvm); });
    out->found = audit::audit(out->kernel, launch.launch);
  } catch (const InputError&) {
    throw;
  } catch (const audit::LaunchError& error) {
    throw InputError(name + ": " + launch_words(arguments) + error.what());
  } catch (const std::runtime_error& error) {
    throw InputError(name + ": " + error.what());
  }
  return out;
}

std::shared_ptr<const AuditedKernel> audited_program(const std::string& path, const LaunchArguments& arguments,
                                                     const std::string& command) {
  std::shared_ptr<const AuditedKernel> out = audit_file(path, arguments, command);
  if (out->found.judged() && out->found.program) return out;
  throw InputError(input_name(path) + ": " + audit_text(out->kernel, out->found, nullptr));
}

}  // namespace stretto::tool
