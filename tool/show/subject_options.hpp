// Which options say something of which subject. One that says nothing of what is looked at is refused: it would be
// ignored.
#pragma once

#include <string>
#include <vector>

#include "show/subject.hpp"

namespace stretto::tool {

enum class SubjectKind : unsigned char {
  schedule,   // a built-in one, a case, or what `compile` has written
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

/// Throws InputError if an option that is typed says nothing of any of these subjects.
void check_options(const std::vector<TypedOption>& typed, const std::vector<std::string>& subjects);

}  // namespace stretto::tool
