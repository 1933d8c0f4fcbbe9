#include "kernel_metadata.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>

#include "operands.hpp"

namespace stretto::assembly {
namespace {

constexpr long most_bytes = 1 << 20;  // limit for sizes of arguments and LDS, and for register counts

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

// --- the descriptor

/// The .amdhsa_ directives of one kernel, with their lines.
class Directives {
 public:
  Directives(const std::vector<Statement>& statements, const std::string& kernel) {
    bool inside = false;
    for (const Statement& s : statements) {
      if (s.name == ".amdhsa_kernel") {
        inside = s.rest == kernel;
        found_ = found_ || inside;
      } else if (s.name == ".end_amdhsa_kernel") {
        inside = false;
      } else if (inside) {
        if (!of_.emplace(s.name, s).second) fail(s, "duplicate directive");
      }
    }
  }

  [[nodiscard]] bool found() const { return found_; }
  [[nodiscard]] bool has(const std::string& name) const { return of_.count(".amdhsa_" + name) > 0; }

  [[nodiscard]] int number(const std::string& name, int otherwise, int most) {
    known_.insert(".amdhsa_" + name);
    const auto directive = of_.find(".amdhsa_" + name);
    if (directive == of_.end()) return otherwise;
    const std::optional<long> value = integer_of(directive->second.rest);
    if (!value || *value < 0 || *value > most) {
      fail(directive->second, directive->second.rest + " is not a number from 0 to " + std::to_string(most));
    }
    return static_cast<int>(*value);
  }
  [[nodiscard]] bool flag(const std::string& name, bool otherwise = false) {
    return number(name, otherwise ? 1 : 0, 1) != 0;
  }
  /// Throws unless the value is 0.
  void must_be_0(const std::string& name) {
    if (number(name, 0, 3) != 0) fail(of_.at(".amdhsa_" + name), "only 0 is supported");
  }
  /// Throws for an unsupported directive that affects the initial registers.
  void check_start() const {
    for (const auto& [name, statement] : of_) {
      const bool starts = name.starts_with(".amdhsa_user_sgpr") || name.starts_with(".amdhsa_system_");
      if (starts && known_.count(name) == 0) fail(statement, "unsupported directive");
    }
  }

 private:
  [[noreturn]] static void fail(const Statement& s, const std::string& what) {
    throw std::runtime_error("line " + std::to_string(s.line) + ": " + s.name + ": " + what);
  }

  bool found_ = false;
  std::map<std::string, Statement> of_;
  std::set<std::string> known_;
};

/// Missing directives have LLVM's defaults.
Descriptor descriptor_of(Directives& of) {
  Descriptor out;
  if (!of.found()) return out;
  constexpr int most_scalars = 16;
  out.private_segment_buffer = of.flag("user_sgpr_private_segment_buffer");
  out.dispatch_ptr = of.flag("user_sgpr_dispatch_ptr");
  out.queue_ptr = of.flag("user_sgpr_queue_ptr");
  out.kernarg_segment_ptr = of.flag("user_sgpr_kernarg_segment_ptr");
  out.dispatch_id = of.flag("user_sgpr_dispatch_id");
  out.flat_scratch_init = of.flag("user_sgpr_flat_scratch_init");
  out.private_segment_size = of.flag("user_sgpr_private_segment_size");
  out.preloaded_arguments = of.number("user_sgpr_kernarg_preload_length", 0, most_scalars);
  out.preload_offset = of.number("user_sgpr_kernarg_preload_offset", 0, 511);
  out.user_scalars = of.number("user_sgpr_count", out.named_scalars(), most_scalars);
  out.workgroup_id = {of.flag("system_sgpr_workgroup_id_x", true), of.flag("system_sgpr_workgroup_id_y"),
                      of.flag("system_sgpr_workgroup_id_z")};
  out.last_thread_axis = of.number("system_vgpr_workitem_id", 0, 2);
  // These registers come after the workgroup IDs and affect nothing that is modelled.
  (void)of.flag("system_sgpr_workgroup_info");
  (void)of.flag("system_sgpr_private_segment_wavefront_offset");
  of.must_be_0("tg_split");
  of.must_be_0("float_round_mode_32");
  of.check_start();
  if (out.user_scalars < out.named_scalars()) {
    throw std::runtime_error(".amdhsa_user_sgpr_count: " + std::to_string(out.user_scalars) +
                             " is too few; the directives request " + std::to_string(out.named_scalars()));
  }
  if (out.private_segment_size && out.preloaded_arguments > 0) {
    throw std::runtime_error(
        ".amdhsa_user_sgpr_private_segment_size together with .amdhsa_user_sgpr_kernarg_preload_length is not "
        "supported");
  }
  return out;
}

// --- the metadata

/// The metadata of one kernel: its keys, and the keys of each argument.
struct Entry {
  std::map<std::string, std::string> keys;
  std::vector<std::map<std::string, std::string>> arguments;
};

/// Reads a line "    .name:  value", with or without the dash of a list item. Returns the name.
std::string read_key(const std::string& line, std::map<std::string, std::string>& to) {
  const std::string text = trimmed(line);
  const std::size_t colon = text.find(':');
  if (!text.starts_with('.') || colon == std::string::npos) return "";
  std::string value = trimmed(text.substr(colon + 1));
  if (value.size() > 1 && (value[0] == '\'' || value[0] == '"') && value.back() == value[0]) {
    value = value.substr(1, value.size() - 2);
  }
  to[text.substr(0, colon)] = value;
  return text.substr(0, colon);
}

std::vector<Entry> entries_of(const std::string& metadata) {
  std::vector<Entry> out;
  std::istringstream lines(metadata);
  bool kernels = false;
  std::string list;  // the last key, whose value may be a list
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("amdhsa.")) kernels = line.starts_with("amdhsa.kernels:");
    if (!kernels) continue;
    const bool entry = line.starts_with("  - ");
    const bool key = entry || (line.starts_with("    ") && line.size() > 4 && line[4] == '.');
    if (entry) out.emplace_back();
    if (out.empty()) continue;
    if (key) {
      list = read_key(line.substr(4), out.back().keys);
    } else if (list == ".args" && line.starts_with("      - ")) {
      out.back().arguments.emplace_back();
      read_key(line.substr(8), out.back().arguments.back());
    } else if (list == ".args" && line.starts_with("        ") && !out.back().arguments.empty()) {
      read_key(line, out.back().arguments.back());
    } else if (!list.empty() && line.starts_with("      - ")) {
      out.back().keys[list] += " " + trimmed(line.substr(8));
    }
  }
  return out;
}

