// The GPUs that the tool knows by name: one table with each GPU and its header.
#pragma once

#include <string>
#include <vector>

#include <stretto/gpu/gpu.hpp>

#include "json/json_place.hpp"

namespace stretto::tool {

/// All targets, in listing order.
const std::vector<const Gpu*>& all_gpus();

/// "h200", ..., in listing order.
std::vector<std::string> target_names();

/// "h200": the GPU's name in lower case, which is also that of its constant in `stretto::targets`.
std::string short_name(const Gpu& gpu);

/// Finds a target by its case-insensitive name. Throws InputError.
const Gpu& find_gpu(const std::string& name);

/// The same for a name in a file: the error begins with its place.
const Gpu& find_gpu(const std::string& name, const JsonPlace& place);

/// "stretto/gpu/h200.hpp": the header that declares the target. Throws InputError.
std::string header_of_gpu(const std::string& name);

}  // namespace stretto::tool
