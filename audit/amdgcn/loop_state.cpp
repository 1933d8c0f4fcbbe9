#include "loop_state.hpp"

#include <algorithm>
#include <set>

#include "wave.hpp"

namespace stretto::assembly {
namespace {

void add(const Operand& operand, std::vector<int>& to) {
  for (int i = 0; i < operand.count; ++i) to.push_back(register_number(operand, i));
}
void add_mask(int first, std::vector<int>& to) { to.insert(to.end(), {first, first + 1}); }

/// Walks the loop backward: what matters before an instruction, given what matters behind it.
class Slice {
 public:
  Slice(const Kernel& kernel, const LoopRange& loop) : kernel_(kernel), loop_(loop) {
    for (int i = loop.first; i <= loop.last; ++i) {
      const Instruction& in = at(i);
      const bool inner = in.is_branch() && i != loop.last && loop.holds(in.target);
      straight_ = straight_ && !inner;
      const Effects& effects = effects_.emplace_back(effects_of(in));
      const bool masks = std::count(effects.writes.begin(), effects.writes.end(), exec_register) > 0;
      changes_mask_ = changes_mask_ || masks;
      if (reads_inactive_lanes(in)) never_whole_.insert(effects.reads.begin(), effects.reads.end());
    }
  }

  std::set<int> registers() {
    std::set<int> matters;
    for (std::size_t before = 0;;) {
      for (int i = loop_.last; i >= loop_.first; --i) pass(i, matters);
      if (matters.size() == before) return matters;
      before = matters.size();
    }
  }

 private:
  [[nodiscard]] const Instruction& at(int i) const { return kernel_.code[static_cast<std::size_t>(i)]; }

  void pass(int i, std::set<int>& matters) {
    const Instruction& in = at(i);
    const Effects& effects = effects_[static_cast<std::size_t>(i - loop_.first)];
    const auto matter = [&](int number) { return matters.count(number) > 0; };
    if (std::any_of(effects.writes.begin(), effects.writes.end(), matter)) {
      // In a loop with branches inside, an instruction may be left out. Lanes that are masked keep their values.
      const bool whole = straight_ && (!changes_mask_ || in.starts_with("s_"));
      if (whole) {
        for (const int number : effects.writes) {
          if (never_whole_.count(number) == 0 || number < first_vector) matters.erase(number);
        }
      }
      matters.insert(effects.reads.begin(), effects.reads.end());
    }
    if (in.is_branch()) {
      if (i != loop_.last && loop_.holds(in.target)) matters.insert(effects.reads.begin(), effects.reads.end());
      return;
    }
    if (in.starts_with("ds_") && !in.starts_with("ds_bpermute") && !in.starts_with("ds_permute")) {
      std::vector<int> address;
      add(in.operands.at(in.starts_with("ds_read") ? 1 : 0), address);
      add_mask(exec_register, address);
      matters.insert(address.begin(), address.end());
    }
    if (in.has("lds") || in.starts_with("global_load_lds_"))
      matters.insert({m0_register, exec_register, exec_register + 1});
  }

  const Kernel& kernel_;
  LoopRange loop_;
  std::vector<Effects> effects_;  // of each instruction of the loop
  bool straight_ = true;
  bool changes_mask_ = false;
  std::set<int> never_whole_;  // registers of which lanes are read that are masked
};

}  // namespace

std::vector<int> registers_that_matter(const Kernel& kernel, const LoopRange& loop) {
  const std::set<int> found = Slice(kernel, loop).registers();
  return {found.begin(), found.end()};
}

}  // namespace stretto::assembly
