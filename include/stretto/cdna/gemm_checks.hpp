// What a call of cdna::gemm is held to before anything is launched, and what is said when it is refused. No HIP.
//
// The kernels count bytes from the first row of a workgroup's tile in 32 bits. So m and n are free, but a tile's rows
// of A, B and C must each span less than 2^31 bytes; of C a little less, for the mark of what is not stored.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <stretto/cdna/gemm_list.hpp>

namespace stretto::cdna {

/// What A and B are made of. The two fp8 formats differ in their bias: the same byte is another number.
enum class NumberFormat : unsigned char {
  bf16,       ///< two bytes, on both chips
  e4m3,       ///< OCP, as gfx950 multiplies it
  e4m3_fnuz,  ///< without infinities and negative zero, as gfx942 does
};

/// C = A * B^T: A is m x k, B is n x k, C is m x n in bf16; all are row-major, without gaps, on the device.
struct GemmProblem {
  NumberFormat format = NumberFormat::bf16;  ///< of A and B
  const void* a = nullptr;                   ///< on the device, at a multiple of 16 bytes
  const void* b = nullptr;                   ///< on the device, at a multiple of 16 bytes
  void* c = nullptr;                         ///< on the device, at a multiple of 8 bytes
  int m = 0;                                 ///< rows of A and C
  int n = 0;                                 ///< rows of B, columns of C
  int k = 0;                                 ///< columns of A and B
};

/// What became of a call.
enum class GemmStatus : unsigned char {
  ok,                     ///< launched
  wrong_architecture,     ///< the device is none that there are kernels for
  unknown_kernel,         ///< no line of gemm_kernels.def has the name
  kernel_not_for_device,  ///< the named kernel is for the other architecture
  wrong_number_format,    ///< not what the device, or the named kernel, multiplies
  size_below_one,         ///< of m, n or k
  k_not_multiple,         ///< of what the kernel takes a trip
  offset_too_large,       ///< a tile's rows span 2^31 bytes or more
  grid_too_large,         ///< more workgroups than HIP can launch
  null_pointer,           ///< a, b or c
  pointer_not_aligned,    ///< a, b or c
  matrices_overlap,       ///< C with A or B
  code_object_missing,    ///< there is no such file in the folder
  kernel_missing,         ///< the code object does not hold it
  hip_failed,             ///< `hip` says why
};

/// A rule that a call breaks, with what its message names; or ok.
struct GemmRefusal {
  GemmStatus status = GemmStatus::ok;  ///< the rule
  const char* argument = "";           ///< whose value breaks it
  long long value = 0;                 ///< of the argument
  long long limit = 0;                 ///< the most that it may be, or the multiple of which it must be
  const GemmKernel* kernel = nullptr;  ///< whose rule it is
  Chip chip = Chip::gfx950;            ///< of the device

  /// Is nothing refused?
  [[nodiscard]] constexpr bool ok() const { return status == GemmStatus::ok; }
};

/// The kernel to launch, or why there is none.
struct GemmChoice {
  const GemmKernel* kernel = nullptr;  ///< null: none
  GemmRefusal refusal;                 ///< why there is none
};

inline constexpr long long most_offset = 0x7fffffff;           ///< of bytes, in a register
inline constexpr long long most_threads_of_grid = 0xffffffff;  ///< along x, in HIP
inline constexpr long long most_grid_y = 65535;  ///< reached by no n that the offsets allow; a test holds that
inline constexpr int alignment_of_inputs = 16;   ///< a lane loads so many bytes
inline constexpr int alignment_of_c = 8;         ///< and stores so many

/// Of hipDeviceProp_t::gcnArchName: "gfx950:sramecc+:xnack-" is gfx950. False when there are no kernels for it.
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

/// bf16 or fp8, whichever fp8 it is.
constexpr DataType type_of(NumberFormat format) {
  return format == NumberFormat::bf16 ? DataType::bf16 : DataType::fp8;
}

/// What a chip multiplies as numbers of a type.
constexpr NumberFormat format_of(Chip chip, DataType type) {
  if (type == DataType::bf16) return NumberFormat::bf16;
  return chip == Chip::gfx950 ? NumberFormat::e4m3 : NumberFormat::e4m3_fnuz;
}

/// The format as messages write it.
constexpr const char* name(NumberFormat format) {
  switch (format) {
    case NumberFormat::bf16: return "bf16";
    case NumberFormat::e4m3: return "OCP e4m3";
    case NumberFormat::e4m3_fnuz: return "FNUZ e4m3";
  }
  return "?";
}

/// Of m, n and k, for one kernel.
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
  const long long most_n = beyond_c / tile.m;  // the kernels' mark of what is not stored lies beyond
  if (n > most_n) return refuse(GemmStatus::offset_too_large, "n", n, most_n);
  const GemmGrid grid = grid_of(tile, m, n);
  const long long most_grid_x = most_threads_of_grid / tile.threads();
  if (grid.x > most_grid_x) return refuse(GemmStatus::grid_too_large, "m", m, most_grid_x * tile.m);
  return {};
}

/// Of a, b and c, once the sizes are good.
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

/// May this kernel do it?
inline GemmRefusal check(const GemmKernel& kernel, const GemmProblem& given) {
  if (format_of(kernel.tile.chip, kernel.type()) != given.format) {
    return {GemmStatus::wrong_number_format, "format", 0, 0, &kernel, kernel.tile.chip};
  }
  const GemmRefusal sizes = check_sizes(kernel, given.m, given.n, given.k);
  return sizes.ok() ? check_pointers(given) : sizes;
}

/// The first proven kernel of the list that may do it.
inline GemmChoice choose(Chip chip, const GemmProblem& given) {
  if (format_of(chip, type_of(given.format)) != given.format) {
    return {nullptr, {GemmStatus::wrong_number_format, "format", 0, 0, nullptr, chip}};
  }
  GemmRefusal nearest;
  for (const GemmKernel& kernel : gemm_kernels) {
    if (kernel.tile.chip != chip || !kernel.proven || kernel.type() != type_of(given.format)) continue;
    const GemmRefusal refusal = check(kernel, given);
    if (refusal.ok()) return {&kernel, {}};
    // Told is what would take the least to change: another rule rather than that of k, and of k the least demanding.
    const auto demands = [](const GemmRefusal& of) {
      return of.status == GemmStatus::k_not_multiple ? of.kernel->k_step() + of.kernel->k_least() : 0;
    };
    if (nearest.ok() || demands(refusal) < demands(nearest)) nearest = refusal;
  }
  return {nullptr, nearest};
}

/// The kernel of a name, also one that is not proven.
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

/// What is said of a refusal. `given` is the problem's format, `named` the kernel that was asked for or the device's
/// architecture.
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
      return argument + " is " + kernel + ", which there is for " + facts(whose.tile.chip).name +
             " only, and the current device is " + chip + "; select another device or kernel";
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
      return "gemm: " + std::string(named) + " does not hold the kernel " + kernel + "; build it anew with ./cdna";
    case GemmStatus::hip_failed: break;  // the launcher has HIP's own text
  }
  return "gemm: a call of HIP failed";
}

}  // namespace stretto::cdna
