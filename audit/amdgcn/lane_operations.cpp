#include "lane_operations.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

namespace stretto::assembly {
namespace {

using U = std::uint32_t;

int as_int(U value) { return static_cast<int>(value); }
long low_24_bits(U value) { return as_int(value << 8) >> 8; }
U low_word(long value) { return static_cast<U>(value); }
float number(U bits) { return std::bit_cast<float>(bits); }
U bits_of(float value) { return std::bit_cast<U>(value); }

std::function<std::optional<U>(U, U, U)> truth_table(U table) {
  return [table](U x, U y, U z) {
    U out = 0;
    for (int bit = 0; bit < 32; ++bit) {
      const U index = (x >> bit & 1) << 2 | (y >> bit & 1) << 1 | (z >> bit & 1);
      out |= (table >> index & 1) << bit;
    }
    return out;
  };
}

using Integers = U (*)(U, U, U);

const std::map<std::string, Integers>& integer_operations() {
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
      {"v_mul_i32_i24", [](U x, U y, U) { return low_word(low_24_bits(x) * low_24_bits(y)); }},
      {"v_mul_hi_i32_i24", [](U x, U y, U) { return low_word(low_24_bits(x) * low_24_bits(y) >> 32); }},
      {"v_mad_i32_i24", [](U x, U y, U z) { return low_word(low_24_bits(x) * low_24_bits(y)) + z; }},
      {"v_bfi_b32", [](U x, U y, U z) { return (x & y) | (~x & z); }},
      {"v_alignbit_b32", [](U x, U y, U z) { return static_cast<U>((std::uint64_t{x} << 32 | y) >> (z & 31)); }},
      {"v_bfe_i32",
       [](U x, U y, U z) {
         const U bits = z & 31;
         if (bits == 0) return U{0};
         const int field = as_int(x) >> (y & 31);  // bits above bit 31 are copies of the sign
         return static_cast<U>(as_int(static_cast<U>(field) << (32 - bits)) >> (32 - bits));
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
      {"v_add_i32", [](U x, U y, U) { return x + y; }},
      {"v_sub_i32", [](U x, U y, U) { return x - y; }},
      {"v_min3_i32", [](U x, U y, U z) { return static_cast<U>(std::min({as_int(x), as_int(y), as_int(z)})); }},
      {"v_max3_i32", [](U x, U y, U z) { return static_cast<U>(std::max({as_int(x), as_int(y), as_int(z)})); }},
      {"v_med3_u32", [](U x, U y, U z) { return std::max(std::min(x, y), std::min(std::max(x, y), z)); }},
      {"v_med3_i32",
       [](U x, U y, U z) {
         const int low = std::min(as_int(x), as_int(y));
         const int high = std::max(as_int(x), as_int(y));
         return static_cast<U>(std::max(low, std::min(high, as_int(z))));
       }},
      {"v_mul_hi_u32_u24",
       [](U x, U y, U) { return static_cast<U>(std::uint64_t{x & 0xffffff} * (y & 0xffffff) >> 32); }},
      {"v_mad_u32_u16", [](U x, U y, U z) { return (x & 0xffff) * (y & 0xffff) + z; }},
      {"v_bfm_b32", [](U x, U y, U) { return ((1U << (x & 31)) - 1) << (y & 31); }},
      {"v_subrev_u16", [](U x, U y, U) { return (y - x) & 0xffff; }},
      {"v_min_u16", [](U x, U y, U) { return std::min(x & 0xffff, y & 0xffff); }},
      {"v_max_u16", [](U x, U y, U) { return std::max(x & 0xffff, y & 0xffff); }},
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
  return operations;
}

/// The floating-point instructions with which compilers divide integers. All of them round as IEEE 754 says, except the
/// reciprocal, whose last bit may differ on the chip; the division code corrects the quotient.
const std::map<std::string, Integers>& float_operations() {
  static const std::map<std::string, Integers> operations = {
      {"v_cvt_f32_u32", [](U x, U, U) { return bits_of(static_cast<float>(x)); }},
      {"v_cvt_f32_i32", [](U x, U, U) { return bits_of(static_cast<float>(as_int(x))); }},
      {"v_rcp_iflag_f32", [](U x, U, U) { return bits_of(1.0F / number(x)); }},
      {"v_rcp_f32", [](U x, U, U) { return bits_of(1.0F / number(x)); }},
      {"v_mul_f32", [](U x, U y, U) { return bits_of(number(x) * number(y)); }},
      {"v_fma_f32", [](U x, U y, U z) { return bits_of(std::fma(number(x), number(y), number(z))); }},
      {"v_trunc_f32", [](U x, U, U) { return bits_of(std::trunc(number(x))); }},
      {"v_cvt_u32_f32",
       [](U x, U, U) {
         const float value = number(x);
         return !(value > 0) ? 0U : value >= 4294967296.0F ? ~0U : static_cast<U>(value);
       }},
      {"v_cvt_i32_f32",
       [](U x, U, U) {
         const float value = number(x);
         if (std::isnan(value)) return U{0};
         if (value >= 2147483648.0F) return U{0x7fffffff};
         return static_cast<U>(static_cast<long>(std::max(value, -2147483648.0F)));
       }},
  };
  return operations;
}

/// The mode of the wave determines how denormals and NaNs are treated, so these results are unknown.
bool depends_on_mode(U bits) {
  const float value = number(bits);
  return std::isnan(value) || (value != 0 && !std::isnormal(value) && !std::isinf(value));
}

}  // namespace

bool is_reciprocal(const std::string& mnemonic) { return mnemonic == "v_rcp_f32" || mnemonic == "v_rcp_iflag_f32"; }

LaneOperation lane_operation(const Instruction& in, const std::string& mnemonic, int last_bit) {
  if (mnemonic == "v_bitop3_b32") return {truth_table(static_cast<U>(in.modifier("bitop3", 0))), false};
  const auto integers = integer_operations().find(mnemonic);
  if (integers != integer_operations().end()) return {integers->second, false};
  const auto floats = float_operations().find(mnemonic);
  if (floats == float_operations().end()) return {};
  const Integers run = floats->second;
  const bool from_integer = mnemonic == "v_cvt_f32_u32" || mnemonic == "v_cvt_f32_i32";
  const bool to_integer = mnemonic == "v_cvt_u32_f32" || mnemonic == "v_cvt_i32_f32";
  const auto checked = [=](U x, U y, U z) -> std::optional<U> {
    if (!from_integer && (depends_on_mode(x) || depends_on_mode(y) || depends_on_mode(z))) return std::nullopt;
    const U out = run(x, y, z) + static_cast<U>(is_reciprocal(mnemonic) ? last_bit : 0);
    if (!to_integer && depends_on_mode(out)) return std::nullopt;
    return out;
  };
  return {checked, !from_integer};
}

U selected_part(const Instruction& in, int source, const Operand& operand, U value) {
  const std::string select = "src" + std::to_string(source) + "_sel:";
  for (const std::string& modifier : in.modifiers) {
    if (!modifier.starts_with(select)) continue;
    const std::string part = modifier.substr(select.size());
    if (part == "DWORD") return value;
    const bool byte = part.starts_with("BYTE_");
    const int shift = part.empty() ? 0 : (((part.back() - '0') & 3) * (byte ? 8 : 16)) & 31;
    const U field = value >> shift;
    if (byte) return operand.sign_extended ? static_cast<U>(static_cast<signed char>(field)) : field & 255;
    return operand.sign_extended ? static_cast<U>(static_cast<short>(field)) : field & 0xffff;
  }
  return value;
}

U changed_float(const Operand& operand, U bits) {
  if (operand.absolute) bits &= 0x7fffffff;
  return operand.negated ? bits ^ 0x80000000 : bits;
}

std::optional<bool> compare_floats(const std::string& test, U x, U y) {
  const float a = number(x);
  const float b = number(y);
  const auto denormal = [](float value) { return value != 0 && std::fpclassify(value) == FP_SUBNORMAL; };
  if (denormal(a) || denormal(b)) return std::nullopt;
  const bool ordered = !std::isnan(a) && !std::isnan(b);
  const std::map<std::string, bool> tests = {{"f", false},
                                             {"lt", a < b},
                                             {"eq", a == b},
                                             {"le", a <= b},
                                             {"gt", a > b},
                                             {"lg", a < b || a > b},
                                             {"ge", a >= b},
                                             {"o", ordered},
                                             {"u", !ordered},
                                             {"nge", !(a >= b)},
                                             {"nlg", !(a < b || a > b)},
                                             {"ngt", !(a > b)},
                                             {"nle", !(a <= b)},
                                             {"neq", a != b},
                                             {"nlt", !(a < b)},
                                             {"tru", true}};
  const auto found = tests.find(test);
  if (found == tests.end()) return std::nullopt;
  return found->second;
}

std::optional<bool> compare_integers(const std::string& test, std::int64_t x, std::int64_t y, bool is_signed) {
  const bool less = is_signed ? x < y : static_cast<std::uint64_t>(x) < static_cast<std::uint64_t>(y);
  const std::map<std::string, bool> tests = {{"f", false},   {"lt", less},           {"eq", x == y},
                                             {"ne", x != y}, {"le", less || x == y}, {"gt", !less && x != y},
                                             {"ge", !less},  {"lg", x != y},         {"t", true}};
  const auto found = tests.find(test);
  if (found == tests.end()) return std::nullopt;
  return found->second;
}

}  // namespace stretto::assembly
