#include "show/subject_options.hpp"

#include <algorithm>

#include "json_reader.hpp"
#include "show/graph_scene.hpp"

namespace stretto::tool {

namespace {

const char* option_owner(SubjectKind kind) {
  switch (kind) {
    case SubjectKind::schedule: return "schedules (ping_pong, four_wave, single_buffer, or a case)";
    case SubjectKind::loop: return "declared loops (gemm, flash_attention, reduction, copy)";
    case SubjectKind::loop_file: return "files of loops (FILE.jsonl)";
  }
  return "?";
}

}  // namespace

SubjectKind kind_of_subject(const std::string& what) {
  if (is_loop(what)) return SubjectKind::loop;
  return is_loop_file(what) ? SubjectKind::loop_file : SubjectKind::schedule;
}

void check_options(const std::vector<TypedOption>& typed, const std::vector<std::string>& subjects) {
  for (const std::string& what : subjects) require_subject(what);
  for (const SubjectOption& option : subject_options) {
    // --other-slots is --slots of the second schedule.
    const std::string other = std::string("--other-") + (option.name + 2);
    for (const TypedOption& one : typed) {
      if (one.name != option.name && one.name != other) continue;
      const bool said =
          std::ranges::any_of(subjects, [&](const std::string& what) { return kind_of_subject(what) == option.of; });
      if (said) continue;
      std::string of;
      for (const std::string& what : subjects) of += (of.empty() ? "" : " or ") + what;
      throw InputError(one.name + " does not apply to " + of + "; it is an option of " + option_owner(option.of));
    }
  }
}

}  // namespace stretto::tool
