#include "loop_state.hpp"

#include <algorithm>
#include <bitset>
#include <set>

#include "machine.hpp"

namespace stretto::assembly {
namespace {

using Registers = std::bitset<all_registers + 1>;  // bit 0 is the condition code

std::size_t bit_of(int number) { return static_cast<std::size_t>(number - scc_number); }

std::vector<int> numbers_of(const Registers& registers) {
  std::vector<int> out;
  for (std::size_t i = 0; i < registers.size(); ++i) {
    if (registers[i]) out.push_back(static_cast<int>(i) + scc_number);
  }
  return out;
}

void add(const std::vector<int>& numbers, Registers& to) {
  for (const int number : numbers) to.set(bit_of(number));
}

/// The control-flow graph of the executed code.
class ExecutedGraph {
 public:
  ExecutedGraph(const Kernel& kernel, const std::vector<Effects>& effects, const Coverage& coverage)
      : kernel_(kernel), effects_(effects), coverage_(coverage) {
    if (coverage.starts_whole) return;  // then `masked` is enough
    for (std::size_t i = 0; i < kernel.code.size(); ++i) {
      if (reads_inactive_lanes(kernel.code[i])) add(effects[i].reads, never_whole_);
    }
    for (int n = scc_number; n < first_vector; ++n) never_whole_.reset(bit_of(n));
  }

  LoopRegisters loop(int branch) const {
    const int head = kernel_.code[index(branch)].target;
    const std::vector<char> body = body_of(head, branch);
    LoopRegisters out;
    std::vector<char> exits(kernel_.code.size());
    const std::vector<char> comes_back = can_reach(head);
    for (int i = 0; i < size(); ++i) {
      if (body[index(i)] == 0 || !kernel_.code[index(i)].is_branch()) continue;
      for (const int next : {i + 1, kernel_.code[index(i)].target}) {
        if (next < 0 || next >= size() || body[index(next)] != 0) continue;
        // A branch that was never taken out of the loop is not an exit if its target leads back into the loop.
        if (goes(i, next) || comes_back[index(next)] == 0) exits[index(i)] = 1;
      }
      if (exits[index(i)] != 0) out.exits.push_back(i);
    }
    out.matter = numbers_of(live(exits)[index(head)]);
    return out;
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  [[nodiscard]] int size() const { return static_cast<int>(kernel_.code.size()); }

  /// True if the wave has executed one instruction directly after the other.
  [[nodiscard]] bool goes(int from, int to) const {
    if (to == from + 1 && coverage_.went_on[index(from)] != 0) return true;
    return coverage_.jumped[index(from)] != 0 && kernel_.code[index(from)].target == to;
  }

  [[nodiscard]] std::vector<int> executed_successors(int i) const {
    std::vector<int> out;
    if (i + 1 < size() && coverage_.went_on[index(i)] != 0) out.push_back(i + 1);
    if (coverage_.jumped[index(i)] != 0) out.push_back(kernel_.code[index(i)].target);
    return out;
  }

  /// The loop body: all instructions that reach the closing branch without passing the head.
  [[nodiscard]] std::vector<char> body_of(int head, int branch) const {
    std::vector<char> out(kernel_.code.size());
    out[index(head)] = out[index(branch)] = 1;
    for (bool grows = true; grows;) {
      grows = false;
      for (int i = size() - 1; i >= 0; --i) {
        if (out[index(i)] != 0 || coverage_.executed[index(i)] == 0) continue;
        const std::vector<int> next = executed_successors(i);
        if (std::none_of(next.begin(), next.end(), [&](int n) { return n != head && out[index(n)] != 0; })) continue;
        out[index(i)] = 1;
        grows = true;
      }
    }
    return out;
  }

  /// The instructions from which another one can be reached, along all edges of the text, executed or not.
  [[nodiscard]] std::vector<char> can_reach(int to) const {
    std::vector<char> out(kernel_.code.size());
    out[index(to)] = 1;
    for (bool grows = true; grows;) {
      grows = false;
      for (int i = size() - 1; i >= 0; --i) {
        const Instruction& in = kernel_.code[index(i)];
        const bool on = !in.is("s_branch") && !in.is("s_endpgm") && i + 1 < size() && out[index(i + 1)] != 0;
        const bool jump = in.is_branch() && in.target >= 0 && in.target < size() && out[index(in.target)] != 0;
        if (out[index(i)] != 0 || (!on && !jump)) continue;
        out[index(i)] = 1;
        grows = true;
      }
    }
    return out;
  }

  /// The registers that determine an instruction's accesses or its branch, regardless of its results.
  [[nodiscard]] Registers needed(int i) const {
    Registers out;
    add(kernel_.code[index(i)].is_branch() ? effects_[index(i)].reads : effects_[index(i)].places, out);
    return out;
  }

  /// Backward data flow: the live registers before each instruction. Exits need nothing.
  [[nodiscard]] std::vector<Registers> live(const std::vector<char>& exits) const {
    std::vector<Registers> before(kernel_.code.size());
    for (bool changed = true; changed;) {
      changed = false;
      for (int i = size() - 1; i >= 0; --i) {
        if (coverage_.executed[index(i)] == 0) continue;
        Registers now;
        for (const int next : executed_successors(i)) now |= before[index(next)];
        now = before_instruction(i, now);
        if (exits[index(i)] == 0) now |= needed(i);
        if (now == before[index(i)]) continue;
        before[index(i)] = now;
        changed = true;
      }
    }
    return before;
  }

  [[nodiscard]] Registers before_instruction(int i, Registers after) const {
    const Effects& effects = effects_[index(i)];
    Registers written;
    add(effects.writes, written);
    if ((written & after).none()) return after;
    // Inactive lanes keep their values.
    Registers replaced = written & ~never_whole_;
    if (coverage_.masked[index(i)] != 0) {
      for (int n = first_vector; n < all_registers; ++n) replaced.reset(bit_of(n));
    }
    after &= ~replaced;
    add(effects.reads, after);
    return after;
  }

  const Kernel& kernel_;
  const std::vector<Effects>& effects_;
  const Coverage& coverage_;
  Registers never_whole_;  // registers whose inactive lanes are read somewhere: no write replaces all of them
};

}  // namespace

std::map<int, LoopRegisters> loop_registers(const Kernel& kernel, const std::vector<Effects>& effects,
                                            const Coverage& coverage) {
  const ExecutedGraph graph(kernel, effects, coverage);
  std::map<int, LoopRegisters> out;
  for (int i = 0; i < static_cast<int>(kernel.code.size()); ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (coverage.jumped[at] != 0 && kernel.code[at].target <= i) out[i] = graph.loop(i);
  }
  return out;
}

}  // namespace stretto::assembly
