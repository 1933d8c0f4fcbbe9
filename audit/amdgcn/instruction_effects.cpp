#include "instruction_effects.hpp"

#include <algorithm>
#include <initializer_list>

#include "machine.hpp"

namespace stretto::assembly {
namespace {

bool starts_with_one_of(const std::string& text, std::initializer_list<const char*> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(), [&](const char* p) { return text.starts_with(p); });
}

void add(const Operand& operand, std::vector<int>& to) {
  for (int i = 0; i < operand.count; ++i) to.push_back(register_number(operand, i));
}
void add_mask(int first, std::vector<int>& to) { to.insert(to.end(), {first, first + 1}); }

bool loads_to_lds(const Instruction& in) { return in.has("lds") || in.starts_with("global_load_lds_"); }

bool compares_scalars(const std::string& m) { return starts_with_one_of(m, {"s_cmp", "s_bitcmp"}); }

Effects effects_of_branch(const Instruction& in) {
  Effects out;
  if (in.mnemonic.find("scc") != std::string::npos) out.reads.push_back(scc_number);
  if (in.mnemonic.find("vcc") != std::string::npos) add_mask(vcc_register, out.reads);
  if (in.mnemonic.find("exec") != std::string::npos) add_mask(exec_register, out.reads);
  return out;
}

std::vector<int> places_of(const Instruction& in) {
  std::vector<int> out;
  if (accesses_memory(in) || in.starts_with("v_")) add_mask(exec_register, out);
  const bool lds_read = in.starts_with("ds_read");
  const std::size_t address = lds_read ? 1 : 0;
  if ((lds_read || in.starts_with("ds_write")) && address < in.operands.size()) add(in.operands[address], out);
  if (loads_to_lds(in)) out.push_back(m0_register);
  return out;
}

}  // namespace

std::size_t results_of(const Instruction& in) {
  const std::string& m = in.mnemonic;
  if (in.operands.empty() || in.is_branch() || compares_scalars(m)) return 0;
  if (starts_with_one_of(m, {"buffer_store", "global_store", "ds_write", "s_waitcnt", "s_barrier", "s_setprio", "s_nop",
                             "s_sleep", "s_sendmsg", "s_setreg", "s_sethalt", "s_trap", "s_inst_prefetch"})) {
    return 0;
  }
  if (loads_to_lds(in)) return 0;
  if (m.starts_with("v_cmpx")) return in.operands.size() > 2 ? 1 : 0;
  if (starts_with_one_of(m, {"v_add_co", "v_sub_co", "v_subrev_co", "v_addc_co", "v_subb_co", "v_subbrev_co",
                             "v_div_scale", "v_mad_u64_u32", "v_mad_i64_i32", "v_permlane", "v_swap"})) {
    return std::min<std::size_t>(2, in.operands.size());
  }
  return 1;
}

bool keeps_part(const Instruction& in) {
  const std::string& m = in.mnemonic;
  const bool half = std::any_of(in.modifiers.begin(), in.modifiers.end(),
                                [](const std::string& modifier) { return modifier.starts_with("op_sel:"); });
  return half || m.ends_with("_sdwa") || m.ends_with("_dpp") || m.find("_d16") != std::string::npos ||
         starts_with_one_of(
             m, {"v_writelane", "v_fmac", "v_pk_fmac", "v_mac_", "v_dot", "v_smfmac", "v_permlane", "v_swap",
                 "v_mad_mix", "v_fma_mix", "v_cvt_sr_", "s_addk", "s_mulk", "s_bitset", "s_cmov"});
}

bool reads_condition(const std::string& m) {
  return starts_with_one_of(m, {"s_cselect", "s_addc", "s_subb", "s_cmov"});
}

bool writes_condition(const std::string& m) {
  if (compares_scalars(m)) return true;
  if (starts_with_one_of(m, {"s_bfm", "s_min_f", "s_max_f", "s_add_f", "s_sub_f"})) return false;
  return starts_with_one_of(
      m, {"s_add", "s_sub", "s_min", "s_max", "s_and", "s_or", "s_xor", "s_nand", "s_nor", "s_xnor", "s_not", "s_lshl",
          "s_lshr", "s_ashr", "s_bfe", "s_abs", "s_bcnt", "s_wqm", "s_quadmask"});
}

bool accesses_memory(const Instruction& in) { return starts_with_one_of(in.mnemonic, {"ds_", "buffer_", "global_"}); }

bool reads_inactive_lanes(const Instruction& in) {
  return starts_with_one_of(in.mnemonic, {"v_readlane", "v_permlane"}) || in.mnemonic.ends_with("_dpp");
}

Effects effects_of(const Instruction& in) {
  if (in.is_branch()) return effects_of_branch(in);
  Effects out;
  const std::string& m = in.mnemonic;
  const std::size_t results = results_of(in);
  for (std::size_t o = 0; o < in.operands.size(); ++o) {
    add(in.operands[o], o < results ? out.writes : out.reads);
    if (o < results && keeps_part(in)) add(in.operands[o], out.reads);
  }
  if (starts_with_one_of(m, {"v_", "ds_", "global_", "buffer_"})) add_mask(exec_register, out.reads);
  if (m.starts_with("v_cmpx")) add_mask(exec_register, out.writes);
  if (m.starts_with("v_div_fmas")) add_mask(vcc_register, out.reads);
  if (loads_to_lds(in)) out.reads.push_back(m0_register);
  if (m.find("saveexec") != std::string::npos || m.find("wrexec") != std::string::npos) {
    add_mask(exec_register, out.reads);
    add_mask(exec_register, out.writes);
  }
  if (writes_condition(m)) out.writes.push_back(scc_number);
  if (reads_condition(m)) out.reads.push_back(scc_number);
  out.places = places_of(in);
  return out;
}

std::vector<Effects> effects_of(const Kernel& kernel) {
  std::vector<Effects> out;
  for (const Instruction& in : kernel.code) out.push_back(effects_of(in));
  return out;
}

}  // namespace stretto::assembly
