// Shipped loops that need far fewer steps than those of pipelines.cpp, at a limit of their own.
#include <stretto/gpu/h200.hpp>
#include <stretto/loops/flash_attention.hpp>
#include <stretto/loops/streaming.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

namespace {

using namespace stretto;

struct Attention {
  static constexpr Loop declare() { return loops::flash_attention({}); }
  static constexpr Gpu target() { return targets::h200; }
};
struct Reduction {
  static constexpr Loop declare() { return loops::reduction(16384, 32, 8, 256); }
  static constexpr Gpu target() { return targets::h200; }
};

static_assert(pipeline<Attention>().proven());
static_assert(pipeline<Reduction>().proven());

}  // namespace
