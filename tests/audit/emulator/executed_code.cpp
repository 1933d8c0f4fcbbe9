#include "executed_code.hpp"

#include <algorithm>
#include <cstdlib>

#include "audit/amdgcn/loop_state.hpp"

namespace stretto::emulator {
namespace {

using assembly::EventKind;
using assembly::Instruction;
using assembly::joined_name;
using assembly::Lanes;
using assembly::name_of_text;
using assembly::Operand;
using assembly::RegisterFile;
using assembly::Wave;

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

bool is_copy(const std::string& m) {
  return m.starts_with("v_mov_b32") || m.starts_with("v_mov_b64") || m.starts_with("v_accvgpr_");
}

bool moves_between_lanes(const Instruction& in) {
  if (in.is_mfma() || in.starts_with("v_smfmac") || contains(in.mnemonic, "_dpp") || in.starts_with("v_permlane"))
    return true;
  if (in.starts_with("v_readlane") || in.starts_with("v_readfirstlane") || in.starts_with("v_writelane")) return true;
  return std::any_of(in.modifiers.begin(), in.modifiers.end(), [](const std::string& m) {
    return m.starts_with("quad_perm:") || m.starts_with("row_") || m.starts_with("wave_");
  });
}

/// The result depends on what the register held before.
bool keeps_content(const Instruction& in) {
  const std::string& m = in.mnemonic;
  if (contains(m, "_dpp") || contains(m, "_d16") || m.starts_with("v_fmac") || m.starts_with("v_pk_fmac")) return true;
  if (m.starts_with("v_mac_") || m.starts_with("v_writelane") || m.starts_with("v_permlane")) return true;
  if (m.starts_with("v_swap") || m.starts_with("v_smfmac") || m.starts_with("s_cmov")) return true;
  return std::any_of(in.modifiers.begin(), in.modifiers.end(), [](const std::string& modifier) {
    return modifier.starts_with("dst_sel:") && modifier != "dst_sel:DWORD";
  });
}

class Recorder {
 public:
  Recorder(const assembly::Kernel& kernel, const assembly::Launch& launch)
      : kernel_(kernel), wave_(kernel, launch, options()) {
    for (int number = 0; number < register_count; ++number) {
      out_.at_start[static_cast<std::size_t>(number)] = number == condition_register ? add({}) : value_of(number);
    }
  }

  ExecutedCode record() {
    while (wave_.at() < static_cast<int>(kernel_.code.size())) {
      const Instruction& in = kernel_.code[static_cast<std::size_t>(wave_.at())];
      Executed step = before(in);
      const std::size_t events = wave_.trace().events.size();
      if (!wave_.advance()) break;
      after(in, step, events);
      out_.steps.push_back(std::move(step));
    }
    if (!wave_.trace().ended) {
      out_.problem = wave_.trace().problems.empty() ? "the wave does not end" : wave_.trace().problems.back();
    }
    return std::move(out_);
  }

 private:
  static assembly::RunOptions options() {
    assembly::RunOptions out;
    out.stops_at_store = false;
    return out;
  }

  int add(const Lanes& value) {
    out_.values.push_back(value);
    std::uint64_t digest = 0;
    for (int lane = 0; lane < lanes; ++lane) digest = joined_name(digest, value[static_cast<std::size_t>(lane)]);
    out_.digests.push_back(digest);
    return static_cast<int>(out_.values.size()) - 1;
  }

  /// The value of a register now; -1: not known.
  int value_of(int number) {
    if (number == condition_register) {
      if (!wave_.condition_known()) return -1;
      Lanes value{};
      value[0] = wave_.condition() ? 1 : 0;
      return add(value);
    }
    if (is_scalar(number)) {
      if (!wave_.scalar_at(number).known) return -1;
      Lanes value{};
      value[0] = wave_.scalar_at(number).value;
      return add(value);
    }
    const assembly::VectorRegister& r = wave_.vector_at(number - assembly::first_vector);
    return r.known == ~std::uint64_t{0} ? add(r.value) : -1;  // of some lanes only: they have names
  }

  static void numbers_of(const Operand& operand, std::vector<int>& to) {
    for (int i = 0; i < operand.count; ++i) to.push_back(assembly::register_number(operand, i));
  }

