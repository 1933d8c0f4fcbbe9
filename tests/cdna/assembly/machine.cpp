#include "machine.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>

namespace stretto::assembly {
namespace {

using Lanes = std::array<std::uint32_t, lanes>;

struct VectorRegister {
  bool known = true;
  Lanes value{};
  Token token{-2, 0};
  long lgkm = 0;  // the operation that brings it, counted from 1; 0: none
  long vm = 0;
  long mfma_at = -1;  // when a matrix instruction wrote it, and when another one did
  long valu_at = -1;
};

struct ScalarRegister {
  bool known = true;
  std::uint32_t value = 0;
};

constexpr std::uint64_t arguments_at = 0x10000;

int as_int(std::uint32_t value) { return static_cast<int>(value); }
std::uint32_t as_unsigned(long value) { return static_cast<std::uint32_t>(value); }

class Wave {
 public:
  Wave(const Kernel& kernel, const LoopRange& loop, const Launch& launch, const HazardRules& rules)
      : kernel_(kernel), loop_(loop), rules_(rules) {
    const auto put = [&](int at, const auto& value) { std::memcpy(arguments_ + at, &value, sizeof value); };
    put(0, launch.a), put(8, launch.b), put(16, launch.c);
    put(24, launch.m), put(28, launch.n), put(32, launch.k);
    scalars_[0].value = static_cast<std::uint32_t>(arguments_at);
    scalars_[2].value = static_cast<std::uint32_t>(launch.workgroup_x);
    scalars_[3].value = static_cast<std::uint32_t>(launch.workgroup_y);
    set_pair(exec_register, ~std::uint64_t{0});
    for (int lane = 0; lane < lanes; ++lane) {
      vectors_[0].value[static_cast<std::size_t>(lane)] = static_cast<std::uint32_t>(launch.wave * lanes + lane);
    }
  }

  Trace run() {
    constexpr long most = 2'000'000;
    for (long executed = 0; executed < most; ++executed) {
      if (at_ >= static_cast<int>(kernel_.code.size())) break;
      const Instruction& in = kernel_.code[static_cast<std::size_t>(at_)];
      if (in.is("s_endpgm") || in.starts_with("buffer_store") || in.starts_with("global_store")) {
        trace_.ended = true;
        break;
      }
      if (at_ == loop_.first && (executed == 0 || !inside_)) trip_ = 0;
      inside_ = loop_.holds(at_);
      if (!inside_ && trip_ >= 0) trip_ = -2;
      if (!step(in)) break;
    }
    return trace_;
  }

 private:
  // --- registers

  VectorRegister& reg(const Operand& operand, int index = 0) {
    const int from = operand.file == RegisterFile::accumulator ? 256 : 0;
    return vectors_[static_cast<std::size_t>(from + operand.first + index)];
  }
  static bool in_vectors(const Operand& operand) {
    return operand.file == RegisterFile::vector || operand.file == RegisterFile::accumulator;
  }
  ScalarRegister& scalar(int index) { return scalars_[static_cast<std::size_t>(index)]; }

  void problem(const std::string& what) {
    const Instruction& in = kernel_.code[static_cast<std::size_t>(at_)];
    const std::string text = "line " + std::to_string(in.line) + ": " + in.text + ": " + what;
    if (std::find(trace_.problems.begin(), trace_.problems.end(), text) == trace_.problems.end()) {
      trace_.problems.push_back(text);
    }
  }

  /// Before an instruction reads it, or writes it.
  void touch(const VectorRegister& r, bool by_mfma, bool as_sum) {
    if (r.lgkm > lgkm_retired_) problem("used before the wait for the LDS");
    if (r.vm > vm_retired_) problem("used before the wait for global memory");
    if (!rules_.checked()) return;
    if ((!by_mfma || !as_sum) && r.mfma_at >= 0 && clock_ - r.mfma_at - 1 < rules_.states_after_mfma) {
      problem("touches a sum " + std::to_string(clock_ - r.mfma_at - 1) + " wait states after its matrix instruction");
    }
    if (by_mfma && r.valu_at >= 0 && clock_ - r.valu_at - 1 < rules_.states_before_mfma) {
      problem("reads an operand " + std::to_string(clock_ - r.valu_at - 1) + " wait states after it was written");
    }
  }

