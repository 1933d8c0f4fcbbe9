#include "mutations.hpp"

#include <algorithm>
#include <sstream>

namespace stretto::assembly {
namespace {

bool is_wait(const Group& group) { return group.kind == GroupKind::wait_vm || group.kind == GroupKind::wait_lgkm; }

/// Two groups that do the same may change places.
bool same_group(const Group& x, const Group& y) {
  const bool barriers = x.kind == GroupKind::barrier && y.kind == GroupKind::barrier;
  return barriers || (x.kind == y.kind && x.name == y.name && x.tile == y.tile);
}

/// Must one precede the other? Between waits and barriers, independent loads, reads and multiplications may interleave.
bool keep_order(const Group& x, const Group& y) {
  if (same_group(x, y)) return false;
  if (x.items.empty() || y.items.empty()) return true;
  const bool multiplies = x.kind == GroupKind::multiply || y.kind == GroupKind::multiply;
  return x.kind == y.kind || (!multiplies && x.items[0].object == y.items[0].object);
}

class Mutator {
 public:
  explicit Mutator(const ExpectedKernel& expected) : expected_(expected) {}

  std::vector<ExpectedMutation> all() {
    section("prologue", &ExpectedKernel::prologue);
    section("kernel", &ExpectedKernel::kernel);
    section("epilogue", &ExpectedKernel::epilogue);
    return out_;
  }

 private:
  using Groups = std::vector<Group> ExpectedKernel::*;

  void add(const std::string& name, Groups groups, const std::function<void(std::vector<Group>&)>& change) {
    ExpectedMutation mutation{name, expected_};
    change(mutation.expected.*groups);
    out_.push_back(mutation);
  }

  void section(const std::string& name, Groups groups) {
    const std::vector<Group>& of = expected_.*groups;
    for (std::size_t i = 0; i < of.size(); ++i) {
      const std::string at = name + " " + std::to_string(i) + " (" + of[i].name + ")";
      if (expected_.in_order && i + 1 < of.size() && keep_order(of[i], of[i + 1])) {
        add("swap " + at, groups, [&](std::vector<Group>& g) { std::swap(g[i], g[i + 1]); });
      }
      add("drop " + at, groups, [&](std::vector<Group>& g) { g.erase(g.begin() + static_cast<long>(i)); });
      if (is_wait(of[i]) || of[i].kind == GroupKind::priority) {
        add("count of " + at, groups, [&](std::vector<Group>& g) { ++g[i].count; });
      }
      if (!of[i].items.empty()) items(at, groups, i);
    }
  }

  void items(const std::string& at, Groups groups, std::size_t i) {
    const GroupKind kind = (expected_.*groups)[i].kind;
    add("one less in " + at, groups, [&](std::vector<Group>& g) { g[i].items.pop_back(); });
    if (kind == GroupKind::multiply) {
      add("operands of " + at, groups,
          [&](std::vector<Group>& g) { std::swap(g[i].items[0].first, g[i].items[0].second); });
      add("sum of " + at, groups, [&](std::vector<Group>& g) { g[i].items.front().sum = g[i].items.back().sum; });
    } else if (kind != GroupKind::fetch) {
      const int last = static_cast<int>(expected_.object_bytes.size()) - 1;
      add("object of " + at, groups,
          [&](std::vector<Group>& g) { g[i].items[0].object = last - g[i].items[0].object; });
      add("address of " + at, groups, [&](std::vector<Group>& g) { g[i].items[0].at += 16; });
    }
    if (kind == GroupKind::load || kind == GroupKind::fetch) {
      add("tile of " + at, groups, [&](std::vector<Group>& g) { ++g[i].tile; });
      add("matrix of " + at, groups, [&](std::vector<Group>& g) {
        g[i].items[0].of = g[i].items[0].of == cdna::Operand::a ? cdna::Operand::b : cdna::Operand::a;
      });
    }
  }

