// The whole program, except what concerns its process: the fuzzers of tests/fuzz run it many times.
#pragma once

namespace stretto::tool {

/// Runs the command that the arguments name, the first of which is the program's own name. Returns the exit status.
/// Throws InputError or Error for invalid input.
int run_command(int argc, const char* const* argv);

/// The same; an exception becomes a message on standard error and the exit status of invalid input.
int run_command_line(int argc, const char* const* argv);

}  // namespace stretto::tool
