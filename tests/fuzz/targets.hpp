// What is fuzzed: each file format that the tool reads, and its command line.
#pragma once

#include <string>

namespace stretto::fuzz {

void fuzz_audit(const std::string& input);       // assembly, and the file of a launch
void fuzz_case(const std::string& input);        // a case of `compile`
void fuzz_compiled(const std::string& input);    // an output of `compile`, or a schedule of another compiler
void fuzz_program(const std::string& input);     // a program file
void fuzz_loop(const std::string& input);        // a loop file, and the file of its GPU's figures
void fuzz_gpu(const std::string& input);         // the figures of a GPU, for a small loop
void fuzz_pipeline(const std::string& input);    // an output of `pipeline --format json`
void fuzz_graphs(const std::string& input);      // loop graphs, and a file of starts
void fuzz_results(const std::string& input);     // results files of `tune`, for `merge`
void fuzz_expression(const std::string& input);  // the text of a number, a slot or a parity
void fuzz_command(const std::string& input);     // a command line, and the files that it names

/// A target by name.
struct Target {
  const char* name;
  void (*run)(const std::string& input);
};

/// Null for an unknown name.
const Target* find_target(const std::string& name);
/// The names, separated by spaces.
std::string target_names();

}  // namespace stretto::fuzz
