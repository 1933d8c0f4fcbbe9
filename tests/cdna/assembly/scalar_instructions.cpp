// Scalar instructions: integers that the whole wave shares, and the arguments of the kernel.
#include <cstring>

#include "wave.hpp"

namespace stretto::assembly {
namespace {

bool overflows(long value) { return value != static_cast<int>(value); }

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
  if (in.starts_with("s_load_dword")) return scalar_load(in);
  const auto& o = in.operands;
  const Operand& to = o.at(0);
  if (in.starts_with("s_cmp")) return compare(in);
  const bool wide = in.mnemonic.ends_with("_b64");
  const bool in_place = in.is("s_addk_i32") || in.is("s_mulk_i32");
  bool known = !in_place || scalar(to.first).known;
  for (std::size_t i = 1; i < o.size(); ++i) {
    known = known && scalar_known(o[i], wide && !(in.is("s_lshl_b64") && i == 2) ? 2 : 1);
  }
  if (!known) {
    for (int i = 0; i < to.count; ++i) scalar(to.first + i).known = false;
    scc_known_ = false;
    return true;
  }
  return wide ? wide_instruction(in) : narrow_instruction(in);
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
    if (!scc_known_) return false;
    set_scalar(to, scc_ ? x : y);
    return true;
  }
  return false;
}

bool Wave::wide_instruction(const Instruction& in) {
  const Operand& to = in.operands[0];
  const std::uint64_t x = pair_of(in.operands.at(1));
  const std::uint64_t y = in.operands.size() < 3 ? 0
                          : in.is("s_lshl_b64")  ? scalar_of(in.operands[2])
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
    if (!scc_known_) return false;
    value = scc_ ? x : y;
    sets = false;
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
  scc_known_ = scalar_known(first) && scalar_known(second);
  if (!scc_known_) return true;
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

bool Wave::scalar_load(const Instruction& in) {
  const Operand& to = in.operands.at(0);
  const std::uint64_t at = pair_of(in.operands.at(1)) + static_cast<std::uint64_t>(in.operands.at(2).literal);
  ++lgkm_issued_;
  for (int i = 0; i < to.count; ++i) {
    const std::uint64_t byte = at + static_cast<std::uint64_t>(i) * 4 - arguments_at;
    if (byte + 4 > sizeof arguments_) return false;
    scalar(to.first + i).known = true;
    std::memcpy(&scalar(to.first + i).value, arguments_ + byte, 4);
  }
  return true;
}

}  // namespace stretto::assembly