  /// All registers of an instruction that is no matrix instruction; the first `results` operands are written.
  void touch_all(const Instruction& in, int results) {
    for (int o = 0; o < static_cast<int>(in.operands.size()); ++o) {
      const Operand& operand = in.operands[static_cast<std::size_t>(o)];
      if (!in_vectors(operand)) continue;
      for (int i = 0; i < operand.count; ++i) touch(reg(operand, i), false, false);
    }
    for (int o = 0; o < results; ++o) {
      const Operand& operand = in.operands[static_cast<std::size_t>(o)];
      if (!in_vectors(operand)) continue;
      for (int i = 0; i < operand.count; ++i) fresh(reg(operand, i));
    }
  }
  void fresh(VectorRegister& r) {
    r.lgkm = r.vm = 0;
    r.mfma_at = -1;
    r.valu_at = clock_;
  }

  // --- scalar values

  bool scalar_known(const Operand& operand, int words = 1) {
    if (operand.is_literal) return true;
    if (operand.file != RegisterFile::scalar) return false;
    for (int i = 0; i < words; ++i) {
      if (!scalar(operand.first + i).known) return false;
    }
    return true;
  }
  std::uint32_t scalar_of(const Operand& operand) {
    return operand.is_literal ? as_unsigned(operand.literal) : scalar(operand.first).value;
  }
  std::uint64_t pair_of(const Operand& operand) {
    if (operand.is_literal) return static_cast<std::uint64_t>(operand.literal);
    return scalar(operand.first).value | std::uint64_t{scalar(operand.first + 1).value} << 32;
  }
  void set_scalar(const Operand& to, std::uint32_t value) { scalar(to.first) = {true, value}; }
  void set_pair(int first, std::uint64_t value) {
    scalar(first) = {true, static_cast<std::uint32_t>(value)};
    scalar(first + 1) = {true, static_cast<std::uint32_t>(value >> 32)};
  }

  // --- vector values

  bool vector_known(const Operand& operand) {
    if (in_vectors(operand)) return reg(operand).known;
    return scalar_known(operand);
  }
  std::uint32_t lane_of(const Operand& operand, int lane, int word = 0) {
    if (in_vectors(operand)) return reg(operand, word).value[static_cast<std::size_t>(lane)];
    if (operand.is_literal) return as_unsigned(operand.literal >> (word * 32));
    return scalar(operand.first + word).value;
  }
  bool active(int lane) const {
    const ScalarRegister& mask = scalars_[static_cast<std::size_t>(exec_register + lane / 32)];
    return (mask.value >> (lane % 32) & 1) != 0;
  }

  void set_lanes(VectorRegister& to, const Lanes& value) {
    to.known = true;
    to.value = value;
    to.token = {-2, 0};
  }
  void forget(VectorRegister& to) {
    to.known = false;
    to.token = {-2, 0};
  }

  Token token_of(const VectorRegister& r) const {
    if (!r.known) return r.token;
    const bool zero = std::all_of(r.value.begin(), r.value.end(), [](std::uint32_t v) { return v == 0; });
    return {zero ? -1 : -2, 0};
  }
  std::vector<Token> tokens_of(const Operand& operand) {
    if (!in_vectors(operand)) return {Token{operand.is_literal && operand.literal == 0 ? -1 : -2, 0}};
    std::vector<Token> out;
    for (int i = 0; i < operand.count; ++i) out.push_back(token_of(reg(operand, i)));
    return out;
  }

  // --- events

  Event& event(EventKind kind) {
    Event& e = trace_.events.emplace_back();
    e.kind = kind;
    e.instruction = at_;
    e.trip = trip_;
    return e;
  }
  [[nodiscard]] int this_event() const { return static_cast<int>(trace_.events.size()) - 1; }

  void tokens_to(const Operand& operand, long lgkm, long vm) {
    for (int i = 0; i < operand.count; ++i) {
      VectorRegister& r = reg(operand, i);
      r.known = false;
      r.token = {this_event(), i};
      r.lgkm = lgkm;
      r.vm = vm;
      r.mfma_at = r.valu_at = -1;
    }
  }

  // --- instructions

