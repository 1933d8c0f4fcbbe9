#include "assembly.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <stdexcept>

namespace stretto::assembly {
namespace {

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

bool is_number(const std::string& text) {
  const std::size_t digits = text.starts_with('-') ? 1 : 0;
  return digits < text.size() && text[digits] >= '0' && text[digits] <= '9' && text.find('.') == std::string::npos;
}

Operand operand_of(std::string text) {
  Operand out;
  out.text = text;
  if (text.rfind("sext(", 0) == 0 && text.back() == ')') {
    out.sign_extended = true;
    text = text.substr(5, text.size() - 6);
  }
  if (is_number(text)) {
    out.is_literal = true;
    out.literal = std::strtol(text.c_str(), nullptr, 0);
    return out;
  }
  const std::map<std::string, std::pair<int, int>> named = {
      {"vcc", {vcc_register, 2}},         {"vcc_lo", {vcc_register, 1}}, {"vcc_hi", {vcc_register + 1, 1}},
      {"m0", {m0_register, 1}},           {"exec", {exec_register, 2}},  {"exec_lo", {exec_register, 1}},
      {"exec_hi", {exec_register + 1, 1}}};
  if (const auto found = named.find(text); found != named.end()) {
    out.file = RegisterFile::scalar;
    out.first = found->second.first;
    out.count = found->second.second;
    return out;
  }
  const std::string files = "sva";
  const std::size_t file = text.empty() ? std::string::npos : files.find(text[0]);
  if (file == std::string::npos || text.size() < 2) return out;
  const bool range = text[1] == '[';
  if (!range && !is_number(text.substr(1))) return out;
  out.file = static_cast<RegisterFile>(file + 1);
  if (range) {
    out.first = std::atoi(text.c_str() + 2);
    out.count = std::atoi(text.c_str() + text.find(':') + 1) - out.first + 1;
  } else {
    out.first = std::atoi(text.c_str() + 1);
    out.count = 1;
  }
  return out;
}

Instruction instruction_of(const std::string& text, int line) {
  Instruction out;
  out.text = text;
  out.line = line;
  const std::size_t space = text.find_first_of(" \t");
  out.mnemonic = text.substr(0, space);
  if (space == std::string::npos) return out;
  std::istringstream pieces(text.substr(space));
  std::string piece;
  while (std::getline(pieces, piece, ',')) {
    std::istringstream words(piece);
    std::string word;
    bool first = true;
    while (words >> word) {
      if (first) {
        out.operands.push_back(operand_of(word));
      } else {
        out.modifiers.push_back(word);
      }
      first = false;
    }
  }
  return out;
}

/// The number behind the last occurrence of `name`.
int figure(const std::string& text, const std::string& name) {
  const std::size_t at = text.rfind(name);
  if (at == std::string::npos) throw std::runtime_error("no \"" + name + "\" in the assembly");
  return std::atoi(text.c_str() + at + name.size());
}

Resources resources_of(const std::string& text) {
  Resources out;
  out.registers = figure(text, ".vgpr_count:");
  out.vectors = figure(text, "; NumVgprs:");
  out.accumulators = figure(text, ".agpr_count:");
  out.vector_spills = figure(text, ".vgpr_spill_count:");
  out.scalar_spills = figure(text, ".sgpr_spill_count:");
  out.scratch_bytes = figure(text, "; ScratchSize:");
  out.lds_bytes = figure(text, ".group_segment_fixed_size:");
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

Kernel read_kernel(const std::string& text) {
  Kernel out;
  std::map<std::string, int> labels;
  std::istringstream lines(text);
  std::string line;
  bool inside = false;
  for (int number = 1; std::getline(lines, line); ++number) {
    const std::string code = trimmed(line.substr(0, line.find(';')));
    if (!inside) {
      const std::string type = ",@function";
      if (code.starts_with(".type") && code.size() > type.size() &&
          code.compare(code.size() - type.size(), type.size(), type) == 0) {
        out.name = trimmed(code.substr(5, code.size() - 5 - type.size()));
      }
      inside = !out.name.empty() && code == out.name + ":";
      continue;
    }
    if (code.starts_with(".Lfunc_end")) break;
    if (code.empty()) continue;
    if (code.back() == ':') {
      labels[code.substr(0, code.size() - 1)] = static_cast<int>(out.code.size());
    } else if (code[0] >= 'a' && code[0] <= 'z') {
      out.code.push_back(instruction_of(code, number));
    } else if (code.starts_with(".section")) {
      break;
    }
  }
  if (out.code.empty()) throw std::runtime_error("no kernel in the assembly");
  for (Instruction& i : out.code) {
    if (!i.is_branch()) continue;
    const auto label = labels.find(i.operands.at(0).text);
    if (label == labels.end()) throw std::runtime_error("no label " + i.operands[0].text);
    i.target = label->second;
  }
  const std::string triple = "amdgcn-amd-amdhsa--";
  const std::size_t target = text.find(triple);
  if (target != std::string::npos) {
    out.target = text.substr(target + triple.size(), text.find('"', target) - target - triple.size());
  }
  out.resources = resources_of(text);
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
