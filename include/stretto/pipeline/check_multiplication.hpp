// MultiplicationCheck: checks that a multiplication can be computed by its waves, from the buffers that it reads, into
// those that it writes.
//
// - The result is m x n fp32 values. All buffers that the multiplication writes or adds to hold it together.
// - The operands are A, m x k elements, and B, k x n elements. Each is held by one of the buffers that the
//   multiplication reads, or by several that hold a piece each, or by none: it stays in registers outside of the loop.
//   A buffer that is larger than its operand is accepted, a piece without which the operand would be complete is not:
//   then the buffer is too small for the other operand. The previous value of the result is no operand. With fp8
//   operands, buffers of at most an eighth of an operand may be scale factors: MFMA and tcgen05 read those, wgmma does
//   not.
// - The waves of the role share the matrix instructions that cover the result evenly. A tensor-memory multiplication
//   is issued by one wave.
#pragma once

#include <stretto/core/limits.hpp>
#include <stretto/pipeline/loop.hpp>

namespace stretto::detail {

class MultiplicationCheck {
 public:
  constexpr MultiplicationCheck(const Loop& loop, const Gpu& gpu, int index)
      : loop_(loop), gpu_(gpu), index_(index), op_(loop.ops[index]) {
    const long element = bytes_of(op_.type);
    a_bytes_ = element * op_.m * op_.k;
    b_bytes_ = element * op_.k * op_.n;
  }

  /// The rule that is broken, and the buffer. Needs a loop whose accesses and roles are checked.
  constexpr Diagnostic run() {
    if (const Diagnostic error = check_product()) return error;
    read_operands();
    if (!operands_.empty() && !hold_operands(false) && !hold_operands(true)) return refuse_operand();
    return check_split();
  }

 private:
  struct Operand {
    int buffer = -1;
    long bytes = 0;
  };

  /// The buffer whose registers hold a value.
  [[nodiscard]] constexpr int place_of(int buffer) const {
    while (loop_.buffers[buffer].in_place_of >= 0) buffer = loop_.buffers[buffer].in_place_of;
    return buffer;
  }

  [[nodiscard]] constexpr Diagnostic check_product() const {
    const long needed = 4L * op_.m * op_.n;
    long bytes = 0;
    int first = -1;
    for (const LoopAccess& access : loop_.accesses) {
      if (access.op != index_ || access.mode == LoopMode::read) continue;
      bytes += loop_.buffers[place_of(access.buffer)].bytes;
      if (first < 0) first = access.buffer;
    }
    if (bytes >= needed) return {};
    return Diagnostic(Rule::product_bytes, saturated(bytes), saturated(needed)).with_buffer(first);
  }

  constexpr void read_operands() {
    for (const LoopAccess& access : loop_.accesses) {
      if (access.op != index_ || access.mode != LoopMode::read) continue;
      const int place = place_of(access.buffer);
      bool operand = true;
      for (const LoopAccess& other : loop_.accesses) {
        const bool result = other.op == index_ && other.mode != LoopMode::read && place_of(other.buffer) == place;
        operand = operand && !result;
      }
      for (const Operand& known : operands_) operand = operand && known.buffer != access.buffer;
      if (operand) operands_.push_back({access.buffer, loop_.buffers[place].bytes});
    }
  }

  [[nodiscard]] constexpr bool may_be_scales(const Operand& operand) const {
    const bool reads_scales = op_.type == DataType::fp8 && gpu_.multiplies != MmaKind::warpgroup;
    return reads_scales && operand.bytes * 8 <= (a_bytes_ > b_bytes_ ? a_bytes_ : b_bytes_);
  }

  /// Can each buffer be a piece of A or of B? With `scales`, those that may be scale factors are left out.
  [[nodiscard]] constexpr bool hold_operands(bool scales) const {
    Vector<Operand> pieces;
    for (const Operand& operand : operands_) {
      if (!scales || !may_be_scales(operand)) pieces.push_back(operand);
    }
    if (pieces.size() > max_pieces) return true;
    for (unsigned in_a = 0; in_a < 1U << pieces.size(); ++in_a) {
      if (complete(pieces, in_a, a_bytes_) && complete(pieces, ~in_a, b_bytes_)) return true;
    }
    return false;
  }

  /// Do the chosen pieces hold an operand, each of them a part that the others do not? No piece at all is right, too.
  static constexpr bool complete(const Vector<Operand>& pieces, unsigned chosen, long needed) {
    long bytes = 0;
    long smallest = 0;
    for (int i = 0; i < pieces.size(); ++i) {
      if ((chosen >> i & 1U) == 0) continue;
      if (bytes == 0 || pieces[i].bytes < smallest) smallest = pieces[i].bytes;
      bytes += pieces[i].bytes;
    }
    return bytes == 0 || (bytes >= needed && bytes - smallest < needed);
  }

  /// Names the first buffer that is too small if the operands are read in their order, A first; otherwise the smallest.
  [[nodiscard]] constexpr Diagnostic refuse_operand() const {
    const long smaller = a_bytes_ < b_bytes_ ? a_bytes_ : b_bytes_;
    Operand worst = operands_[0];
    long needed = smaller;
    for (const Operand& operand : operands_) {
      if (operand.bytes < worst.bytes) worst = operand;
    }
    if (operands_.size() == 2) {
      const bool first = operands_[0].bytes < a_bytes_;
      worst = operands_[first ? 0 : 1];
      needed = first ? a_bytes_ : b_bytes_;
    }
    return Diagnostic(Rule::operand_bytes, saturated(worst.bytes), saturated(needed)).with_buffer(worst.buffer);
  }

  [[nodiscard]] constexpr Diagnostic check_split() const {
    if (gpu_.multiplies == MmaKind::tensor_memory) return {};
    const int waves = op_.role >= 0 ? loop_.roles[op_.role].waves : loop_.threads / gpu_.wave_lanes;
    const int instructions = op_.m / gpu_.mma_rows * (op_.n / gpu_.mma_columns);
    if (instructions % waves == 0) return {};
    Diagnostic error(Rule::tile_split, instructions, waves);
    return op_.role >= 0 ? error.with_role(op_.role) : error;
  }

  static constexpr int max_pieces = 6;  // more are not told apart

  const Loop& loop_;
  const Gpu& gpu_;
  int index_;
  const LoopOp& op_;
  long a_bytes_ = 0;
  long b_bytes_ = 0;
  Vector<Operand> operands_;  // buffers that are read, but for the previous value of the result
};

}  // namespace stretto::detail
