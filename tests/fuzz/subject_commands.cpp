#include "subject_commands.hpp"

#include <sstream>
#include <vector>

#include <nlohmann/json.hpp>

#include "diff_command.hpp"
#include "explain_command.hpp"
#include "harness.hpp"
#include "show_command.hpp"

namespace stretto::fuzz {

namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> files_of(const tool::SubjectArguments& subject) {
  std::vector<std::string> files = {subject.what, subject.launch.file, subject.starts};
  std::erase(files, "");
  if (!subject.launch.values.empty()) files.emplace_back("--arg");
  return files;
}

void check_format(const std::string& format, const std::string& text) {
  if (format == "json" || format == "trace") {
    require(!Json::parse(text, nullptr, false).is_discarded(), "show writes no JSON");
  } else if (format == "svg") {
    require(text.ends_with("</svg>\n"), "show writes no SVG");
  } else if (format == "html") {
    require(text.find("</html>") != std::string::npos, "show writes no HTML");
  }
}

void show(const tool::SubjectArguments& subject, const std::string& input) {
  const char* const formats[] = {"grid", "svg", "html", "trace", "dot", "json"};
  tool::ShowArguments arguments;
  arguments.subject = subject;
  arguments.format = formats[choice(input + "format", 6)];
  arguments.trips = 1;
  if (arguments.format == "grid") arguments.width = 80;
  const Ran shown = run([&] { return tool::run_show(arguments); }, {.files = files_of(subject)});
  if (shown.accepted()) check_format(arguments.format, shown.out);
}

/// Explains one of the entries that it lists.
void explain(const tool::SubjectArguments& subject, const std::string& input) {
  tool::ExplainArguments arguments;
  arguments.subject = subject;
  const Ran listed = run([&] { return tool::run_explain(arguments); }, {.files = files_of(subject)});
  if (!listed.accepted()) return;
  // One of the lines "  kernel[3] op", or "  op" for a graph.
  std::vector<std::string> entries;
  std::istringstream lines(listed.out);
  const bool graph = subject.what.ends_with(".jsonl");
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("  ")) entries.push_back(graph ? line.substr(2) : line.substr(2, line.find(' ', 2) - 2));
  }
  if (entries.empty()) return;
  arguments.entry = entries[choice(input + "entry", static_cast<unsigned>(entries.size()))];
  run([&] { return tool::run_explain(arguments); }, {.files = files_of(subject)});
}

void diff(const tool::SubjectArguments& subject) {
  tool::DiffArguments arguments;
  arguments.first = subject;
  arguments.second = subject;
  run([&] { return tool::run_diff(arguments); }, {.files = files_of(subject)});
}

}  // namespace

void try_kernel(const std::string& file, const tool::LaunchArguments& launch, const std::string& input) {
  tool::SubjectArguments subject;
  subject.what = file;
  subject.launch = launch;
  if (choice(input + "kernel", 3) > 0) {
    show(subject, input);
    return;
  }
  tool::ExplainArguments arguments;
  arguments.subject = subject;
  arguments.subject.reader = "explain";
  run([&] { return tool::run_explain(arguments); }, {.files = files_of(subject)});
}

void try_subject(const std::string& file, const std::string& input, const std::string& starts) {
  tool::SubjectArguments subject;
  subject.what = file;
  subject.starts = starts;
  switch (choice(input + "subject", 4)) {
    case 0: explain(subject, input); break;
    case 1: diff(subject); break;
    default: show(subject, input); break;
  }
}

}  // namespace stretto::fuzz
