#include "pipeline_catalog.hpp"

#include <stretto/pipeline/loop_error.hpp>

#include <algorithm>
#include <cctype>

#include <stretto/core/error.hpp>
#include <stretto/gpu/a100.hpp>
#include <stretto/gpu/b200.hpp>
#include <stretto/gpu/h200.hpp>
#include <stretto/gpu/mi355x.hpp>
#include <stretto/loops/flash_attention.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/loops/streaming.hpp>

#include "json_reader.hpp"
#include "output.hpp"

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

std::string small_letters(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::string refusal(const PipelineRequest& request, const Loop& loop, const Diagnostic& why) {
  std::string text = request.loop + " on " + request.target->name + ": " + str(describe(loop, why));
  if (why.op_count == 0 || why.of_loop) return text;
  const Result<TargetLoop> target = on_target(loop, *request.target);
  text += why.op_count == 1 ? ". Op: " : ". Ops: ";
  for (int i = 0; i < why.op_count; ++i) {
    const char* name = target.ok() ? target.value.ops[why.ops[i]].name : loop.ops[why.ops[i]].name;
    text += std::string(i > 0 ? ", " : "") + "\"" + name + "\"";
  }
  return text + ".";
}

/// Parses "128x256x64".
std::vector<int> read_tile(const std::string& text) {
  std::vector<int> sides;
  std::string digits;
  for (const char c : text + "x") {
    if (c >= '0' && c <= '9' && digits.size() < 9) {
      digits += c;
      continue;
    }
    if (c != 'x' || digits.empty()) throw InputError("tile \"" + text + "\": must be numbers separated by x");
    sides.push_back(std::stoi(digits));
    digits.clear();
  }
  return sides;
}

}  // namespace

PipelineRequest request_from(const std::string& loop, const LoopArguments& arguments) {
  PipelineRequest request;
  request.loop = loop;
  request.target = &find_gpu(arguments.target);
  if (!arguments.tile.empty()) request.tile = read_tile(arguments.tile);
  request.type = arguments.type == "fp8" ? DataType::fp8 : DataType::bf16;
  request.slots = arguments.slots;
  request.persistent = arguments.persistent;
  request.groups = arguments.groups;
  request.cluster = arguments.cluster;
  return request;
}

const std::vector<const Gpu*>& all_gpus() {
  static const std::vector<const Gpu*> gpus{&targets::h200, &targets::h100,   &targets::b200,
                                            &targets::a100, &targets::mi300x, &targets::mi355x};
  return gpus;
}

std::string short_name(const Gpu& gpu) { return small_letters(gpu.name); }

const Gpu& find_gpu(const std::string& name) {
  const std::string small = small_letters(name);
  for (const Gpu* gpu : all_gpus()) {
    if (short_name(*gpu) == small) return *gpu;
  }
  std::string known;
  for (const Gpu* gpu : all_gpus()) known += (known.empty() ? "" : ", ") + short_name(*gpu);
  throw InputError("unknown target \"" + name + "\"; valid targets: " + known);
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

Pipeline make_pipeline(const PipelineRequest& request) {
  const Loop loop = declared(request);
  PipelineOptions options;
  options.persistent = request.persistent;
  Result<Pipeline> made = stretto::make_pipeline(loop, *request.target, options);
  if (!made.ok()) throw InputError(refusal(request, loop, made.error));
  return made.value;
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

std::vector<std::string> target_names() {
  std::vector<std::string> names;
  for (const Gpu* gpu : all_gpus()) names.push_back(short_name(*gpu));
  return names;
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
