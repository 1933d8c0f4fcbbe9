// What integer instructions of gfx942 and gfx950 compute, as LLVM IR. Written from AMD's instruction set documents.
#pragma once

#include <string>
#include <vector>

namespace stretto::assembly {

/// `code`: "s_add_u32 $d, $a, $b". In IR: %a, %b, %c are the operands, %o is the old result, %k the condition or carry
/// that is read (i1); %r is the result, %s the condition or carry that is written (i1), if there is one.
struct InstructionCase {
  std::string code;
  std::string ir;
  std::string widths = "32 32 32 32";  // of d, a, b, c
  bool writes_flag = false;            // SCC; a mask in "$m"

  [[nodiscard]] bool is_scalar() const { return code.starts_with("s_"); }
  [[nodiscard]] int width(int operand) const {
    return widths.at(static_cast<std::size_t>(operand) * 3) == '6' ? 64 : 32;
  }
};

std::vector<InstructionCase> instruction_cases();

}  // namespace stretto::assembly
