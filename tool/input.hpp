// Input files and standard input.
#pragma once

#include <string>

#include <stretto/core/error.hpp>

#include "json/input_error.hpp"

namespace stretto::tool {

inline constexpr long largest_input = 64L << 20;      // bytes of a file that is read as a whole
inline constexpr long largest_results = 4096L << 20;  // bytes of a results file of a sweep

/// The name of an input in messages: its path, or "standard input" for "-".
std::string input_name(const std::string& path);

/// The contents of a file, or of standard input for "-", which is read once and kept. Throws InputError with the reason
/// if it cannot be read, or if it is larger than `most` bytes; a file that is too large is not read.
std::string read_text(const std::string& path, long most = largest_input);

/// Runs a function on what an input contains. A refusal that does not name the input gets its name.
template <class Function>
auto about_input(const std::string& path, const Function& function) {
  const auto named = [name = input_name(path)](const std::string& why) {
    return InputError(why.find(name) == std::string::npos ? name + ": " + why : why);
  };
  try {
    return function();
  } catch (const InputError& error) {
    throw named(error.what());
  } catch (const Error& error) {
    throw named(error.what());
  }
}

/// For a program that runs several commands: the next one reads standard input again.
void forget_standard_input();

}  // namespace stretto::tool
