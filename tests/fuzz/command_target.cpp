// A command line, and the files that it names. The first part of the input is the command line, split at spaces; the
// other parts are a.json, b.json, a.jsonl and b.jsonl.
#include <csignal>
#include <sstream>

#include "command_line.hpp"
#include "harness.hpp"
#include "input_parts.hpp"
#include "targets.hpp"

namespace stretto::fuzz {

namespace {

constexpr std::size_t most_arguments = 12;
constexpr std::size_t most_digits = 2;  // 99 seeds, trips or points are enough
const std::vector<std::string> file_names = {"a.json", "b.json", "a.jsonl", "b.jsonl"};

/// No paths out of the folder, and no numbers that ask for much work.
std::string harmless(const std::string& argument) {
  std::string out;
  std::size_t digits = 0;
  for (const char c : argument) {
    digits = c >= '0' && c <= '9' ? digits + 1 : 0;
    if (digits <= most_digits || argument.find('x') != std::string::npos) out += c == '/' || c == '\0' ? '_' : c;
  }
  return out;
}

std::vector<std::string> arguments_of(const std::string& line) {
  std::vector<std::string> out = {"stretto"};
  std::istringstream words(line);
  for (std::string word; words >> word && out.size() <= most_arguments;) {
    const bool shard = word.find("--") == std::string::npos && word.size() == 3 && word[1] == '/';
    out.push_back(shard ? word : harmless(word));
  }
  return out;
}

/// A sweep catches the signals that end libFuzzer.
class KeptSignals {
 public:
  KeptSignals() {
    ::sigaction(SIGINT, nullptr, &interrupt_);
    ::sigaction(SIGTERM, nullptr, &terminate_);
  }
  ~KeptSignals() {
    ::sigaction(SIGINT, &interrupt_, nullptr);
    ::sigaction(SIGTERM, &terminate_, nullptr);
  }
  KeptSignals(const KeptSignals&) = delete;
  KeptSignals& operator=(const KeptSignals&) = delete;

 private:
  struct sigaction interrupt_{};
  struct sigaction terminate_{};
};

}  // namespace

void fuzz_command(const std::string& input) {
  const std::vector<std::string> parts = parts_of(input);
  for (std::size_t i = 0; i < file_names.size(); ++i) write_part(file_names[i], parts, i + 1);
  const std::string before = "as it was\n";
  write_file("out", before);
  const std::vector<std::string> arguments = arguments_of(parts[0]);
  std::vector<const char*> argv;
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  argv.push_back(nullptr);
  const auto has = [&](const std::string& word) { return parts[0].find(word) != std::string::npos; };
  const KeptSignals kept;
  const Ran ran = run([&] { return tool::run_command(static_cast<int>(arguments.size()), argv.data()); },
                      {.colour = has("--color"), .says_invalid = (has("verify") || has("audit")) && has("json")});
  if (!ran.accepted() && !has("verify") && !has("audit") && !has("--results")) {
    require(read_file("out") == before, "a command that refuses changed its output file");
  }
  std::vector<std::string> known = file_names;
  known.emplace_back("out");
  for (const std::string& made : other_files(known)) {
    require(!made.ends_with(".partial"), "an incomplete file is left: " + made);
    remove_file(made);
  }
}

}  // namespace stretto::fuzz