  /// False: the run ends here.
  bool step(const Instruction& in) {
    next_ = at_ + 1;
    long states = 1;
    bool good = true;
    if (in.is_branch()) {
      good = branch(in);
    } else if (in.is("s_nop")) {
      states = in.operands.at(0).literal + 1;
    } else if (in.is_mfma()) {
      good = mfma(in);
    } else if (in.starts_with("buffer_load")) {
      good = load(in);
    } else if (in.starts_with("ds_")) {
      good = lds(in);
    } else if (in.starts_with("s_")) {
      good = scalar_instruction(in);
    } else if (in.starts_with("v_")) {
      good = vector_instruction(in);
    } else {
      good = false;
    }
    if (!good) problem("not known here");
    clock_ += states;
    at_ = next_;
    return good;
  }

  bool branch(const Instruction& in) {
    const std::uint64_t vcc = scalar(vcc_register).value | scalar(vcc_register + 1).value;
    const bool vcc_known = scalar(vcc_register).known && scalar(vcc_register + 1).known;
    const std::uint64_t exec = scalar(exec_register).value | scalar(exec_register + 1).value;
    const std::map<std::string, std::pair<bool, bool>> conditions = {{"s_branch", {true, true}},
                                                                     {"s_cbranch_scc0", {scc_known_, !scc_}},
                                                                     {"s_cbranch_scc1", {scc_known_, scc_}},
                                                                     {"s_cbranch_vccnz", {vcc_known, vcc != 0}},
                                                                     {"s_cbranch_vccz", {vcc_known, vcc == 0}},
                                                                     {"s_cbranch_execnz", {true, exec != 0}},
                                                                     {"s_cbranch_execz", {true, exec == 0}}};
    const auto found = conditions.find(in.mnemonic);
    if (found == conditions.end() || !found->second.first) return false;
    if (found->second.second) next_ = in.target;
    if (at_ == loop_.last) {
      ++trace_.trips;
      if (next_ == loop_.first) ++trip_;
    }
    return true;
  }

  bool mfma(const Instruction& in) {
    const Operand& to = in.operands.at(0);
    for (int o = 1; o < 3; ++o) {
      for (int i = 0; i < in.operands.at(static_cast<std::size_t>(o)).count; ++i) {
        touch(reg(in.operands[static_cast<std::size_t>(o)], i), true, false);
      }
    }
    const Operand& sums = in.operands.at(3);
    if (in_vectors(sums)) {
      for (int i = 0; i < sums.count; ++i) touch(reg(sums, i), true, true);
    }
    for (int i = 0; i < to.count; ++i) touch(reg(to, i), true, true);
    Event& e = event(EventKind::mfma);
    for (int o = 0; o < 3; ++o) e.sources[o] = tokens_of(in.operands[static_cast<std::size_t>(o + 1)]);
    tokens_to(to, 0, 0);
    for (int i = 0; i < to.count; ++i) reg(to, i).mfma_at = clock_;
    return true;
  }

  bool load(const Instruction& in) {
    const bool to_lds = in.has("lds");
    const std::size_t first = to_lds ? 0 : 1;
    const Operand& at = in.operands.at(first);
    const Operand& buffer = in.operands.at(first + 1);
    const Operand& offset = in.operands.at(first + 2);
    if (!in.has("offen") || !reg(at).known || !scalar_known(offset) || !scalar_known(buffer, 4)) return false;
    touch_all(in, to_lds ? 0 : 1);
    const int immediate = static_cast<int>(in.modifier("offset", 0));
    Event& e = event(to_lds ? EventKind::load : EventKind::fetch);
    e.base = pair_of(buffer) & 0xffffffffffff;
    e.bytes = in.is("buffer_load_dwordx4") ? 16 : in.is("buffer_load_dword") ? 4 : 0;
    for (int lane = 0; lane < lanes; ++lane) {
      e.address[static_cast<std::size_t>(lane)] = as_int(lane_of(at, lane) + scalar_of(offset)) + immediate;
    }
    ++vm_issued_;
    if (to_lds) {
      if (!scalar(m0_register).known) return false;
      e.lds = as_int(scalar(m0_register).value) + immediate;
    } else {
      tokens_to(in.operands[0], 0, vm_issued_);
    }
    return true;
  }

