// The run of a wave: its registers and events, branches, waits, memory and matrix instructions.
#include "machine.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>

#include "wave.hpp"

namespace stretto::assembly {

Wave::Wave(const Kernel& kernel, const LoopRange& loop, const Launch& launch, const HazardRules& rules)
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

Trace Wave::run() {
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

void Wave::problem(const std::string& what) {
  const Instruction& in = kernel_.code[static_cast<std::size_t>(at_)];
  const std::string text = "line " + std::to_string(in.line) + ": " + in.text + ": " + what;
  if (std::find(trace_.problems.begin(), trace_.problems.end(), text) == trace_.problems.end()) {
    trace_.problems.push_back(text);
  }
}

void Wave::touch(const VectorRegister& r, bool by_mfma, bool as_sum) {
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

void Wave::touch_all(const Instruction& in, int results) {
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

Token Wave::token_of(const VectorRegister& r) const {
  if (!r.known) return r.token;
  const bool zero = std::all_of(r.value.begin(), r.value.end(), [](std::uint32_t v) { return v == 0; });
  return {zero ? -1 : -2, 0};
}

std::vector<Token> Wave::tokens_of(const Operand& operand) {
  if (!in_vectors(operand)) return {Token{operand.is_literal && operand.literal == 0 ? -1 : -2, 0}};
  std::vector<Token> out;
  for (int i = 0; i < operand.count; ++i) out.push_back(token_of(reg(operand, i)));
  return out;
}

void Wave::tokens_to(const Operand& operand, long lgkm, long vm) {
  for (int i = 0; i < operand.count; ++i) {
    VectorRegister& r = reg(operand, i);
    r.known = false;
    r.token = {this_event(), i};
    r.lgkm = lgkm;
    r.vm = vm;
    r.mfma_at = r.valu_at = -1;
  }
}

bool Wave::step(const Instruction& in) {
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

bool Wave::branch(const Instruction& in) {
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

bool Wave::mfma(const Instruction& in) {
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

bool Wave::load(const Instruction& in) {
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

bool Wave::lds(const Instruction& in) {
  const bool read = in.is("ds_read_b128");
  if (!read && !in.is("ds_write_b128")) return false;
  const Operand& at = in.operands.at(read ? 1 : 0);
  if (!reg(at).known) return false;
  touch_all(in, read ? 1 : 0);
  Event& e = event(read ? EventKind::read : EventKind::write);
  for (int lane = 0; lane < lanes; ++lane) {
    e.address[static_cast<std::size_t>(lane)] = as_int(lane_of(at, lane)) + static_cast<int>(in.modifier("offset", 0));
  }
  ++lgkm_issued_;
  if (read) {
    tokens_to(in.operands[0], lgkm_issued_, 0);
  } else {
    e.sources[0] = tokens_of(in.operands.at(1));
  }
  return true;
}

void Wave::wait(const Instruction& in) {
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

Trace run_wave(const Kernel& kernel, const LoopRange& loop, const Launch& launch, const HazardRules& rules) {
  return Wave(kernel, loop, launch, rules).run();
}

}  // namespace stretto::assembly
