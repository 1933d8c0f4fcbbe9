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

bool writes_no_register(const Instruction& in) {
  return in.starts_with("buffer_store") || in.starts_with("global_store") || in.starts_with("ds_write") ||
         in.is("s_waitcnt") || in.is("s_barrier") || in.is("s_setprio") || in.is("s_nop") || in.is("s_sleep") ||
         in.has("lds") || in.starts_with("global_load_lds_");
}

/// Two results: the second one is a carry, a scale, or the other half of a swap.
bool has_second_result(const Instruction& in) {
  const std::string& m = in.mnemonic;
  return m.starts_with("v_add_co") || m.starts_with("v_sub_co") || m.starts_with("v_subrev_co") ||
         m.starts_with("v_addc_co") || m.starts_with("v_subb_co") || m.starts_with("v_div_scale") ||
         m.starts_with("v_mad_u64_u32") || m.starts_with("v_mad_i64_i32") || m.starts_with("v_permlane") ||
         m.starts_with("v_swap");
}

/// Part of the result stays what it was.
bool keeps_part(const Instruction& in) {
  const std::string& m = in.mnemonic;
  return m.find("_sdwa") != std::string::npos || m.find("_dpp") != std::string::npos ||
         m.find("_d16_hi") != std::string::npos || m.starts_with("v_writelane") || m.starts_with("v_fmac") ||
         m.starts_with("v_mac") || m.starts_with("v_dot") || m.starts_with("s_addk") || m.starts_with("s_mulk") ||
         m.starts_with("v_permlane") || m.starts_with("v_swap") || m.starts_with("s_bitset");
}

bool reads_condition(const std::string& m) {
  return m.starts_with("s_cselect") || m.starts_with("s_addc") || m.starts_with("s_subb") || m.starts_with("s_cmov");
}
bool keeps_condition(const std::string& m) {
  return m.starts_with("s_mov") || m.starts_with("s_cselect") || m.starts_with("s_mul") || m.starts_with("s_load") ||
         m.starts_with("s_cmov") || m.starts_with("s_sext") || m.starts_with("s_brev") || m.starts_with("s_ff1") ||
         m.starts_with("s_flbit") || m.starts_with("s_pack") || m.starts_with("s_bitset");
}

Effects effects_of_branch(const Instruction& in) {
  Effects out;
  if (in.mnemonic.find("scc") != std::string::npos) out.reads.push_back(scc_number);
  if (in.mnemonic.find("vcc") != std::string::npos) add_mask(vcc_register, out.reads);
  if (in.mnemonic.find("exec") != std::string::npos) add_mask(exec_register, out.reads);
  return out;
}

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
        for (const int number : effects.writes) matters.erase(number);
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
};

}  // namespace

Effects effects_of(const Instruction& in) {
  if (in.is_branch()) return effects_of_branch(in);
  Effects out;
  const std::string& m = in.mnemonic;
  const bool compares = m.starts_with("s_cmp") || m.starts_with("s_bitcmp");
  std::size_t results = writes_no_register(in) || compares || in.operands.empty() ? 0 : 1;
  if (has_second_result(in)) results = 2;
  if (m.starts_with("v_cmpx")) results = 0;
  for (std::size_t o = 0; o < in.operands.size(); ++o) {
    add(in.operands[o], o < results ? out.writes : out.reads);
    if (o < results && keeps_part(in)) add(in.operands[o], out.reads);
  }
  const bool vector =
      m.starts_with("v_") || m.starts_with("ds_") || m.starts_with("global_") || m.starts_with("buffer_");
  if (vector) add_mask(exec_register, out.reads);
  if (m.starts_with("v_cmpx")) add_mask(exec_register, out.writes);
  if (m.find("saveexec") != std::string::npos) {
    add_mask(exec_register, out.reads);
    add_mask(exec_register, out.writes);
  }
  if (compares || (m.starts_with("s_") && results > 0 && !keeps_condition(m))) out.writes.push_back(scc_number);
  if (reads_condition(m)) out.reads.push_back(scc_number);
  return out;
}

std::vector<int> registers_that_matter(const Kernel& kernel, const LoopRange& loop) {
  const std::set<int> found = Slice(kernel, loop).registers();
  return {found.begin(), found.end()};
}

}  // namespace stretto::assembly
