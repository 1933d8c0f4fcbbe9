// Loops that make_pipeline accepts, and whose pipelines are larger than a constant can hold.
// CLANG: loop "roles" rejected: too_many_roles: {{.*}} than a compile-time pipeline can hold; value 9, limit 8. Fix:
// CHECK: LoopRejected<stretto::Rule::too_many_roles, 9, 8,
// NVCC: BrokenRule=stretto::Rule::too_many_roles, Value=9, Limit=8
// NAMES-SAME: {"roles"}
// CLANG: loop "buffers" rejected: too_many_buffers: {{.*}}; value 65, limit 64. Fix:
// CHECK: LoopRejected<stretto::Rule::too_many_buffers, 65, 64,
// NVCC: BrokenRule=stretto::Rule::too_many_buffers, Value=65, Limit=64
// NAMES-SAME: {"buffers"}
// CLANG: loop "entries" rejected: too_many_entries: {{.*}}; value 1025, limit 1024. Fix:
// CHECK: LoopRejected<stretto::Rule::too_many_entries, 1025, 1024,
// NVCC: BrokenRule=stretto::Rule::too_many_entries, Value=1025, Limit=1024
// NAMES-SAME: {"entries"}
#include <stretto/gpu/h200.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

using namespace stretto;

/// A search that takes few steps.
struct OnlyInterval {
  static constexpr PipelineOptions options() {
    PipelineOptions out;
    out.modulo.only_interval = true;
    return out;
  }
};

/// "x00", "x01", ...
struct Numbered {
  char text[100][4] = {};

  constexpr explicit Numbered(char kind) {
    for (int i = 0; i < 100; ++i) {
      text[i][0] = kind;
      text[i][1] = static_cast<char>('0' + i / 10);
      text[i][2] = static_cast<char>('0' + i % 10);
    }
  }
  constexpr const char* operator[](int i) const { return text[i]; }
};
constexpr Numbered op_names('o');
constexpr Numbered role_names('r');
constexpr Numbered buffer_names('b');

/// A producer and eight roles that compute, on a target whose waves have a quarter of the lanes.
struct Roles : OnlyInterval {
  static constexpr Loop declare() {
    Loop loop("roles");
    loop.threads = 256;
    const LoopBufferRef tile = loop.shared("tile", 1024);
    loop.load("load").writes(tile).by(loop.role("producer", 1));
    for (int r = 0; r < 8; ++r) {
      const LoopBufferRef sum = loop.accumulator(buffer_names[r], 1024);
      loop.compute(op_names[r], 1024).reads(tile).accumulates(sum).by(loop.role(role_names[r], 1));
    }
    return loop;
  }
  static constexpr Gpu target() {
    Gpu gpu = targets::h200;
    gpu.wave_lanes = 32;
    return gpu;
  }
};

/// 64 sums of one tile.
struct Buffers {
  static constexpr Loop declare() {
    Loop loop("buffers");
    const LoopBufferRef tile = loop.shared("tile", 1024);
    loop.load("load").writes(tile);
    const LoopOpRef add = loop.compute("add", 1024).reads(tile);
    for (int b = 0; b < 64; ++b) add.accumulates(loop.accumulator(buffer_names[b], 1024));
    return loop;
  }
  static constexpr Gpu target() { return targets::h200; }
};

/// Seven tiles, whose data is in use for several iterations.
struct Entries : OnlyInterval {
  static constexpr Loop declare() {
    Loop loop("entries");
    for (int t = 0; t < 7; ++t) {
      const LoopBufferRef tile = loop.shared(buffer_names[t], 1024);
      loop.load(op_names[2 * t]).writes(tile);
      loop.compute(op_names[2 * t + 1], 128)
          .reads(tile)
          .accumulates(loop.accumulator(buffer_names[20 + t], 1024))
          .lingers(2300);
    }
    return loop;
  }
  static constexpr Gpu target() { return targets::h200; }
};

constexpr auto roles = pipeline<Roles>();
constexpr auto buffers = pipeline<Buffers>();
constexpr auto entries = pipeline<Entries>();
