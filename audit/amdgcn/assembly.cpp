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
  for (const char* mark : {"-", "|", "abs(", "neg("}) {
    const std::string prefix = mark;
    if (is_number(text) || !text.starts_with(prefix)) continue;
    (prefix == "-" || prefix == "neg(" ? out.negated : out.absolute) = true;
    text = text.substr(prefix.size());
    while (!text.empty() && (text.back() == '|' || text.back() == ')')) text.pop_back();
    if (text.starts_with('|')) text = text.substr(1);
  }
  if (is_number(text)) {
    out.is_literal = true;
    out.literal = std::strtol(text.c_str(), nullptr, 0);
    return out;
  }
  const std::map<std::string, std::pair<int, int>> named = {{"vcc", {vcc_register, 2}},
                                                            {"vcc_lo", {vcc_register, 1}},
                                                            {"vcc_hi", {vcc_register + 1, 1}},
                                                            {"m0", {m0_register, 1}},
                                                            {"exec", {exec_register, 2}},
                                                            {"exec_lo", {exec_register, 1}},
                                                            {"exec_hi", {exec_register + 1, 1}},
                                                            {"flat_scratch", {flat_scratch_register, 2}},
                                                            {"flat_scratch_lo", {flat_scratch_register, 1}},
                                                            {"flat_scratch_hi", {flat_scratch_register + 1, 1}},
                                                            {"xnack_mask", {xnack_mask_register, 2}},
                                                            {"xnack_mask_lo", {xnack_mask_register, 1}},
                                                            {"xnack_mask_hi", {xnack_mask_register + 1, 1}}};
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

/// The number after a name, in the part of a text that is about the kernel; 0 where the name is missing.
int figure(const std::string& text, const std::string& name) {
  const std::size_t at = text.find(name);
  return at == std::string::npos ? 0 : std::atoi(text.c_str() + at + name.size());
}

/// The part of a text from one mark to another; empty where it has none.
std::string between(const std::string& text, const std::string& from, const std::string& to) {
  const std::size_t first = text.find(from);
  if (first == std::string::npos) return "";
  const std::size_t last = text.find(to, first + from.size());
  return text.substr(first, last == std::string::npos ? last : last - first);
}

Descriptor descriptor_of(const std::string& text) {
  Descriptor out;
  if (text.empty()) return out;
  const auto flag = [&](const char* name) { return figure(text, std::string(".amdhsa_") + name + " ") != 0; };
  const auto number = [&](const char* name) { return figure(text, std::string(".amdhsa_") + name + " "); };
  out.private_segment_buffer = flag("user_sgpr_private_segment_buffer");
  out.dispatch_ptr = flag("user_sgpr_dispatch_ptr");
  out.queue_ptr = flag("user_sgpr_queue_ptr");
  out.kernarg_segment_ptr = flag("user_sgpr_kernarg_segment_ptr");
  out.dispatch_id = flag("user_sgpr_dispatch_id");
  out.flat_scratch_init = flag("user_sgpr_flat_scratch_init");
  out.private_segment_size = flag("user_sgpr_private_segment_size");
  out.preloaded_arguments = number("user_sgpr_kernarg_preload_length");
  out.preload_offset = number("user_sgpr_kernarg_preload_offset");
  out.user_scalars = number("user_sgpr_count");
  const char* axes[] = {"system_sgpr_workgroup_id_x", "system_sgpr_workgroup_id_y", "system_sgpr_workgroup_id_z"};
  for (std::size_t axis = 0; axis < 3; ++axis) out.workgroup_id[axis] = flag(axes[axis]);
  return out;
}

/// One kernel's entry in the metadata: from its "  - ." to the next.
std::string metadata_of(const std::string& text, const std::string& kernel) {
  const std::string all = between(text, "amdhsa.kernels:", "amdhsa.target:");
  for (std::size_t at = all.find("\n  - "); at != std::string::npos;) {
    const std::size_t next = all.find("\n  - ", at + 1);
    std::string entry = all.substr(at, next == std::string::npos ? next : next - at);
    entry.replace(0, 5, "\n    ");  // any key may be the first
    if (entry.find("\n    .name:") != std::string::npos) {
      const std::string name = trimmed(between(entry, "\n    .name:", "\n    .").substr(11));
      if (name.substr(0, name.find_first_of("\r\n")) == kernel) return entry + "\n";
    }
    at = next;
  }
  return "";
}

