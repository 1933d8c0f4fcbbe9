// A target in a file: the name of a GPU, or an object that starts from one and changes figures:
//   {"like": "h200", "name": "H200 at half rate", "flops_bf16": 2048, "limits": {"shared_bytes": 131072}}
#pragma once

#include <stretto/gpu/gpu.hpp>

#include "json/object_reader.hpp"

namespace stretto::tool {

/// A name or an object. Throws InputError.
Gpu read_gpu(const Json& value, const JsonPlace& place, const Parameters& parameters = {});

/// Replaces the path of a file of figures, relative to the folder of `file`, by its contents.
Json with_target_file(const Json& value, const std::string& file, const JsonPlace& place);

/// The shortest way to write a GPU: its name, or the most similar GPU and the figures that differ.
Json gpu_json(const Gpu& gpu);

/// Do all figures and names agree?
bool same_gpu(const Gpu& a, const Gpu& b);

}  // namespace stretto::tool
