// When the consumers of the attention kernel take turns: they multiply one after another. A warpgroup waits at its
// named barrier before the scores, and after the values it signals the next warpgroup's. The kernel asks these
// functions, and so does the proof of the programs that it runs.
#pragma once

#include <stretto/core/section.hpp>

namespace stretto::hopper {

/// The ops of the loop over blocks of keys, by the numbers that loops::flash_attention gives them.
namespace attention_op {
enum : int { load_keys, load_values, scores, softmax, convert, rescale, values };
}  // namespace attention_op

/// Does a consumer wait for its turn before this op? The first scores need no turn: nothing else is multiplied yet.
STRETTO_HOST_DEVICE constexpr bool waits_for_turn(int op, Section section, int iteration) {
  return op == attention_op::scores && (section != Section::prologue || iteration > 0);
}

/// Does a consumer pass its turn on after this op? The last values are computed without a turn.
STRETTO_HOST_DEVICE constexpr bool passes_turn(int op, Section section) {
  return op == attention_op::values && section != Section::epilogue;
}

/// Does this consumer signal the first turn, before its program?
STRETTO_HOST_DEVICE constexpr bool begins_turns(int group, int groups) { return group == groups - 1; }

/// Does this consumer wait for one more turn after its program? Then every signal has been waited for.
STRETTO_HOST_DEVICE constexpr bool ends_turns(int group) { return group == 0; }

}  // namespace stretto::hopper
