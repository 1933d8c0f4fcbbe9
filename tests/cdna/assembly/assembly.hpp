// One AMD kernel as the text that clang writes with -S: its instructions, what it takes of the chip, and its main loop.
#pragma once

#include <string>
#include <vector>

namespace stretto::assembly {

enum class RegisterFile : unsigned char { none, scalar, vector, accumulator };

// Scalar registers with names of their own.
inline constexpr int vcc_register = 106;
inline constexpr int m0_register = 124;
inline constexpr int exec_register = 126;

struct Operand {
  RegisterFile file = RegisterFile::none;
  int first = 0;  // register, and how many from there on
  int count = 0;
  bool is_literal = false;
  long literal = 0;
  bool sign_extended = false;  // sext(...)
  std::string text;

  [[nodiscard]] bool is_register() const { return file != RegisterFile::none; }
};

struct Instruction {
  std::string mnemonic;
  std::vector<Operand> operands;
  std::vector<std::string> modifiers;  // "offen", "offset:16", "lds"
  std::string text;
  int line = 0;     // of the file, from 1
  int target = -1;  // of a branch: index of the instruction that it goes to

  [[nodiscard]] bool is(const char* name) const { return mnemonic == name; }
  [[nodiscard]] bool starts_with(const char* prefix) const { return mnemonic.starts_with(prefix); }
  [[nodiscard]] bool has(const char* modifier) const;
  [[nodiscard]] bool is_mfma() const { return starts_with("v_mfma"); }
  [[nodiscard]] bool is_branch() const { return starts_with("s_cbranch") || is("s_branch"); }
  /// The number after "NAME:", or what is given.
  [[nodiscard]] long modifier(const char* name, long otherwise) const;
};

struct Resources {
  int registers = 0;  // vector and accumulator registers together, as the chip allocates them
  int vectors = 0;    // of them, those that are no accumulators
  int accumulators = 0;
  int vector_spills = 0;
  int scalar_spills = 0;  // to lanes of a vector register
  int scratch_bytes = 0;
  int lds_bytes = 0;
};

struct Kernel {
  std::string name;
  std::string target;  // "gfx950"
  std::vector<Instruction> code;
  Resources resources;
};

/// Instructions `first` to `last`, a branch back to the first.
struct LoopRange {
  int first = 0;
  int last = -1;

  [[nodiscard]] bool holds(int instruction) const { return first <= instruction && instruction <= last; }
  [[nodiscard]] int size() const { return last - first + 1; }
};

/// Throws std::runtime_error where the text is not that of one kernel.
Kernel read_kernel(const std::string& text);
Kernel read_kernel_file(const std::string& path);

/// The loop with the most matrix instructions; throws where there is none.
LoopRange main_loop(const Kernel& kernel);

/// The loop for llvm-mca: instructions alone, without barriers and branches.
std::string text_for_mca(const Kernel& kernel, const LoopRange& loop);

}  // namespace stretto::assembly
