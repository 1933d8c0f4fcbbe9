// Vector instructions: integers of each lane, copies, comparisons, and the numbers with which compilers divide
// integers.
#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <map>

#include "wave.hpp"

namespace stretto::assembly {
namespace {

/// A part of an operand, as src0_sel and src1_sel ask for.
std::uint32_t selected(const Instruction& in, int index, const Operand& operand, std::uint32_t value) {
  const std::string select = "src" + std::to_string(index) + "_sel:";
  for (const std::string& modifier : in.modifiers) {
    if (!modifier.starts_with(select)) continue;
    const std::string part = modifier.substr(select.size());
    if (part == "DWORD") return value;
    const bool byte = part.starts_with("BYTE_");
    const int shift = (part.back() - '0') * (byte ? 8 : 16);
    const std::uint32_t field = value >> shift;
    if (byte) return operand.sign_extended ? static_cast<std::uint32_t>(static_cast<signed char>(field)) : field & 255;
    return operand.sign_extended ? static_cast<std::uint32_t>(static_cast<short>(field)) : field & 0xffff;
  }
  return value;
}

std::function<std::uint32_t(std::uint32_t, std::uint32_t, std::uint32_t)> operation(const std::string& m,
                                                                                    const Instruction& in) {
  using U = std::uint32_t;
  if (m == "v_bitop3_b32") {
    const long table = in.modifier("bitop3", 0);
    return [table](U x, U y, U z) {
      U out = 0;
      for (int bit = 0; bit < 32; ++bit) {
        const U index = (x >> bit & 1) << 2 | (y >> bit & 1) << 1 | (z >> bit & 1);
        out |= (static_cast<U>(table) >> index & 1) << bit;
      }
      return out;
    };
  }
  static const std::map<std::string, U (*)(U, U, U)> operations = {
      {"v_not_b32", [](U x, U, U) { return ~x; }},
      {"v_bfrev_b32",
       [](U x, U, U) {
         U out = 0;
         for (int bit = 0; bit < 32; ++bit) out |= (x >> bit & 1) << (31 - bit);
         return out;
       }},
      {"v_min_u32", [](U x, U y, U) { return std::min(x, y); }},
      {"v_max_u32", [](U x, U y, U) { return std::max(x, y); }},
      {"v_min3_u32", [](U x, U y, U z) { return std::min({x, y, z}); }},
      {"v_max3_u32", [](U x, U y, U z) { return std::max({x, y, z}); }},
      {"v_xnor_b32", [](U x, U y, U) { return ~(x ^ y); }},
      {"v_xad_u32", [](U x, U y, U z) { return (x ^ y) + z; }},
      {"v_sub_u16", [](U x, U y, U) { return (x - y) & 0xffff; }},
      {"v_mul_lo_u16", [](U x, U y, U) { return x * y & 0xffff; }},
      {"v_mul_hi_u32", [](U x, U y, U) { return static_cast<U>(std::uint64_t{x} * y >> 32); }},
      {"v_mul_hi_i32",
       [](U x, U y, U) { return static_cast<U>(static_cast<std::uint64_t>(long{as_int(x)} * as_int(y)) >> 32); }},
      {"v_mul_i32_i24", [](U x, U y, U) { return static_cast<U>((as_int(x << 8) >> 8) * (as_int(y << 8) >> 8)); }},
      {"v_mad_i32_i24",
       [](U x, U y, U z) { return static_cast<U>((as_int(x << 8) >> 8) * (as_int(y << 8) >> 8)) + z; }},
      {"v_bfi_b32", [](U x, U y, U z) { return (x & y) | (~x & z); }},
      {"v_alignbit_b32", [](U x, U y, U z) { return static_cast<U>((std::uint64_t{x} << 32 | y) >> (z & 31)); }},
      {"v_bfe_i32",
       [](U x, U y, U z) {
         const int bits = static_cast<int>(z & 31);
         if (bits == 0) return U{0};
         const U field = x >> (y & 31) & ((1U << bits) - 1);
         return (field >> (bits - 1) & 1) != 0 ? field | ~((1U << bits) - 1) : field;
       }},
      {"v_bcnt_u32_b32", [](U x, U y, U) { return static_cast<U>(std::popcount(x)) + y; }},
      {"v_ffbh_u32", [](U x, U, U) { return x == 0 ? ~0U : static_cast<U>(std::countl_zero(x)); }},
      {"v_ffbl_b32", [](U x, U, U) { return x == 0 ? ~0U : static_cast<U>(std::countr_zero(x)); }},
      {"v_perm_b32",
       [](U x, U y, U z) {
         const std::uint64_t bytes = std::uint64_t{x} << 32 | y;
         U out = 0;
         for (int byte = 0; byte < 4; ++byte) {
           const U which = z >> (8 * byte) & 255;
           U value = 0;
           if (which < 8) {
             value = static_cast<U>(bytes >> (8 * which)) & 255;
           } else if (which < 12) {
             value = (bytes >> (16 * (which - 8) + 15) & 1) != 0 ? 255 : 0;
           } else if (which > 12) {
             value = 255;
           }
           out |= value << (8 * byte);
         }
         return out;
       }},
      {"v_add_u32", [](U x, U y, U) { return x + y; }},
      {"v_sub_u32", [](U x, U y, U) { return x - y; }},
      {"v_subrev_u32", [](U x, U y, U) { return y - x; }},
      {"v_and_b32", [](U x, U y, U) { return x & y; }},
      {"v_or_b32", [](U x, U y, U) { return x | y; }},
      {"v_xor_b32", [](U x, U y, U) { return x ^ y; }},
      {"v_or3_b32", [](U x, U y, U z) { return x | y | z; }},
      {"v_lshlrev_b32", [](U x, U y, U) { return y << (x & 31); }},
      {"v_lshrrev_b32", [](U x, U y, U) { return y >> (x & 31); }},
      {"v_ashrrev_i32", [](U x, U y, U) { return static_cast<U>(as_int(y) >> (x & 31)); }},
      {"v_ashrrev_i16", [](U x, U y, U) { return static_cast<U>(static_cast<short>(y) >> (x & 15)) & 0xffff; }},
      {"v_lshrrev_b16", [](U x, U y, U) { return (y & 0xffff) >> (x & 15); }},
      {"v_lshlrev_b16", [](U x, U y, U) { return y << (x & 15) & 0xffff; }},
      {"v_add_u16", [](U x, U y, U) { return (x + y) & 0xffff; }},
      {"v_mul_lo_u32", [](U x, U y, U) { return x * y; }},
      {"v_min_i32", [](U x, U y, U) { return static_cast<U>(std::min(as_int(x), as_int(y))); }},
      {"v_max_i32", [](U x, U y, U) { return static_cast<U>(std::max(as_int(x), as_int(y))); }},
      {"v_mul_u32_u24", [](U x, U y, U) { return (x & 0xffffff) * (y & 0xffffff); }},
      {"v_mad_u32_u24", [](U x, U y, U z) { return (x & 0xffffff) * (y & 0xffffff) + z; }},
      {"v_bfe_u32", [](U x, U y, U z) { return (z & 31) == 0 ? 0 : x >> (y & 31) & ((1U << (z & 31)) - 1); }},
      {"v_lshl_add_u32", [](U x, U y, U z) { return (x << (y & 31)) + z; }},
      {"v_add_lshl_u32", [](U x, U y, U z) { return (x + y) << (z & 31); }},
      {"v_lshl_or_b32", [](U x, U y, U z) { return x << (y & 31) | z; }},
      {"v_and_or_b32", [](U x, U y, U z) { return (x & y) | z; }},
      {"v_add3_u32", [](U x, U y, U z) { return x + y + z; }},
  };
  const auto found = operations.find(m);
  if (found == operations.end()) return nullptr;
  return found->second;
}

/// Their results are data: floating point, packed and mixed numbers. Nothing else follows from them.
bool makes_data(const std::string& m) {
  static const std::vector<std::string> prefixes = {"v_pk_",        "v_fma",
                                                    "v_fmac",       "v_mac_",
                                                    "v_mad_f",      "v_mad_mix",
                                                    "v_add_f",      "v_sub_f",
                                                    "v_subrev_f",   "v_mul_f",
                                                    "v_mul_legacy", "v_max_f",
                                                    "v_min_f",      "v_max3_f",
                                                    "v_min3_f",     "v_med3_f",
                                                    "v_maximum",    "v_minimum",
                                                    "v_exp_",       "v_log_",
                                                    "v_rcp_",       "v_rsq_",
                                                    "v_sqrt_",      "v_sin_",
                                                    "v_cos_",       "v_div_",
                                                    "v_ldexp",      "v_cvt_",
                                                    "v_frexp",      "v_fract",
                                                    "v_trunc",      "v_ceil",
                                                    "v_rndne",      "v_floor",
                                                    "v_cube",       "v_dot",
                                                    "v_bitop3_b16", "v_prng",
                                                    "v_permlane",   "v_med3_",
                                                    "v_sad",        "v_msad",
                                                    "v_lerp",       "v_ashr_pk",
                                                    "v_interp",     "v_add_i16",
                                                    "v_sub_i16",    "v_mad_u16",
                                                    "v_mad_i16",    "v_max_i16",
                                                    "v_min_i16",    "v_max_u16",
                                                    "v_min_u16",    "v_pack_b32",
                                                    "v_swap",       "v_mad_legacy",
                                                    "v_alignbyte",  "v_screen_partition",
                                                    "v_mqsad",      "v_qsad",
                                                    "v_add_nc",     "v_mul_dx9"};
  return std::any_of(prefixes.begin(), prefixes.end(), [&](const std::string& p) { return m.starts_with(p); });
}

/// A part of the result register keeps its old value, or lanes read others.
bool partial(const Instruction& in) {
  for (const std::string& modifier : in.modifiers) {
    if (modifier.starts_with("dst_sel:") && modifier != "dst_sel:DWORD") return true;
    for (const char* dpp : {"quad_perm:", "row_", "wave_", "bank_mask:", "op_sel", "clamp", "mul:", "div:"}) {
      if (modifier.starts_with(dpp)) return true;
    }
  }
  return in.mnemonic.find("_dpp") != std::string::npos;
}

}  // namespace

bool Wave::vector_instruction(const Instruction& in) {
  const auto& o = in.operands;
  if (in.is("v_nop")) return true;
  const Operand& to = o.at(0);
  std::string m = in.mnemonic;
  for (const char* suffix : {"_e32", "_e64", "_sdwa", "_dpp"}) {
    const std::string s = suffix;
    if (m.ends_with(s)) m.resize(m.size() - s.size());
  }
  if (m == "v_readfirstlane_b32" || m == "v_readlane_b32") return read_lane(in);
  if (m == "v_writelane_b32") {
    touch_all(in, 1);
    VectorRegister& r = reg(to);
    if (!scalar_known(o.at(1)) || !o.at(2).is_literal) {
      forget(r);
      return true;
    }
    r.value[static_cast<std::size_t>(o[2].literal & 63)] = scalar_of(o[1]);
    return true;
  }
  if (m.starts_with("v_cmp_")) return vector_compare(in, m.substr(6));
  if (m.starts_with("v_cmpx_")) return vector_compare(in, m.substr(7));
  if (m == "v_permlane32_swap_b32" || m == "v_permlane16_swap_b32")
    return swap_halves(in, m == "v_permlane32_swap_b32" ? 32 : 16);
  if (partial(in)) {
    touch_all(in, 1);
    forget_all(to);
    if (o.size() > 1 && o[1].file == RegisterFile::scalar && m.find("_co_") != std::string::npos) forget_scalars(o[1]);
    return true;
  }
  if (m == "v_mov_b32" || m == "v_accvgpr_read_b32" || m == "v_accvgpr_write_b32" || m == "v_accvgpr_mov_b32" ||
      m == "v_mov_b64" || m == "v_accvgpr_write" || m == "v_accvgpr_read") {
    return copy(in);
  }
  if (m == "v_mad_u64_u32") return multiply_add(in);
  if (m == "v_cndmask_b32") return select(in);
  if (m.find("_co_") != std::string::npos) return add_with_carry(in, m);
  if (m == "v_lshl_add_u64" || m == "v_lshlrev_b64" || m == "v_lshrrev_b64" || m == "v_ashrrev_i64")
    return wide_vector(in, m);
  if (m == "v_mbcnt_lo_u32_b32" || m == "v_mbcnt_hi_u32_b32") {
    touch_all(in, 1);
    const bool low = m == "v_mbcnt_lo_u32_b32";
    if (!vector_known(o.at(1)) || !vector_known(o.at(2))) {
      forget(reg(to));
      return true;
    }
    Lanes value{};
    for (int lane = 0; lane < lanes; ++lane) {
      const std::uint64_t below = (std::uint64_t{1} << lane) - 1;
      const auto counted = static_cast<std::uint32_t>(low ? below : below >> 32);
      const std::uint32_t found =
          static_cast<std::uint32_t>(std::popcount(lane_of(o[1], lane) & counted)) + lane_of(o[2], lane);
      value[static_cast<std::size_t>(lane)] = active(lane) ? found : lane_of(to, lane);
    }
    set_lanes(reg(to), value);
    return true;
  }
  if (float_operation(in, m)) return true;
  const std::function<std::uint32_t(std::uint32_t, std::uint32_t, std::uint32_t)> f = operation(m, in);
  if (f == nullptr) {
    if (!makes_data(m)) return false;
    touch_all(in, 1);
    if (in_vectors(to)) forget_all(to);
    if (o.size() > 1 && o[1].file == RegisterFile::scalar && m.starts_with("v_div_scale")) forget_scalars(o[1]);
    if (m.starts_with("v_permlane") || m.starts_with("v_swap")) forget_all(o.at(1));
    return true;
  }
  touch_all(in, 1);
  bool known = true;
  for (std::size_t i = 1; i < o.size(); ++i) known = known && vector_known(o[i]) && !o[i].changed;
  if (mask() != ~std::uint64_t{0}) known = known && reg(to).known;
  if (!known) {
    forget_all(to);
    return true;  // an address that comes of it is not known
  }
  Lanes value{};
  for (int lane = 0; lane < lanes; ++lane) {
    std::uint32_t x[3] = {};
    for (std::size_t i = 1; i < o.size() && i < 4; ++i) {
      x[i - 1] = selected(in, static_cast<int>(i) - 1, o[i], lane_of(o[i], lane));
    }
    value[static_cast<std::size_t>(lane)] = active(lane) ? f(x[0], x[1], x[2]) : lane_of(to, lane);
  }
  set_lanes(reg(to), value);
  return true;
}

/// Compilers divide integers with the reciprocal of a number. Its last bit does not matter: they correct the quotient.
bool Wave::float_operation(const Instruction& in, const std::string& m) {
  const auto& o = in.operands;
  const auto number = [](std::uint32_t bits) { return std::bit_cast<float>(bits); };
  const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
  using U = std::uint32_t;
  const std::map<std::string, std::function<U(U, U, U)>> operations = {
      {"v_cvt_f32_u32", [&](U x, U, U) { return bits(static_cast<float>(x)); }},
      {"v_cvt_f32_i32", [&](U x, U, U) { return bits(static_cast<float>(as_int(x))); }},
      {"v_rcp_iflag_f32", [&](U x, U, U) { return bits(1.0F / number(x)); }},
      {"v_rcp_f32", [&](U x, U, U) { return bits(1.0F / number(x)); }},
      {"v_mul_f32", [&](U x, U y, U) { return bits(number(x) * number(y)); }},
      {"v_fma_f32", [&](U x, U y, U z) { return bits(std::fma(number(x), number(y), number(z))); }},
      {"v_trunc_f32", [&](U x, U, U) { return bits(std::trunc(number(x))); }},
      {"v_cvt_u32_f32",
       [&](U x, U, U) {
         const float value = number(x);
         return !(value > 0) ? 0U : value >= 4294967296.0F ? ~0U : static_cast<U>(value);
       }},
      {"v_cvt_i32_f32",
       [&](U x, U, U) {
         const float value = number(x);
         if (std::isnan(value)) return U{0};
         return as_unsigned(static_cast<long>(std::clamp(value, -2147483648.0F, 2147483520.0F)));
       }},
  };
  const auto found = operations.find(m);
  if (found == operations.end()) return false;
  const Operand& to = o.at(0);
  for (std::size_t i = 1; i < o.size(); ++i) {
    if (!vector_known(o[i]) || o[i].changed) return false;
  }
  if (mask() != ~std::uint64_t{0} && !reg(to).known) return false;
  touch_all(in, 1);
  Lanes value{};
  for (int lane = 0; lane < lanes; ++lane) {
    std::uint32_t x[3] = {};
    for (std::size_t i = 1; i < o.size() && i < 4; ++i) x[i - 1] = lane_of(o[i], lane);
    value[static_cast<std::size_t>(lane)] = active(lane) ? found->second(x[0], x[1], x[2]) : lane_of(to, lane);
  }
  set_lanes(reg(to), value);
  return true;
}

bool Wave::copy(const Instruction& in) {
  const Operand& to = in.operands[0];
  const Operand& from = in.operands.at(1);
  std::vector<VectorRegister> values;
  for (int i = 0; i < to.count; ++i) {
    VectorRegister value;
    if (in_vectors(from)) {
      value = reg(from, i);
    } else if (from.is_literal || from.is_register()) {
      value.known = scalar_known(from, to.count);
      value.value.fill(lane_of(from, 0, i));
    } else {
      value.known = false;  // a number that is no integer
    }
    values.push_back(value);
  }
  touch_all(in, 1);
  const bool all = mask() == ~std::uint64_t{0};
  for (int i = 0; i < to.count; ++i) {
    const VectorRegister& value = values[static_cast<std::size_t>(i)];
    VectorRegister& r = reg(to, i);
    if (all) {
      r.value = value.value;
    } else {
      for (int lane = 0; lane < lanes; ++lane) {
        if (active(lane)) r.value[static_cast<std::size_t>(lane)] = value.value[static_cast<std::size_t>(lane)];
      }
    }
    r.known = value.known && (all || r.known);
    r.token = all ? value.token : Token{-2, 0};
  }
  return true;
}

bool Wave::read_lane(const Instruction& in) {
  touch_all(in, 0);
  const Operand& from = in.operands.at(1);
  ScalarRegister& to = scalar(in.operands[0].first);
  int lane = mask() == 0 ? 0 : std::countr_zero(mask());
  bool known = true;
  if (in.operands.size() > 2) {
    known = scalar_known(in.operands[2]);
    lane = static_cast<int>(scalar_of(in.operands[2]) & 63);
  }
  if (!in_vectors(from)) {
    to.known = scalar_known(from);
    to.value = scalar_of(from);
    return true;
  }
  to.known = known && reg(from).known;
  to.value = reg(from).value[static_cast<std::size_t>(lane)];
  return true;
}

/// "lt_i32" of two operands, into a mask; v_cmpx also makes it the mask of lanes.
bool Wave::vector_compare(const Instruction& in, const std::string& test) {
  touch_all(in, 0);
  const auto& o = in.operands;
  const bool into_mask = in.starts_with("v_cmpx");
  const std::size_t first = o.size() == 2 ? 0 : 1;  // of what is compared
  const std::string type = test.substr(test.find('_') + 1);
  const std::string name = test.substr(0, 2);
  const int words = type == "i64" || type == "u64" ? 2 : 1;
  const bool integer = type == "i32" || type == "u32" || words == 2;
  bool known = integer && !in.mnemonic.ends_with("_sdwa");
  known = known && vector_known(o.at(first), words) && vector_known(o.at(first + 1), words);
  if (!known) {
    if (into_mask) {
      problem("the mask of lanes depends on data that is loaded");
      return false;
    }
    if (o[0].file == RegisterFile::scalar) forget_scalars(o[0]);
    return true;
  }
  std::uint64_t found = 0;
  for (int lane = 0; lane < lanes; ++lane) {
    const std::uint64_t x = words == 2 ? lane_pair(o[first], lane) : lane_of(o[first], lane);
    const std::uint64_t y = words == 2 ? lane_pair(o[first + 1], lane) : lane_of(o[first + 1], lane);
    bool less = x < y;
    if (type == "i32") less = as_int(static_cast<std::uint32_t>(x)) < as_int(static_cast<std::uint32_t>(y));
    if (type == "i64") less = static_cast<std::int64_t>(x) < static_cast<std::int64_t>(y);
    const bool holds = name == "lt"   ? less
                       : name == "gt" ? !less && x != y
                       : name == "le" ? less || x == y
                       : name == "ge" ? !less
                       : name == "eq" ? x == y
                                      : x != y;
    if (holds && active(lane)) found |= std::uint64_t{1} << lane;
  }
  if (first == 1) set_pair(o[0].first, found);
  if (into_mask) set_pair(exec_register, found);
  return true;
}

bool Wave::select(const Instruction& in) {
  const auto& o = in.operands;
  const Operand& to = o.at(0);
  touch_all(in, 1);
  const bool all = mask() == ~std::uint64_t{0};
  const bool plain = !in.mnemonic.ends_with("_sdwa") && !o.at(1).changed && !o.at(2).changed;
  const bool known =
      plain && vector_known(o[1]) && vector_known(o[2]) && scalar_known(o.at(3), 2) && (all || reg(to).known);
  if (!known) {
    forget(reg(to));
    return true;
  }
  Lanes value{};
  for (int lane = 0; lane < lanes; ++lane) {
    const bool second = (pair_of(o[3]) >> lane & 1) != 0;
    value[static_cast<std::size_t>(lane)] = active(lane) ? lane_of(second ? o[2] : o[1], lane) : lane_of(to, lane);
  }
  set_lanes(reg(to), value);
  return true;
}

/// "v_add_co_u32 v1, vcc, v2, v3" and its relatives: the carry is a mask.
bool Wave::add_with_carry(const Instruction& in, const std::string& m) {
  const auto& o = in.operands;
  const Operand& to = o.at(0);
  const Operand& carry = o.at(1);
  const bool takes = m.starts_with("v_addc") || m.starts_with("v_subb");
  const bool adds = m.starts_with("v_add");
  const bool reversed = m.find("rev") != std::string::npos;
  touch_all(in, 1);
  const bool all = mask() == ~std::uint64_t{0};
  const bool known =
      vector_known(o.at(2)) && vector_known(o.at(3)) && (!takes || scalar_known(o.at(4), 2)) && (all || reg(to).known);
  if (!known) {
    forget(reg(to));
    forget_scalars(carry);
    return true;
  }
  Lanes value{};
  std::uint64_t carries = 0;
  for (int lane = 0; lane < lanes; ++lane) {
    const std::uint64_t x = lane_of(o[reversed ? 3 : 2], lane);
    const std::uint64_t y = lane_of(o[reversed ? 2 : 3], lane);
    const std::uint64_t more = takes ? pair_of(o[4]) >> lane & 1 : 0;
    const std::uint64_t sum = adds ? x + y + more : x - y - more;
    value[static_cast<std::size_t>(lane)] = active(lane) ? static_cast<std::uint32_t>(sum) : lane_of(to, lane);
    const bool carried = adds ? sum >> 32 != 0 : x < y + more;
    if (carried && active(lane)) carries |= std::uint64_t{1} << lane;
  }
  set_lanes(reg(to), value);
  set_pair(carry.first, carries);
  return true;
}

bool Wave::wide_vector(const Instruction& in, const std::string& m) {
  const auto& o = in.operands;
  const Operand& to = o.at(0);
  touch_all(in, 1);
  const bool adds = m == "v_lshl_add_u64";
  const Operand& value = o.at(adds ? 1 : 2);
  const Operand& shift = o.at(adds ? 2 : 1);
  const bool all = mask() == ~std::uint64_t{0};
  const bool known = vector_known(value, 2) && vector_known(shift) && (!adds || vector_known(o.at(3), 2)) &&
                     (all || vector_known(to, 2));
  if (!known) {
    forget_all(to);
    return true;
  }
  Lanes low{};
  Lanes high{};
  for (int lane = 0; lane < lanes; ++lane) {
    const std::uint64_t x = lane_pair(value, lane);
    const int by = static_cast<int>(lane_of(shift, lane) & 63);
    std::uint64_t out = x << by;
    if (m == "v_lshrrev_b64") out = x >> by;
    if (m == "v_ashrrev_i64") out = static_cast<std::uint64_t>(static_cast<std::int64_t>(x) >> by);
    if (adds) out += lane_pair(o[3], lane);
    if (!active(lane)) out = lane_pair(to, lane);
    low[static_cast<std::size_t>(lane)] = static_cast<std::uint32_t>(out);
    high[static_cast<std::size_t>(lane)] = static_cast<std::uint32_t>(out >> 32);
  }
  set_lanes(reg(to), low);
  set_lanes(reg(to, 1), high);
  return true;
}

/// gfx950: the upper half of each row of 2 * half lanes of one register changes places with the lower half of the
/// other.
bool Wave::swap_halves(const Instruction& in, int half) {
  VectorRegister& first = reg(in.operands.at(0));
  VectorRegister& second = reg(in.operands.at(1));
  touch_all(in, 2);
  if (!first.known || !second.known || mask() != ~std::uint64_t{0}) {
    forget(first);
    forget(second);
    return true;
  }
  for (int lane = 0; lane < lanes; ++lane) {
    if (lane % (2 * half) < half) continue;
    std::swap(first.value[static_cast<std::size_t>(lane)], second.value[static_cast<std::size_t>(lane - half)]);
  }
  first.token = second.token = {-2, 0};
  return true;
}

bool Wave::multiply_add(const Instruction& in) {
  const auto& o = in.operands;
  const Operand& to = o.at(0);
  touch_all(in, 1);
  const bool sum_known = !in_vectors(o.at(4)) || (reg(o[4]).known && reg(o[4], 1).known);
  // The upper half may be anything where only the lower one is used.
  const bool low_known = !in_vectors(o[4]) || reg(o[4]).known;
  const bool partly = mask() != ~std::uint64_t{0} && !vector_known(to, 2);
  if (partly || !vector_known(o.at(2)) || !vector_known(o.at(3)) || !low_known) {
    forget(reg(to));
    forget(reg(to, 1));
    return true;
  }
  Lanes low{};
  Lanes high{};
  for (int lane = 0; lane < lanes; ++lane) {
    const std::uint64_t sum = lane_of(o[4], lane) | std::uint64_t{lane_of(o[4], lane, 1)} << 32;
    std::uint64_t value = std::uint64_t{lane_of(o[2], lane)} * lane_of(o[3], lane) + sum;
    if (!active(lane)) value = lane_pair(to, lane);
    low[static_cast<std::size_t>(lane)] = static_cast<std::uint32_t>(value);
    high[static_cast<std::size_t>(lane)] = static_cast<std::uint32_t>(value >> 32);
  }
  set_lanes(reg(to), low);
  set_lanes(reg(to, 1), high);
  if (!sum_known) forget(reg(to, 1));
  return true;
}

}  // namespace stretto::assembly