  static Kind kind_of(const Instruction& in) {
    const std::string& m = in.mnemonic;
    if (in.is("s_waitcnt")) return Kind::wait;
    if (in.is("s_barrier")) return Kind::barrier;
    if (in.starts_with("s_load") || in.starts_with("s_buffer_load")) return Kind::scalar;
    if (in.starts_with("ds_read")) return Kind::read;
    if (in.starts_with("ds_write")) return Kind::write;
    if (in.starts_with("ds_")) return Kind::exchange;
    if (in.starts_with("buffer_") || in.starts_with("global_")) {
      if (contains(m, "store")) return Kind::store;
      return in.has("lds") || contains(m, "load_lds") ? Kind::load : Kind::fetch;
    }
    return is_copy(m) && !moves_between_lanes(in) && in.operands.size() == 2 &&
                   in.operands[1].file != RegisterFile::scalar && in.operands[1].is_register()
               ? Kind::copy
               : Kind::compute;
  }

  Executed before(const Instruction& in) {
    Executed step;
    step.kind = kind_of(in);
    step.instruction = wave_.at();
    step.name = name_of_text(in.mnemonic);
    for (const std::string& modifier : in.modifiers) step.name = joined_name(step.name, name_of_text(modifier));
    for (const Operand& operand : in.operands) {
      if (!operand.is_register() || operand.changed() || operand.sign_extended)
        step.name = joined_name(step.name, name_of_text(operand.is_register() ? "changed" : operand.text));
    }
    if (step.kind == Kind::wait || step.kind == Kind::barrier) return step;
    step.active = wave_.mask();
    const bool scalar = in.starts_with("s_");
    step.partly = !scalar && step.active != ~std::uint64_t{0};
    const assembly::Effects effects = assembly::effects_of(in);
    const auto number = [](int n) { return n == assembly::scc_number ? condition_register : n; };
    for (const int n : effects.reads) {
      const bool mask = n == assembly::exec_register || n == assembly::exec_register + 1;
      if (!mask || scalar) step.sources.push_back(number(n));
    }
    for (const int n : effects.writes) {
      step.results.push_back({number(n), -1});
      step.steers = step.steers || n == assembly::exec_register || n == assembly::exec_register + 1;
      // What a load brings is merged with the old content when it lands.
      const bool lands = step.kind == Kind::fetch || step.kind == Kind::read || step.kind == Kind::exchange;
      if (!lands && ((step.partly && !is_scalar(number(n))) || keeps_content(in))) step.sources.push_back(number(n));
    }
    if (step.kind == Kind::load) step.sources.push_back(assembly::m0_register);
    step.steers = step.steers || in.is_branch();
    step.across = moves_between_lanes(in) || step.kind == Kind::exchange;
    step.keeps = contains(in.mnemonic, "_d16");
    const auto vector = [](int n) { return !is_scalar(n); };
    const bool scalar_result =
        std::any_of(step.results.begin(), step.results.end(), [](const Result& r) { return is_scalar(r.number); });
    step.across = step.across || (scalar_result && std::any_of(step.sources.begin(), step.sources.end(), vector));
    if (step.kind == Kind::read) numbers_of(in.operands.at(1), step.address);
    if (step.kind == Kind::write) numbers_of(in.operands.at(0), step.address);
    if (step.kind == Kind::store || step.kind == Kind::write) {
      const std::size_t first = in.starts_with("buffer_") ? 0 : 1;
      const std::size_t last = step.kind == Kind::write ? 2 : first;
      for (std::size_t o = first; o <= last && o < in.operands.size(); ++o) numbers_of(in.operands[o], step.data);
      std::erase_if(step.sources,
                    [&](int n) { return std::count(step.data.begin(), step.data.end(), n) > 0 && !addresses(in, n); });
    }
    if (step.kind == Kind::load || step.kind == Kind::fetch || step.kind == Kind::store) global_addresses(in, step);
    if (in.is("ds_bpermute_b32") && known(in.operands.at(1), 1)) permutation(in, step);
    return step;
  }

  /// Is a register a part of the address?
  static bool addresses(const Instruction& in, int n) {
    std::vector<int> numbers;
    numbers_of(in.operands.at(in.starts_with("buffer_") ? 1 : 0), numbers);
    return std::count(numbers.begin(), numbers.end(), n) > 0;
  }

