// Options that several commands have.
#pragma once

#include <initializer_list>
#include <string>

namespace CLI {
class App;
}

namespace stretto::tool {

struct LoopArguments;
struct SubjectArguments;

/// -o: the file that is written instead of standard output.
void add_output(CLI::App& command, std::string& output);

/// --format json or text, the default first.
void add_format(CLI::App& command, std::string& format);

/// --registers: how registers are read.
void add_registers(CLI::App& command, std::string& registers);

/// --sync: who places waits and barriers.
void add_sync(CLI::App& command, std::string& sync, const char* help);

/// The options of a declared loop.
void add_loop_options(CLI::App& command, LoopArguments& arguments);

/// What is to be looked at, and the options of declared loops and of schedules.
void add_subject(CLI::App& command, SubjectArguments& arguments);

/// Command lines to be shown at the end of the command's help, each beginning with the program's name.
void set_examples(CLI::App& command, std::initializer_list<const char*> examples);

}  // namespace stretto::tool
