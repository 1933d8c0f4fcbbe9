#include "code_object.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <stdexcept>
#include <vector>

extern char** environ;

namespace stretto::assembly {
namespace {

constexpr std::size_t most_output = std::size_t{1} << 28;
constexpr int elf_machine_amdgpu = 224;

/// A private temporary file that is deleted at the end of the scope.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& bytes) {
    std::string pattern = (std::filesystem::temp_directory_path() / "stretto-XXXXXX").string();
    const int file = ::mkstemp(pattern.data());
    if (file < 0) throw std::runtime_error("cannot write a temporary file for llvm-objdump");
    path_ = pattern;
    for (std::size_t at = 0; at < bytes.size();) {
      const ssize_t written = ::write(file, bytes.data() + at, bytes.size() - at);
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) {
        ::close(file);
        ::unlink(path_.c_str());
        throw std::runtime_error("cannot write a temporary file for llvm-objdump");
      }
      at += static_cast<std::size_t>(written);
    }
    ::close(file);
  }
  ~TemporaryFile() { ::unlink(path_.c_str()); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::string find_tool(const std::string& name, const std::string& folder) {
  std::vector<std::string> folders;
  const char* variable = std::getenv("STRETTO_LLVM");
  const std::string given = !folder.empty() ? folder : variable != nullptr ? variable : "";
  if (!given.empty()) {
    folders.push_back(given);
  } else if (const char* path = std::getenv("PATH"); path != nullptr) {
    std::istringstream pieces(path);
    for (std::string piece; std::getline(pieces, piece, ':');) folders.push_back(piece);
  }
  for (const std::string& candidate : {name + "-22", name}) {
    for (const std::string& each : folders) {
      const std::string path = each + "/" + candidate;
      if (!each.empty() && ::access(path.c_str(), X_OK) == 0 && std::filesystem::is_regular_file(path)) return path;
    }
  }
  throw std::runtime_error("a code object needs " + name + " of LLVM 22, which is not " +
                           (given.empty() ? "on the PATH" : "in " + given) +
                           "; install the package llvm-22, or name its folder with --llvm");
}

/// The standard output of a program, which is run without a shell.
std::string output_of(const std::vector<std::string>& command) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("cannot run " + command[0]);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  ::posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  pid_t process = 0;
  const int failed = ::posix_spawn(&process, command[0].c_str(), &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  std::string out;
  char buffer[65536];
  while (failed == 0 && out.size() <= most_output) {
    const ssize_t got = ::read(ends[0], buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    out.append(buffer, static_cast<std::size_t>(got));
  }
  ::close(ends[0]);  // a program that is still writing gets SIGPIPE
  if (failed != 0) throw std::runtime_error("cannot run " + command[0]);
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  if (out.size() > most_output) throw std::runtime_error(command[0] + " writes more than 256 MiB");
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) throw std::runtime_error(command[0] + " cannot read it");
  return out;
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// The symbol of a line such as "0000000000001700 <matmul>:"; empty for other lines.
std::string symbol_of(const std::string& line, unsigned long& address) {
  const std::size_t open = line.find(" <");
  if (open != 16 || !line.ends_with(">:")) return "";
  address = std::strtoul(line.c_str(), nullptr, 16);
  return line.substr(open + 2, line.size() - open - 4);
}

/// The words of a section by address, from lines of llvm-objdump -s such as "  0680 00000000 ...".
std::map<unsigned long, unsigned> words_of(const std::string& dump) {
  std::map<unsigned long, unsigned> out;
  std::istringstream lines(dump);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] != ' ') continue;
    std::istringstream words(line.substr(0, 1 + line.find(' ', 1) + 36));
    std::string word;
    words >> word;
    unsigned long address = std::strtoul(word.c_str(), nullptr, 16);
    for (; words >> word && word.size() == 8; address += 4) {
      const auto value = static_cast<unsigned>(std::strtoul(word.c_str(), nullptr, 16));
      out[address] = value >> 24 | (value >> 8 & 0xff00) | (value << 8 & 0xff0000) | value << 24;
    }
  }
  return out;
}