int figure(const std::map<std::string, std::string>& keys, const std::string& name, const std::string& of) {
  const auto found = keys.find(name);
  if (found == keys.end()) return 0;
  const std::optional<long> value = integer_of(found->second);
  if (!value || *value < 0 || *value > most_bytes) {
    throw std::runtime_error("metadata: " + of + name + ": " + found->second + " is not a number from 0 to " +
                             std::to_string(most_bytes));
  }
  return static_cast<int>(*value);
}

std::string word(const std::map<std::string, std::string>& keys, const std::string& name) {
  const auto found = keys.find(name);
  return found == keys.end() ? "" : found->second;
}

/// The workgroup size that the kernel requires: three numbers, as a list or between brackets.
std::array<int, 3> required_threads_of(std::map<std::string, std::string> keys) {
  std::array<int, 3> out{};
  const std::string name = ".reqd_workgroup_size";
  std::string text = word(keys, name);
  if (keys.count(name) == 0) return out;
  for (char& c : text) c = c == '[' || c == ',' || c == ']' ? ' ' : c;
  std::istringstream numbers(text);
  for (int& each : out) {
    numbers >> keys[name];
    each = numbers ? figure(keys, name, "") : 0;
  }
  if (*std::min_element(out.begin(), out.end()) < 1 || numbers >> text) {
    throw std::runtime_error("metadata: " + name + ": must be three positive numbers");
  }
  return out;
}

Argument argument_of(const std::map<std::string, std::string>& keys, std::size_t index, int argument_bytes) {
  Argument out;
  const std::string of = "argument " + std::to_string(index) + ": ";
  out.offset = figure(keys, ".offset", of);
  out.size = figure(keys, ".size", of);
  out.name = word(keys, ".name");
  out.kind = word(keys, ".value_kind");
  if (out.offset + out.size > argument_bytes) {
    throw std::runtime_error("metadata: " + of + ".offset and .size end at byte " +
                             std::to_string(out.offset + out.size) + ", and .kernarg_segment_size is " +
                             std::to_string(argument_bytes));
  }
  return out;
}

}  // namespace

void read_metadata(const std::vector<Statement>& statements, Kernel& kernel) {
  Directives directives(statements, kernel.name);
  kernel.descriptor = descriptor_of(directives);
  const int lds_bytes = directives.number("group_segment_fixed_size", -1, most_bytes);
  for (const Statement& s : statements) {
    if (s.name != ".amdgpu_metadata") continue;
    for (const Entry& entry : entries_of(s.raw)) {
      if (word(entry.keys, ".name") != kernel.name) continue;
      const auto number = [&](const char* name) { return figure(entry.keys, name, ""); };
      kernel.argument_bytes = number(".kernarg_segment_size");
      kernel.most_threads = number(".max_flat_workgroup_size");
      kernel.required_threads = required_threads_of(entry.keys);
      Resources& r = kernel.resources;
      r.registers = number(".vgpr_count");
      r.accumulators = number(".agpr_count");
      r.vector_spills = number(".vgpr_spill_count");
      r.scalar_spills = number(".sgpr_spill_count");
      r.scratch_bytes = number(".private_segment_fixed_size");
      r.lds_bytes = number(".group_segment_fixed_size");
      for (std::size_t i = 0; i < entry.arguments.size(); ++i) {
        kernel.arguments.push_back(argument_of(entry.arguments[i], i, kernel.argument_bytes));
      }
    }
  }
  if (lds_bytes >= 0 && lds_bytes != kernel.resources.lds_bytes) {
    throw std::runtime_error(".amdhsa_group_segment_fixed_size is " + std::to_string(lds_bytes) +
                             ", and the metadata says " + std::to_string(kernel.resources.lds_bytes));
  }
}

}  // namespace stretto::assembly