  [[nodiscard]] bool known(const Operand& operand, int words) const {
    if (operand.is_literal || !operand.is_register()) return true;
    for (int i = 0; i < words; ++i) {
      const int n = assembly::register_number(operand, i);
      if (is_scalar(n) ? !wave_.scalar_at(n).known : !wave_.vector_at(n - assembly::first_vector).known) return false;
    }
    return true;
  }
  [[nodiscard]] std::uint64_t word(const Operand& operand, int lane, int i = 0) const {
    if (operand.is_literal) return static_cast<std::uint32_t>(operand.literal);
    if (!operand.is_register()) return 0;
    const int n = assembly::register_number(operand, i);
    return is_scalar(n) ? wave_.scalar_at(n).value
                        : wave_.vector_at(n - assembly::first_vector).value[static_cast<std::size_t>(lane)];
  }

  /// The lane that each lane reads: the upper bits of the address do not matter.
  void permutation(const Instruction& in, Executed& step) {
    Access access;
    for (int lane = 0; lane < lanes; ++lane) {
      const auto byte = word(in.operands[1], lane) + static_cast<std::uint64_t>(in.modifier("offset", 0));
      const int from = static_cast<int>(byte / 4 % lanes);
      access.lds[static_cast<std::size_t>(lane)] = (step.active >> from & 1) != 0 ? from : -1;
    }
    step.access = static_cast<int>(out_.accesses.size());
    out_.accesses.push_back(access);
  }

  void global_addresses(const Instruction& in, Executed& step) {
    Access access;
    const bool buffer = in.starts_with("buffer_");
    const bool to_lds = step.kind == Kind::load;
    const std::size_t at = buffer ? (to_lds ? 0 : 1) : (to_lds || step.kind == Kind::store ? 0 : 1);
    const Operand& offset = in.operands.at(at);
    const Operand& base = in.operands.at(buffer ? at + 1 : to_lds ? 1 : 2);
    const long immediate = in.modifier("offset", 0);
    if (buffer) {
      const Operand& scalar = in.operands.at(at + 2);
      access.known = known(offset, 1) && known(base, 2) && known(scalar, 1);
      for (int lane = 0; lane < lanes && access.known; ++lane) {
        const std::uint64_t start = (word(base, 0) | word(base, 0, 1) << 32) & 0xffffffffffff;
        access.global[static_cast<std::size_t>(lane)] = start + (in.has("offen") ? word(offset, lane) : 0) +
                                                        word(scalar, 0) + static_cast<std::uint64_t>(immediate);
      }
    } else {
      const bool with_base = base.is_register();
      access.known = known(offset, with_base ? 1 : 2) && known(base, 2);
      for (int lane = 0; lane < lanes && access.known; ++lane) {
        const std::uint64_t start = with_base ? word(base, 0) | word(base, 0, 1) << 32 : word(offset, lane, 1) << 32;
        access.global[static_cast<std::size_t>(lane)] =
            start + word(offset, lane) + static_cast<std::uint64_t>(immediate);
      }
    }
    step.access = static_cast<int>(out_.accesses.size());
    out_.accesses.push_back(access);
  }

  void after(const Instruction& in, Executed& step, std::size_t events) {
    if (step.kind == Kind::wait || step.kind == Kind::barrier) {
      step.vm = step.kind == Kind::wait ? wave_.trace().events.at(events).vm : -1;
      step.lgkm = step.kind == Kind::wait ? wave_.trace().events.at(events).lgkm : -1;
      return;
    }
    for (Result& result : step.results) result.value = value_of(result.number);
    if (step.kind == Kind::compute || step.kind == Kind::copy || step.kind == Kind::scalar ||
        step.kind == Kind::exchange)
      return;
    const assembly::Event& e = wave_.trace().events.at(events);
    if (step.access < 0) {
      step.access = static_cast<int>(out_.accesses.size());
      out_.accesses.emplace_back();
    }
    Access& access = out_.accesses[static_cast<std::size_t>(step.access)];
    access.bytes = e.bytes;
    access.two = e.two;
    access.across = contains(in.mnemonic, "_tr_");
    for (int lane = 0; lane < lanes; ++lane) {
      const auto l = static_cast<std::size_t>(lane);
      access.lds[l] = step.kind == Kind::load ? e.lds + lane * e.bytes : e.address[l];
      access.second[l] = access.lds[l] + e.apart;
    }
  }

  const assembly::Kernel& kernel_;
  ExecutedCode out_;
  Wave wave_;
};

}  // namespace

ExecutedCode execute_alone(const assembly::Kernel& kernel, const assembly::Launch& launch) {
  return Recorder(kernel, launch).record();
}

}  // namespace stretto::emulator
