// The checks of a cdna::gemm call before the launch, and the message of each refusal. No HIP.
//
// The kernels hold byte offsets from the first row of a workgroup's tile in 32 bits. So m and n are free, but a tile's
// rows of A, B and C must each span less than 2^31 bytes. For C the limit is slightly lower, because one offset marks
// elements that are not stored.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <stretto/cdna/gemm_list.hpp>

namespace stretto::cdna {

/// Number format of A and B. The two fp8 formats have different exponent biases: the same byte is a different number.
enum class NumberFormat : unsigned char {
  bf16,       ///< two bytes, on both chips
  e4m3,       ///< OCP, the format that gfx950 multiplies
  e4m3_fnuz,  ///< no infinities and no negative zero, the format that gfx942 multiplies
};

/// C = A * B^T: A is m x k, B is n x k, C is m x n in bf16. All are row-major and contiguous, in device memory.
struct GemmProblem {
  NumberFormat format = NumberFormat::bf16;  ///< of A and B
  const void* a = nullptr;                   ///< device pointer, aligned to 16 bytes
  const void* b = nullptr;                   ///< device pointer, aligned to 16 bytes
  void* c = nullptr;                         ///< device pointer, aligned to 8 bytes
  int m = 0;                                 ///< rows of A and C
  int n = 0;                                 ///< rows of B, columns of C
  int k = 0;                                 ///< columns of A and B
};

/// Outcome of a call.
enum class GemmStatus : unsigned char {
  ok,                     ///< launched
  wrong_architecture,     ///< there are no kernels for the device
  unknown_kernel,         ///< gemm_kernels.def does not contain the name
  kernel_not_for_device,  ///< the named kernel is for the other architecture
  wrong_number_format,    ///< the device or the named kernel multiplies another format
  size_below_one,         ///< m, n or k is less than 1
  k_not_multiple,         ///< k is too small or no multiple of the kernel's K step
  offset_too_large,       ///< a tile's rows span 2^31 bytes or more
  grid_too_large,         ///< more workgroups than HIP can launch
  null_pointer,           ///< a, b or c is null
  pointer_not_aligned,    ///< a, b or c is misaligned
  matrices_overlap,       ///< C overlaps A or B
  code_object_missing,    ///< the folder has no such file
  kernel_missing,         ///< the code object does not contain the kernel
  hip_failed,             ///< a HIP call failed; `hip` is its error
};

/// The rule that a call breaks, with the values for its message; or ok.
struct GemmRefusal {
  GemmStatus status = GemmStatus::ok;  ///< the rule
  const char* argument = "";           ///< the argument that breaks it
  long long value = 0;                 ///< value of the argument
  long long limit = 0;                 ///< the largest allowed value, or the required divisor
  const GemmKernel* kernel = nullptr;  ///< the kernel that has the rule
  Chip chip = Chip::gfx950;            ///< chip of the device

