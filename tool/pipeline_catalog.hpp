// The loops that are declared in loops/, by name, with a tile for each target.
#pragma once

#include <string>
#include <vector>

#include <stretto/pipeline/pipeline.hpp>

namespace stretto::tool {

struct PipelineRequest {
  std::string loop;  // gemm, flash_attention, reduction or copy
  const Gpu* target = nullptr;
  std::vector<int> tile;  // as the loop has it: M N K, queries keys head, or bytes; empty: the target's default
  DataType type = DataType::bf16;
  int slots = 0;  // of every buffer in shared memory; 0: derived
  bool persistent = false;
  int groups = 1;   // that take turns
  int cluster = 1;  // workgroups in step
};

/// The options of a declared loop, as they are typed.
struct LoopArguments {
  std::string target = "h200";
  std::string tile;  // empty: the target's default
  std::string type = "bf16";
  int slots = 0;
  bool persistent = false;
  int groups = 1;
  int cluster = 1;
};

/// Throws InputError if a target is not known, or a tile not numbers with x between them.
PipelineRequest request_from(const std::string& loop, const LoopArguments& arguments);

/// All targets, in the order in which they are listed.
const std::vector<const Gpu*>& all_gpus();

/// By name, in small or capital letters. Throws InputError.
const Gpu& find_gpu(const std::string& name);

/// "h200".
std::string short_name(const Gpu& gpu);

/// The loop with the target's own tile.
PipelineRequest request_for(const std::string& loop, const Gpu& gpu, DataType type = DataType::bf16);

/// The tile of the request, or what the target has by default. Throws InputError if the loop is not known, or the tile
/// not of its form.
std::vector<int> tile_of(const PipelineRequest& request);

/// "128x256x64".
std::string tile_text(const PipelineRequest& request);

/// The loop as it is declared. Throws InputError.
Loop declared(const PipelineRequest& request);

/// Throws InputError if the target cannot run the loop.
Pipeline make_pipeline(const PipelineRequest& request);

/// "gemm", ..., in the order in which they are listed.
std::vector<std::string> loop_names();

/// "h200", ..., likewise.
std::vector<std::string> target_names();

/// Every loop on every target that is meant to run it.
std::vector<PipelineRequest> shipped_pipelines();

/// Loops and targets, for a person.
std::string pipeline_list();

}  // namespace stretto::tool
