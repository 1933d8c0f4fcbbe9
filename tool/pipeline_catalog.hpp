// The declared loops of loops/ by name, with a default tile per target.
#pragma once

#include <string>
#include <vector>

#include <stretto/pipeline/pipeline.hpp>

namespace stretto::tool {

struct PipelineRequest {
  std::string loop;  // gemm, flash_attention, reduction or copy
  const Gpu* target = nullptr;
  std::vector<int> tile;  // M N K, queries keys head, or bytes; empty: the target's default
  DataType type = DataType::bf16;
  int slots = 0;  // of every shared-memory buffer; 0: derived
  bool persistent = false;
  int groups = 1;   // groups of waves that take turns
  int cluster = 1;  // workgroups per cluster
};

/// The options of a declared loop, as typed.
struct LoopArguments {
  std::string target = "h200";
  std::string tile;  // empty: the target's default
  std::string type = "bf16";
  int slots = 0;
  bool persistent = false;
  int groups = 1;
  int cluster = 1;
};

/// Throws InputError for an unknown target or a malformed tile.
PipelineRequest request_from(const std::string& loop, const LoopArguments& arguments);

/// All targets, in listing order.
const std::vector<const Gpu*>& all_gpus();

/// Finds a target by its case-insensitive name. Throws InputError.
const Gpu& find_gpu(const std::string& name);

/// "h200".
std::string short_name(const Gpu& gpu);

/// The loop with the target's default tile.
PipelineRequest request_for(const std::string& loop, const Gpu& gpu, DataType type = DataType::bf16);

/// The tile of the request, or the target's default. Throws InputError for an unknown loop or a tile of the wrong form.
std::vector<int> tile_of(const PipelineRequest& request);

/// "128x256x64".
std::string tile_text(const PipelineRequest& request);

/// The declared loop. Throws InputError.
Loop declared(const PipelineRequest& request);

/// Throws InputError if the target cannot run the loop.
Pipeline make_pipeline(const PipelineRequest& request);

/// "gemm", ..., in listing order.
std::vector<std::string> loop_names();

/// "h200", ..., in listing order.
std::vector<std::string> target_names();

/// Every loop on every target that supports it.
std::vector<PipelineRequest> shipped_pipelines();

/// The text listing of loops and targets.
std::string pipeline_list();

}  // namespace stretto::tool
