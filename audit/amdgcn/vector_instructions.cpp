// Vector instructions: integers, copies, comparisons, and the floating-point instructions of integer division.
//
// Each lane of a register is known or unknown. An instruction computes all lanes and writes the active ones; a lane of
// the result is known if it is known in all operands.
#include <algorithm>
#include <bit>

#include "lane_operations.hpp"
#include "wave.hpp"

namespace stretto::assembly {
namespace {

constexpr std::uint64_t all_lanes = ~std::uint64_t{0};

std::uint64_t bit(int lane) { return std::uint64_t{1} << lane; }

bool takes_parts(const Instruction& in) { return in.mnemonic.ends_with("_sdwa"); }

/// Instructions whose only effect is a result that is data: floating-point, packed and mixed-precision arithmetic.
bool makes_data(const std::string& m) {
  static const std::vector<std::string> prefixes = {"v_pk_",        "v_fma",        "v_fmac",
                                                    "v_mac_",       "v_mad_f",      "v_mad_mix",
                                                    "v_add_f",      "v_sub_f",      "v_subrev_f",
                                                    "v_mul_f",      "v_mul_legacy", "v_max_f",
                                                    "v_min_f",      "v_max3_f",     "v_min3_f",
                                                    "v_med3_f",     "v_maximum",    "v_minimum",
                                                    "v_exp_",       "v_log_",       "v_rcp_",
                                                    "v_rsq_",       "v_sqrt_",      "v_sin_",
                                                    "v_cos_",       "v_div_",       "v_ldexp",
                                                    "v_cvt_",       "v_frexp",      "v_fract",
                                                    "v_trunc",      "v_ceil",       "v_rndne",
                                                    "v_floor",      "v_cube",       "v_dot",
                                                    "v_bitop3_b16", "v_prng",       "v_permlane",
                                                    "v_med3_",      "v_sad",        "v_msad",
                                                    "v_lerp",       "v_ashr_pk",    "v_interp",
                                                    "v_add_i16",    "v_sub_i16",    "v_mad_u16",
                                                    "v_mad_i16",    "v_max_i16",    "v_min_i16",
                                                    "v_max_u16",    "v_pack_b32",   "v_swap",
                                                    "v_mad_legacy", "v_alignbyte",  "v_screen_partition",
                                                    "v_mqsad",      "v_qsad",       "v_add_nc",
                                                    "v_mul_dx9"};
  return std::any_of(prefixes.begin(), prefixes.end(), [&](const std::string& p) { return m.starts_with(p); });
}

/// True if part of the result register keeps its old value, or lanes read other lanes.
bool partial(const Instruction& in) {
  for (const std::string& modifier : in.modifiers) {
    if (modifier.starts_with("dst_sel:") && modifier != "dst_sel:DWORD") return true;
    for (const char* changes : {"quad_perm:", "row_", "wave_", "bank_mask:", "op_sel", "clamp", "mul:", "div:"}) {
      if (modifier.starts_with(changes)) return true;
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
  if (m.starts_with("v_cmp_")) return vector_compare(in, m.substr(6));
  if (m.starts_with("v_cmpx_")) return vector_compare(in, m.substr(7));
  if (!in_vectors(to)) return false;
  if (m == "v_writelane_b32") return write_lane(in);
  if (m == "v_permlane32_swap_b32" || m == "v_permlane16_swap_b32") {
    return swap_halves(in, m == "v_permlane32_swap_b32" ? 32 : 16);
  }
  if (partial(in)) return forget_results(in, m);
  if (m == "v_mov_b32" || m == "v_accvgpr_read_b32" || m == "v_accvgpr_write_b32" || m == "v_accvgpr_mov_b32" ||
      m == "v_mov_b64" || m == "v_accvgpr_write" || m == "v_accvgpr_read") {
    return takes_parts(in) || o.at(1).changed() ? forget_results(in, m) : copy(in);
  }
  if (m == "v_mad_u64_u32" || m == "v_mad_i64_i32") return multiply_add(in, m == "v_mad_i64_i32");
  if (m == "v_cndmask_b32") return select(in);
  if (m.find("_co_") != std::string::npos) return add_with_carry(in, m);
  if (m == "v_lshl_add_u64" || m == "v_lshlrev_b64" || m == "v_lshrrev_b64" || m == "v_ashrrev_i64") {
    return wide_vector(in, m);
  }
  if (m == "v_mbcnt_lo_u32_b32" || m == "v_mbcnt_hi_u32_b32") return count_lanes_below(in, m == "v_mbcnt_lo_u32_b32");
  const LaneOperation operation = lane_operation(in, m, options_.reciprocal_bit);
  trace_.has_reciprocals = trace_.has_reciprocals || is_reciprocal(m);
  if (operation) return each_lane(in, operation);
  return makes_data(m) && forget_results(in, m);
}

/// Marks the results as data.
bool Wave::forget_results(const Instruction& in, const std::string& m) {
  const auto& o = in.operands;
  touch_all(in, 1);
  forget_all(o[0]);
  const bool second = m.starts_with("v_permlane") || m.starts_with("v_swap");
  const bool mask = m.find("_co_") != std::string::npos || m.starts_with("v_div_scale") || m.starts_with("v_mad_u64") ||
                    m.starts_with("v_mad_i64");
  if (!second && !mask) return true;
  if (in_vectors(o.at(1))) {
    forget_all(o[1]);
  } else {
    forget_scalars(o[1]);
  }
  return true;
}

bool Wave::each_lane(const Instruction& in, const LaneOperation& operation) {
  const auto& o = in.operands;
  touch_all(in, 1);
  std::uint64_t known = all_lanes;
  for (std::size_t i = 1; i < o.size(); ++i) {
    known &= known_lanes(o[i]);
    if (o[i].changed() && !operation.on_floats) known = 0;
  }
  if (takes_parts(in) && operation.on_floats) known = 0;
  Lanes value{};
  for (int lane = 0; lane < lanes; ++lane) {
    std::uint32_t x[3] = {};
    for (std::size_t i = 1; i < o.size() && i < 4; ++i) {
      x[i - 1] = selected_part(in, static_cast<int>(i) - 1, o[i], lane_of(o[i], lane));
      x[i - 1] = changed_float(o[i], x[i - 1]);
    }
    const auto found = operation.run(x[0], x[1], x[2]);
    value[static_cast<std::size_t>(lane)] = found.value_or(0);
    if (!found) known &= ~bit(lane);
  }
  set_lanes(reg(o[0]), value, known);
  return true;
}

bool Wave::count_lanes_below(const Instruction& in, bool low) {
  const auto& o = in.operands;
  touch_all(in, 1);
  Lanes value{};
  for (int lane = 0; lane < lanes; ++lane) {
    const std::uint64_t below = bit(lane) - 1;
    const auto counted = static_cast<std::uint32_t>(low ? below : below >> 32);
    value[static_cast<std::size_t>(lane)] =
        static_cast<std::uint32_t>(std::popcount(lane_of(o.at(1), lane) & counted)) + lane_of(o.at(2), lane);
  }
  set_lanes(reg(o[0]), value, takes_parts(in) ? 0 : known_lanes(o[1]) & known_lanes(o[2]));
  return true;
}

bool Wave::copy(const Instruction& in) {
  const Operand& to = in.operands[0];
  const Operand& from = in.operands.at(1);
  std::vector<VectorRegister> values;
  for (int i = 0; i < to.count; ++i) {
    VectorRegister& value = values.emplace_back();
    if (in_vectors(from)) {
      value = reg(from, i);
    } else {
      value.known = known_lanes(from, to.count);
      value.value.fill(lane_of(from, 0, i));
    }
  }
  touch_all(in, 1);
  for (int i = 0; i < to.count; ++i) {
    const VectorRegister& value = values[static_cast<std::size_t>(i)];
    set_lanes(reg(to, i), value.value, value.known);
    if (mask() == all_lanes) reg(to, i).token = value.token;
  }
  return true;
}

bool Wave::read_lane(const Instruction& in) {
  touch_all(in, 0);
  const Operand& from = in.operands.at(1);
  if (in.operands[0].file != RegisterFile::scalar) return false;
  ScalarRegister& to = scalar(in.operands[0].first);
  int lane = mask() == 0 ? 0 : std::countr_zero(mask());
  bool known = true;
  if (in.operands.size() > 2) {
    known = scalar_known(in.operands[2]);
    lane = static_cast<int>(scalar_of(in.operands[2]) & 63);
  }
  to.known = known && (known_lanes(from) & bit(lane)) != 0;
  to.value = lane_of(from, lane);
  return true;
}

/// Writes the lane even if it is inactive.
bool Wave::write_lane(const Instruction& in) {
  const auto& o = in.operands;
  touch_all(in, 1);
  VectorRegister& to = reg(o[0]);
  to.token = {-2, 0};
  if (!scalar_known(o.at(2))) {
    to.known = 0;
    return true;
  }
  const auto lane = static_cast<int>(scalar_of(o[2]) & 63);
  to.value[static_cast<std::size_t>(lane)] = scalar_of(o[1]);
  to.known = scalar_known(o[1]) ? to.known | bit(lane) : to.known & ~bit(lane);
  return true;
}

/// A comparison such as "lt_i32", which writes a mask; v_cmpx also writes EXEC. The bits of inactive lanes are 0.
bool Wave::vector_compare(const Instruction& in, const std::string& test) {
  touch_all(in, 0);
  const auto& o = in.operands;
  const bool into_mask = in.starts_with("v_cmpx");
  const std::size_t first = o.size() == 2 ? 0 : 1;  // of the compared operands
  const std::string type = test.substr(test.find('_') + 1);
  const std::string name = test.substr(0, test.find('_'));
  const int words = type == "i64" || type == "u64" ? 2 : 1;
  const bool integer = type == "i32" || type == "u32" || words == 2;
  if (first == 1 && o[0].file != RegisterFile::scalar) return false;
  const Operand& left = o.at(first);
  const Operand& right = o.at(first + 1);
  bool known = (integer || type == "f32") && !takes_parts(in) && !partial(in);
  known = known && (mask() & ~(known_lanes(left, words) & known_lanes(right, words))) == 0;
  known = known && !(integer && (left.changed() || right.changed()));
  std::uint64_t found = 0;
  for (int lane = 0; lane < lanes && known; ++lane) {
    if (!active(lane)) continue;
    std::optional<bool> holds;
    const std::uint32_t x = lane_of(left, lane);
    const std::uint32_t y = lane_of(right, lane);
    if (!integer) {
      holds = compare_floats(name, changed_float(left, x), changed_float(right, y));
    } else if (words == 2) {
      holds = compare_integers(name, static_cast<std::int64_t>(lane_pair(left, lane)),
                               static_cast<std::int64_t>(lane_pair(right, lane)), type == "i64");
    } else {
      holds = type == "i32" ? compare_integers(name, as_int(x), as_int(y), true) : compare_integers(name, x, y, false);
    }
    known = holds.has_value();
    if (holds.value_or(false)) found |= bit(lane);
  }
  if (!known && into_mask) {
    problem("EXEC depends on loaded data");
    return false;
  }
  if (!known) {
    if (first == 1) forget_scalars(o[0]);
    return first == 1;
  }
  if (first == 1) set_pair(o[0].first, found);
  if (into_mask) set_pair(exec_register, found);
  return true;
}

bool Wave::select(const Instruction& in) {
  const auto& o = in.operands;
  touch_all(in, 1);
  const bool plain = !takes_parts(in) && !o.at(1).changed() && !o.at(2).changed() && scalar_known(o.at(3), 2);
  const std::uint64_t second = plain ? pair_of(o[3]) : 0;
  Lanes value{};
  for (int lane = 0; lane < lanes; ++lane) {
    value[static_cast<std::size_t>(lane)] = lane_of((second & bit(lane)) != 0 ? o[2] : o[1], lane);
  }
  set_lanes(reg(o[0]), value, plain ? (second & known_lanes(o[2])) | (~second & known_lanes(o[1])) : 0);
  return true;
}

/// "v_add_co_u32 v1, vcc, v2, v3" and related instructions: the carry is a mask.
bool Wave::add_with_carry(const Instruction& in, const std::string& m) {
  const auto& o = in.operands;
  const Operand& carry = o.at(1);
  const bool takes = m.starts_with("v_addc") || m.starts_with("v_subb");
  const bool adds = m.starts_with("v_add");
  const bool reversed = m.find("rev") != std::string::npos;
  if (carry.file != RegisterFile::scalar) return false;
  touch_all(in, 1);
  const Operand& left = o.at(reversed ? 3 : 2);
  const Operand& right = o.at(reversed ? 2 : 3);
  std::uint64_t known = known_lanes(left) & known_lanes(right);
  if (takes && !scalar_known(o.at(4), 2)) known = 0;
  if (takes_parts(in)) known = 0;
  Lanes value{};
  std::uint64_t carries = 0;
  for (int lane = 0; lane < lanes; ++lane) {
    const std::uint64_t x = lane_of(left, lane);
    const std::uint64_t y = lane_of(right, lane);
    const std::uint64_t more = takes && known != 0 ? pair_of(o[4]) >> lane & 1 : 0;
    const std::uint64_t sum = adds ? x + y + more : x - y - more;
    value[static_cast<std::size_t>(lane)] = static_cast<std::uint32_t>(sum);
    const bool carried = adds ? sum >> 32 != 0 : x < y + more;
    if (carried && active(lane)) carries |= bit(lane);
  }
  set_lanes(reg(o[0]), value, known);
  set_pair(carry.first, carries);
  if ((mask() & ~known) != 0) forget_scalars(carry);
  return true;
}

bool Wave::wide_vector(const Instruction& in, const std::string& m) {
  const auto& o = in.operands;
  touch_all(in, 1);
  const bool adds = m == "v_lshl_add_u64";
  const Operand& value = o.at(adds ? 1 : 2);
  const Operand& shift = o.at(adds ? 2 : 1);
  std::uint64_t known = known_lanes(value, 2) & known_lanes(shift);
  if (adds) known &= known_lanes(o.at(3), 2);
  WideLanes out{};
  for (int lane = 0; lane < lanes; ++lane) {
    const std::uint64_t x = lane_pair(value, lane);
    const int by = static_cast<int>(lane_of(shift, lane) & (adds ? 7 : 63));
    std::uint64_t& to = out[static_cast<std::size_t>(lane)];
    to = x << by;
    if (m == "v_lshrrev_b64") to = x >> by;
    if (m == "v_ashrrev_i64") to = static_cast<std::uint64_t>(static_cast<std::int64_t>(x) >> by);
    if (adds) to += lane_pair(o[3], lane);
  }
  set_wide_lanes(o[0], out, known, known);
  return true;
}

/// gfx950: in each row of 2 * half lanes, swaps the upper half of one register with the lower half of the other.
bool Wave::swap_halves(const Instruction& in, int half) {
  if (!in_vectors(in.operands.at(1))) return false;
  VectorRegister& first = reg(in.operands[0]);
  VectorRegister& second = reg(in.operands[1]);
  touch_all(in, 2);
  first.token = second.token = {-2, 0};
  if (mask() != all_lanes) {
    first.known = second.known = 0;
    return true;
  }
  for (int upper = 0; upper < lanes; ++upper) {
    if (upper % (2 * half) < half) continue;
    const int lower = upper - half;
    std::swap(first.value[static_cast<std::size_t>(upper)], second.value[static_cast<std::size_t>(lower)]);
    const bool up = (first.known & bit(upper)) != 0;
    const bool down = (second.known & bit(lower)) != 0;
    first.known = down ? first.known | bit(upper) : first.known & ~bit(upper);
    second.known = up ? second.known | bit(lower) : second.known & ~bit(lower);
  }
  return true;
}

/// "v_mad_u64_u32 v[0:1], vcc, v2, v3, v[4:5]": vcc is the carry of the addition.
bool Wave::multiply_add(const Instruction& in, bool is_signed) {
  const auto& o = in.operands;
  const Operand& carry = o.at(1);
  const Operand& sum = o.at(4);
  if (carry.file != RegisterFile::scalar) return false;
  touch_all(in, 1);
  const std::uint64_t factors = known_lanes(o[2]) & known_lanes(o[3]);
  // The upper half may be unknown where only the lower half is used.
  const std::uint64_t low = factors & known_lanes(sum);
  const std::uint64_t all = factors & known_lanes(sum, 2);
  WideLanes out{};
  std::uint64_t carries = 0;
  for (int lane = 0; lane < lanes; ++lane) {
    const std::uint32_t x = lane_of(o[2], lane);
    const std::uint32_t y = lane_of(o[3], lane);
    const std::uint64_t product =
        is_signed ? static_cast<std::uint64_t>(std::int64_t{as_int(x)} * as_int(y)) : std::uint64_t{x} * y;
    const std::uint64_t added = lane_pair(sum, lane);
    out[static_cast<std::size_t>(lane)] = product + added;
    if (active(lane) && product + added < product) carries |= bit(lane);
  }
  set_wide_lanes(o[0], out, low, all);
  set_pair(carry.first, carries);
  if (is_signed || (mask() & ~all) != 0) forget_scalars(carry);
  return true;
}

}  // namespace stretto::assembly
