#include "mutants.hpp"

#include <array>
#include <cstdlib>
#include <sstream>

#include "audit/amdgcn/assembly.hpp"

namespace stretto::audit {
namespace {

using assembly::Instruction;

constexpr int row_bytes = 128;
constexpr int slot_bytes = 8192;

class Mutator {
 public:
  explicit Mutator(const std::string& text) : kernel_(assembly::read_kernel(text)) {
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines_.push_back(line);
  }

  std::vector<Mutant> all() {
    for (std::size_t i = 0; i < kernel_.code.size(); ++i) {
      const Instruction& in = kernel_.code[i];
      if (in.is("s_waitcnt")) {
        fields(in);
        moves(i);
      } else if (in.is("s_barrier")) {
        change(in, "dropped", {""});
        moves(i);
      } else if (in.starts_with("ds_read") || in.starts_with("ds_write")) {
        offsets(in);
      } else if (!in.operands.empty() && in.operands[0].text == "m0") {
        change(in, "M0 by a row", {line(in), "\ts_add_u32 m0, m0, " + std::to_string(row_bytes)});
        change(in, "M0 by a slot", {line(in), "\ts_add_u32 m0, m0, " + std::to_string(slot_bytes)});
      }
    }
    return std::move(out_);
  }

 private:
  std::string& line(const Instruction& in) { return lines_[static_cast<std::size_t>(in.line) - 1]; }

  /// Replaces the line of an instruction.
  void change(const Instruction& in, const std::string& what, const std::vector<std::string>& by) {
    const std::string before = line(in);
    std::string text;
    for (const std::string& each : by) text += (text.empty() ? "" : "\n") + each;
    line(in) = text;
    add(in, what);
    line(in) = before;
  }

  void add(const Instruction& in, const std::string& what) {
    Mutant& mutant = out_.emplace_back();
    mutant.change = "line " + std::to_string(in.line) + ": " + in.text + ": " + what;
    for (const std::string& each : lines_) mutant.text += each + "\n";
  }

  void fields(const Instruction& in) {
    for (const char* field : {"vmcnt", "lgkmcnt"}) {
      const std::string name = std::string(field) + "(";
      const std::size_t at = in.text.find(name);
      if (at == std::string::npos) continue;
      const int count = std::atoi(in.text.c_str() + at + name.size());
      const std::size_t end = in.text.find(')', at) + 1;
      std::string without = in.text.substr(0, at) + in.text.substr(end);
      const bool other = without.find('(') != std::string::npos;
      change(in, std::string(field) + " dropped", {other ? "\t" + without : ""});
      const auto with = [&](int n) {
        return "\t" + in.text.substr(0, at) + name + std::to_string(n) + ")" + in.text.substr(end);
      };
      change(in, std::string(field) + " loosened", {with(count + 1)});
      if (count > 0) change(in, std::string(field) + " tightened", {with(0)});
    }
  }

  /// With the instruction before it and the one behind it, unless a label or a branch is between.
  void moves(std::size_t i) {
    if (i > 0) swap(i - 1, i, "moved up");
    if (i + 1 < kernel_.code.size()) swap(i, i + 1, "moved down");
  }
  void swap(std::size_t first, std::size_t second, const char* what) {
    const Instruction& x = kernel_.code[first];
    const Instruction& y = kernel_.code[second];
    if (x.is_branch() || y.is_branch() || y.is("s_endpgm")) return;
    for (int between = x.line; between < y.line - 1; ++between) {
      const std::string& text = lines_[static_cast<std::size_t>(between)];
      if (text.starts_with(".L") && text.find(':') != std::string::npos) return;
    }
    std::swap(line(x), line(y));
    const bool up = std::string(what) == "moved up";
    add(up ? y : x, what);
    std::swap(line(x), line(y));
  }

  void offsets(const Instruction& in) {
    constexpr std::array<std::pair<int, const char*>, 3> shifts = {
        {{row_bytes, "up by a row"}, {-row_bytes, "down by a row"}, {slot_bytes, "up by a slot"}}};
    const std::size_t at = in.text.find(" offset:");
    const std::string without = in.text.substr(0, at);
    for (const auto& [shift, what] : shifts) {
      const long offset = in.modifier("offset", 0) + shift;
      if (in.text.find("offset0") != std::string::npos || offset < 0 || offset > 65535) continue;
      change(in, what, {"\t" + without + " offset:" + std::to_string(offset)});
    }
  }

  assembly::Kernel kernel_;
  std::vector<std::string> lines_;
  std::vector<Mutant> out_;
};

}  // namespace

std::vector<Mutant> mutants_of(const std::string& text) { return Mutator(text).all(); }

}  // namespace stretto::audit