  bool lds(const Instruction& in) {
    const bool read = in.is("ds_read_b128");
    if (!read && !in.is("ds_write_b128")) return false;
    const Operand& at = in.operands.at(read ? 1 : 0);
    if (!reg(at).known) return false;
    touch_all(in, read ? 1 : 0);
    Event& e = event(read ? EventKind::read : EventKind::write);
    for (int lane = 0; lane < lanes; ++lane) {
      e.address[static_cast<std::size_t>(lane)] =
          as_int(lane_of(at, lane)) + static_cast<int>(in.modifier("offset", 0));
    }
    ++lgkm_issued_;
    if (read) {
      tokens_to(in.operands[0], lgkm_issued_, 0);
    } else {
      e.sources[0] = tokens_of(in.operands.at(1));
    }
    return true;
  }

  void wait(const Instruction& in) {
    Event& e = event(EventKind::wait);
    const auto count = [&](const std::string& name) {
      const std::size_t at = in.text.find(name + "(");
      return at == std::string::npos ? -1 : std::atoi(in.text.c_str() + at + name.size() + 1);
    };
    e.vm = count("vmcnt");
    e.lgkm = count("lgkmcnt");
    if (e.vm >= 0) vm_retired_ = std::max(vm_retired_, vm_issued_ - e.vm);
    if (e.lgkm >= 0) lgkm_retired_ = std::max(lgkm_retired_, lgkm_issued_ - e.lgkm);
  }

  bool scalar_instruction(const Instruction& in) {
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

  bool narrow_instruction(const Instruction& in) {
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

  bool wide_instruction(const Instruction& in) {
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

  static bool overflows(long value) { return value != static_cast<int>(value); }
  bool result(const Operand& to, std::uint32_t value, bool scc) {
    set_scalar(to, value);
    scc_ = scc;
    scc_known_ = true;
    return true;
  }

  bool compare(const Instruction& in) {
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

  bool scalar_load(const Instruction& in) {
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

  bool vector_instruction(const Instruction& in) {
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

  /// A part of an operand, as src0_sel and src1_sel ask for.
  static std::uint32_t selected(const Instruction& in, int index, const Operand& operand, std::uint32_t value) {
    const std::string select = "src" + std::to_string(index) + "_sel:";
    for (const std::string& modifier : in.modifiers) {
      if (!modifier.starts_with(select)) continue;
      const std::string part = modifier.substr(select.size());
      if (part == "DWORD") return value;
      const bool byte = part.starts_with("BYTE_");
      const int shift = (part.back() - '0') * (byte ? 8 : 16);
      const std::uint32_t field = value >> shift;
      if (byte)
        return operand.sign_extended ? static_cast<std::uint32_t>(static_cast<signed char>(field)) : field & 255;
      return operand.sign_extended ? static_cast<std::uint32_t>(static_cast<short>(field)) : field & 0xffff;
    }
    return value;
  }

  static std::function<std::uint32_t(std::uint32_t, std::uint32_t, std::uint32_t)> operation(const std::string& m,
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

  bool copy(const Instruction& in) {
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

  bool read_lane(const Instruction& in) {
    touch_all(in, 0);
    const Operand& from = in.operands.at(1);
    const long lane = in.operands.size() > 2 ? in.operands[2].literal : 0;
    ScalarRegister& to = scalar(in.operands[0].first);
    to.known = reg(from).known;
    to.value = reg(from).value[static_cast<std::size_t>(lane)];
    return true;
  }

  bool vector_compare(const Instruction& in, const std::string& test) {
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

  bool select(const Instruction& in) {
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

  bool multiply_add(const Instruction& in) {
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

  const Kernel& kernel_;
  LoopRange loop_;
  HazardRules rules_;
  unsigned char arguments_[40] = {};
  std::array<ScalarRegister, 128> scalars_{};
  std::array<VectorRegister, 512> vectors_{};
  bool scc_ = false;
  bool scc_known_ = true;
  Trace trace_;
  int at_ = 0;
  int next_ = 0;
  int trip_ = -1;
  bool inside_ = false;
  long clock_ = 0;
  long lgkm_issued_ = 0;
  long lgkm_retired_ = 0;
  long vm_issued_ = 0;
  long vm_retired_ = 0;
};

}  // namespace

Trace run_wave(const Kernel& kernel, const LoopRange& loop, const Launch& launch, const HazardRules& rules) {
  return Wave(kernel, loop, launch, rules).run();
}

}  // namespace stretto::assembly
