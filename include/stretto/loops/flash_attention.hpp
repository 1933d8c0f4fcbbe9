// The inner loop of attention: scores against a block of keys, softmax with a running maximum, product with the values.
//
// The scores become probabilities in place. They are converted to P once the `values` op of the previous iteration no
// longer reads P's registers. The output is rescaled in place by the growth of the maximum.
#pragma once

#include <stretto/pipeline/loop.hpp>

namespace stretto::loops {

/// The tile of a workgroup, in elements.
struct AttentionShape {
  int queries = 128;  ///< rows of the workgroup's tile
  int keys = 128;     ///< keys per iteration
  int head = 128;     ///< elements of a query, a key and a value
  int threads = 256;  ///< compute threads
};

/// The loop, with bf16 operands and fp32 sums.
constexpr Loop flash_attention(const AttentionShape& shape) {
  Loop loop("flash_attention");
  loop.threads = shape.threads;
  const long scores = static_cast<long>(shape.queries) * shape.keys;
  const long outputs = static_cast<long>(shape.queries) * shape.head;
  const auto k = loop.shared("K", shape.keys * shape.head * 2);
  const auto v = loop.shared("V", shape.keys * shape.head * 2);
  const auto s = loop.registers("S", static_cast<int>(scores * 4));
  const auto exps = loop.in_place_of(s, "exp S");
  const auto p = loop.registers("P", static_cast<int>(scores * 2));
  const auto o = loop.accumulator("O", static_cast<int>(outputs * 4));
  const auto scaled = loop.in_place_of(o, "scaled O");
  const auto maximum = loop.registers("maximum", shape.queries * 8);
  loop.load("load K").writes(k);
  loop.load("load V").writes(v);
  loop.multiply("scores", shape.queries, shape.keys, shape.head, DataType::bf16).reads(k).writes(s);
  // Maximum, scaling and sum: three operations per score, and its exponential.
  loop.compute("softmax", 3 * scores).exponentials(scores).reads(s).reads(maximum, 1).writes(exps).writes(maximum);
  loop.compute("convert", scores).reads(exps).writes(p);
  loop.compute("rescale", outputs).reads(o, 1).reads(maximum).writes(scaled);
  loop.multiply("values", shape.queries, shape.head, shape.keys, DataType::bf16)
      .reads(v)
      .reads(p)
      .reads(scaled)
      .writes(o);
  return loop;
}

}  // namespace stretto::loops
