// The run of a wave: its start, its registers and events, branches, waits and matrix instructions.
#include "machine.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <stdexcept>

#include "loop_state.hpp"
#include "operands.hpp"
#include "wave.hpp"

namespace stretto::assembly {
namespace {

constexpr long most_instructions = 4'000'000;

template <class Value>
void put(std::vector<unsigned char>& bytes, std::size_t at, Value value) {
  if (bytes.size() < at + sizeof value) bytes.resize(at + sizeof value);
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

// The bits of Inputs: words of the arguments, then the sizes of the workgroup and of the grid, and the workgroup ID.
// The sizes have one bit each, because both implicit arguments and the dispatch packet contain them.
constexpr int argument_inputs = 56;
constexpr Inputs group_size_input = Inputs{1} << argument_inputs;
constexpr Inputs grid_input = group_size_input << 1;
constexpr int workgroup_input = argument_inputs + 2;

Inputs argument_input(const Kernel& kernel, std::uint64_t byte) {
  const auto word = static_cast<int>(byte / 4 * 4);
  for (const Argument& argument : kernel.arguments) {
    if (!argument.is_hidden() || word + 4 <= argument.offset || argument.offset + argument.size <= word) continue;
    return argument.kind.starts_with("hidden_group_size") ? group_size_input : group_size_input | grid_input;
  }
  return Inputs{1} << std::min(word / 4, argument_inputs - 1);
}

/// The part of the dispatch packet that kernels read: the sizes of workgroup and grid (HSA specification, AQL packet).
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
  keeps_ = options_.keeps_events;
  trace_.coverage = Coverage(kernel_.code.size());
  trace_.coverage.starts_whole = start_mask_ == ~std::uint64_t{0};
  trace_.inputs_of_branches.resize(kernel_.code.size());
}

/// Sets user scalars in the order of the kernel descriptor, then the workgroup ID (LLVM, User Guide for AMDGPU Backend,
/// "Initial Kernel Execution State").
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
    inputs_[static_cast<std::size_t>(next + i - scc_number)] = argument_input(kernel_, at);
    scalar(next + i).known =
        std::all_of(arguments_known_.begin() + static_cast<long>(at),
                    arguments_known_.begin() + static_cast<long>(at) + 4, [](char k) { return k != 0; });
  }
  next = d.user_scalars;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (!d.workgroup_id[axis]) continue;
    inputs_[static_cast<std::size_t>(next - scc_number)] = Inputs{1} << (workgroup_input + static_cast<int>(axis));
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
    // From gfx90a on, the thread IDs are packed into one register.
    vectors_[0].value[static_cast<std::size_t>(lane)] = static_cast<std::uint32_t>(x | y << 10 | z << 20);
  }
  vectors_[0].known = exec;
  set_pair(exec_register, exec);
  start_mask_ = exec;
  // The initial content of all other registers differs between waves.
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
  try {
    return step(in);
  } catch (const MissingOperand& missing) {
    problem(missing.what());
    return false;
  }
}

Trace Wave::run() {
  while (advance()) {
  }
  if (!options_.keeps_events && made_ > 0) digest_last();
  if (!trace_.ended && trace_.problems.empty()) {
    problem(executed_ < most_instructions ? "the code ends here without s_endpgm"
                                          : "the wave has executed " + std::to_string(most_instructions) +
                                                " instructions and has not ended; give a launch with fewer iterations");
  }
  return trace_;
}

/// Adds the last event to the digest.
void Wave::digest_last() {
  const auto add = [&](std::uint64_t value) {
    trace_.digest.first = joined_name(trace_.digest.first, value);
    trace_.digest.second = joined_name(trace_.digest.second ^ 0x5bd1e995, value);
  };
  const Event& e = last_;
  for (const int value :
       {static_cast<int>(e.kind), e.instruction, e.lds, e.bytes, e.two ? 1 : 0, e.apart, e.vm, e.lgkm})
    add(static_cast<std::uint64_t>(value));
  add(e.active);
  add(e.of_lanes);
  add(e.base >> 40);  // the buffer
  add(e.base == 0 ? 0 : 1);
  if (e.kind == EventKind::read || e.kind == EventKind::write) {
    for (const int address : e.address) add(static_cast<std::uint64_t>(address));
  }
  for (const int number : e.registers) add(static_cast<std::uint64_t>(number));
}

void Wave::problem(const std::string& what) {
  const std::size_t at = std::min(static_cast<std::size_t>(at_), kernel_.code.size() - 1);
  const Instruction& in = kernel_.code[at];
  const std::string text = kernel_.place(in.line) + ": " + in.text + ": " + what;
  if (std::find(trace_.problems.begin(), trace_.problems.end(), text) == trace_.problems.end()) {
    trace_.problems.push_back(text);
  }
}

