// One wave that runs a kernel's assembly: its registers, what it waits for, and the events it has made so far.
//
// machine.cpp runs it, and holds branches, waits, memory and matrix instructions; scalar_instructions.cpp and
// vector_instructions.cpp hold the integers of the wave and those of each lane.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "machine.hpp"

namespace stretto::assembly {

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

inline constexpr std::uint64_t arguments_at = 0x10000;

inline int as_int(std::uint32_t value) { return static_cast<int>(value); }
inline std::uint32_t as_unsigned(long value) { return static_cast<std::uint32_t>(value); }

class Wave {
 public:
  Wave(const Kernel& kernel, const LoopRange& loop, const Launch& launch, const HazardRules& rules);

  Trace run();

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

  void problem(const std::string& what);

  /// Before an instruction reads it, or writes it.
  void touch(const VectorRegister& r, bool by_mfma, bool as_sum);

  /// All registers of an instruction that is no matrix instruction; the first `results` operands are written.
  void touch_all(const Instruction& in, int results);
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

  Token token_of(const VectorRegister& r) const;
  std::vector<Token> tokens_of(const Operand& operand);

  // --- events

  Event& event(EventKind kind) {
    Event& e = trace_.events.emplace_back();
    e.kind = kind;
    e.instruction = at_;
    e.trip = trip_;
    return e;
  }
  [[nodiscard]] int this_event() const { return static_cast<int>(trace_.events.size()) - 1; }

  void tokens_to(const Operand& operand, long lgkm, long vm);

  // --- instructions

  /// False: the run ends here.
  bool step(const Instruction& in);
  bool branch(const Instruction& in);
  bool mfma(const Instruction& in);
  bool load(const Instruction& in);
  bool lds(const Instruction& in);
  void wait(const Instruction& in);
  bool scalar_instruction(const Instruction& in);
  bool narrow_instruction(const Instruction& in);
  bool wide_instruction(const Instruction& in);
  bool result(const Operand& to, std::uint32_t value, bool scc);
  bool compare(const Instruction& in);
  bool scalar_load(const Instruction& in);
  bool vector_instruction(const Instruction& in);
  bool copy(const Instruction& in);
  bool read_lane(const Instruction& in);
  bool vector_compare(const Instruction& in, const std::string& test);
  bool select(const Instruction& in);
  bool multiply_add(const Instruction& in);

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

}  // namespace stretto::assembly
