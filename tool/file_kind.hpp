// The kinds of files that the tool reads and writes, and which command takes which: a file in the wrong place is
// refused by what it is, and not by the first key that it lacks.
#pragma once

#include <string>

#include "json/parse.hpp"

namespace stretto::tool {

enum class FileKind : unsigned char {
  unknown,   // the reader says what is wrong with it
  loop,      // a declared loop, or several
  program,   // roles with their steps
  schedule,  // a case: a Mojo schedule with its parameters
  compiled,  // a case with its entries, written by `compile`
  pipeline,  // written by `pipeline`
  graphs,    // loop graphs, one per line
  starts,    // written by `schedule`
  results,   // of a sweep, written by `tune`
  target,    // a GPU as JSON
  plan,      // a C++ header, written by `plan`
  verdict,   // written by `verify`
  scene,     // written by `show`
  assembly,  // of an AMD kernel, as text or as a code object
  launch,    // the sizes and arguments of a kernel's launch
};

/// What a JSON value is, or the first line of a file with one value per line.
FileKind kind_of_input(const Json& value);

/// What a file is. It is read again, so a pipe is unknown.
FileKind kind_of_file(const std::string& path);

/// Throws InputError if a command does not take files of this kind: with what the file is, what the command takes, and
/// which commands take the file. `command`: "verify", or with an option, "schedule --check".
void require_taken(const std::string& path, FileKind kind, const std::string& command);

/// A JSON file, as `read_json_file` reads it, of a kind that the command takes, or unknown.
Json read_input(const std::string& path, const std::string& command);

/// Runs a function that reads a file for a command. If it throws InputError and the file is of another kind, that is
/// the error.
template <class Function>
auto about_kind(const std::string& path, const std::string& command, const Function& function) {
  try {
    return function();
  } catch (const InputError&) {
    require_taken(path, kind_of_file(path), command);
    throw;
  }
}

}  // namespace stretto::tool
