// One AMD kernel, read from LLVM's assembly text: its instructions, the initial registers of its waves, its arguments,
// the resources it uses, and its main loop.
#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <vector>

namespace stretto::assembly {

enum class RegisterFile : unsigned char { none, scalar, vector, accumulator };

// The numbers of scalar registers with names.
inline constexpr int flat_scratch_register = 102;
inline constexpr int xnack_mask_register = 104;
inline constexpr int vcc_register = 106;
inline constexpr int m0_register = 124;
inline constexpr int exec_register = 126;

struct Operand {
  RegisterFile file = RegisterFile::none;
  int first = 0;  // the first register
  int count = 0;  // how many consecutive registers
  bool is_literal = false;
  long literal = 0;
  bool sign_extended = false;  // sext(...)
  bool negated = false;        // "-v1" of a floating-point operand
  bool absolute = false;       // "|v1|"
  std::string text;

  [[nodiscard]] bool changed() const { return negated || absolute; }
  [[nodiscard]] bool is_register() const { return file != RegisterFile::none; }
};

/// An instruction has fewer operands than its mnemonic requires.
class MissingOperand : public std::runtime_error {
 public:
  explicit MissingOperand(std::size_t number)
      : std::runtime_error("operand " + std::to_string(number + 1) + " is missing") {}
};

/// The operands of an instruction. Access to one that the text does not have throws.
class Operands {
 public:
  [[nodiscard]] const Operand& at(std::size_t number) const {
    if (number >= list_.size()) throw MissingOperand(number);
    return list_[number];
  }
  [[nodiscard]] const Operand& operator[](std::size_t number) const { return at(number); }
  [[nodiscard]] const Operand& front() const { return at(0); }
  [[nodiscard]] const Operand& back() const { return at(list_.empty() ? 0 : list_.size() - 1); }
  [[nodiscard]] std::size_t size() const { return list_.size(); }
  [[nodiscard]] bool empty() const { return list_.empty(); }
  [[nodiscard]] auto begin() const { return list_.begin(); }
  [[nodiscard]] auto end() const { return list_.end(); }
  Operand& emplace_back() { return list_.emplace_back(); }

 private:
  std::vector<Operand> list_;
};

struct Instruction {
  std::string mnemonic;
  Operands operands;
  std::vector<std::string> modifiers;  // "offen", "offset:16", "lds"
  std::string text;
  int line = 0;          // in the file, from 1; in a code object, the address
  int source_file = -1;  // index in Kernel::files of the source that it was compiled from; -1: unknown
  int source_line = 0;
  int target = -1;      // of a branch: index of the target instruction
  std::string problem;  // what is not supported; if set, no wave may execute it

  [[nodiscard]] bool is(const char* name) const { return mnemonic == name; }
  [[nodiscard]] bool starts_with(const char* prefix) const { return mnemonic.starts_with(prefix); }
  [[nodiscard]] bool has(const char* modifier) const;
  [[nodiscard]] bool is_mfma() const { return starts_with("v_mfma"); }
  [[nodiscard]] bool is_branch() const { return starts_with("s_cbranch") || is("s_branch"); }
  /// The number after "NAME:", or `otherwise` without this modifier.
  [[nodiscard]] long modifier(const char* name, long otherwise) const;
};

struct Resources {
  int registers = 0;  // vector and accumulator registers together, as the chip allocates them
  int vectors = 0;    // those of them that are not accumulators
  int accumulators = 0;
  int vector_spills = 0;
  int scalar_spills = 0;  // to lanes of a vector register
  int scratch_bytes = 0;
  int lds_bytes = 0;
};

/// Which registers are initialised when a wave starts: the .amdhsa_ directives (LLVM, User Guide for AMDGPU Backend).
struct Descriptor {
  bool private_segment_buffer = false;
  bool dispatch_ptr = false;
  bool queue_ptr = false;
  bool kernarg_segment_ptr = true;
  bool dispatch_id = false;
  bool flat_scratch_init = false;
  bool private_segment_size = false;
  int preloaded_arguments = 0;  // words of the kernarg segment
  int preload_offset = 0;       // in words
  int user_scalars = 2;
  std::array<bool, 3> workgroup_id = {true, true, false};
  int last_thread_axis = 2;  // thread IDs in the first vector register: 0: x; 1: x and y; 2: x, y and z

  /// User scalars that the fields above request.
  [[nodiscard]] int named_scalars() const {
    return (private_segment_buffer ? 4 : 0) + (dispatch_ptr ? 2 : 0) + (queue_ptr ? 2 : 0) +
           (kernarg_segment_ptr ? 2 : 0) + (dispatch_id ? 2 : 0) + (flat_scratch_init ? 2 : 0) +
           (private_segment_size ? 1 : 0) + preloaded_arguments;
  }
};

/// An argument in the kernarg segment, as the metadata describe it.
struct Argument {
  int offset = 0;
  int size = 0;
  std::string name;  // may be empty
  std::string kind;  // "global_buffer", "by_value", "hidden_block_count_x", ...

  [[nodiscard]] bool is_pointer() const { return kind == "global_buffer"; }
  [[nodiscard]] bool is_hidden() const { return kind.starts_with("hidden_"); }
};

struct Kernel {
  std::string name;
  std::string target;  // "gfx950"
  std::vector<Instruction> code;
  std::vector<std::string> files;  // source files
  Descriptor descriptor;
  std::vector<Argument> arguments;
  int argument_bytes = 0;
  int most_threads = 0;                   // of a workgroup; 0: unknown
  std::array<int, 3> required_threads{};  // of a workgroup, along each axis; all 0: any number
  Resources resources;
  bool has_addresses = false;  // from a code object: its instructions have addresses instead of lines

  /// "line 12" or "address 0x1a40".
  [[nodiscard]] std::string place(int line) const;
};

/// Instructions `first` to `last`; the last one is a branch back to the first.
struct LoopRange {
  int first = 0;
  int last = -1;

  [[nodiscard]] bool holds(int instruction) const { return first <= instruction && instruction <= last; }
  [[nodiscard]] int size() const { return last - first + 1; }
};

/// The names of the kernels in a text.
std::vector<std::string> kernel_names(const std::string& text);

/// Reads the kernel with this name, or the first kernel. Throws std::runtime_error if the text is not a kernel's.
Kernel read_kernel(const std::string& text, const std::string& name = "");
Kernel read_kernel_file(const std::string& path);

/// The loop with the most matrix instructions. Throws if there is none.
LoopRange main_loop(const Kernel& kernel);

/// The loop as input for llvm-mca: its instructions without barriers and branches.
std::string text_for_mca(const Kernel& kernel, const LoopRange& loop);

}  // namespace stretto::assembly