void Wave::touch(const VectorRegister& r, Touch how) {
  if (options_.effects != nullptr) return;
  if (r.lgkm > lgkm_retired_) problem("used before the wait for the LDS");
  if (r.vm > vm_retired_) problem("used before the wait for global memory");
  const HazardRules& rules = options_.rules;
  if (!rules.checked()) return;
  if (how != Touch::mfma_sum && r.mfma_at >= 0 && clock_ - r.mfma_at - 1 < rules.states_after_mfma) {
    problem("touches a sum " + std::to_string(clock_ - r.mfma_at - 1) + " wait states after its matrix instruction");
  }
  if (how != Touch::plain && r.valu_at >= 0 && clock_ - r.valu_at - 1 < rules.states_before_mfma) {
    problem("reads an operand " + std::to_string(clock_ - r.valu_at - 1) + " wait states after it was written");
  }
}

void Wave::touch_all(const Instruction& in, int results) {
  for (int o = 0; o < static_cast<int>(in.operands.size()); ++o) {
    const Operand& operand = in.operands[static_cast<std::size_t>(o)];
    if (!in_vectors(operand)) continue;
    for (int i = 0; i < operand.count; ++i) touch(reg(operand, i), Touch::plain);
  }
  for (int o = 0; o < results; ++o) {
    const Operand& operand = in.operands[static_cast<std::size_t>(o)];
    if (!in_vectors(operand)) continue;
    for (int i = 0; i < operand.count; ++i) fresh(reg(operand, i));
  }
}

void Wave::note_touches(const Instruction& in) {
  if (options_.effects == nullptr) return;
  const bool all = in.is_mfma() || in.starts_with("v_smfmac") || in.starts_with("v_writelane") ||
                   reads_inactive_lanes(in) || (in.starts_with("v_readfirstlane") && mask() == 0);
  std::map<std::uint64_t, std::vector<int>> touched;  // by lanes
  const Effects& effects = (*options_.effects)[static_cast<std::size_t>(at_)];
  for (const std::vector<int>* numbers : {&effects.reads, &effects.writes}) {
    for (const int number : *numbers) {
      if (number == scc_number) continue;
      std::uint64_t& brought = brought_.at(static_cast<std::size_t>(number));
      if (brought == 0) continue;
      const std::uint64_t lanes_of = number < first_vector || all ? brought : brought & mask();
      if (lanes_of != 0) touched[lanes_of].push_back(number);
      brought &= ~lanes_of;
    }
  }
  for (const auto& [which, numbers] : touched) {
    Event& e = event(EventKind::touch);
    e.registers = numbers;
    e.of_lanes = which;
  }
}

void Wave::brings(const Operand& operand) {
  if (options_.effects == nullptr) return;
  Event& e = last_event();
  e.of_lanes = operand.file == RegisterFile::scalar ? 1 : mask();
  for (int i = 0; i < operand.count && e.of_lanes != 0; ++i) {
    e.registers.push_back(register_number(operand, i));
    brought_.at(static_cast<std::size_t>(register_number(operand, i))) |= e.of_lanes;
  }
}

Inputs Wave::inputs_of(const std::vector<int>& numbers) const {
  Inputs out = 0;
  for (const int number : numbers) out |= inputs_[static_cast<std::size_t>(number - scc_number)];
  return out;
}

void Wave::pass_inputs(const Instruction& in) {
  if (options_.visits == nullptr || options_.effects == nullptr) return;
  const Effects& effects = (*options_.effects)[static_cast<std::size_t>(at_)];
  Inputs found = inputs_of(effects.reads);
  if (in.is_branch()) trace_.inputs_of_branches[static_cast<std::size_t>(at_)] |= found;
  if (in.starts_with("s_load")) {
    const Operand& base = in.operands.at(1);
    const Operand& offset = in.operands.at(2);
    if (scalar_known(base, 2) && scalar_known(offset)) {
      const std::uint64_t at = pair_of(base) + scalar_of(offset) + static_cast<std::uint64_t>(in.modifier("offset", 0));
      for (int i = 0; i < in.operands[0].count; ++i) {
        const std::uint64_t word = at + 4 * static_cast<std::uint64_t>(i);
        const bool argument = word >= arguments_at && word - arguments_at < arguments_.size();
        const int number = register_number(in.operands[0], i);
        inputs_[static_cast<std::size_t>(number - scc_number)] =
            found | (argument ? argument_input(kernel_, word - arguments_at) : group_size_input | grid_input);
      }
      return;
    }
  }
  const bool whole = mask() == start_mask_;
  for (const int number : effects.writes) {
    Inputs& to = inputs_[static_cast<std::size_t>(number - scc_number)];
    to = found | (whole || number < first_vector ? 0 : to);
  }
}

