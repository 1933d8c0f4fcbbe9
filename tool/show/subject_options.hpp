// Which options apply to which subject. An option that does not apply is rejected instead of ignored.
#pragma once

#include <string>
#include <vector>

#include "show/subject.hpp"

namespace stretto::tool {

enum class SubjectKind : unsigned char {
  schedule,   // built in, a case, or an output of `compile`
  loop,       // a declared loop on a target
  loop_file,  // a graph
};

struct SubjectOption {
  const char* name;
  SubjectKind of;
};

inline constexpr SubjectOption subject_options[] = {
    {"--sync", SubjectKind::schedule},   {"--target", SubjectKind::loop},     {"--tile", SubjectKind::loop},
    {"--type", SubjectKind::loop},       {"--slots", SubjectKind::loop},      {"--groups", SubjectKind::loop},
    {"--cluster", SubjectKind::loop},    {"--persistent", SubjectKind::loop}, {"--loop", SubjectKind::loop_file},
    {"--starts", SubjectKind::loop_file}};

SubjectKind kind_of_subject(const std::string& what);

/// Throws InputError if a given option applies to none of these subjects.
void check_options(const std::vector<TypedOption>& typed, const std::vector<std::string>& subjects);

}  // namespace stretto::tool
