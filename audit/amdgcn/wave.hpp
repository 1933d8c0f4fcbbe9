// One wave that executes a kernel's assembly: its registers, its operations in flight, and its events so far.
//
// machine.cpp has the main loop, branches, waits and matrix instructions; memory_instructions.cpp has loads, stores and
// LDS instructions; scalar_instructions.cpp and vector_instructions.cpp have integer arithmetic.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "data_names.hpp"
#include "machine.hpp"

namespace stretto::assembly {

using Lanes = std::array<std::uint32_t, lanes>;
using WideLanes = std::array<std::uint64_t, lanes>;

struct LaneOperation;

struct VectorRegister {
  std::uint64_t known = 0;  // by lane
  Lanes value{};
  Token token{-2, 0};
  DataNames data{};  // by lane: the name of an unknown value
  long lgkm = 0;     // number of the operation that loads it, from 1; 0: none
  long vm = 0;
  long mfma_at = -1;  // when a matrix instruction wrote it
  long valu_at = -1;  // when another vector instruction wrote it
};

struct ScalarRegister {
  bool known = false;
  std::uint32_t value = 0;
  std::uint64_t data = 0;  // the name of an unknown value
};

inline constexpr std::uint64_t arguments_at = 0x10000;
inline constexpr std::uint64_t dispatch_at = 0x20000;
/// The known bytes of the dispatch packet: the sizes of workgroup and grid.
inline constexpr std::uint64_t first_dispatch_byte = 4;
inline constexpr std::uint64_t last_dispatch_byte = 24;

inline int as_int(std::uint32_t value) { return static_cast<int>(value); }
inline std::uint32_t as_unsigned(long value) { return static_cast<std::uint32_t>(value); }

class Wave {
 public:
  Wave(const Kernel& kernel, const Launch& launch, const RunOptions& options);

  /// Executes the rest of the kernel.
  Trace run();
  /// Executes one instruction. Returns false if the wave has ended or cannot continue; then the trace has a problem.
  bool advance();

  /// The next instruction.
  [[nodiscard]] int at() const { return at_; }
  [[nodiscard]] const Trace& trace() const { return trace_; }
  [[nodiscard]] const ScalarRegister& scalar_at(int index) const {
    return scalars_.at(static_cast<std::size_t>(index));
  }
  /// Accumulators are numbered from 256.
  [[nodiscard]] const VectorRegister& vector_at(int index) const {
    return vectors_.at(static_cast<std::size_t>(index));
  }
  [[nodiscard]] bool condition_known() const { return scc_known_; }
  [[nodiscard]] bool condition() const { return scc_; }
  [[nodiscard]] std::uint64_t mask() const {
    return scalars_[exec_register].value | std::uint64_t{scalars_[exec_register + 1].value} << 32;
  }

 private:
  // --- registers

  VectorRegister& reg(const Operand& operand, int index = 0) {
    const int from = operand.file == RegisterFile::accumulator ? 256 : 0;
    return vectors_.at(static_cast<std::size_t>(from + operand.first + index));
  }
  static bool in_vectors(const Operand& operand) {
    return operand.file == RegisterFile::vector || operand.file == RegisterFile::accumulator;
  }
  ScalarRegister& scalar(int index) { return scalars_.at(static_cast<std::size_t>(index)); }
  void start_registers(const Launch& launch);

  void problem(const std::string& what);

  /// How an instruction touches a register.
  enum class Touch : unsigned char {
    plain,         // any instruction but a matrix instruction
    mfma_operand,  // a matrix instruction reads A or B
    mfma_sum,      // a matrix instruction reads or writes its sums
  };
  /// Checks a register that an instruction is about to read or write.
  void touch(const VectorRegister& r, Touch how);
  /// Records the first touch of registers that a load fills.
  void note_touches(const Instruction& in);
  /// Records the inputs that determine which bytes of the LDS and lanes of registers an instruction touches.
  void note_places(const Instruction& in);
  /// Passes the inputs of an instruction's operands on to its results.
  void pass_inputs(const Instruction& in);
  [[nodiscard]] Inputs inputs_of(const std::vector<int>& numbers) const;
  [[nodiscard]] StateName state_of(const std::vector<int>& numbers) const;

