// The declared loops of loops/ by name, with a default tile per target.
#pragma once

#include <string>
#include <vector>

#include <stretto/pipeline/pipeline.hpp>

#include "gpu_list.hpp"

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

inline constexpr const char* default_target = "h200";

/// The options of a declared loop, as typed. An option that was not given leaves a loop file as it is.
struct LoopArguments {
  std::string target;  // empty: the file's, or the default
  std::string tile;    // built-in loops; empty: the target's default
  std::string type;    // built-in loops; empty: bf16
  int slots = 0;       // 0: the file's, or derived
  bool persistent = false;
  int groups = 0;                // 0: the file's, or 1
  int cluster = 0;               // 0: the file's, or 1
  std::string which;             // files: name or number of the loop; empty: the only one
  std::vector<std::string> set;  // loop files: parameters, as NAME=VALUE
};

/// Throws InputError for an unknown target or a malformed tile.
PipelineRequest request_from(const std::string& loop, const LoopArguments& arguments);

/// The loop with the target's default tile.
PipelineRequest request_for(const std::string& loop, const Gpu& gpu, DataType type = DataType::bf16);

/// The tile of the request, or the target's default. Throws InputError for an unknown loop or a tile of the wrong form.
std::vector<int> tile_of(const PipelineRequest& request);

/// "128x256x64".
std::string tile_text(const PipelineRequest& request);

/// The declared loop. Throws InputError.
Loop declared(const PipelineRequest& request);

/// "gemm 128x256x64 bf16 on H200 (sm_90a), persistent".
std::string title(const PipelineRequest& request);

/// "gemm", ..., in listing order.
std::vector<std::string> loop_names();

/// True for the name of a built-in loop.
bool is_loop(const std::string& what);

/// Every loop on every target that supports it.
std::vector<PipelineRequest> shipped_pipelines();

/// The text listing of loops and targets.
std::string pipeline_list();

}  // namespace stretto::tool
