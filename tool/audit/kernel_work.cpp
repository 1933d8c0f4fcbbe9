#include "audit/kernel_work.hpp"

#include <algorithm>
#include <cstdlib>

namespace stretto::tool {

namespace {

/// Dense multiply-accumulates of a SIMD per cycle, by the type of the operands in the mnemonic.
int simd_macs(const std::string& type, const Gpu& gpu) {
  const auto has = [&](const char* part) { return type.find(part) != std::string::npos; };
  if (has("fp8") || has("bf8") || has("f8f6f4") || has("i8")) return gpu.simd_macs(DataType::fp8);
  if (has("bf16") || has("f16")) return gpu.simd_macs(DataType::bf16);
  return gpu.lane_operations / 4;  // fp32 and fp64: the rate of packed vector instructions
}

bool is_decimal(char c) { return c >= '0' && c <= '9'; }

/// Where "32x32x16" begins.
const char* shape_in(const std::string& mnemonic) {
  for (std::size_t x = mnemonic.find('x'); x != std::string::npos; x = mnemonic.find('x', x + 1)) {
    if (x == 0 || x + 1 == mnemonic.size() || !is_decimal(mnemonic[x - 1]) || !is_decimal(mnemonic[x + 1])) continue;
    while (x > 0 && is_decimal(mnemonic[x - 1])) --x;
    return mnemonic.c_str() + x;
  }
  return "";
}

/// The instruction after a branch on the way to `to`; the next one if it is not taken.
int after_branch(const assembly::Instruction& branch, int at, int to) {
  if (branch.is("s_branch")) return branch.target;
  const bool back_to = branch.target >= 0 && branch.target <= at && branch.target <= to && to <= at;
  return back_to ? branch.target : at + 1;
}

}  // namespace

int matrix_cycles(const std::string& mnemonic, const Gpu& gpu) {
  if (!mnemonic.starts_with("v_mfma") && !mnemonic.starts_with("v_smfma")) return 0;
  // v_mfma_f32_32x32x16_bf16, v_mfma_f32_4x4x4_16b_f16
  const char* at = shape_in(mnemonic);
  long macs = 1;
  for (char* end = nullptr; is_decimal(*at); at = end) {
    macs *= std::strtol(at, &end, 10);
    const bool more = *end == 'x' || *end == '_';  // another extent, or the number of blocks
    if (more && is_decimal(end[1])) ++end;
  }
  return static_cast<int>(std::clamp(macs / std::max(1, simd_macs(at, gpu)), 1L, 1024L));
}

KernelWork work_between(const assembly::Kernel& kernel, const Gpu& gpu, int from, int to) {
  KernelWork out;
  const int size = static_cast<int>(kernel.code.size());
  const int end = to < 0 ? size : to;
  int at = from + 1;
  for (int steps = 0; at != end; ++steps) {
    // The path leads elsewhere: nothing is known of the work.
    if (at < 0 || at >= size || steps > 2 * size) return {};
    const assembly::Instruction& in = kernel.code[static_cast<std::size_t>(at)];
    if (in.is("s_endpgm")) return to < 0 ? out : KernelWork();
    if (out.ranges.empty() || out.ranges.back().second + 1 != at) out.ranges.emplace_back(at, at);
    out.ranges.back().second = at;
    ++out.instructions;
    const int matrix = matrix_cycles(in.mnemonic, gpu);
    out.matrix_instructions += matrix > 0 ? 1 : 0;
    out.matrix_cycles += matrix;
    at = in.is_branch() ? after_branch(in, at, end) : at + 1;
  }
  return out;
}

}  // namespace stretto::tool
