// Scalar instructions: integers that the whole wave shares, and the arguments of the kernel.
#include <algorithm>
#include <bit>
#include <cstring>

#include "wave.hpp"

namespace stretto::assembly {
namespace {

bool overflows(long value) { return value != static_cast<int>(value); }

/// They change nothing that is followed here.
bool without_effect(const Instruction& in) {
  for (const char* name :
       {"s_sleep", "s_sendmsg", "s_setreg_b32", "s_setreg_imm32_b32", "s_icache_inv", "s_inst_prefetch", "s_sethalt",
        "s_wakeup", "s_trap", "s_code_end", "s_dcache_wb", "s_dcache_inv"}) {
    if (in.is(name)) return true;
  }
  return false;
}

/// Operands of 64 bits, by position; the others have 32.
bool wide_operand(const std::string& m, std::size_t index) {
  if (!m.ends_with("_b64") && !m.ends_with("_i64") && !m.ends_with("_u64")) return false;
  const bool shifts =
      m.starts_with("s_lsh") || m.starts_with("s_ashr") || m.starts_with("s_bfe") || m.starts_with("s_bfm");
  return !(shifts && index == 2);
}

}  // namespace

bool Wave::scalar_instruction(const Instruction& in) {
  if (in.is("s_waitcnt")) {
    wait(in);
    return true;
  }
  if (in.is("s_barrier")) {
    event(EventKind::barrier);
    return true;
  }
  if (in.is("s_setprio")) {
    event(EventKind::priority).priority = static_cast<int>(in.operands.at(0).literal);
    return true;
  }
  if (in.starts_with("s_load_dword") || in.starts_with("s_buffer_load_dword")) return scalar_load(in);
  if (without_effect(in)) return true;
  const auto& o = in.operands;
  if (o.empty()) return false;
  const Operand& to = o[0];
  const std::string& m = in.mnemonic;
  if (in.starts_with("s_cmp") || in.starts_with("s_bitcmp")) return compare(in);
  if (m.ends_with("_saveexec_b64")) return save_mask(in);
  const bool wide = m.ends_with("_b64") || m.ends_with("_i64") || m.ends_with("_u64");
  const bool in_place = in.is("s_addk_i32") || in.is("s_mulk_i32");
  bool known = !in_place || scalar(to.first).known;
  for (std::size_t i = 1; i < o.size(); ++i) known = known && scalar_known(o[i], wide_operand(m, i) ? 2 : 1);
  const bool reads_condition =
      m.starts_with("s_cselect") || m.starts_with("s_addc") || m.starts_with("s_subb") || m.starts_with("s_cmov");
  known = known && (!reads_condition || scc_known_) && !m.starts_with("s_getreg");
  if (!known) {
    if (to.first <= exec_register + 1 && to.first + to.count > exec_register) {
      problem("the mask of lanes depends on data that is loaded");
      return false;
    }
    forget_scalars(to);
    if (!m.starts_with("s_mov") && !m.starts_with("s_cselect") && !m.starts_with("s_mul")) scc_known_ = false;
    return true;
  }
  return wide ? wide_instruction(in) : narrow_instruction(in);
}

/// "s_and_saveexec_b64 s[2:3], vcc": keeps the mask of lanes, and combines it with another one.
bool Wave::save_mask(const Instruction& in) {
  const Operand& to = in.operands.at(0);
  if (!scalar_known(in.operands.at(1), 2)) {
    problem("the mask of lanes depends on data that is loaded");
    return false;
  }
  const std::uint64_t other = pair_of(in.operands[1]);
  const std::uint64_t before = mask();
  std::uint64_t after = 0;
  if (in.is("s_and_saveexec_b64")) {
    after = other & before;
  } else if (in.is("s_or_saveexec_b64")) {
    after = other | before;
  } else if (in.is("s_xor_saveexec_b64")) {
    after = other ^ before;
  } else if (in.is("s_andn2_saveexec_b64")) {
    after = other & ~before;
  } else {
    return false;
  }
  set_pair(to.first, before);
  set_pair(exec_register, after);
  scc_ = after != 0;
  scc_known_ = true;
  return true;
}

bool Wave::narrow_instruction(const Instruction& in) {
  const Operand& to = in.operands[0];
  std::uint32_t x = in.operands.size() > 1 ? scalar_of(in.operands[1]) : 0;
  const std::uint32_t y = in.operands.size() > 2 ? scalar_of(in.operands[2]) : 0;
  // Their constants have 16 bits and a sign.
  if (in.mnemonic.ends_with("k_i32")) x = static_cast<std::uint32_t>(static_cast<std::int16_t>(x & 0xffff));
  const auto logic = [&](std::uint32_t value) { return result(to, value, value != 0); };
  const std::string& m = in.mnemonic;
  if (m == "s_mov_b32" || m == "s_movk_i32") {
    set_scalar(to, x);
    return true;
  }
  if (m == "s_add_i32") return result(to, x + y, overflows(long{as_int(x)} + as_int(y)));
  if (m == "s_sub_i32") return result(to, x - y, overflows(long{as_int(x)} - as_int(y)));
  if (m == "s_addk_i32") {
    const std::uint32_t before = scalar(to.first).value;
    return result(to, before + x, overflows(long{as_int(before)} + as_int(x)));
  }
  if (m == "s_add_u32") return result(to, x + y, x + y < x);
  if (m == "s_addc_u32") {
    const std::uint64_t sum = std::uint64_t{x} + y + (scc_ ? 1 : 0);
    return result(to, static_cast<std::uint32_t>(sum), sum >> 32 != 0);
  }
  if (m == "s_sub_u32") return result(to, x - y, x < y);
  if (m == "s_mul_i32") {
    set_scalar(to, x * y);
    return true;
  }
  if (m == "s_mul_hi_i32") {
    set_scalar(to, static_cast<std::uint32_t>(static_cast<std::uint64_t>(long{as_int(x)} * as_int(y)) >> 32));
    return true;
  }
  if (m == "s_mul_hi_u32") {
    set_scalar(to, static_cast<std::uint32_t>(std::uint64_t{x} * y >> 32));
    return true;
  }
  if (m == "s_lshl_b32") return logic(x << (y & 31));
  if (m == "s_lshr_b32") return logic(x >> (y & 31));
  if (m == "s_ashr_i32") return logic(static_cast<std::uint32_t>(as_int(x) >> (y & 31)));
  if (m == "s_and_b32") return logic(x & y);
  if (m == "s_or_b32") return logic(x | y);
  if (m == "s_xor_b32") return logic(x ^ y);
  if (m == "s_andn2_b32") return logic(x & ~y);
  if (m == "s_min_i32") return result(to, as_int(x) < as_int(y) ? x : y, as_int(x) < as_int(y));
  if (m == "s_max_i32") return result(to, as_int(x) > as_int(y) ? x : y, as_int(x) > as_int(y));
  if (m == "s_bfe_u32" || m == "s_bfe_i32") {
    const int from = y & 31;
    const int bits = static_cast<int>(y >> 16 & 127);
    const std::uint32_t shifted = x >> from;
    if (bits == 0) return logic(0);
    if (bits >= 32) return logic(m == "s_bfe_i32" ? static_cast<std::uint32_t>(as_int(x) >> from) : shifted);
    std::uint32_t field = shifted & ((1U << bits) - 1);
    if (m == "s_bfe_i32" && (field >> (bits - 1) & 1) != 0) field |= ~((1U << bits) - 1);
    return logic(field);
  }
  if (m == "s_cselect_b32") {
    set_scalar(to, scc_ ? x : y);
    return true;
  }
  if (m == "s_cmov_b32") {
    if (scc_) set_scalar(to, x);
    return true;
  }
  if (m == "s_mulk_i32") {
    set_scalar(to, scalar(to.first).value * x);
    return true;
  }
  if (m == "s_subb_u32") {
    const std::uint64_t taken = std::uint64_t{y} + (scc_ ? 1 : 0);
    return result(to, x - static_cast<std::uint32_t>(taken), x < taken);
  }
  if (m == "s_abs_i32") return logic(as_int(x) < 0 ? 0 - x : x);
  if (m == "s_not_b32") return logic(~x);
  if (m == "s_orn2_b32") return logic(x | ~y);
  if (m == "s_nand_b32") return logic(~(x & y));
  if (m == "s_nor_b32") return logic(~(x | y));
  if (m == "s_xnor_b32") return logic(~(x ^ y));
  if (m == "s_min_u32") return result(to, std::min(x, y), x < y);
  if (m == "s_max_u32") return result(to, std::max(x, y), x > y);
  for (const int shift : {1, 2, 3, 4}) {
    if (m != "s_lshl" + std::to_string(shift) + "_add_u32") continue;
    const std::uint64_t sum = (std::uint64_t{x} << shift) + y;
    return result(to, static_cast<std::uint32_t>(sum), sum >> 32 != 0);
  }
  if (m == "s_bfm_b32") {
    set_scalar(to, ((1U << (x & 31)) - 1) << (y & 31));
    return true;
  }
  if (m == "s_sext_i32_i16" || m == "s_sext_i32_i8") {
    set_scalar(to, as_unsigned(m.ends_with("i16") ? static_cast<std::int16_t>(x) : static_cast<std::int8_t>(x)));
    return true;
  }
  if (m == "s_brev_b32" || m == "s_ff1_i32_b32" || m == "s_flbit_i32_b32") {
    std::uint32_t reversed = 0;
    for (int bit = 0; bit < 32; ++bit) reversed |= (x >> bit & 1) << (31 - bit);
    if (m == "s_brev_b32") set_scalar(to, reversed);
    if (m == "s_ff1_i32_b32") set_scalar(to, x == 0 ? ~0U : static_cast<std::uint32_t>(std::countr_zero(x)));
    if (m == "s_flbit_i32_b32") set_scalar(to, x == 0 ? ~0U : static_cast<std::uint32_t>(std::countl_zero(x)));
    return true;
  }
  if (m == "s_bcnt1_i32_b32") return logic(static_cast<std::uint32_t>(std::popcount(x)));
  if (m == "s_pack_ll_b32_b16" || m == "s_pack_lh_b32_b16" || m == "s_pack_hh_b32_b16") {
    const std::uint32_t low = m == "s_pack_hh_b32_b16" ? x >> 16 : x & 0xffff;
    set_scalar(to, low | (m == "s_pack_ll_b32_b16" ? y << 16 : y & 0xffff0000));
    return true;
  }
  return false;
}

bool Wave::wide_instruction(const Instruction& in) {
  const Operand& to = in.operands[0];
  const std::uint64_t x = pair_of(in.operands.at(1));
  const std::uint64_t y = in.operands.size() < 3          ? 0
                          : !wide_operand(in.mnemonic, 2) ? scalar_of(in.operands[2])
                                                          : pair_of(in.operands[2]);
  std::uint64_t value = 0;
  bool sets = true;
  const std::string& m = in.mnemonic;
  if (m == "s_mov_b64") {
    value = x;
    sets = false;
  } else if (m == "s_lshl_b64") {
    value = x << (y & 63);
  } else if (m == "s_and_b64") {
    value = x & y;
  } else if (m == "s_or_b64") {
    value = x | y;
  } else if (m == "s_andn2_b64") {
    value = x & ~y;
  } else if (m == "s_cselect_b64") {
    value = scc_ ? x : y;
    sets = false;
  } else if (m == "s_lshr_b64") {
    value = x >> (y & 63);
  } else if (m == "s_ashr_i64") {
    value = static_cast<std::uint64_t>(static_cast<std::int64_t>(x) >> (y & 63));
  } else if (m == "s_xor_b64") {
    value = x ^ y;
  } else if (m == "s_not_b64") {
    value = ~x;
  } else if (m == "s_orn2_b64") {
    value = x | ~y;
  } else if (m == "s_nor_b64") {
    value = ~(x | y);
  } else if (m == "s_nand_b64") {
    value = ~(x & y);
  } else if (m == "s_xnor_b64") {
    value = ~(x ^ y);
  } else {
    return false;
  }
  set_pair(to.first, value);
  if (sets) {
    scc_ = value != 0;
    scc_known_ = true;
  }
  return true;
}

bool Wave::result(const Operand& to, std::uint32_t value, bool scc) {
  set_scalar(to, value);
  scc_ = scc;
  scc_known_ = true;
  return true;
}

bool Wave::compare(const Instruction& in) {
  const Operand& first = in.operands.at(0);
  const Operand& second = in.operands.at(1);
  const int words = in.mnemonic.ends_with("_u64") ? 2 : 1;
  scc_known_ = scalar_known(first, words) && scalar_known(second, words);
  if (!scc_known_) return true;
  if (in.starts_with("s_bitcmp")) {
    if (!in.mnemonic.ends_with("_b32")) return false;
    scc_ = ((scalar_of(first) >> (scalar_of(second) & 31) & 1) != 0) == in.starts_with("s_bitcmp1");
    return true;
  }
  if (words == 2) {
    scc_ = (pair_of(first) == pair_of(second)) == (in.mnemonic.find("_eq_") != std::string::npos);
    return true;
  }
  const std::uint32_t x = scalar_of(first);
  const std::uint32_t y = scalar_of(second);
  std::string test = in.mnemonic.substr(in.mnemonic.find('_', 2) + 1);  // "lt_i32"
  const bool is_signed = test.find("_i32") != std::string::npos;
  test = test.substr(0, 2);
  const bool less = is_signed ? as_int(x) < as_int(y) : x < y;
  if (test == "lt") scc_ = less;
  if (test == "ge") scc_ = !less;
  if (test == "eq") scc_ = x == y;
  if (test == "lg") scc_ = x != y;
  if (test == "gt") scc_ = !less && x != y;
  if (test == "le") scc_ = less || x == y;
  return true;
}

/// From the kernarg segment and the dispatch packet. Anything else is data.
bool Wave::scalar_load(const Instruction& in) {
  const Operand& to = in.operands.at(0);
  const Operand& base = in.operands.at(1);
  const Operand& offset = in.operands.at(2);
  const bool known = in.starts_with("s_load") && scalar_known(base, 2) && scalar_known(offset);
  const std::uint64_t at =
      known ? pair_of(base) + scalar_of(offset) + static_cast<std::uint64_t>(in.modifier("offset", 0)) : 0;
  ++lgkm_issued_;
  if (options_.notes_registers) {
    event(EventKind::scalar);
    brings(to);
  }
  for (int i = 0; i < to.count; ++i) {
    ScalarRegister& r = scalar(to.first + i);
    r.known = false;
    for (const auto& [first, bytes] : {std::pair{arguments_at, &arguments_}, std::pair{dispatch_at, &dispatch_}}) {
      const std::uint64_t byte = at + static_cast<std::uint64_t>(i) * 4 - first;
      if (!known || byte + 4 > bytes->size()) continue;
      std::memcpy(&r.value, bytes->data() + byte, 4);
      r.known = true;
      for (std::uint64_t k = byte; k < byte + 4 && first == arguments_at; ++k)
        r.known = r.known && arguments_known_[k] != 0;
    }
  }
  return true;
}

}  // namespace stretto::assembly
