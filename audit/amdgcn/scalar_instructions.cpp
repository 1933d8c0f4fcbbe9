// Scalar instructions: integers that all lanes of the wave share, and loads of kernel arguments.
#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>

#include "instruction_effects.hpp"
#include "lane_operations.hpp"
#include "wave.hpp"

namespace stretto::assembly {
namespace {

bool overflows(long value) { return value != static_cast<int>(value); }

/// True if it writes one of these bits of MODE: rounding of floats (0 to 3), indexed registers (27), or skipping of
/// vector instructions (28).
bool changes_mode(const Instruction& in) {
  const std::size_t name = in.text.find("HW_REG_MODE");
  if (!in.starts_with("s_setreg")) return false;
  if (name == std::string::npos) return in.text.find("HW_REG_") == std::string::npos;
  int first = 0;
  int bits = 32;
  if (std::sscanf(in.text.c_str() + name, "HW_REG_MODE, %d, %d", &first, &bits) != 2) return true;
  return first < 4 || first + bits > 27;
}

/// Instructions without an effect on anything modelled.
bool without_effect(const Instruction& in) {
  for (const char* name :
       {"s_sleep", "s_sendmsg", "s_setreg_b32", "s_setreg_imm32_b32", "s_icache_inv", "s_inst_prefetch", "s_sethalt",
        "s_wakeup", "s_trap", "s_code_end", "s_dcache_wb", "s_dcache_inv"}) {
    if (in.is(name)) return !changes_mode(in);
  }
  return false;
}

/// Which operands have 64 bits, by position; the others have 32.
bool wide_operand(const std::string& m, std::size_t index) {
  if (!m.ends_with("_b64") && !m.ends_with("_i64") && !m.ends_with("_u64")) return false;
  const bool shifts =
      m.starts_with("s_lsh") || m.starts_with("s_ashr") || m.starts_with("s_bfe") || m.starts_with("s_bitset");
  return !(shifts && index == 2) && !m.starts_with("s_bfm");
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
  const std::string& m = in.mnemonic;
  if (in.starts_with("s_cmp") || in.starts_with("s_bitcmp")) return compare(in);
  const Operand& to = o[0];
  if (to.file != RegisterFile::scalar) return false;
  if (m.ends_with("_saveexec_b64")) return save_mask(in);
  if (m == "s_getpc_b64" || m.starts_with("s_getreg")) {
    forget_scalars(to);
    return true;
  }
  const bool wide = m.ends_with("_b64") || m.ends_with("_i64") || m.ends_with("_u64");
  bool known = !keeps_part(in) || scalar_known(to, to.count);
  for (std::size_t i = 1; i < o.size(); ++i) known = known && scalar_known(o[i], wide_operand(m, i) ? 2 : 1);
  known = known && (!reads_condition(m) || scc_known_);
  // Execute it even with unknown operands, to see whether it is supported.
  if (o.size() < 2 || !(wide ? wide_instruction(in) : narrow_instruction(in))) return false;
  if (known) return true;
  forget_scalars(to);
  if (writes_condition(m)) scc_known_ = false;
  return true;
}

/// "s_and_saveexec_b64 s[2:3], vcc": saves EXEC, then combines it with another mask.
bool Wave::save_mask(const Instruction& in) {
  const Operand& to = in.operands.at(0);
  if (in.operands.size() < 2 || !scalar_known(in.operands[1], 2)) {
    problem("EXEC depends on loaded data");
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
  // The constants are signed 16-bit integers.
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
  if (m == "s_min_i32") return choice(to, x, y, as_int(x) < as_int(y));
  if (m == "s_max_i32") return choice(to, x, y, as_int(x) > as_int(y));
  if (m == "s_min_u32") return choice(to, x, y, x < y);
  if (m == "s_max_u32") return choice(to, x, y, x > y);
  if (m == "s_bfe_u32" || m == "s_bfe_i32") {
    const bool is_signed = m == "s_bfe_i32";
    const std::uint32_t from = y & 31;
    const std::uint32_t bits = y >> 16 & 127;
    if (bits == 0) return logic(0);
    // Bits above bit 31 are copies of the sign.
    const std::uint32_t field = is_signed ? static_cast<std::uint32_t>(as_int(x) >> from) : x >> from;
    if (bits >= 32) return logic(field);
    const std::uint32_t up = field << (32 - bits);
    return logic(is_signed ? static_cast<std::uint32_t>(as_int(up) >> (32 - bits)) : up >> (32 - bits));
  }
  if (m == "s_cselect_b32") {
    set_scalar(to, scc_ ? x : y);
    return true;
  }
  if (m == "s_cmov_b32" || m == "s_cmovk_i32") {
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
  for (const int shift : {1, 2, 3, 4}) {
    if (m != "s_lshl" + std::to_string(shift) + "_add_u32") continue;
    const std::uint64_t sum = (std::uint64_t{x} << shift) + y;
    return result(to, static_cast<std::uint32_t>(sum), sum >> 32 != 0);
  }
  if (m == "s_bitset0_b32" || m == "s_bitset1_b32") {
    const std::uint32_t before = scalar(to.first).value;
    const std::uint32_t one = 1U << (x & 31);
    set_scalar(to, m == "s_bitset1_b32" ? before | one : before & ~one);
    return true;
  }
  if (m == "s_absdiff_i32") {
    const std::uint32_t difference = x - y;
    return logic(as_int(difference) < 0 ? 0 - difference : difference);
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
  if (m == "s_bcnt1_i32_b64") return result(to, static_cast<std::uint32_t>(std::popcount(x)), x != 0);
  if (m == "s_ff1_i32_b64" || m == "s_flbit_i32_b64") {
    const int bits = m == "s_ff1_i32_b64" ? std::countr_zero(x) : std::countl_zero(x);
    set_scalar(to, x == 0 ? ~0U : static_cast<std::uint32_t>(bits));
    return true;
  }
  if (m == "s_brev_b64") {
    for (int bit = 0; bit < 64; ++bit) value |= (x >> bit & 1) << (63 - bit);
    sets = false;
  } else if (m == "s_cmov_b64") {
    value = scc_ ? x : pair_of(to);
    sets = false;
  } else if (m == "s_bfm_b64") {
    value = ((std::uint64_t{1} << (x & 63)) - 1) << (y & 63);
    sets = false;
  } else if (m == "s_bfe_u64" || m == "s_bfe_i64") {
    const bool is_signed = m == "s_bfe_i64";
    const std::uint64_t from = y & 63;
    const std::uint64_t bits = y >> 16 & 127;
    value = is_signed ? static_cast<std::uint64_t>(static_cast<std::int64_t>(x) >> from) : x >> from;
    if (bits == 0) value = 0;
    if (bits > 0 && bits < 64) {
      const std::uint64_t up = value << (64 - bits);
      value = is_signed ? static_cast<std::uint64_t>(static_cast<std::int64_t>(up) >> (64 - bits)) : up >> (64 - bits);
    }
  } else if (m == "s_mov_b64") {
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

/// A minimum or maximum. For equal operands, the manuals disagree on which one is taken.
bool Wave::choice(const Operand& to, std::uint32_t x, std::uint32_t y, bool first) {
  set_scalar(to, first ? x : y);
  scc_ = first;
  scc_known_ = x != y;
  return true;
}

bool Wave::compare(const Instruction& in) {
  const Operand& first = in.operands.at(0);
  const Operand& second = in.operands.at(1);
  const std::string& m = in.mnemonic;
  const int words = m.ends_with("_u64") || m.ends_with("_b64") ? 2 : 1;
  if (in.starts_with("s_bitcmp")) {
    scc_known_ = scalar_known(first, words) && scalar_known(second);
    const std::uint64_t value = words == 2 ? pair_of(first) : scalar_of(first);
    scc_ = ((value >> (scalar_of(second) & (words == 2 ? 63 : 31)) & 1) != 0) == in.starts_with("s_bitcmp1");
    return true;
  }
  scc_known_ = scalar_known(first, words) && scalar_known(second, words);
  const std::string test = m.substr(m.find('_', 2) + 1);  // "lt_i32"
  const std::string name = test.substr(0, test.find('_'));
  const std::string type = test.substr(test.find('_') + 1);
  if (type != "i32" && type != "u32" && type != "u64") return false;
  std::int64_t x = words == 2 ? static_cast<std::int64_t>(pair_of(first)) : scalar_of(first);
  std::int64_t y = words == 2 ? static_cast<std::int64_t>(pair_of(second)) : scalar_of(second);
  // s_cmpk has a 16-bit constant.
  if (in.starts_with("s_cmpk")) y = type == "i32" ? static_cast<std::int16_t>(y) : y & 0xffff;
  const bool is_signed = type == "i32";
  if (is_signed) {
    x = as_int(static_cast<std::uint32_t>(x));
    y = as_int(static_cast<std::uint32_t>(y));
  }
  const std::optional<bool> holds = compare_integers(name, x, y, is_signed);
  if (!holds) return false;
  scc_ = *holds;
  return true;
}

/// Loads from the kernarg segment and the dispatch packet are known; all other loads return data.
bool Wave::scalar_load(const Instruction& in) {
  const Operand& to = in.operands.at(0);
  const Operand& base = in.operands.at(1);
  const Operand& offset = in.operands.at(2);
  if (to.file != RegisterFile::scalar) return false;
  const bool known = in.starts_with("s_load") && scalar_known(base, 2) && scalar_known(offset);
  const std::uint64_t at =
      known ? pair_of(base) + scalar_of(offset) + static_cast<std::uint64_t>(in.modifier("offset", 0)) : 0;
  ++lgkm_issued_;
  if (options_.effects != nullptr) {
    event(EventKind::scalar).base = at;
    brings(to);
  }
  for (int i = 0; i < to.count; ++i) {
    ScalarRegister& r = scalar(to.first + i);
    r.known = false;
    for (const auto& [first, bytes] : {std::pair{arguments_at, &arguments_}, std::pair{dispatch_at, &dispatch_}}) {
      const std::uint64_t byte = at + static_cast<std::uint64_t>(i) * 4 - first;
      if (!known || byte > bytes->size() || bytes->size() - byte < 4) continue;
      if (first == dispatch_at && (byte < first_dispatch_byte || byte + 4 > last_dispatch_byte)) continue;
      std::memcpy(&r.value, bytes->data() + byte, 4);
      r.known = true;
      for (std::uint64_t k = byte; k < byte + 4 && first == arguments_at; ++k)
        r.known = r.known && arguments_known_[k] != 0;
    }
  }
  return true;
}

}  // namespace stretto::assembly