  // --- names of data

  [[nodiscard]] std::uint64_t name_of(const Operand& operand, int word, int lane);
  /// One name for all lanes and words of an operand.
  [[nodiscard]] std::uint64_t name_of_all(const Operand& operand);
  /// The names of an instruction's results, in case they are unknown. Called before the instruction is executed.
  [[nodiscard]] DataNames names_of_results(const Instruction& in);
  void name_results(const Instruction& in, const DataNames& names);

  /// Touches all registers of an instruction other than a matrix instruction, which writes its first `results`
  /// operands.
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
  void set_scalar(const Operand& to, std::uint32_t value) { scalar(to.first) = {true, value, 0}; }
  void set_pair(int first, std::uint64_t value) {
    scalar(first) = {true, static_cast<std::uint32_t>(value), 0};
    scalar(first + 1) = {true, static_cast<std::uint32_t>(value >> 32), 0};
  }
  void forget_scalars(const Operand& operand) {
    for (int i = 0; i < operand.count; ++i) scalar(operand.first + i).known = false;
  }

  // --- vector values

  /// The lanes in which `words` registers of an operand are known.
  std::uint64_t known_lanes(const Operand& operand, int words = 1) {
    if (!in_vectors(operand)) return scalar_known(operand, words) ? ~std::uint64_t{0} : 0;
    std::uint64_t known = ~std::uint64_t{0};
    for (int i = 0; i < words; ++i) known &= reg(operand, i).known;
    return known;
  }
  /// True if it is known in all active lanes.
  bool vector_known(const Operand& operand, int words = 1) { return (mask() & ~known_lanes(operand, words)) == 0; }
  std::uint32_t lane_of(const Operand& operand, int lane, int word = 0) {
    if (in_vectors(operand)) return reg(operand, word).value[static_cast<std::size_t>(lane)];
    if (operand.is_literal) return as_unsigned(operand.literal >> (word * 32));
    return scalar(operand.first + word).value;
  }
  std::uint64_t lane_pair(const Operand& operand, int lane) {
    if (operand.is_literal) return static_cast<std::uint64_t>(operand.literal);
    return lane_of(operand, lane) | std::uint64_t{lane_of(operand, lane, 1)} << 32;
  }
  [[nodiscard]] bool active(int lane) const { return (mask() >> lane & 1) != 0; }

  /// Writes the active lanes of a register.
  void set_lanes(VectorRegister& to, const Lanes& value, std::uint64_t known) {
    for (int lane = 0; lane < lanes; ++lane) {
      if (active(lane)) to.value[static_cast<std::size_t>(lane)] = value[static_cast<std::size_t>(lane)];
    }
    to.known = (to.known & ~mask()) | (known & mask());
    to.token = {-2, 0};
  }
  void set_wide_lanes(const Operand& to, const WideLanes& value, std::uint64_t low_known, std::uint64_t high_known) {
    Lanes low{};
    Lanes high{};
    for (std::size_t lane = 0; lane < value.size(); ++lane) {
      low[lane] = static_cast<std::uint32_t>(value[lane]);
      high[lane] = static_cast<std::uint32_t>(value[lane] >> 32);
    }
    set_lanes(reg(to), low, low_known);
    set_lanes(reg(to, 1), high, high_known);
  }
  void forget(VectorRegister& to) {
    to.known &= ~mask();
    to.token = {-2, 0};
  }
  void forget_all(const Operand& operand) {
    for (int i = 0; i < operand.count; ++i) forget(reg(operand, i));
  }

  Token token_of(const VectorRegister& r) const;
  std::vector<Token> tokens_of(const Operand& operand);

  // --- events

