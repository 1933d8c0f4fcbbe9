#include "audit_command.hpp"

#include <iostream>
#include <set>

#include <CLI/CLI.hpp>

#include "audit/amdgcn/code_object.hpp"
#include "audit/audit_report.hpp"
#include "audit/launch_reader.hpp"
#include "audit/patch.hpp"
#include "common_options.hpp"
#include "exit_status.hpp"
#include "file_kind.hpp"
#include "input.hpp"
#include "json/printable.hpp"
#include "output.hpp"
#include "result_json.hpp"
#include "usage/suggestion.hpp"

namespace stretto::tool {

namespace {

LaunchFile launch_of(const AuditArguments& arguments) {
  LaunchFile file;
  if (!arguments.launch.empty()) {
    file = read_launch(read_input(arguments.launch, "audit --launch"), JsonPlace(input_name(arguments.launch)));
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

/// Where the launch comes from, for messages: "launch (launch.json, --arg): ".
std::string launch_words(const AuditArguments& arguments) {
  std::string from = arguments.launch.empty() ? "" : input_name(arguments.launch);
  if (!arguments.values.empty()) from += std::string(from.empty() ? "" : ", ") + "--arg";
  return from.empty() ? "without --launch and --arg: " : "launch (" + from + "): ";
}

/// The name of the requested kernel, or of the only one.
std::string name_in(const std::string& text, const std::string& path, const std::string& wanted) {
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

/// Reads a kernel from assembly text or a code object.
assembly::Kernel kernel_of(const std::string& input, const std::string& path, const std::string& wanted,
                           const std::string& llvm) {
  assembly::Kernel out;
  if (assembly::is_code_object(input)) {
    const assembly::DisassembledObject object = assembly::disassemble(input, llvm);
    out = assembly::read_kernel(object, name_in(object.text, path, wanted));
  } else {
    out = assembly::read_kernel(input, name_in(input, path, wanted));
  }
  for (std::string& file : out.files) file = printable(file);
  return out;
}

}  // namespace

CLI::App* add_audit(CLI::App& app, AuditArguments& arguments) {
  CLI::App* audit = app.add_subcommand("audit", "Find races in a compiled AMD kernel, or prove that there are none");
  add_input(*audit, "file", arguments.input, "Assembly text of LLVM, or a code object, for gfx942 or gfx950");
  add_output(*audit, arguments.output);
  add_format(*audit, arguments.format);
  audit->add_option("--launch", arguments.launch, "JSON file with the sizes and arguments of a launch")
      ->type_name("FILE");
  audit->add_option("--kernel", arguments.kernel, "The kernel, if the file has several")->type_name("NAME");
  audit->add_option("--arg", arguments.values, "Value of an argument, by name or number; may be repeated")
      ->type_name("NAME=VALUE");
  audit->add_option("--llvm", arguments.llvm, "Folder of LLVM 22's tools, which disassemble code objects")
      ->type_name("FOLDER");
  audit->add_flag("--waits", arguments.waits, "Also say how far each wait of a proven kernel could be loosened");
  CLI::Option* patch =
      audit->add_flag("--patch", arguments.patch, "Print the assembly with the waits and barriers added that it lacks");
  audit->add_flag("--loosen", arguments.loosen, "With --patch: also loosen the kernel's own waits and barriers")
      ->needs(patch);
  set_examples(*audit,
               {"stretto audit examples/audit/two_buffers.s --launch examples/audit/two_buffers.launch.json",
                "stretto audit examples/audit/two_buffers_broken.s --arg count=8 --patch -o fixed.s",
                "stretto audit examples/audit/two_buffers.s --launch examples/audit/two_buffers.launch.json --waits"});
  return audit;
}

namespace {

/// Writes the assembly to the output and the changes to standard error.
int write_patched(const AuditArguments& arguments, const std::string& text, const std::string& path,
                  const LaunchFile& launch) {
  if (assembly::is_code_object(text)) throw InputError(path + ": --patch needs assembly text, not a code object");
  if (arguments.waits || arguments.format != "text") {
    throw InputError("--patch prints assembly; leave out --waits and --format");
  }
  audit::PatchedAssembly patched;
  try {
    patched = audit::patch_assembly(text, name_in(text, path, launch.kernel), launch.launch, arguments.loosen);
  } catch (const InputError&) {
    throw;
  } catch (const std::exception& error) {
    throw InputError(path + ": " + error.what());
  }
  if (!patched.failure.empty()) {
    throw InputError(path + ": waits and barriers cannot make it proven: " + patched.failure);
  }
  write_output(arguments.output, patched.text);
  for (const std::string& change : patched.changes) std::cerr << message_text(change) << "\n";
  if (patched.changes.empty()) std::cerr << "no changes needed\n";
  return exit_done;
}

}  // namespace

int run_audit(const AuditArguments& arguments) {
  const LaunchFile launch = launch_of(arguments);
  const std::string path = input_name(arguments.input);
  const std::string text = read_text(arguments.input);
  if (arguments.patch) {
    return about_kind(arguments.input, "audit", [&] { return write_patched(arguments, text, path, launch); });
  }
  assembly::Kernel kernel;
  audit::Audit found;
  try {
    kernel = about_kind(arguments.input, "audit", [&] { return kernel_of(text, path, launch.kernel, arguments.llvm); });
    found = audit::audit(kernel, launch.launch);
  } catch (const InputError&) {
    throw;
  } catch (const audit::LaunchError& error) {
    throw InputError(path + ": " + launch_words(arguments) + error.what());
  } catch (const std::runtime_error& error) {
    throw InputError(path + ": " + error.what());
  }
  std::vector<audit::WaitSlack> waits;
  const bool examine = arguments.waits && audit_verdict(found) == "proven";
  if (examine) waits = audit::find_slack(*found.program);
  const std::vector<audit::WaitSlack>* examined = examine ? &waits : nullptr;
  const bool refused = audit_verdict(found) == "cannot judge";
  if (arguments.format == "json") {
    write_output(arguments.output, json_text(audit_json(kernel, found, examined)));
  } else if (!refused) {
    write_output(arguments.output, audit_text(kernel, found, examined));
  }
  if (refused)
    std::cerr << "stretto: error: " << message_text(path + ": " + audit_text(kernel, found, nullptr)) << "\n";
  return audit_status(found);
}

}  // namespace stretto::tool
