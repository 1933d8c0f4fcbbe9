#include "harness.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include <unistd.h>

#include <stretto/core/error.hpp>

#include "exit_status.hpp"
#include "input.hpp"
#include "json/input_error.hpp"
#include "json/printable.hpp"

namespace stretto::fuzz {

namespace {

/// The folder, removed when the process exits normally. A finding leaves it.
class ScratchFolder {
 public:
  ScratchFolder() {
    const std::filesystem::path shared = "/dev/shm";  // in memory, where there is one
    std::error_code ignored;
    const bool memory = std::filesystem::is_directory(shared, ignored);
    std::string pattern = ((memory ? shared : std::filesystem::temp_directory_path()) / "stretto_fuzz_XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) finding("no temporary folder");
    path_ = pattern;
    std::filesystem::current_path(path_);
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::current_path("/", ignored);
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

 private:
  std::filesystem::path path_;
};

/// Standard output, error and input of a command.
class Streams {
 public:
  Streams() : out_(std::cout.rdbuf(out.rdbuf())), err_(std::cerr.rdbuf(err.rdbuf())), in_(std::cin.rdbuf(in.rdbuf())) {
    std::cin.clear();
    std::cout.clear();
    tool::forget_standard_input();
  }
  ~Streams() {
    std::cout.rdbuf(out_);
    std::cerr.rdbuf(err_);
    std::cin.rdbuf(in_);
  }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  std::ostringstream out;
  std::ostringstream err;
  std::istringstream in;

 private:
  std::streambuf* out_;
  std::streambuf* err_;
  std::streambuf* in_;
};

/// Only printable characters and newlines; with colour, escape sequences, too.
bool is_plain(const std::string& text, bool colour) {
  std::string lines = text;
  std::erase(lines, '\n');
  if (colour) std::erase(lines, '\x1b');
  return tool::printable(lines) == lines;
}

/// The exit status, as of the program. An exception of a library would tell the user nothing.
int status_of(const std::function<int()>& command) {
  const auto refused = [](const char* why) {
    std::cerr << "stretto: error: " << tool::message_text(why) << "\n";
    return tool::exit_bad_input;
  };
  try {
    return command();
  } catch (const tool::InputError& error) {
    return refused(error.what());
  } catch (const Error& error) {
    return refused(error.what());
  } catch (const std::exception& error) {
    finding(std::string("an exception of a library: ") + error.what());
  }
}

/// A finding about a command, with what it wrote.
void require_of(const Ran& ran, bool holds, const std::string& what) {
  if (holds) return;
  finding(what + "\nstatus " + std::to_string(ran.status) + "\nstdout: " + ran.out.substr(0, 2000) +
          "\nstderr: " + ran.err.substr(0, 6000));
}

void check_refusal(const Ran& ran, const Expectations& expected) {
  require_of(ran, ran.err.starts_with("stretto: error: ") || ran.err.starts_with("Compile-time software"),
             "a refusal without a message");
  require_of(ran, ran.err.size() < tool::longest_message + 500, "a long message");
  require_of(ran, ran.out.empty() || expected.says_invalid, "output of a command that refuses");
  const auto named = [&](const std::string& file) { return ran.err.find(file) != std::string::npos; };
  require_of(ran, expected.files.empty() || std::ranges::any_of(expected.files, named), "a message that names no file");
}

}  // namespace

void finding(const std::string& what) {
  std::fprintf(stderr, "finding: %s\n", what.c_str());
  std::abort();
}

void require(bool holds, const std::string& what) {
  if (!holds) finding(what);
}

Ran run(const std::function<int()>& command, const Expectations& expected) {
  Ran ran;
  {
    Streams streams;
    ran.status = status_of(command);
    ran.out = std::move(streams.out).str();
    ran.err = std::move(streams.err).str();
  }
  constexpr std::array statuses = {0, 2, 3, 4, 5, 6};
  require_of(ran, std::ranges::find(statuses, ran.status) != statuses.end(), "an undocumented exit status");
  require_of(ran, is_plain(ran.err, false), "a message that is not plain text");
  require_of(ran, is_plain(ran.out, expected.colour), "an output that is not plain text");
  if (ran.status == 2) check_refusal(ran, expected);
  if (ran.status == 0) {
    require_of(ran, ran.err.empty() || ran.err.starts_with("stretto: note: "), "a message of a command that succeeds");
  }
  return ran;
}

void enter_scratch_folder() { static const ScratchFolder folder; }

void write_file(const std::string& name, const std::string& text) {
  std::FILE* file = std::fopen(name.c_str(), "wb");
  if (file == nullptr) finding("cannot write " + name);
  std::fwrite(text.data(), 1, text.size(), file);
  std::fclose(file);
}

void write_part(const std::string& name, const std::vector<std::string>& parts, std::size_t index) {
  if (index < parts.size()) {
    write_file(name, parts[index]);
  } else {
    remove_file(name);
  }
}

std::string read_file(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

bool exists(const std::string& name) {
  std::error_code ignored;
  return std::filesystem::exists(name, ignored);
}

void remove_file(const std::string& name) { std::remove(name.c_str()); }

std::vector<std::string> other_files(const std::vector<std::string>& known) {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(".")) {
    std::string name = entry.path().filename().string();
    if (std::ranges::find(known, name) == known.end()) found.push_back(std::move(name));
  }
  return found;
}

unsigned choice(const std::string& text, unsigned count) {
  unsigned long hash = 1469598103934665603UL;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211UL;
  return static_cast<unsigned>((hash >> 32U) % count);
}

}  // namespace stretto::fuzz
