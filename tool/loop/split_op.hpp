// A loop with one of its ops split in two: each half does half of the rows, and the values that the op writes are split
// with it. Values that live in each other's registers are split together, and so are the ops that write them.
#pragma once

#include <optional>
#include <string>

#include <stretto/pipeline/loop.hpp>

namespace stretto::tool {

struct SplitLoop {
  Loop loop{""};
  std::string also;  // the other ops that were split: "\"scores\", \"convert\""
};

/// Empty if the work of one of the ops, or one of the values, has no half.
std::optional<SplitLoop> with_op_split(const Loop& loop, int op);

}  // namespace stretto::tool
