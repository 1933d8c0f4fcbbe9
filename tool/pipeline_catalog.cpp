#include "pipeline_catalog.hpp"

#include <algorithm>

#include <stretto/gpu/h200.hpp>
#include <stretto/gpu/mi300x.hpp>
#include <stretto/gpu/mi355x.hpp>
#include <stretto/loops/flash_attention.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/loops/streaming.hpp>

#include "json/object_reader.hpp"
#include "number_list.hpp"

namespace stretto::tool {

namespace {

constexpr int largest_side = 4096;
constexpr int largest_tile = 1 << 24;  // bytes
constexpr int threads = 256;

// A sum over tiles of 16 KiB: 32 dependent additions of 8 cycles.
constexpr int streamed_bytes = 16384;
constexpr int chain = 32;
constexpr int addition = 8;

/// With register operands, every group has as many waves as a loop without groups: two groups put two waves on a SIMD.
int threads_of(const PipelineRequest& request) {
  return request.target->multiplies == MmaKind::from_registers ? threads * request.groups : threads;
}

loops::GemmShape gemm_shape(const PipelineRequest& request) {
  const std::vector<int> tile = tile_of(request);
  loops::GemmShape shape;
  shape.m = tile[0];
  shape.n = tile[1];
  shape.k = tile[2];
  shape.type = request.type;
  shape.threads = threads_of(request);
  const int waves = shape.threads / request.target->wave_lanes;
  shape.rows = 2;
  shape.columns = waves / 2;
  // An mma.sync takes 32 bytes of K.
  const bool by_mma_sync = request.target->copies == CopyKind::async_copy;
  if (by_mma_sync) shape.steps = std::max(1, shape.k * bytes_of(shape.type) / 32);
  shape.cluster = request.cluster;
  return shape;
}

std::vector<int> default_tile(const PipelineRequest& request) {
  const Gpu& gpu = *request.target;
  if (request.loop == "flash_attention") return {128, 128, 128};
  if (request.loop != "gemm") return {streamed_bytes};
  const int k = 128 / bytes_of(request.type);
  if (gpu.copies == CopyKind::async_copy) return {128, 128, k};
  if (gpu.multiplies == MmaKind::warpgroup) return {128, 256, k};
  // Sized so that the slots cover the latency: LDS is small on MI300X, and B200's tensor units finish sooner.
  const bool half = gpu.limits.shared_bytes < 128L * 1024 || gpu.multiplies == MmaKind::tensor_memory;
  if (half) return {256, 256, k / 2};
  return {256, 256, k};
}

/// Parses "128x256x64".
std::vector<int> read_tile(const std::string& text) {
  const std::vector<int> sides = read_numbers(text, 'x');
  if (sides.empty()) throw InputError("tile \"" + text + "\": must be numbers separated by x, such as 128x256x64");
  return sides;
}

}  // namespace

PipelineRequest request_from(const std::string& loop, const LoopArguments& arguments) {
  PipelineRequest request;
  request.loop = loop;
  request.target = &find_gpu(arguments.target.empty() ? default_target : arguments.target);
  if (!arguments.tile.empty()) request.tile = read_tile(arguments.tile);
  request.type = arguments.type == "fp8" ? DataType::fp8 : DataType::bf16;
  request.slots = arguments.slots;
  request.persistent = arguments.persistent;
  request.groups = std::max(1, arguments.groups);
  request.cluster = std::max(1, arguments.cluster);
  return request;
}

PipelineRequest request_for(const std::string& loop, const Gpu& gpu, DataType type) {
  PipelineRequest request;
  request.loop = loop;
  request.target = &gpu;
  request.type = type;
  return request;
}

std::vector<int> tile_of(const PipelineRequest& request) {
  std::size_t sides = 0;
  if (request.loop == "gemm" || request.loop == "flash_attention") sides = 3;
  if (request.loop == "reduction" || request.loop == "copy") sides = 1;
  if (sides == 0) {
    throw InputError("unknown loop \"" + request.loop + "\"; valid loops: gemm, flash_attention, reduction, copy");
  }
  if (request.tile.empty()) return default_tile(request);
  if (request.tile.size() != sides) {
    const std::string form = sides == 1 ? "one number, the size in bytes" : "three numbers, such as 128x256x64";
    throw InputError("tile of " + request.loop + ": must be " + form);
  }
  const int largest = sides == 1 ? largest_tile : largest_side;
  for (int side : request.tile) {
    if (side < 1 || side > largest) throw InputError("tile: each side must be from 1 to " + std::to_string(largest));
  }
  return request.tile;
}

std::string tile_text(const PipelineRequest& request) {
  std::string text;
  for (int side : tile_of(request)) text += (text.empty() ? "" : "x") + std::to_string(side);
  return text;
}

std::string title(const PipelineRequest& request) {
  std::string text = request.loop + " " + tile_text(request);
  if (request.loop == "gemm") text += std::string(" ") + name(request.type);
  text += std::string(" on ") + request.target->name + " (" + request.target->architecture + ")";
  if (request.groups > 1) text += ", " + std::to_string(request.groups) + " groups in turn";
  if (request.cluster > 1) text += ", clusters of " + std::to_string(request.cluster);
  if (request.persistent) text += ", persistent";
  return text;
}

Loop declared(const PipelineRequest& request) {
  const std::vector<int> tile = tile_of(request);
  if (request.type != DataType::bf16 && request.loop != "gemm") {
    throw InputError("type: " + request.loop + " is declared for bf16 only");
  }
  Loop loop("");
  if (request.loop == "gemm") loop = loops::gemm(gemm_shape(request));
  if (request.loop == "flash_attention") loop = loops::flash_attention({tile[0], tile[1], tile[2], threads});
  if (request.loop == "reduction") loop = loops::reduction(tile[0], chain, addition, threads);
  if (request.loop == "copy") loop = loops::copy(tile[0], threads);
  loop.groups = request.groups;
  loop.cluster = request.cluster;
  for (LoopBuffer& buffer : loop.buffers) {
    if (buffer.space == LoopSpace::shared) buffer.slots = request.slots;
  }
  return loop;
}

std::vector<PipelineRequest> shipped_pipelines() {
  std::vector<PipelineRequest> all;
  for (const DataType type : {DataType::bf16, DataType::fp8}) {
    for (const Gpu* gpu : all_gpus()) {
      if (gpu->flops(type) > 0) all.push_back(request_for("gemm", *gpu, type));
    }
  }
  for (const Gpu* gpu : {&targets::mi300x, &targets::mi355x}) {
    all.push_back(request_for("gemm", *gpu));
    all.back().groups = 2;
  }
  all.push_back(request_for("flash_attention", targets::h200));
  all.push_back(request_for("flash_attention", targets::h200));
  all.back().groups = 2;
  for (const char* loop : {"reduction", "copy"}) {
    for (const Gpu* gpu : all_gpus()) all.push_back(request_for(loop, *gpu));
  }
  return all;
}

std::vector<std::string> loop_names() {
  std::vector<std::string> names;
  for (const PipelineRequest& request : shipped_pipelines()) {
    if (std::ranges::find(names, request.loop) == names.end()) names.push_back(request.loop);
  }
  return names;
}

bool is_loop(const std::string& what) {
  const std::vector<std::string> known = loop_names();
  return std::ranges::find(known, what) != known.end();
}

std::string pipeline_list() {
  std::string text =
      "loops\n"
      "  gemm             C += A B; tile M x N x K\n"
      "  flash_attention  forward, one block of keys; tile queries x keys x head\n"
      "  reduction        a sum over tiles, bounded by its recurrence; tile: bytes\n"
      "  copy             global to global memory; tile: bytes\n"
      "targets of loops\n";
  for (const Gpu* gpu : all_gpus()) {
    std::string line = "  " + short_name(*gpu);
    line.resize(17, ' ');
    text += line + std::string(gpu->architecture) + ", gemm ";
    text += tile_text(request_for("gemm", *gpu)) + (gpu->flops_fp8 > 0 ? ", bf16 and fp8\n" : ", bf16\n");
  }
  return text;
}

}  // namespace stretto::tool