void Wave::note_places(const Instruction& in) {
  if (options_.visits == nullptr || options_.effects == nullptr) return;
  const Effects& effects = (*options_.effects)[static_cast<std::size_t>(at_)];
  if (effects.places.empty()) return;
  // With other lanes, an instruction might touch a register that a load fills, even if now it does not.
  const auto filled = [&](int number) {
    return number != scc_number && brought_.at(static_cast<std::size_t>(number)) != 0;
  };
  if (accesses_memory(in) || std::any_of(effects.reads.begin(), effects.reads.end(), filled) ||
      std::any_of(effects.writes.begin(), effects.writes.end(), filled)) {
    trace_.inputs_of_places |= inputs_of(effects.places);
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
  note_places(in);
  const bool common = options_.common != nullptr && (*options_.common)[static_cast<std::size_t>(at_)] != 0;
  if (common) trace_.common.push_back(at_);
  note_touches(in);
  pass_inputs(in);
  Coverage& coverage = trace_.coverage;
  coverage.executed[static_cast<std::size_t>(at_)] = 1;
  ++coverage.times[static_cast<std::size_t>(at_)];
  if (mask() != start_mask_) coverage.masked[static_cast<std::size_t>(at_)] = 1;
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
  if (good && !in.is_branch()) coverage.went_on[static_cast<std::size_t>(at_)] = 1;
  if (good && (!scalar(exec_register).known || !scalar(exec_register + 1).known)) {
    problem("EXEC depends on loaded data");
    good = false;
  }
  if (!good && trace_.problems.empty()) problem("unsupported instruction or operand");
  if (names && good) name_results(in, named);
  clock_ += states;
  at_ = next_;
  return good;
}

bool Wave::branch(const Instruction& in) {
  const bool vcc = (scalar(vcc_register).value | scalar(vcc_register + 1).value) != 0;
  const bool vcc_known = scalar(vcc_register).known && scalar(vcc_register + 1).known;
  const std::string& m = in.mnemonic;
  bool known = true;
  bool jumps = true;
  if (m == "s_cbranch_scc0" || m == "s_cbranch_scc1") {
    known = scc_known_;
    jumps = scc_ == (m == "s_cbranch_scc1");
  } else if (m == "s_cbranch_vccz" || m == "s_cbranch_vccnz") {
    known = vcc_known;
    jumps = vcc == (m == "s_cbranch_vccnz");
  } else if (m == "s_cbranch_execz" || m == "s_cbranch_execnz") {
    jumps = (mask() != 0) == (m == "s_cbranch_execnz");
  } else if (m != "s_branch") {
    return false;
  }
  if (!known) {
    problem("the branch depends on loaded data");
    return false;
  }
  if (jumps) next_ = in.target;
  Coverage& coverage = trace_.coverage;
  (jumps ? coverage.jumped : coverage.went_on)[static_cast<std::size_t>(at_)] = 1;
  if (at_ == options_.loop.last) {
    ++trace_.trips;
    if (next_ == options_.loop.first) ++trip_;
  }
  if (options_.visits == nullptr) return true;
  for (const auto& [closing, registers] : *options_.visits) {
    if (!std::binary_search(registers.exits.begin(), registers.exits.end(), at_)) continue;
    LoopExit& exit = trace_.exits[closing];
    exit.branch = at_;
    exit.inputs |= trace_.inputs_of_branches[static_cast<std::size_t>(at_)];
  }
  if (jumps && next_ <= at_) visit(in);
  return true;
}

StateName Wave::state_of(const std::vector<int>& numbers) const {
  StateName out{1, 2};
  const auto add = [&](std::uint64_t value) {
    out.first = joined_name(out.first, value);
    out.second = joined_name(out.second ^ 0x5bd1e995, value);
  };
  for (const int number : numbers) {
    if (number == scc_number) {
      add(scc_known_ ? (scc_ ? 1 : 0) : 2);
    } else if (number < first_vector) {
      const ScalarRegister& r = scalars_[static_cast<std::size_t>(number)];
      add(r.known ? r.value : ~std::uint64_t{0});
    } else {
      const VectorRegister& r = vectors_.at(static_cast<std::size_t>(number - first_vector));
      add(r.known);
      for (int lane = 0; lane < lanes && r.known != 0; ++lane) {
        const bool known = (r.known >> lane & 1) != 0;
        add(known ? r.value[static_cast<std::size_t>(lane)] : ~std::uint64_t{0});
      }
    }
  }
  return out;
}

void Wave::visit(const Instruction& in) {
  const auto found = options_.visits->find(at_);
  if (found == options_.visits->end()) return;
  const int number = visited_[at_]++;
  const LeftOutIterations& left_out = options_.left_out;
  if (at_ == left_out.branch) {
    keeps_ = options_.keeps_events && (number < left_out.first || number >= left_out.last);
  }
  if (options_.keeps_events && !keeps_) return;
  trace_.visits.push_back(
      {in.target, at_, options_.keeps_events ? trace_.events.size() : made_, state_of(found->second.matter)});
}

bool Wave::mfma(const Instruction& in) {
  const Operand& to = in.operands.at(0);
  for (int o = 1; o < 3; ++o) {
    const Operand& from = in.operands.at(static_cast<std::size_t>(o));
    if (!in_vectors(from)) return false;
    for (int i = 0; i < from.count; ++i) touch(reg(from, i), Touch::mfma_operand);
  }
  const Operand& sums = in.operands.at(3);
  if (in_vectors(sums)) {
    for (int i = 0; i < sums.count; ++i) touch(reg(sums, i), Touch::mfma_sum);
  }
  for (int i = 0; i < to.count; ++i) touch(reg(to, i), Touch::mfma_sum);
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
