#include "show/subject_options.hpp"

#include <algorithm>

#include "file_kind.hpp"
#include "json/object_reader.hpp"
#include "show/find_subject.hpp"
#include "show/graph_scene.hpp"

namespace stretto::tool {

namespace {

const char* option_owner(SubjectKind kind) {
  switch (kind) {
    case SubjectKind::schedule: return "schedules (ping_pong, four_wave, single_buffer, or a case)";
    case SubjectKind::built_in_loop: return "declared loops (gemm, flash_attention, reduction, copy)";
    case SubjectKind::loop_file: return "loop files (FILE.json)";
    case SubjectKind::pipeline_file: return "outputs of pipeline";
    case SubjectKind::program_file: return "program files";
    case SubjectKind::graph_file: return "files of loop graphs (FILE.jsonl)";
    case SubjectKind::kernel_file: return "compiled AMD kernels";
  }
  return "?";
}

std::string owners_of(const SubjectOption& option) {
  std::string out;
  for (const SubjectKind kind : option.of) out += (out.empty() ? "" : " and ") + std::string(option_owner(kind));
  return out;
}

}  // namespace

SubjectKind kind_of_subject(const std::string& what) {
  if (is_loop(what)) return SubjectKind::built_in_loop;
  if (is_loop_file(what)) return SubjectKind::graph_file;
  if (built_in_case(what)) return SubjectKind::schedule;
  if (is_kernel_file(what)) return SubjectKind::kernel_file;
  switch (kind_of_input(read_json_file(what))) {
    case FileKind::program: return SubjectKind::program_file;
    case FileKind::loop: return SubjectKind::loop_file;
    case FileKind::pipeline: return SubjectKind::pipeline_file;
    default: return SubjectKind::schedule;
  }
}

void check_options(const std::vector<TypedOption>& typed, const std::vector<std::string>& subjects) {
  for (const std::string& what : subjects) require_subject(what);
  for (const SubjectOption& option : subject_options) {
    // --other-slots is --slots of the second schedule.
    const std::string other = std::string("--other-") + (option.name + 2);
    for (const TypedOption& one : typed) {
      if (one.name != option.name && one.name != other) continue;
      const bool said = std::ranges::any_of(subjects, [&](const std::string& what) {
        return std::ranges::find(option.of, kind_of_subject(what)) != option.of.end();
      });
      if (said) continue;
      std::string of;
      for (const std::string& what : subjects) of += (of.empty() ? "" : " or ") + what;
      throw InputError(one.name + " does not apply to " + of + "; it is an option of " + owners_of(option));
    }
  }
}

}  // namespace stretto::tool
