#include "code_object.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "llvm_tools.hpp"
#include "offload_bundle.hpp"

namespace stretto::assembly {
namespace {

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

bool is_code_object(const std::string& bytes) { return is_elf(bytes) || is_bundle(bytes); }

DisassembledObject disassemble(const std::string& bytes, const std::string& folder) {
  const std::string object = code_object_in(bytes, folder);
  const std::string objdump = find_llvm_tool("llvm-objdump", folder);
  const std::string readobj = find_llvm_tool("llvm-readobj", folder);
  const TemporaryFile file(object);
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