/// The .amdhsa_ directives. Adds the number of user scalars, which the disassembler omits: bits 1 to 5 of the word at
/// byte 52 (LLVM, User Guide for AMDGPU Backend, "compute_pgm_rsrc2").
std::string descriptors_of(const std::string& disassembly, const std::string& dump) {
  const std::map<unsigned long, unsigned> words = words_of(dump);
  std::string out;
  unsigned long address = 0;
  bool inside = false;
  std::istringstream lines(disassembly);
  for (std::string line; std::getline(lines, line);) {
    if (!symbol_of(line, address).empty()) continue;
    const std::string code = trimmed(line);
    if (code.starts_with(".amdhsa_kernel ")) inside = true;
    if (!inside) continue;
    if (code.starts_with(".end_amdhsa_kernel")) {
      inside = false;
      const auto word = words.find(address + 52);
      if (word == words.end()) throw std::runtime_error("the kernel descriptor is incomplete");
      out += "\t\t.amdhsa_user_sgpr_count " + std::to_string(word->second >> 1 & 31) + "\n";
    }
    out += (code.starts_with(".amdhsa_kernel ") || !inside ? "\t" : "\t\t") + code + "\n";
  }
  return out;
}

/// Appends lines to the text and counts them.
class Writer {
 public:
  explicit Writer(DisassembledObject& out) : out_(out) {}

  void line(const std::string& text) {
    out_.text += text + "\n";
    ++next_;
  }
  void instruction(const std::string& text, int address) {
    out_.addresses[next_] = address;
    line("\t" + text);
  }

 private:
  DisassembledObject& out_;
  int next_ = 1;
};

struct CodeLine {
  int address = 0;
  std::string text;
  long target = -1;    // of a branch
  std::string symbol;  // at this address; may be empty
  std::string file;    // the source file; may be empty
  std::string source_line;
};

/// Reads the source line of the next instructions: "; /src/kernel.hip:12".
void read_source(const std::string& line, CodeLine& next) {
  const std::size_t colon = line.rfind(':');
  if (!line.starts_with("; ") || colon == std::string::npos || colon + 1 == line.size()) return;
  const std::string number = line.substr(colon + 1);
  const std::string file = line.substr(2, colon - 2);
  if (number.find_first_not_of("0123456789") != std::string::npos || number.size() > 9) return;
  if (file.find('"') != std::string::npos) return;
  next.file = file;
  next.source_line = number;
}

/// Reads an instruction: "s_branch 56  // 00000000171C: BF820038" branches to 56 words after the next instruction.
CodeLine read_code(const std::string& line, std::size_t comment) {
  CodeLine out;
  out.text = trimmed(line.substr(0, comment));
  char* end = nullptr;
  const unsigned long address = std::strtoul(line.c_str() + comment + 2, &end, 16);
  if (out.text[0] < 'a' || out.text[0] > 'z' || *end != ':' || address > 0x7fffffff) {
    throw std::runtime_error("llvm-objdump cannot disassemble the instruction at " + trimmed(line.substr(comment + 2)));
  }
  out.address = static_cast<int>(address);
  if (out.text.starts_with("s_branch") || out.text.starts_with("s_cbranch")) {
    const auto word = static_cast<std::uint32_t>(std::strtoul(end + 1, nullptr, 16));
    out.target = out.address + 4 + 4L * static_cast<std::int16_t>(word & 0xffff);
  }
  return out;
}

std::vector<CodeLine> read_section(const std::string& disassembly) {
  std::vector<CodeLine> out;
  CodeLine next;
  std::istringstream lines(disassembly);
  for (std::string line; std::getline(lines, line);) {
    unsigned long address = 0;
    const std::string symbol = symbol_of(line, address);
    const std::size_t comment = line.find("//");
    if (!symbol.empty()) {
      next.symbol = symbol;
    } else if (line.starts_with(";")) {
      read_source(line, next);
    } else if (comment != std::string::npos && !trimmed(line.substr(0, comment)).empty()) {
      CodeLine code = read_code(line, comment);
      code.symbol = next.symbol;
      code.file = next.file;
      code.source_line = next.source_line;
      next.symbol.clear();
      out.push_back(code);
    }
  }
  return out;
}