  /// Is the call accepted?
  [[nodiscard]] constexpr bool ok() const { return status == GemmStatus::ok; }
};

/// The kernel to launch, or the reason why there is none.
struct GemmChoice {
  const GemmKernel* kernel = nullptr;  ///< null if there is none
  GemmRefusal refusal;                 ///< why there is none
};

inline constexpr long long most_offset = 0x7fffffff;           ///< bytes, as a register holds them
inline constexpr long long most_threads_of_grid = 0xffffffff;  ///< HIP's limit along x
inline constexpr int alignment_of_inputs = 16;                 ///< bytes that a lane loads at once
inline constexpr int alignment_of_c = 8;                       ///< bytes that a lane stores at once

/// Finds the chip from hipDeviceProp_t::gcnArchName: "gfx950:sramecc+:xnack-" is gfx950. Returns false if there are no
/// kernels for the architecture.
constexpr bool chip_of(std::string_view architecture, Chip& chip) {
  const std::string_view processor = architecture.substr(0, architecture.find(':'));
  for (const Chip candidate : {Chip::gfx942, Chip::gfx950}) {
    if (processor == facts(candidate).name) {
      chip = candidate;
      return true;
    }
  }
  return false;
}

/// The data type of a format; both fp8 formats are fp8.
constexpr DataType type_of(NumberFormat format) {
  return format == NumberFormat::bf16 ? DataType::bf16 : DataType::fp8;
}

/// The format that a chip multiplies for a data type.
constexpr NumberFormat format_of(Chip chip, DataType type) {
  if (type == DataType::bf16) return NumberFormat::bf16;
  return chip == Chip::gfx950 ? NumberFormat::e4m3 : NumberFormat::e4m3_fnuz;
}

/// The name of the format in messages.
constexpr const char* name(NumberFormat format) {
  switch (format) {
    case NumberFormat::bf16: return "bf16";
    case NumberFormat::e4m3: return "OCP e4m3";
    case NumberFormat::e4m3_fnuz: return "FNUZ e4m3";
  }
  return "?";
}

/// Checks m, n and k against one kernel.
constexpr GemmRefusal check_sizes(const GemmKernel& kernel, int m, int n, int k) {
  const GemmTile& tile = kernel.tile;
  const auto refuse = [&](GemmStatus status, const char* argument, long long value, long long limit) {
    return GemmRefusal{status, argument, value, limit, &kernel, tile.chip};
  };
  if (m < 1) return refuse(GemmStatus::size_below_one, "m", m, 1);
  if (n < 1) return refuse(GemmStatus::size_below_one, "n", n, 1);
  if (k < 1) return refuse(GemmStatus::size_below_one, "k", k, 1);
  if (k % kernel.k_step() != 0 || k < kernel.k_least()) {
    return refuse(GemmStatus::k_not_multiple, "k", k, kernel.k_step());
  }
  const int rows = tile.m > tile.n ? tile.m : tile.n;
  const long long most_k = most_offset / (static_cast<long long>(rows) * tile.element_bytes());
  if (k > most_k) return refuse(GemmStatus::offset_too_large, "k", k, most_k);
  const long long most_n = beyond_c / tile.m;  // the offset that marks elements not stored lies beyond
  if (n > most_n) return refuse(GemmStatus::offset_too_large, "n", n, most_n);
  const GemmGrid grid = grid_of(tile, m, n);
  const long long most_grid_x = most_threads_of_grid / tile.threads();
  if (grid.x > most_grid_x) return refuse(GemmStatus::grid_too_large, "m", m, most_grid_x * tile.m);
  return {};
}

/// Checks a, b and c; the sizes must be valid.
inline GemmRefusal check_pointers(const GemmProblem& given) {
  if (given.a == nullptr) return {GemmStatus::null_pointer, "a"};
  if (given.b == nullptr) return {GemmStatus::null_pointer, "b"};
  if (given.c == nullptr) return {GemmStatus::null_pointer, "c"};
  const auto a = reinterpret_cast<std::uintptr_t>(given.a);
  const auto b = reinterpret_cast<std::uintptr_t>(given.b);
  const auto c = reinterpret_cast<std::uintptr_t>(given.c);
  if (a % alignment_of_inputs != 0) return {GemmStatus::pointer_not_aligned, "a", 0, alignment_of_inputs};
  if (b % alignment_of_inputs != 0) return {GemmStatus::pointer_not_aligned, "b", 0, alignment_of_inputs};
  if (c % alignment_of_c != 0) return {GemmStatus::pointer_not_aligned, "c", 0, alignment_of_c};
  const auto bytes = [&](int rows, int columns, int element) {
    return static_cast<std::uint64_t>(rows) * static_cast<std::uint64_t>(columns) * static_cast<std::uint64_t>(element);
  };
  const std::uint64_t c_bytes = bytes(given.m, given.n, bytes_of_c);
  const auto overlaps_c = [&](std::uintptr_t matrix, int rows) {
    return matrix < c ? c - matrix < bytes(rows, given.k, bytes_of(type_of(given.format))) : matrix - c < c_bytes;
  };
  if (overlaps_c(a, given.m)) return {GemmStatus::matrices_overlap, "a"};
  if (overlaps_c(b, given.n)) return {GemmStatus::matrices_overlap, "b"};
  return {};
}

/// Checks whether a kernel supports the problem.
inline GemmRefusal check(const GemmKernel& kernel, const GemmProblem& given) {
  if (format_of(kernel.tile.chip, kernel.type()) != given.format) {
    return {GemmStatus::wrong_number_format, "format", 0, 0, &kernel, kernel.tile.chip};
  }
  const GemmRefusal sizes = check_sizes(kernel, given.m, given.n, given.k);
  return sizes.ok() ? check_pointers(given) : sizes;
}

/// Chooses the first proven kernel of the list that supports the problem.
inline GemmChoice choose(Chip chip, const GemmProblem& given) {
  if (format_of(chip, type_of(given.format)) != given.format) {
    return {nullptr, {GemmStatus::wrong_number_format, "format", 0, 0, nullptr, chip}};
  }
  GemmRefusal nearest;
  for (const GemmKernel& kernel : gemm_kernels) {
    if (kernel.tile.chip != chip || !kernel.proven || kernel.type() != type_of(given.format)) continue;
    const GemmRefusal refusal = check(kernel, given);
    if (refusal.ok()) return {&kernel, {}};
    // Report the refusal that is easiest to fix: any other rule before a rule on k, and among those the weakest demand
    // on k.
    const auto demands = [](const GemmRefusal& of) {
      return of.status == GemmStatus::k_not_multiple ? of.kernel->k_step() + of.kernel->k_least() : 0;
    };
    if (nearest.ok() || demands(refusal) < demands(nearest)) nearest = refusal;
  }
  return {nullptr, nearest};
}

/// Chooses the kernel of this name, even if it is not proven.
inline GemmChoice choose_named(Chip chip, std::string_view named, const GemmProblem& given) {
  const GemmKernel* kernel = find_kernel(named, chip);
  if (kernel == nullptr) {
    const GemmKernel* other = find_kernel(named, chip == Chip::gfx950 ? Chip::gfx942 : Chip::gfx950);
    if (other != nullptr) return {nullptr, {GemmStatus::kernel_not_for_device, "kernel", 0, 0, other, chip}};
    return {nullptr, {GemmStatus::unknown_kernel, "kernel", 0, 0, nullptr, chip}};
  }
  const GemmRefusal refusal = check(*kernel, given);
  return {refusal.ok() ? kernel : nullptr, refusal};
}

/// The message of a refusal. `given` is the format of the problem; `named` is the requested kernel or the architecture
/// of the device.
inline std::string message(const GemmRefusal& of, NumberFormat given, std::string_view named = {}) {
  const std::string argument = std::string("gemm: ") + of.argument;
  const std::string is = argument + " is " + std::to_string(of.value);
  const std::string limit = std::to_string(of.limit);
  const std::string chip = facts(of.chip).name;
  const GemmKernel whose = of.kernel != nullptr ? *of.kernel : GemmKernel{};
  const std::string kernel = whose.name;
  switch (of.status) {
    case GemmStatus::ok: return "ok";
    case GemmStatus::wrong_architecture:
      return "gemm: the current device is " + std::string(named) +
             ", and there are kernels for gfx942 (MI300X, MI325X) and gfx950 (MI350X, MI355X); select one with "
             "hipSetDevice";
    case GemmStatus::unknown_kernel:
      return argument + " is " + std::string(named) +
             ", which stretto/cdna/gemm_kernels.def does not have; take a name from there";
    case GemmStatus::kernel_not_for_device:
      return argument + " is " + kernel + ", which is built for " + facts(whose.tile.chip).name +
             " only; the current device is " + chip + "; select another device or kernel";
    case GemmStatus::wrong_number_format: {
      const std::string subject = kernel.empty() ? chip : kernel + " on " + chip;
      const DataType type = of.kernel != nullptr ? whose.type() : DataType::fp8;
      return argument + " is " + name(given) + ", and " + subject + " multiplies " + name(format_of(of.chip, type)) +
             "; convert A and B" + (kernel.empty() ? "" : ", or name another kernel");
    }
    case GemmStatus::size_below_one: return is + "; m, n and k must be at least 1";
    case GemmStatus::k_not_multiple:
      return is + ", and " + kernel + " takes multiples of " + limit + ", at least " + std::to_string(whose.k_least()) +
             "; pad A and B with zeros";
    case GemmStatus::offset_too_large:
      return is + ", and " + kernel + " takes at most " + limit +
             ": the rows of a tile must span less than 2^31 bytes (of C, 2^31 - 2^25); split the product along " +
             of.argument;
    case GemmStatus::grid_too_large:
      return is + ", and " + kernel + " takes at most " + limit +
             ": a grid holds no more workgroups; split the product along " + of.argument;
    case GemmStatus::null_pointer: return argument + " is null; it must point to memory of the device";
    case GemmStatus::pointer_not_aligned:
      return argument + " must lie at a multiple of " + limit + " bytes; hipMalloc's memory does";
    case GemmStatus::matrices_overlap:
      return argument + " overlaps c, which is written while it is read; give c memory of its own";
    case GemmStatus::code_object_missing:
      return "gemm: there is no file " + std::string(named) +
             "; build the code objects with ./cdna, or name their folder";
    case GemmStatus::kernel_missing:
      return "gemm: " + std::string(named) + " does not hold the kernel " + kernel + "; rebuild it with ./cdna";
    case GemmStatus::hip_failed: break;  // the launcher has HIP's own text
  }
  return "gemm: a call of HIP failed";
}

}  // namespace stretto::cdna
