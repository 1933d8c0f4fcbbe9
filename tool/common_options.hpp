// Options that several commands have.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace stretto::tool {

struct LoopArguments;
struct SubjectArguments;
struct TypedOption;

/// A file that is read, by position; "-" is standard input.
void add_input(CLI::App& command, const char* name, std::string& input, const char* help);

/// -o: the file that is written instead of standard output.
void add_output(CLI::App& command, std::string& output);

/// --format json or text, the default first.
void add_format(CLI::App& command, std::string& format);

/// Flags of which at most one may be given.
struct FormatFlag {
  const char* name;
  const char* format;
  const char* help;
};
void add_formats(CLI::App& command, std::string& format, std::initializer_list<FormatFlag> flags);

/// --registers: how registers are read.
void add_registers(CLI::App& command, std::string& registers);

/// --sync: who places waits and barriers.
void add_sync(CLI::App& command, std::string& sync, const char* help);

/// The options of a declared loop.
void add_loop_options(CLI::App& command, LoopArguments& arguments);

/// What is to be looked at: a name that is built in, or a file.
CLI::Option* add_what(CLI::App& command, const char* name, std::string& what, const char* help);

/// What is to be looked at, and the options of declared loops and of schedules.
void add_subject(CLI::App& command, SubjectArguments& arguments);

/// An option that takes one of the targets of loops.
CLI::Option* add_target(CLI::App& command, const char* name, std::string& target, const char* help);

/// A budget of time.
void add_seconds(CLI::App& command, const char* name, double& seconds, const char* help);

/// Puts an option into `typed` when it is given.
void note_typed(CLI::App& command, const std::string& name, std::vector<TypedOption>& typed);

/// Command lines to be shown in the command's help. A test runs each from the root of the repository; one that ends in
/// "# exits with N" is to have this exit status, others 0.
void set_examples(CLI::App& command, std::initializer_list<const char*> examples);

}  // namespace stretto::tool
