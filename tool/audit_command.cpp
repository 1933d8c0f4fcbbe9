#include "audit_command.hpp"

#include <iostream>

#include <CLI/CLI.hpp>

#include "audit/amdgcn/code_object.hpp"
#include "audit/audit_report.hpp"
#include "audit/audited_kernel.hpp"
#include "audit/patch.hpp"
#include "common_options.hpp"
#include "exit_status.hpp"
#include "file_kind.hpp"
#include "input.hpp"
#include "json/printable.hpp"
#include "output.hpp"
#include "result_json.hpp"

namespace stretto::tool {

CLI::App* add_audit(CLI::App& app, AuditArguments& arguments) {
  CLI::App* audit = app.add_subcommand("audit", "Find races in a compiled AMD kernel, or prove that there are none");
  add_input(*audit, "file", arguments.input, "Assembly text of LLVM, or a code object, for gfx942 or gfx950");
  add_output(*audit, arguments.output);
  add_format(*audit, arguments.format);
  add_launch_options(*audit, arguments.launch);
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
    patched = audit::patch_assembly(text, kernel_name_in(text, path, launch.kernel), launch.launch, arguments.loosen);
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
  const std::string path = input_name(arguments.input);
  if (arguments.patch) {
    const LaunchFile launch = launch_of(arguments.launch, "audit");
    const std::string text = read_text(arguments.input);
    return about_kind(arguments.input, "audit", [&] { return write_patched(arguments, text, path, launch); });
  }
  const std::shared_ptr<const AuditedKernel> audited = audit_file(arguments.input, arguments.launch, "audit");
  const auto& [kernel, found] = *audited;
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
