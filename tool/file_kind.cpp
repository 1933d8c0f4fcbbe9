#include "file_kind.hpp"

#include <algorithm>
#include <sstream>
#include <vector>

#include "input.hpp"
#include "word_list.hpp"

namespace stretto::tool {

namespace {

struct KnownKind {
  FileKind kind;
  const char* one;                                // "FILE is ..."
  const char* several;                            // "... takes ..."
  std::vector<std::string> takers;                // commands, some with an option
  const char* otherwise = "no command reads it";  // if there are none
};

const std::vector<KnownKind>& known_kinds() {
  static const std::vector<KnownKind> all = {
      {FileKind::loop, "a loop file", "loop files", {"pipeline", "plan", "show", "explain", "diff", "tune"}},
      {FileKind::program, "a program file", "program files", {"verify", "execute", "show", "explain", "diff"}},
      {FileKind::schedule, "a case", "cases", {"compile", "show", "explain", "diff", "tune"}},
      {FileKind::compiled,
       "a compiled schedule",
       "compiled schedules",
       {"compile", "verify", "execute", "show", "explain", "diff"}},
      {FileKind::pipeline, "an output of `pipeline`", "outputs of `pipeline`", {"verify", "show", "explain", "diff"}},
      {FileKind::graphs, "a file of loop graphs", "files of loop graphs", {"schedule", "show", "explain", "diff"}},
      {FileKind::starts,
       "an output of `schedule`",
       "outputs of `schedule`",
       {"schedule --check", "show --starts", "explain --starts", "diff --starts"}},
      {FileKind::results, "a results file of `tune`", "results files of `tune`", {"merge", "tune --results"}},
      {FileKind::target, "a target", "targets", {}, "a loop file names it as its \"target\""},
      {FileKind::plan, "a plan", "plans", {}, "a C++ file includes it"},
      {FileKind::verdict, "an output of `verify`", "outputs of `verify`", {}},
      {FileKind::scene, "an output of `show`", "outputs of `show`", {}},
      {FileKind::assembly, "a compiled AMD kernel", "compiled AMD kernels", {"audit", "show", "explain"}},
      {FileKind::launch, "a launch file", "launch files", {"audit --launch", "show --launch", "explain --launch"}},
  };
  return all;
}

bool is_taken(const KnownKind& kind, const std::string& command) {
  return std::ranges::find(kind.takers, command) != kind.takers.end();
}

std::string takers_text(const KnownKind& kind) {
  if (kind.takers.empty()) return kind.otherwise;
  std::vector<std::string> quoted;
  quoted.reserve(kind.takers.size());
  for (const std::string& taker : kind.takers) quoted.push_back((quoted.empty() ? "`stretto " : "`") + taker + "`");
  return listed(quoted, "and") + (quoted.size() == 1 ? " takes it" : " take it");
}

/// The first line that is not empty.
std::string first_line(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  while (std::getline(lines, line)) {
    if (line.find_first_not_of(" \t\r") != std::string::npos) return line;
  }
  return "";
}

/// The value that a function parses; null: there is none.
template <class Function>
Json parsed_or_null(const Function& parse) {
  try {
    return parse();
  } catch (const InputError&) {
    return nullptr;
  }
}

}  // namespace

FileKind kind_of_input(const Json& value) {
  if (!value.is_object()) return FileKind::unknown;
  const auto has = [&](const char* key) { return value.contains(key); };
  const auto has_list = [&](const char* key) { return has(key) && value[key].is_array(); };
  if (has("tune")) return FileKind::results;
  if (has("declaration") || has("phase_barriers")) return FileKind::pipeline;
  if (has("subject")) return FileKind::scene;
  if (has_list("starts")) return FileKind::starts;
  if (has_list("resources")) return FileKind::graphs;
  if (has("loops") || has("ops") || has_list("buffers")) return FileKind::loop;
  if (has("roles") || has("agents") || has("buffers") || has("barriers")) return FileKind::program;
  if (has("args") || has("grid") || has("shared") || (has("kernel") && value["kernel"].is_string()))
    return FileKind::launch;
  if (has("prologue") || has("kernel") || has("epilogue")) return FileKind::compiled;
  if (has("schedule") || has("params")) return has("hazards") ? FileKind::verdict : FileKind::schedule;
  if (has("hazards")) return FileKind::verdict;
  return has("like") ? FileKind::target : FileKind::unknown;
}

FileKind kind_of_file(const std::string& path) {
  std::string first;
  try {
    const std::string text = read_text(path);
    for (const char* start : {"\x7f"
                              "ELF",
                              "__CLANG_OFFLOAD_BUNDLE__", "CCOB"}) {
      if (text.starts_with(start)) return FileKind::assembly;
    }
    first = first_line(text);
    if (!first.starts_with('{') && text.find(".amdhsa_kernel") != std::string::npos) return FileKind::assembly;
  } catch (const InputError&) {
    return FileKind::unknown;
  }
  if (first.starts_with("// A plan of ")) return FileKind::plan;
  const FileKind of_line = kind_of_input(parsed_or_null([&] { return parse_json(first, path); }));
  if (of_line != FileKind::unknown) return of_line;
  return kind_of_input(parsed_or_null([&] { return read_json_file(path); }));
}

void require_taken(const std::string& path, FileKind kind, const std::string& command) {
  const auto found = std::ranges::find(known_kinds(), kind, &KnownKind::kind);
  if (found == known_kinds().end() || is_taken(*found, command)) return;
  std::vector<std::string> taken;
  for (const KnownKind& other : known_kinds()) {
    if (is_taken(other, command)) taken.emplace_back(other.several);
  }
  throw InputError(input_name(path) + " is " + found->one + "; `stretto " + command + "` takes " +
                   listed(taken, "and") + "; " + takers_text(*found));
}

Json read_input(const std::string& path, const std::string& command) {
  Json value = about_kind(path, command, [&] { return read_json_file(path); });
  require_taken(path, kind_of_input(value), command);
  return value;
}

}  // namespace stretto::tool
