// Options shared by several commands.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace stretto::tool {

struct LaunchArguments;
struct LoopArguments;
struct SubjectArguments;
struct TypedOption;

/// A positional input file; "-" is standard input.
void add_input(CLI::App& command, const char* name, std::string& input, const char* help);

/// -o: the output file, instead of standard output.
void add_output(CLI::App& command, std::string& output);

/// The input and the output file of a command.
template <class Arguments>
void add_files(CLI::App& command, const char* name, const char* help, Arguments& arguments) {
  add_input(command, name, arguments.input, help);
  add_output(command, arguments.output);
}

/// --format json or text, or one of these.
void add_format(CLI::App& command, std::string& format, const std::vector<std::string>& formats = {"json", "text"});

/// Mutually exclusive flags.
struct FormatFlag {
  const char* name;
  const char* format;
  const char* help;
};
void add_formats(CLI::App& command, std::string& format, std::initializer_list<FormatFlag> flags);

/// --registers: how reads of registers are synchronised.
void add_registers(CLI::App& command, std::string& registers);

/// --sync: declared or derived waits and barriers.
void add_sync(CLI::App& command, std::string& sync, const char* help);

/// The options of a declared loop, built in or from a file.
void add_loop_options(CLI::App& command, LoopArguments& arguments);

/// --launch, --kernel, --arg and --llvm: which kernel of a file, and how it is launched.
void add_launch_options(CLI::App& command, LaunchArguments& arguments);

/// One of these names, or a file.
CLI::Option* add_names_or_file(CLI::App& command, const char* name, std::string& what,
                               const std::vector<std::string>& known, const char* help);

/// The subject: a built-in name or a file.
CLI::Option* add_what(CLI::App& command, const char* name, std::string& what, const char* help);

/// The subject, with the options of declared loops and of schedules.
void add_subject(CLI::App& command, SubjectArguments& arguments);

/// The same, and compiled kernels with the options of their launch.
void add_subject_or_kernel(CLI::App& command, SubjectArguments& arguments);

/// The same for a sweep, which needs knobs: a loop or a schedule that is still to be compiled.
void add_tuned_subject(CLI::App& command, SubjectArguments& arguments);

/// An option that takes a target of loops.
CLI::Option* add_target(CLI::App& command, const char* name, std::string& target, const char* help);

/// Numbers separated by commas; an empty one is refused.
void add_trips(CLI::App& command, const char* name, std::vector<int>& numbers, const char* help);

/// A time budget.
void add_seconds(CLI::App& command, const char* name, double& seconds, const char* help);

/// Records an option in `typed` if it is given.
void note_typed(CLI::App& command, const std::string& name, std::vector<TypedOption>& typed);

/// Examples for the command's help. A test runs each from the root of the repository and expects exit status 0, or N
/// for an example that ends in "# exits with N".
void set_examples(CLI::App& command, std::initializer_list<const char*> examples);

}  // namespace stretto::tool
