// The run of a wave: its start, its registers and events, branches, waits and matrix instructions.
#include "machine.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>

#include "loop_state.hpp"
#include "operands.hpp"
#include "wave.hpp"

namespace stretto::assembly {
namespace {

constexpr long most_instructions = 2'000'000;

template <class Value>
void put(std::vector<unsigned char>& bytes, std::size_t at, Value value) {
  if (bytes.size() < at + sizeof value) bytes.resize(at + sizeof value);
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

/// The part of the dispatch packet that kernels read: sizes of workgroup and grid (HSA specification, AQL packet).
std::vector<unsigned char> dispatch_packet(const Launch& launch) {
  std::vector<unsigned char> packet(64, 0);
  for (std::size_t d = 0; d < 3; ++d) {
    put(packet, 4 + 2 * d, static_cast<std::uint16_t>(launch.threads[d]));
    put(packet, 12 + 4 * d, static_cast<std::uint32_t>(launch.threads[d] * launch.workgroups[d]));
  }
  return packet;
}

}  // namespace

Wave::Wave(const Kernel& kernel, const Launch& launch, const RunOptions& options)
    : kernel_(kernel),
      options_(options),
      arguments_(launch.arguments),
      arguments_known_(launch.known.empty() ? std::vector<char>(launch.arguments.size(), 1) : launch.known),
      dispatch_(dispatch_packet(launch)) {
  start_registers(launch);
  if (!options_.notes_registers) return;
  for (int i = 0; i < static_cast<int>(kernel_.code.size()); ++i) {
    const Instruction& in = kernel_.code[static_cast<std::size_t>(i)];
    if (in.is_branch() && in.target <= i) loop_registers_[i] = registers_that_matter(kernel_, {in.target, i});
  }
}

/// User scalars in the order of the kernel descriptor, then the number of the workgroup (LLVM's AMDGPU usage, "Initial
/// kernel execution state").
void Wave::start_registers(const Launch& launch) {
  const Descriptor& d = kernel_.descriptor;
  int next = d.private_segment_buffer ? 4 : 0;
  if (d.dispatch_ptr) {
    set_pair(next, dispatch_at);
    next += 2;
  }
  next += d.queue_ptr ? 2 : 0;
  if (d.kernarg_segment_ptr) {
    set_pair(next, arguments_at);
    next += 2;
  }
  next += (d.dispatch_id ? 2 : 0) + (d.flat_scratch_init ? 2 : 0) + (d.private_segment_size ? 1 : 0);
  for (int i = 0; i < d.preloaded_arguments; ++i) {
    const std::size_t at = static_cast<std::size_t>(d.preload_offset + i) * 4;
    if (d.preload_offset < 0 || at + 4 > arguments_.size()) continue;
    std::memcpy(&scalar(next + i).value, arguments_.data() + at, 4);
    scalar(next + i).known =
        std::all_of(arguments_known_.begin() + static_cast<long>(at),
                    arguments_known_.begin() + static_cast<long>(at) + 4, [](char k) { return k != 0; });
  }
  next = d.user_scalars;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (!d.workgroup_id[axis]) continue;
    scalar(next++) = {true, static_cast<std::uint32_t>(launch.workgroup[axis]), 0};
  }
  const int in_group = launch.threads[0] * launch.threads[1] * launch.threads[2];
  std::uint64_t exec = 0;
  for (int lane = 0; lane < lanes; ++lane) {
    const int thread = launch.wave * lanes + lane;
    if (thread < in_group) exec |= std::uint64_t{1} << lane;
    const int x = thread % launch.threads[0];
    const int y = d.last_thread_axis < 1 ? 0 : thread / launch.threads[0] % launch.threads[1];
    const int z = d.last_thread_axis < 2 ? 0 : thread / launch.threads[0] / launch.threads[1];
    // From gfx90a on they are packed into one register.
    vectors_[0].value[static_cast<std::size_t>(lane)] = static_cast<std::uint32_t>(x | y << 10 | z << 20);
  }
  vectors_[0].known = exec;
  set_pair(exec_register, exec);
  // What the other registers hold differs from wave to wave.
  wave_name_ = joined_name(name_of_text("start"), static_cast<std::uint64_t>(launch.wave));
  for (std::size_t i = 0; i < scalars_.size(); ++i) scalars_[i].data = joined_name(wave_name_, i);
  for (std::size_t i = 0; i < vectors_.size(); ++i) vectors_[i].data.fill(joined_name(wave_name_, first_vector + i));
}

bool Wave::advance() {
  if (trace_.ended || at_ >= static_cast<int>(kernel_.code.size()) || executed_ >= most_instructions) return false;
  const Instruction& in = kernel_.code[static_cast<std::size_t>(at_)];
  const bool stores = in.starts_with("buffer_store") || in.starts_with("global_store");
  if (in.is("s_endpgm") || (stores && options_.stops_at_store)) {
    trace_.ended = true;
    return false;
  }
  if (at_ == options_.loop.first && (executed_ == 0 || !inside_)) trip_ = 0;
  inside_ = options_.loop.holds(at_);
  if (!inside_ && trip_ >= 0) trip_ = -2;
  ++executed_;
  return step(in);
}

Trace Wave::run() {
  while (advance()) {
  }
  if (!trace_.ended && trace_.problems.empty()) problem("the wave does not end");
  return trace_;
}

void Wave::problem(const std::string& what) {
  const std::size_t at = std::min(static_cast<std::size_t>(at_), kernel_.code.size() - 1);
  const Instruction& in = kernel_.code[at];
  const std::string text = kernel_.place(in.line) + ": " + in.text + ": " + what;
  if (std::find(trace_.problems.begin(), trace_.problems.end(), text) == trace_.problems.end()) {
    trace_.problems.push_back(text);
  }
}

void Wave::touch(const VectorRegister& r, bool by_mfma, bool as_sum) {
  if (options_.notes_registers) return;
  if (r.lgkm > lgkm_retired_) problem("used before the wait for the LDS");
  if (r.vm > vm_retired_) problem("used before the wait for global memory");
  const HazardRules& rules = options_.rules;
  if (!rules.checked()) return;
  if ((!by_mfma || !as_sum) && r.mfma_at >= 0 && clock_ - r.mfma_at - 1 < rules.states_after_mfma) {
    problem("touches a sum " + std::to_string(clock_ - r.mfma_at - 1) + " wait states after its matrix instruction");
  }
  if (by_mfma && r.valu_at >= 0 && clock_ - r.valu_at - 1 < rules.states_before_mfma) {
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

void Wave::note_touches(const Instruction& in) {
  if (!options_.notes_registers) return;
  std::vector<int> touched;
  const Effects effects = effects_of(in);  // also of registers that the text does not name
  for (const std::vector<int>* numbers : {&effects.reads, &effects.writes}) {
    for (const int number : *numbers) {
      if (number == scc_number) continue;
      bool& brought = brought_.at(static_cast<std::size_t>(number));
      if (brought) touched.push_back(number);
      brought = false;
    }
  }
  if (!touched.empty()) event(EventKind::touch).registers = touched;
}

void Wave::brings(const Operand& operand) {
  Event& e = trace_.events.back();
  for (int i = 0; i < operand.count; ++i) {
    e.registers.push_back(register_number(operand, i));
    brought_.at(static_cast<std::size_t>(register_number(operand, i))) = true;
  }
}

Token Wave::token_of(const VectorRegister& r) const {
  if (r.known != ~std::uint64_t{0}) return r.token;
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
    r.known = 0;
    r.token = {this_event(), i};
    r.lgkm = lgkm;
    r.vm = vm;
    r.mfma_at = r.valu_at = -1;
  }
}

bool Wave::step(const Instruction& in) {
  next_ = at_ + 1;
  if (!in.problem.empty()) {
    problem(in.problem);
    return false;
  }
  note_touches(in);
  const bool names = options_.names_data && !in.operands.empty() && !in.is_branch();
  const DataNames named = names ? names_of_results(in) : DataNames{};
  barriers_ += in.is("s_barrier") ? 1 : 0;
  written_ += in.starts_with("ds_write") || in.has("lds") || in.starts_with("global_load_lds_") ? 1 : 0;
  if (in.starts_with("s_setreg"))
    mode_ = joined_name(mode_, joined_name(name_of_text(in.text), name_of_all(in.operands.at(1))));
  long states = 1;
  bool good = true;
  if (in.is_branch()) {
    good = branch(in);
  } else if (in.is("s_nop")) {
    states = in.operands.at(0).literal + 1;
  } else if (in.is_mfma()) {
    good = mfma(in);
  } else if (in.starts_with("buffer_load")) {
    good = buffer_load(in);
  } else if (in.starts_with("buffer_") || in.starts_with("global_")) {
    good = global_access(in);
  } else if (in.starts_with("ds_")) {
    good = lds(in);
  } else if (in.starts_with("s_")) {
    good = scalar_instruction(in);
  } else if (in.starts_with("v_")) {
    good = vector_instruction(in);
  } else {
    good = false;
  }
  if (good && (!scalar(exec_register).known || !scalar(exec_register + 1).known)) {
    problem("the mask of lanes depends on data that is loaded");
    good = false;
  }
  if (!good && trace_.problems.empty()) problem("not known here");
  if (names && good) name_results(in, named);
  clock_ += states;
  at_ = next_;
  return good;
}

bool Wave::branch(const Instruction& in) {
  const std::uint64_t vcc = scalar(vcc_register).value | scalar(vcc_register + 1).value;
  const bool vcc_known = scalar(vcc_register).known && scalar(vcc_register + 1).known;
  const std::uint64_t exec = mask();
  const std::map<std::string, std::pair<bool, bool>> conditions = {{"s_branch", {true, true}},
                                                                   {"s_cbranch_scc0", {scc_known_, !scc_}},
                                                                   {"s_cbranch_scc1", {scc_known_, scc_}},
                                                                   {"s_cbranch_vccnz", {vcc_known, vcc != 0}},
                                                                   {"s_cbranch_vccz", {vcc_known, vcc == 0}},
                                                                   {"s_cbranch_execnz", {true, exec != 0}},
                                                                   {"s_cbranch_execz", {true, exec == 0}}};
  const auto found = conditions.find(in.mnemonic);
  if (found == conditions.end()) return false;
  if (!found->second.first) {
    problem("the branch depends on data that is loaded");
    return false;
  }
  if (found->second.second) next_ = in.target;
  if (at_ == options_.loop.last) {
    ++trace_.trips;
    if (next_ == options_.loop.first) ++trip_;
  }
  if (next_ <= at_) visit(in);
  return true;
}

void Wave::visit(const Instruction& in) {
  const auto found = loop_registers_.find(at_);
  if (found == loop_registers_.end()) return;
  Visit visit;
  visit.instruction = in.target;
  visit.branch = at_;
  visit.events = trace_.events.size();
  for (const int number : found->second) {
    if (number == scc_number) {
      visit.state.push_back(scc_known_ ? (scc_ ? 1 : 0) : 2);
    } else if (number < first_vector) {
      const ScalarRegister& r = scalar(number);
      visit.state.push_back(r.known ? r.value : ~std::uint64_t{0});
    } else {
      const VectorRegister& r = vectors_.at(static_cast<std::size_t>(number - first_vector));
      visit.state.push_back(r.known);
      for (int lane = 0; lane < lanes && r.known != 0; ++lane) {
        const bool known = (r.known >> lane & 1) != 0;
        visit.state.push_back(known ? r.value[static_cast<std::size_t>(lane)] : ~std::uint64_t{0});
      }
    }
  }
  trace_.visits.push_back(std::move(visit));
}

bool Wave::mfma(const Instruction& in) {
  const Operand& to = in.operands.at(0);
  for (int o = 1; o < 3; ++o) {
    const Operand& from = in.operands.at(static_cast<std::size_t>(o));
    if (!in_vectors(from)) return false;
    for (int i = 0; i < from.count; ++i) touch(reg(from, i), true, false);
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

void Wave::wait(const Instruction& in) {
  Event& e = event(EventKind::wait);
  const WaitCounts counts = wait_counts(in).value_or(WaitCounts{0, 0});
  e.vm = counts.vm;
  e.lgkm = counts.lgkm;
  if (e.vm >= 0) vm_retired_ = std::max(vm_retired_, vm_issued_ - e.vm);
  if (e.lgkm >= 0) lgkm_retired_ = std::max(lgkm_retired_, lgkm_issued_ - e.lgkm);
}

Trace run_wave(const Kernel& kernel, const Launch& launch, const RunOptions& options) {
  return Wave(kernel, launch, options).run();
}

}  // namespace stretto::assembly