std::vector<Argument> arguments_of(const std::string& metadata) {
  std::vector<Argument> out;
  std::istringstream lines(metadata);
  std::string line;
  bool inside = false;
  while (std::getline(lines, line)) {
    std::string text = trimmed(line);
    if (text == ".args:") {
      inside = true;
      continue;
    }
    const bool begins = line.starts_with("      - ");
    if (inside && !begins && !line.starts_with("        ")) inside = false;
    if (!inside) continue;
    if (begins) {
      out.emplace_back();
      text = trimmed(text.substr(2));
    }
    const std::size_t colon = text.find(':');
    if (out.empty() || colon == std::string::npos) continue;
    const std::string key = text.substr(0, colon);
    const std::string value = trimmed(text.substr(colon + 1));
    if (key == ".offset") out.back().offset = std::atoi(value.c_str());
    if (key == ".size") out.back().size = std::atoi(value.c_str());
    if (key == ".name") out.back().name = value;
    if (key == ".value_kind") out.back().kind = value;
  }
  return out;
}

Resources resources_of(const std::string& code, const std::string& metadata) {
  Resources out;
  out.registers = figure(metadata, ".vgpr_count:");
  out.vectors = figure(code, "; NumVgprs:");
  out.accumulators = figure(metadata, ".agpr_count:");
  out.vector_spills = figure(metadata, ".vgpr_spill_count:");
  out.scalar_spills = figure(metadata, ".sgpr_spill_count:");
  out.scratch_bytes = figure(metadata, ".private_segment_fixed_size:");
  out.lds_bytes = figure(metadata, ".group_segment_fixed_size:");
  return out;
}

/// `.file 1 "folder" "name"`: the name, at its number.
void note_file(const std::string& directive, std::map<int, std::string>& files) {
  const int number = std::atoi(directive.c_str() + 5);
  const std::size_t last = directive.rfind('"');
  if (last == std::string::npos || last == 0) return;
  const std::size_t first = directive.rfind('"', last - 1);
  if (first != std::string::npos) files[number] = directive.substr(first + 1, last - first - 1);
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

std::vector<std::string> kernel_names(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream lines(text);
  std::string line;
  while (std::getline(lines, line)) {
    const std::string code = trimmed(line);
    if (code.starts_with(".amdhsa_kernel ")) out.push_back(trimmed(code.substr(15)));
  }
  return out;
}

Kernel read_kernel(const std::string& text, const std::string& name) {
  Kernel out;
  out.name = name;
  const std::vector<std::string> names = kernel_names(text);
  if (name.empty() && !names.empty()) out.name = names.front();
  std::map<std::string, int> labels;
  std::map<int, std::string> files;
  std::istringstream lines(text);
  std::string line;
  bool inside = false;
  int file = -1;
  int source = 0;
  for (int number = 1; std::getline(lines, line); ++number) {
    const std::string code = trimmed(line.substr(0, line.find(';')));
    if (code.starts_with(".file") && code.find('"') != std::string::npos) note_file(code, files);
    if (!inside) {
      inside = !out.name.empty() && code == out.name + ":";
      continue;
    }
    if (code.starts_with(".Lfunc_end") || code.starts_with(".section")) break;
    if (code.empty()) continue;
    if (code.starts_with(".loc")) {
      char* end = nullptr;
      file = static_cast<int>(std::strtol(code.c_str() + 4, &end, 10));
      source = static_cast<int>(std::strtol(end, nullptr, 10));
    } else if (code.back() == ':') {
      labels[code.substr(0, code.size() - 1)] = static_cast<int>(out.code.size());
    } else if (code[0] >= 'a' && code[0] <= 'z') {
      out.code.push_back(instruction_of(code, number));
      if (source > 0) {
        out.code.back().source_file = file;
        out.code.back().source_line = source;
      }
    }
  }
  if (out.code.empty()) throw std::runtime_error("no kernel" + (name.empty() ? "" : " " + name) + " in the assembly");
  for (Instruction& i : out.code) {
    if (!i.is_branch()) continue;
    const auto label = labels.find(i.operands.at(0).text);
    if (label == labels.end()) throw std::runtime_error("no label " + i.operands[0].text);
    i.target = label->second;
  }
  const std::string triple = "amdgcn-amd-amdhsa--";
  const std::size_t target = text.find(triple);
  if (target != std::string::npos) {
    const std::size_t first = target + triple.size();
    out.target = text.substr(first, text.find_first_of("\"'\n:", first) - first);
  }
  for (const auto& [index, file_name] : files) {
    if (index < 0 || index > 4096) continue;
    if (static_cast<std::size_t>(index) >= out.files.size()) out.files.resize(static_cast<std::size_t>(index) + 1);
    out.files[static_cast<std::size_t>(index)] = file_name;
  }
  const std::string metadata = metadata_of(text, out.name);
  out.descriptor = descriptor_of(between(text, ".amdhsa_kernel " + out.name + "\n", ".end_amdhsa_kernel"));
  out.arguments = arguments_of(metadata);
  out.argument_bytes = figure(metadata, ".kernarg_segment_size:");
  out.most_threads = figure(metadata, ".max_flat_workgroup_size:");
  out.resources = resources_of(between(text, ".end_amdhsa_kernel", ".amdgpu_metadata"), metadata);
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
