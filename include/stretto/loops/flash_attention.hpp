// The inner loop of attention: scores against a block of keys, softmax with a running maximum, values.
//
// The scores become probabilities in place, and are converted when the values of the iteration before no longer read
// the registers; the output is rescaled by what the maximum grew. Aliases of the same registers have no bytes of their
// own: the buffer that has them is read as well where its content is still needed.
#pragma once

#include <stretto/pipeline/loop.hpp>

namespace stretto::loops {

/// The tile of a workgroup, in elements.
struct AttentionShape {
  int queries = 128;  ///< rows of a workgroup's tile
  int keys = 128;     ///< of an iteration
  int head = 128;     ///< elements of a query, a key and a value
  int threads = 256;  ///< that compute
};

/// The loop, bf16 operands with fp32 sums.
constexpr Loop flash_attention(const AttentionShape& shape) {
  Loop loop("flash attention forward");
  loop.threads = shape.threads;
  const long scores = static_cast<long>(shape.queries) * shape.keys;
  const long outputs = static_cast<long>(shape.queries) * shape.head;
  const auto k = loop.shared("K", shape.keys * shape.head * 2);
  const auto v = loop.shared("V", shape.keys * shape.head * 2);
  const auto s = loop.registers("S", static_cast<int>(scores * 4));
  const auto exps = loop.registers("exp S", 0);  // in the place of S
  const auto p = loop.registers("P", static_cast<int>(scores * 2));
  const auto o = loop.accumulator("O", static_cast<int>(outputs * 4));
  const auto scaled = loop.registers("scaled O", 0);  // in the place of O
  const auto maximum = loop.registers("maximum", shape.queries * 8);
  loop.load("load K").writes(k);
  loop.load("load V").writes(v);
  loop.multiply("scores", shape.queries, shape.keys, shape.head, DataType::bf16).reads(k).writes(s);
  // Maximum, scaling and sum: three operations for each score, and its exponential.
  loop.compute("softmax", 3 * scores).exponentials(scores).reads(s).reads(maximum, 1).writes(exps).writes(maximum);
  loop.compute("convert", scores).reads(s).reads(exps).writes(p);
  loop.compute("rescale", outputs).reads(o, 1).reads(maximum).writes(scaled);
  loop.multiply("values", shape.queries, shape.head, shape.keys, DataType::bf16)
      .reads(v)
      .reads(p)
      .reads(scaled)
      .writes(o);
  return loop;
}

}  // namespace stretto::loops