/// All kernels, with labels at branch targets, and without the padding after s_endpgm or s_branch.
void write_code(const std::string& disassembly, const std::vector<std::string>& kernels, Writer& writer) {
  const std::vector<CodeLine> code = read_section(disassembly);
  std::set<long> targets;
  for (const CodeLine& each : code) targets.insert(each.target);
  const auto label = [](long address) {
    std::ostringstream text;
    text << ".L0x" << std::hex << address;
    return text.str();
  };
  std::map<std::string, int> files;
  bool inside = false;
  bool unreachable = false;
  const CodeLine* before = nullptr;
  for (const CodeLine& each : code) {
    const bool is_kernel = std::find(kernels.begin(), kernels.end(), each.symbol) != kernels.end();
    const bool is_target = targets.count(each.address) > 0;
    // Control flow never continues from a kernel into the next function.
    const bool is_function = !each.symbol.empty() && unreachable && !is_target;
    if (inside && (is_kernel || is_function)) writer.line(".Lfunc_end:");
    if (is_function) inside = false;
    if (is_kernel) {
      inside = true;
      writer.line(each.symbol + ":");
    }
    if (is_kernel || is_target) unreachable = false;
    if (!inside || (unreachable && (each.text.starts_with("s_nop") || each.text == "s_code_end"))) continue;
    if (is_target) writer.line(label(each.address) + ":");
    if (!each.file.empty() &&
        (before == nullptr || before->file != each.file || before->source_line != each.source_line)) {
      const auto [file, is_new] = files.emplace(each.file, static_cast<int>(files.size()) + 1);
      if (is_new) writer.line("\t.file " + std::to_string(file->second) + " \"" + each.file + "\"");
      writer.line("\t.loc " + std::to_string(file->second) + " " + each.source_line);
    }
    before = &each;
    const std::string text =
        each.target < 0 ? each.text : each.text.substr(0, each.text.find(' ')) + " " + label(each.target);
    writer.instruction(text, each.address);
    unreachable = each.text == "s_endpgm" || each.text.starts_with("s_branch ");
  }
  if (inside) writer.line(".Lfunc_end:");
}

}  // namespace

bool is_code_object(const std::string& bytes) {
  return bytes.starts_with(
             "\x7f"
             "ELF") ||
         bytes.starts_with("__CLANG_OFFLOAD_BUNDLE__") || bytes.starts_with("CCOB");
}

DisassembledObject disassemble(const std::string& bytes, const std::string& folder) {
  if (!bytes.starts_with("\x7f"
                         "ELF")) {
    throw std::runtime_error("is a bundle of code objects; extract one with clang-offload-bundler --unbundle");
  }
  const int machine =
      bytes.size() < 20 ? 0 : static_cast<unsigned char>(bytes[18]) | static_cast<unsigned char>(bytes[19]) << 8;
  if (machine != elf_machine_amdgpu) throw std::runtime_error("is an ELF file, but not for an AMD GPU");
  const std::string objdump = find_tool("llvm-objdump", folder);
  const std::string readobj = find_tool("llvm-readobj", folder);
  const TemporaryFile file(bytes);
  const std::string code = output_of({objdump, "-d", "-l", "--section=.text", file.path()});
  const std::string descriptors = descriptors_of(output_of({objdump, "-D", "--section=.rodata", file.path()}),
                                                 output_of({objdump, "-s", "--section=.rodata", file.path()}));
  const std::string notes = output_of({readobj, "--notes", file.path()});
  const std::size_t first = notes.find("amdhsa.kernels:");
  const std::size_t last = notes.find("\n...", first == std::string::npos ? 0 : first);
  if (first == std::string::npos || last == std::string::npos) {
    throw std::runtime_error("has no AMD kernel metadata (NT_AMDGPU_METADATA)");
  }
  const std::string metadata = notes.substr(first, last - first);
  const std::size_t target = metadata.find("amdhsa.target:");
  DisassembledObject out;
  Writer writer(out);
  if (target != std::string::npos) {
    const std::string triple = trimmed(metadata.substr(target + 14, metadata.find('\n', target) - target - 14));
    writer.line("\t.amdgcn_target \"" + trimmed(triple) + "\"");
  }
  writer.line("\t.text");
  write_code(code, kernel_names(descriptors), writer);
  out.text += "\t.section .rodata\n" + descriptors + "\t.amdgpu_metadata\n---\n" + metadata + "\n...\n";
  return out;
}

Kernel read_kernel(const DisassembledObject& object, const std::string& name) {
  Kernel out = read_kernel(object.text, name);
  out.has_addresses = true;
  for (Instruction& in : out.code) in.line = object.addresses.at(in.line);
  out.resources.vectors = out.resources.registers - out.resources.accumulators;
  return out;
}

}  // namespace stretto::assembly
