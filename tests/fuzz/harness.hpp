// Runs commands of the tool in this process, and checks what holds for every command and every input.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace stretto::fuzz {

/// Ends the process with a message: the input is a finding.
[[noreturn]] void finding(const std::string& what);
void require(bool holds, const std::string& what);

/// How a command ended and what it wrote.
struct Ran {
  int status = 0;
  std::string out;
  std::string err;

  /// Everything but a refusal of the input.
  [[nodiscard]] bool accepted() const { return status != 2; }
};

struct Expectations {
  std::vector<std::string> files = {};  // a refusal names one of them; empty: any message will do
  bool colour = false;                  // escape sequences may be printed
  bool says_invalid = false;            // an invalid program is a result: `verify --format json`
};

/// Runs a command and checks it: a documented exit status, a message that is short, printable, and about the input, not
/// about the library that refused it; nothing printed by a command that refuses.
Ran run(const std::function<int()>& command, const Expectations& expected = {});

/// Files are in a folder of this process, which is its current folder; it is removed at the end.
void enter_scratch_folder();
void write_file(const std::string& name, const std::string& text);
/// Writes a part of an input; removes the file if the input has no such part.
void write_part(const std::string& name, const std::vector<std::string>& parts, std::size_t index);
std::string read_file(const std::string& name);
bool exists(const std::string& name);
void remove_file(const std::string& name);
/// Every file in the folder that is none of these.
std::vector<std::string> other_files(const std::vector<std::string>& known);

/// A number from 0 to count - 1 that depends on the text only: which of several commands to try on it.
unsigned choice(const std::string& text, unsigned count);

}  // namespace stretto::fuzz
