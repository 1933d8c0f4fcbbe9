#include "assembly.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "directives.hpp"
#include "kernel_metadata.hpp"
#include "operands.hpp"
#include "statements.hpp"

namespace stretto::assembly {
namespace {

/// The number of vector registers, which LLVM writes only in a comment.
int vectors_in_comments(const std::string& text, const std::string& kernel) {
  const std::string mark = "; NumVgprs:";
  const std::size_t descriptor = text.find(".amdhsa_kernel " + kernel + "\n");
  const std::size_t at = descriptor == std::string::npos ? descriptor : text.find(mark, descriptor);
  return at == std::string::npos ? 0 : std::atoi(text.c_str() + at + mark.size());
}

/// Stores the name of a `.file 1 "folder" "name"` at its number.
void note_file(const std::string& rest, std::map<int, std::string>& files) {
  const std::optional<long> number = integer_of(rest.substr(0, rest.find(' ')));
  const std::size_t last = rest.rfind('"');
  if (!number || *number < 0 || *number > 4096 || last == std::string::npos || last == 0) return;
  const std::size_t first = rest.rfind('"', last - 1);
  if (first != std::string::npos) files[static_cast<int>(*number)] = rest.substr(first + 1, last - first - 1);
}

/// Reads the code from the kernel's label to its end, with its labels and source files.
class CodeReader {
 public:
  explicit CodeReader(Kernel& kernel) : kernel_(kernel) {}

  void read(const std::vector<Statement>& statements) {
    for (const Statement& statement : statements) {
      if (statement.is_directive()) kind_of_directive(statement);  // throws for directives that are not supported
      if (statement.name == ".file") note_file(statement.rest, files_);
      for (const std::string& label : statement.labels) note(label, statement.line);
      if (!inside_ || statement.name.empty() || statement.is_assignment()) continue;
      if (statement.is_directive()) {
        directive(statement);
      } else {
        instruction(statement);
      }
    }
    for (Instruction& in : kernel_.code) {
      if (!in.is_branch()) continue;
      const std::string label = in.operands.empty() ? "" : in.operands[0].text;
      const auto found = labels_.find(label);
      if (found == labels_.end()) {
        in.problem = "the kernel has no label " + label;
      } else {
        in.target = found->second;
      }
    }
    for (const auto& [index, name] : files_) {
      if (static_cast<std::size_t>(index) >= kernel_.files.size()) {
        kernel_.files.resize(static_cast<std::size_t>(index) + 1);
      }
      kernel_.files[static_cast<std::size_t>(index)] = name;
    }
  }

 private:
  void note(const std::string& label, int line) {
    if (!inside_ && !label.empty() && label == kernel_.name) {
      if (begun_) throw std::runtime_error("line " + std::to_string(line) + ": duplicate label " + label);
      inside_ = begun_ = true;
    } else if (inside_ && label.starts_with(".Lfunc_end")) {
      inside_ = false;
    } else if (inside_ && !labels_.emplace(label, static_cast<int>(kernel_.code.size())).second) {
      throw std::runtime_error("line " + std::to_string(line) + ": duplicate label " + label);
    }
  }

  void directive(const Statement& statement) {
    check_in_code(statement);
    const bool stays = statement.name == ".text" && statement.rest.empty();
    if (kind_of_directive(statement) == DirectiveKind::section && !stays) inside_ = false;
    if (statement.name != ".loc") return;
    std::istringstream words(statement.rest);
    words >> file_ >> source_;
    if (!words) source_ = 0;
  }

  void instruction(const Statement& statement) {
    Instruction& in = kernel_.code.emplace_back(instruction_of(statement));
    if (source_ <= 0) return;
    in.source_file = file_;
    in.source_line = source_;
  }