  Event& event(EventKind kind) {
    if (!options_.keeps_events && made_ > 0) digest_last();
    ++made_;
    last_ = Event();
    Event& e = keeps_ ? trace_.events.emplace_back() : last_;
    e.kind = kind;
    e.instruction = at_;
    e.position = static_cast<int>(trace_.common.size());
    e.trip = trip_;
    return e;
  }
  void digest_last();
  Event& last_event() { return keeps_ ? trace_.events.back() : last_; }
  [[nodiscard]] int this_event() const { return static_cast<int>(trace_.events.size()) - 1; }

  void tokens_to(const Operand& operand, long lgkm, long vm);
  /// Records the registers of an operand as the ones that the last event, a load, fills.
  void brings(const Operand& operand);

  // --- instructions

  /// Each of the following returns false if the wave cannot continue.
  bool step(const Instruction& in);
  bool branch(const Instruction& in);
  void visit(const Instruction& in);
  bool mfma(const Instruction& in);
  bool buffer_load(const Instruction& in);
  bool load_to_lds(const Instruction& in);
  std::uint64_t global_base(const Operand& at, const Operand& base);
  bool global_access(const Instruction& in);
  bool lds(const Instruction& in);
  bool lds_addresses(const Instruction& in, const Operand& at, Event& e);
  bool exchange(const Instruction& in);
  /// The lane from which ds_bpermute reads.
  int lane_read(const Instruction& in, int lane) {
    return static_cast<int>((lane_of(in.operands.at(1), lane) + as_unsigned(in.modifier("offset", 0))) / 4 % lanes);
  }
  void wait(const Instruction& in);
  bool scalar_instruction(const Instruction& in);
  bool narrow_instruction(const Instruction& in);
  bool wide_instruction(const Instruction& in);
  bool save_mask(const Instruction& in);
  bool result(const Operand& to, std::uint32_t value, bool scc);
  bool choice(const Operand& to, std::uint32_t x, std::uint32_t y, bool first);
  bool compare(const Instruction& in);
  bool scalar_load(const Instruction& in);
  bool vector_instruction(const Instruction& in);
  bool copy(const Instruction& in);
  bool read_lane(const Instruction& in);
  bool vector_compare(const Instruction& in, const std::string& test);
  bool select(const Instruction& in);
  bool multiply_add(const Instruction& in, bool is_signed);
  bool add_with_carry(const Instruction& in, const std::string& m);
  bool wide_vector(const Instruction& in, const std::string& m);
  bool swap_halves(const Instruction& in, int half);
  bool each_lane(const Instruction& in, const LaneOperation& operation);
  bool count_lanes_below(const Instruction& in, bool low);
  bool write_lane(const Instruction& in);
  bool forget_results(const Instruction& in, const std::string& m);

  const Kernel& kernel_;
  RunOptions options_;
  std::vector<unsigned char> arguments_;
  std::vector<char> arguments_known_;  // by byte
  std::vector<unsigned char> dispatch_;
  std::array<ScalarRegister, 128> scalars_{};
  std::array<VectorRegister, 512> vectors_{};
  std::array<std::uint64_t, all_registers> brought_{};       // by register: lanes filled by a load and not yet touched
  std::array<Inputs, all_registers - scc_number> inputs_{};  // by register, the condition code first
  std::uint64_t start_mask_ = 0;
  bool scc_ = false;
  bool scc_known_ = false;
  std::uint64_t scc_data_ = 0;  // the name of an unknown condition
  Trace trace_;
  Event last_;  // the last event, if events are not kept
  bool keeps_ = true;
  std::size_t made_ = 0;        // number of events
  std::map<int, int> visited_;  // number of visits, by closing branch
  int at_ = 0;
  int next_ = 0;
  int trip_ = -1;
  std::uint64_t wave_name_ = 0;
  std::uint64_t mode_ = 0;  // hash of all changes to the wave's MODE register
  int barriers_ = 0;        // number of barriers passed
  long written_ = 0;        // LDS writes issued by this wave
  bool inside_ = false;
  long executed_ = 0;
  long clock_ = 0;
  long lgkm_issued_ = 0;
  long lgkm_retired_ = 0;
  long vm_issued_ = 0;
  long vm_retired_ = 0;
};

}  // namespace stretto::assembly