  const ExpectedKernel& expected_;
  std::vector<ExpectedMutation> out_;
};

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
  Lines out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

std::string text_of(const Lines& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

}  // namespace

std::vector<ExpectedMutation> mutations_of(const ExpectedKernel& expected) { return Mutator(expected).all(); }

std::vector<TextMutation> mutations_of(const std::string& text) {
  const Kernel kernel = read_kernel(text);
  const LoopRange loop = main_loop(kernel);
  const Lines original = lines_of(text);
  std::vector<TextMutation> out;
  /// The line, counted from 0, of the `index`-th instruction in the loop that satisfies `wanted`; -1: there is none.
  const auto line_of = [&](const std::function<bool(const Instruction&)>& wanted, int index, int from = 0) {
    for (int i = std::max(loop.first, from); i <= loop.last; ++i) {
      const Instruction& in = kernel.code[static_cast<std::size_t>(i)];
      if (wanted(in) && index-- == 0) return in.line - 1;
    }
    return -1;
  };
  const auto named = [](const std::string& prefix) {
    return [prefix](const Instruction& in) { return in.mnemonic.starts_with(prefix); };
  };
  const auto change = [&](const std::string& name, int line, const std::function<void(Lines&, std::size_t)>& how) {
    if (line < 0) return;
    Lines lines = original;
    how(lines, static_cast<std::size_t>(line));
    out.push_back({name, text_of(lines)});
  };
  const auto erase = [](Lines& lines, std::size_t at) { lines.erase(lines.begin() + static_cast<long>(at)); };
  const auto insert = [](const std::string& line) {
    return [line](Lines& lines, std::size_t at) { lines.insert(lines.begin() + static_cast<long>(at), "\t" + line); };
  };
  const int mfma = line_of(named("v_mfma"), 3);
  change("a wait is added", mfma, insert("s_waitcnt lgkmcnt(2)"));
  change("a wait for global memory is added", mfma, insert("s_waitcnt vmcnt(0)"));
  change("a barrier is removed", line_of(named("s_barrier"), 0), erase);
  change("a barrier is added", mfma, insert("s_barrier"));
  change("a wait is removed", line_of(named("s_waitcnt"), 0), erase);
  change("a matrix instruction is removed", mfma, erase);
  change("a read is removed", line_of(named("ds_read"), 1), erase);
  change("a load is removed", line_of(named("buffer_load"), 1), erase);
  const int read = line_of(named("ds_read"), 0);
  change("a read has another address", read, [](Lines& lines, std::size_t at) {
    lines[at] = lines[at].substr(0, lines[at].find(" offset:")) + " offset:48";
  });
  // Moves it to after the barrier that follows it.
  for (int i = loop.first; read >= 0 && i <= loop.last; ++i) {
    const Instruction& in = kernel.code[static_cast<std::size_t>(i)];
    if (!in.is("s_barrier") || in.line - 1 < read) continue;
    change("a read is moved across a barrier", read, [&](Lines& lines, std::size_t at) {
      lines.insert(lines.begin() + in.line, lines[at]);
      lines.erase(lines.begin() + static_cast<long>(at));
    });
    break;
  }
  const int m0 = line_of([](const Instruction& in) { return !in.operands.empty() && in.operands[0].text == "m0"; }, 0);
  change("a load has another address in LDS", m0, [](Lines& lines, std::size_t at) {
    lines.insert(lines.begin() + static_cast<long>(at) + 1, "\ts_add_i32 m0, m0, 64");
  });
  // A sum is overwritten with its neighbour.
  const int sum_line = line_of(named("v_mfma"), 0);
  for (const Instruction& in : kernel.code) {
    if (sum_line < 0 || in.line - 1 != sum_line) continue;
    const Operand& sum = in.operands.at(3);
    const bool accumulator = sum.file == RegisterFile::accumulator;
    const std::string letter = accumulator ? "a" : "v";
    const std::string first = letter + std::to_string(sum.first);
    const std::string second = letter + std::to_string(sum.first + 1);
    change("a sum is moved", sum_line,
           insert(std::string(accumulator ? "v_accvgpr_mov_b32 " : "v_mov_b32_e32 ") + first + ", " + second));
  }
  // In a kernel with matrix instructions in inline assembly, touches a sum directly after the last one.
  const Instruction* last = nullptr;
  for (const Instruction& in : kernel.code) last = in.is_mfma() ? &in : last;
  const bool written_out = original[static_cast<std::size_t>(last->line) - 2].find("#ASMSTART") != std::string::npos;
  if (written_out && last->operands.at(0).file == RegisterFile::vector) {
    change("a sum is read too early", last->line,
           insert("v_cmp_eq_u32_e32 vcc, 0, v" + std::to_string(last->operands[0].first)));
    change("an operand is written too late", last->line - 2,
           insert("v_mov_b32_e32 v" + std::to_string(last->operands.at(1).first) + ", v" +
                  std::to_string(last->operands.at(1).first)));
  }
  return out;
}

}  // namespace stretto::assembly
