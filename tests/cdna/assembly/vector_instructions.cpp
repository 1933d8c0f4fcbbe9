// Vector instructions: integers of each lane, copies, and comparisons.
#include <algorithm>
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

}  // namespace

bool Wave::vector_instruction(const Instruction& in) {
  const auto& o = in.operands;
  const Operand& to = o.at(0);
  std::string m = in.mnemonic;
  for (const char* suffix : {"_e32", "_e64", "_sdwa"}) {
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
    r.value[static_cast<std::size_t>(o[2].literal)] = scalar_of(o[1]);
    return true;
  }
  if (m == "v_mov_b32" || m == "v_accvgpr_read_b32" || m == "v_accvgpr_write_b32" || m == "v_accvgpr_mov_b32" ||
      m == "v_mov_b64" || m == "v_accvgpr_write" || m == "v_accvgpr_read") {
    return copy(in);
  }
  if (m.starts_with("v_cmp_")) return vector_compare(in, m.substr(6));
  if (m == "v_mad_u64_u32") return multiply_add(in);
  std::function<std::uint32_t(std::uint32_t, std::uint32_t, std::uint32_t)> f = operation(m, in);
  if (m == "v_cndmask_b32") return select(in);
  touch_all(in, 1);
  bool known = f != nullptr;
  for (std::size_t i = 1; i < o.size(); ++i) known = known && vector_known(o[i]);
  if (!known) {
    for (int i = 0; i < to.count; ++i) forget(reg(to, i));
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
  for (int i = 0; i < to.count; ++i) {
    reg(to, i).known = values[static_cast<std::size_t>(i)].known;
    reg(to, i).value = values[static_cast<std::size_t>(i)].value;
    reg(to, i).token = values[static_cast<std::size_t>(i)].token;
  }
  return true;
}

bool Wave::read_lane(const Instruction& in) {
  touch_all(in, 0);
  const Operand& from = in.operands.at(1);
  const long lane = in.operands.size() > 2 ? in.operands[2].literal : 0;
  ScalarRegister& to = scalar(in.operands[0].first);
  to.known = reg(from).known;
  to.value = reg(from).value[static_cast<std::size_t>(lane)];
  return true;
}

bool Wave::vector_compare(const Instruction& in, const std::string& test) {
  touch_all(in, 0);
  const auto& o = in.operands;
  const Operand& to = o.at(0);
  const bool integer = test.find("_i32") != std::string::npos || test.find("_u32") != std::string::npos;
  if (!integer || !vector_known(o.at(1)) || !vector_known(o.at(2))) {
    scalar(to.first).known = scalar(to.first + 1).known = false;
    return true;
  }
  const bool is_signed = test.find("_i32") != std::string::npos;
  const std::string name = test.substr(0, 2);
  std::uint64_t mask = 0;
  for (int lane = 0; lane < lanes; ++lane) {
    const std::uint32_t x = lane_of(o[1], lane);
    const std::uint32_t y = lane_of(o[2], lane);
    const bool less = is_signed ? as_int(x) < as_int(y) : x < y;
    const bool holds = name == "lt"   ? less
                       : name == "gt" ? !less && x != y
                       : name == "le" ? less || x == y
                       : name == "ge" ? !less
                       : name == "eq" ? x == y
                                      : x != y;
    if (holds && active(lane)) mask |= std::uint64_t{1} << lane;
  }
  set_pair(to.first, mask);
  return true;
}

bool Wave::select(const Instruction& in) {
  const auto& o = in.operands;
  const Operand& to = o.at(0);
  touch_all(in, 1);
  const bool known = vector_known(o.at(1)) && vector_known(o.at(2)) && scalar_known(o.at(3), 2);
  if (!known) {
    forget(reg(to));
    return true;
  }
  Lanes value{};
  for (int lane = 0; lane < lanes; ++lane) {
    const bool second = (pair_of(o[3]) >> lane & 1) != 0;
    value[static_cast<std::size_t>(lane)] = lane_of(second ? o[2] : o[1], lane);
  }
  set_lanes(reg(to), value);
  return true;
}

bool Wave::multiply_add(const Instruction& in) {
  const auto& o = in.operands;
  const Operand& to = o.at(0);
  touch_all(in, 1);
  const bool sum_known = !in_vectors(o.at(4)) || (reg(o[4]).known && reg(o[4], 1).known);
  // The upper half may be anything where only the lower one is used.
  const bool low_known = !in_vectors(o[4]) || reg(o[4]).known;
  if (!vector_known(o.at(2)) || !vector_known(o.at(3)) || !low_known) {
    forget(reg(to));
    forget(reg(to, 1));
    return true;
  }
  Lanes low{};
  Lanes high{};
  for (int lane = 0; lane < lanes; ++lane) {
    const std::uint64_t sum = lane_of(o[4], lane) | std::uint64_t{lane_of(o[4], lane, 1)} << 32;
    const std::uint64_t value = std::uint64_t{lane_of(o[2], lane)} * lane_of(o[3], lane) + sum;
    low[static_cast<std::size_t>(lane)] = static_cast<std::uint32_t>(value);
    high[static_cast<std::size_t>(lane)] = static_cast<std::uint32_t>(value >> 32);
  }
  set_lanes(reg(to), low);
  set_lanes(reg(to, 1), high);
  if (!sum_known) forget(reg(to, 1));
  return true;
}

}  // namespace stretto::assembly