  Kernel& kernel_;
  std::map<std::string, int> labels_;
  std::map<int, std::string> files_;
  bool begun_ = false;
  bool inside_ = false;
  int file_ = -1;
  int source_ = 0;
};

/// The processor in "amdgcn-amd-amdhsa--gfx950:xnack-", or in the newer form "amdgpu9.50-amd-amdhsa-unknown-gfx950".
std::string processor_of(const std::string& target) {
  const std::string name = target.substr(0, target.find(':'));
  const std::size_t last = name.rfind("-gfx");
  const bool is_amd = name.starts_with("amdgcn-amd-amdhsa-") || name.starts_with("amdgpu");
  return is_amd && last != std::string::npos ? name.substr(last + 1) : "";
}

/// From the directive, or else from the metadata.
std::string target_of(const std::vector<Statement>& statements) {
  std::string out;
  for (const Statement& s : statements) {
    if (s.name == ".amdgcn_target" && s.rest.size() > 2) return processor_of(s.rest.substr(1, s.rest.size() - 2));
    const std::size_t key = s.raw.find("amdhsa.target:");
    if (key == std::string::npos) continue;
    const std::size_t first = s.raw.find_first_not_of(" '\"", key + 14);
    if (first != std::string::npos)
      out = processor_of(s.raw.substr(first, s.raw.find_first_of(" '\"\n", first) - first));
  }
  return out;
}

std::vector<std::string> names_in(const std::vector<Statement>& statements) {
  std::vector<std::string> out;
  for (const Statement& s : statements) {
    if (s.name == ".amdhsa_kernel") out.push_back(s.rest);
  }
  return out;
}

}  // namespace

bool Instruction::has(const char* modifier) const {
  return std::find(modifiers.begin(), modifiers.end(), modifier) != modifiers.end();
}

long Instruction::modifier(const char* name, long otherwise) const {
  const std::string prefix = std::string(name) + ":";
  for (const std::string& m : modifiers) {
    if (m.starts_with(prefix)) return std::strtol(m.c_str() + prefix.size(), nullptr, 0);
  }
  return otherwise;
}

std::string Kernel::place(int line) const {
  if (!has_addresses) return "line " + std::to_string(line);
  std::ostringstream text;
  text << "address 0x" << std::hex << line;
  return text.str();
}

std::vector<std::string> kernel_names(const std::string& text) { return names_in(statements_of(text)); }

Kernel read_kernel(const std::string& text, const std::string& name) {
  const std::vector<Statement> statements = statements_of(text);
  Kernel out;
  out.name = name;
  const std::vector<std::string> names = names_in(statements);
  if (name.empty() && !names.empty()) out.name = names.front();
  CodeReader(out).read(statements);
  if (out.code.empty()) throw std::runtime_error("no kernel" + (name.empty() ? "" : " " + name) + " in the assembly");
  out.target = target_of(statements);
  read_metadata(statements, out);
  out.resources.vectors = vectors_in_comments(text, out.name);
  return out;
}

Kernel read_kernel_file(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  return read_kernel({std::istreambuf_iterator<char>(in), {}});
}

LoopRange main_loop(const Kernel& kernel) {
  LoopRange best;
  long most = 0;
  for (int i = 0; i < static_cast<int>(kernel.code.size()); ++i) {
    const Instruction& branch = kernel.code[static_cast<std::size_t>(i)];
    if (!branch.is_branch() || branch.target > i) continue;
    const long found = std::count_if(kernel.code.begin() + branch.target, kernel.code.begin() + i,
                                     [](const Instruction& in) { return in.is_mfma(); });
    if (found > most) {
      most = found;
      best = {branch.target, i};
    }
  }
  if (most == 0) throw std::runtime_error("no loop with matrix instructions in " + kernel.name);
  return best;
}

std::string text_for_mca(const Kernel& kernel, const LoopRange& loop) {
  std::string out;
  for (int i = loop.first; i <= loop.last; ++i) {
    const Instruction& in = kernel.code[static_cast<std::size_t>(i)];
    if (in.is_branch() || in.is("s_barrier")) continue;
    out += "\t" + in.text + "\n";
  }
  return out;
}

}  // namespace stretto::assembly
