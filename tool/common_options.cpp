#include "common_options.hpp"

#include <algorithm>

#include <CLI/CLI.hpp>

#include "audit/launch_arguments.hpp"
#include "number_list.hpp"
#include "pipeline_catalog.hpp"
#include "show/find_subject.hpp"
#include "show/subject_options.hpp"

namespace stretto::tool {

void add_input(CLI::App& command, const char* name, std::string& input, const char* help) {
  command.add_option(name, input, help)->required()->type_name("FILE");
}

void add_output(CLI::App& command, std::string& output) {
  command.add_option("-o,--output", output, "Write to this file, atomically, instead of standard output")
      ->type_name("FILE");
}

void add_format(CLI::App& command, std::string& format, const std::vector<std::string>& formats) {
  command.add_option("--format", format, "Output format")->check(CLI::IsMember(formats))->capture_default_str();
}

void add_formats(CLI::App& command, std::string& format, std::initializer_list<FormatFlag> flags) {
  std::vector<CLI::Option*> added;
  for (const FormatFlag& flag : flags) {
    CLI::Option* option =
        command.add_flag_callback(flag.name, [&format, value = flag.format] { format = value; }, flag.help);
    for (CLI::Option* other : added) option->excludes(other);
    added.push_back(option);
  }
}

void add_registers(CLI::App& command, std::string& registers) {
  command
      .add_option("--registers", registers,
                  "How reads of registers are synchronised; explicit: only by the program's waits, interlocked: by the "
                  "compiler or the hardware; default: as in the schedule's kernel")
      ->check(CLI::IsMember({"explicit", "interlocked", "both"}));
}

void add_sync(CLI::App& command, std::string& sync, const char* help) {
  command.add_option("--sync", sync, help)->check(CLI::IsMember({"declared", "derived"}))->capture_default_str();
}

CLI::Option* add_target(CLI::App& command, const char* name, std::string& target, const char* help) {
  return command.add_option(name, target, help)->check(CLI::IsMember(target_names(), CLI::ignore_case));
}

void add_loop_options(CLI::App& command, LoopArguments& arguments) {
  add_target(command, "--target", arguments.target, "Loops: target GPU; for a loop file, the default is its own")
      ->default_str(default_target);
  command.add_option("--tile", arguments.tile,
                     "Built-in loops: tile as MxNxK, queries x keys x head, or bytes; default: the target's");
  command.add_option("--type", arguments.type, "Built-in loops: data type")
      ->check(CLI::IsMember({"bf16", "fp8"}))
      ->default_str("bf16");
  command.add_option("--slots", arguments.slots, "Loops: slots of every shared-memory buffer; default: derived")
      ->check(CLI::Range(1, 1000));
  command.add_option("--groups", arguments.groups, "Loops: groups of waves that take turns")
      ->check(CLI::Range(1, 4))
      ->default_str("1");
  command.add_option("--cluster", arguments.cluster, "Loops: workgroups per cluster; in gemm, they share B")
      ->check(CLI::Range(1, 8))
      ->default_str("1");
  command.add_flag("--persistent", arguments.persistent,
                   "Loops: persistent kernel: one run per output tile, each with its own trip count");
  command.add_option("--loop", arguments.which, "Files with several loops: name or number (from 0) of the loop");
  command.add_option("--set", arguments.set, "Loop files: the value of a parameter; once per parameter")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
}

void add_launch_options(CLI::App& command, LaunchArguments& arguments) {
  command.add_option("--launch", arguments.file, "JSON file with the sizes and arguments of a kernel's launch")
      ->type_name("FILE");
  command.add_option("--kernel", arguments.kernel, "The kernel, if a file of compiled kernels has several")
      ->type_name("NAME");
  command.add_option("--arg", arguments.values, "Value of a kernel's argument, by name or number; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command.add_option("--llvm", arguments.llvm, "Folder of LLVM 22's tools, which disassemble code objects")
      ->type_name("FOLDER");
}

CLI::Option* add_names_or_file(CLI::App& command, const char* name, std::string& what,
                               const std::vector<std::string>& known, const char* help) {
  // The names serve help and completion only; a file is recognised when it is opened.
  const CLI::Validator names([](const std::string&) { return std::string(); },
                             "{" + CLI::detail::join(known, ",") + "}");
  return command.add_option(name, what, help)->type_name("FILE")->check(names);
}

CLI::Option* add_what(CLI::App& command, const char* name, std::string& what, const char* help) {
  return add_names_or_file(command, name, what, subject_names(), help);
}

void note_typed(CLI::App& command, const std::string& name, std::vector<TypedOption>& typed) {
  command.get_option(name)->each([&typed, name](const std::string& value) { typed.push_back({name, value}); });
}

namespace {

void add_subject_options(CLI::App& command, SubjectArguments& arguments) {
  add_sync(command, arguments.sync, "Schedules: which waits and barriers to use");
  add_loop_options(command, arguments.loop);
}

/// Records the options of subjects that the command has.
void note_subject_options(CLI::App& command, SubjectArguments& arguments) {
  for (const SubjectOption& option : subject_options) {
    if (command.get_option_no_throw(option.name) != nullptr) note_typed(command, option.name, arguments.typed);
  }
}

}  // namespace

namespace {

void declare_subject(CLI::App& command, SubjectArguments& arguments, const char* help) {
  arguments.reader = command.get_name();
  add_what(command, "what", arguments.what, help)->required();
  add_subject_options(command, arguments);
  command
      .add_option("--starts", arguments.starts,
                  "Files of loop graphs: read the starts from this file, an output of schedule; default: search")
      ->type_name("FILE");
}

}  // namespace

void add_subject(CLI::App& command, SubjectArguments& arguments) {
  declare_subject(command, arguments,
                  "A built-in schedule or loop, a JSON file (a loop, a program, a case, or an output of compile or "
                  "pipeline), or FILE.jsonl (loop graphs)");
  note_subject_options(command, arguments);
}

void add_subject_or_kernel(CLI::App& command, SubjectArguments& arguments) {
  declare_subject(command, arguments,
                  "A built-in schedule or loop, a JSON file (a loop, a program, a case, or an output of compile or "
                  "pipeline), FILE.jsonl (loop graphs), or a compiled AMD kernel");
  add_launch_options(command, arguments.launch);
  note_subject_options(command, arguments);
}

void add_tuned_subject(CLI::App& command, SubjectArguments& arguments) {
  add_what(command, "what", arguments.what, "A built-in schedule or loop, or a JSON file with a loop or a case")
      ->required();
  add_subject_options(command, arguments);
  note_subject_options(command, arguments);
}

void add_trips(CLI::App& command, const char* name, std::vector<int>& numbers, const char* help) {
  constexpr int most = 1000;
  // Not a delimiter of CLI11, which drops empty numbers.
  const auto read = [&numbers, name](const std::string& text) {
    const std::vector<int> found = read_numbers(text, ',');
    if (found.empty() || std::ranges::max(found) > most) {
      throw CLI::ValidationError(name, "invalid value " + quote(text) + ": must be numbers from 0 to " +
                                           std::to_string(most) + ", separated by commas");
    }
    numbers = found;
  };
  std::string usual;
  for (const int number : numbers) usual += (usual.empty() ? "" : ",") + std::to_string(number);
  command.add_option_function<std::string>(name, read, help)
      ->type_name("N,...:INT in [0 - " + std::to_string(most) + "]")
      ->default_str("[" + usual + "]");
}

void add_seconds(CLI::App& command, const char* name, double& seconds, const char* help) {
  // Not CLI::Range, which accepts "nan".
  const CLI::Validator sensible(
      [](const std::string& text) {
        double value = 0;
        const bool is_number = CLI::detail::lexical_cast(text, value);
        const bool fits = is_number && value >= 0.001 && value <= 1e6;
        return fits ? std::string() : "Value " + text + " not in range 0.001 to 1000000";
      },
      "FLOAT in [0.001 - 1000000]");
  command.add_option(name, seconds, help)->check(sensible)->type_name("SECONDS")->capture_default_str();
}

void set_examples(CLI::App& command, std::initializer_list<const char*> examples) {
  std::string text;
  for (const char* example : examples) text += example + std::string("\n");
  command.footer(text);
}

}  // namespace stretto::tool
