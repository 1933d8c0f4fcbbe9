// Which options apply to which subject. An option that does not apply is rejected instead of ignored.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "show/subject.hpp"

namespace stretto::tool {

enum class SubjectKind : unsigned char {
  schedule,       // built in, a case, or an output of `compile`
  built_in_loop,  // a declared loop on a target
  loop_file,      // a declared loop of a file
  pipeline_file,  // an output of `pipeline`
  program_file,   // roles and steps
  graph_file,     // loops to modulo-schedule
  kernel_file,    // a compiled AMD kernel
};

/// An option and the subjects that it applies to.
struct SubjectOption {
  const char* name = "";
  std::initializer_list<SubjectKind> of;
};

namespace subject_kinds {
inline constexpr std::initializer_list<SubjectKind> schedules = {SubjectKind::schedule};
inline constexpr std::initializer_list<SubjectKind> built_in_loops = {SubjectKind::built_in_loop};
inline constexpr std::initializer_list<SubjectKind> all_loops = {SubjectKind::built_in_loop, SubjectKind::loop_file};
inline constexpr std::initializer_list<SubjectKind> loop_files = {SubjectKind::loop_file};
inline constexpr std::initializer_list<SubjectKind> graph_files = {SubjectKind::graph_file};
inline constexpr std::initializer_list<SubjectKind> kernel_files = {SubjectKind::kernel_file};
inline constexpr std::initializer_list<SubjectKind> all_files = {SubjectKind::graph_file, SubjectKind::loop_file};
}  // namespace subject_kinds

inline constexpr SubjectOption subject_options[] = {
    {"--sync", subject_kinds::schedules},      {"--target", subject_kinds::all_loops},
    {"--tile", subject_kinds::built_in_loops}, {"--type", subject_kinds::built_in_loops},
    {"--slots", subject_kinds::all_loops},     {"--groups", subject_kinds::all_loops},
    {"--cluster", subject_kinds::all_loops},   {"--persistent", subject_kinds::all_loops},
    {"--set", subject_kinds::loop_files},      {"--loop", subject_kinds::all_files},
    {"--starts", subject_kinds::graph_files},  {"--launch", subject_kinds::kernel_files},
    {"--kernel", subject_kinds::kernel_files}, {"--arg", subject_kinds::kernel_files},
    {"--llvm", subject_kinds::kernel_files}};

SubjectKind kind_of_subject(const std::string& what);

/// Throws InputError if a given option applies to none of these subjects.
void check_options(const std::vector<TypedOption>& typed, const std::vector<std::string>& subjects);

}  // namespace stretto::tool
