// An output of `pipeline --format json`, read back. The file contains the declaration of its loop; everything else in
// it must be what that declaration gives.
#pragma once

#include "loop/loaded_loop.hpp"

namespace stretto::tool {

/// The loop of the file. Throws InputError if another version wrote the file, or if it differs from what its
/// declaration produces.
LoadedLoop read_pipeline_file(const Json& value, const JsonPlace& place);

}  // namespace stretto::tool
