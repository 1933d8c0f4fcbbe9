// Finds the subject of a command: a built-in name, or a file.
//
//   ping_pong, four_wave, single_buffer       a built-in schedule
//   gemm, flash_attention, reduction, copy    a declared loop on a target
//   FILE.json                                 a program file, a loop file, a case, or an output of `compile` or
//                                             `pipeline`
//   FILE.s, or a code object                  a compiled AMD kernel, with its launch
//   FILE.jsonl                                a loop to modulo-schedule: a graph, not a program (graph_scene.hpp)
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "input.hpp"
#include "json/object_reader.hpp"
#include "show/subject.hpp"

namespace stretto::tool {

/// Built-in schedules and declared loops, by name.
std::vector<std::string> subject_names();

/// The case of a built-in schedule, by its name.
std::optional<Json> built_in_case(const std::string& what);

/// True for the name of a schedule or a loop, false for a file.
bool is_built_in(const std::string& what);

/// True for a compiled AMD kernel: assembly text or a code object.
bool is_kernel_file(const std::string& what);

/// As `about_input`, for a subject, which need not be a file.
template <class Function>
auto about_subject(const std::string& what, const Function& function) {
  return is_built_in(what) ? function() : about_input(what, function);
}

/// Throws InputError if it is neither the name of a subject nor a file.
void require_subject(const std::string& what);

/// The program of a subject. Throws InputError if it does not exist or is rejected.
Subject find_subject(const SubjectArguments& arguments);

}  // namespace stretto::tool
