// The main loop of a GEMM on an H200: declared as work and accesses, scheduled, synchronised and proven by the
// compiler.
#include <cstdio>

#include <stretto/stretto.hpp>

using namespace stretto;

struct Gemm {  // 128x256x64 bf16, two consumer warpgroups
  static constexpr Loop declare() {
    Loop loop("gemm 128x256x64 bf16");
    const auto a = loop.shared("A", 128 * 64 * 2);  // slot count is derived
    const auto b = loop.shared("B", 256 * 64 * 2);
    const auto c = loop.accumulator("C", 128 * 256 * 4);
    loop.load("load A").writes(a);
    loop.load("load B").writes(b);
    loop.multiply("multiply", 128, 256, 64, DataType::bf16).reads(a).reads(b).accumulates(c);
    return loop;
  }
  static constexpr Gpu target() { return targets::h200; }
};

struct Plan {
  static constexpr auto pipe = pipeline<Gemm>();
};
static_assert(Plan::pipe.proven() && Plan::pipe.optimal && Plan::pipe.ii == 1024 && Plan::pipe.slots("A") == 3);

// In a kernel each role runs its own program; the dispatcher gets every entry as a constant.
template <int Role>
void print(const char* name, int iterations) {
  std::printf("%s, %d iterations:\n", name, iterations);
  run<Plan, Role>(iterations, [](auto entry, int i) {
    constexpr Entry e = entry.value;
    if constexpr (e.action == Action::await) {
      std::printf("  await barrier %d slot %d parity %d\n", e.barrier, e.slot(i), e.parity(i));
    } else if constexpr (e.action == Action::arrive) {
      std::printf("  arrive at barrier %d slot %d, %d bytes\n", e.barrier, e.slot(i), e.bytes);
    } else if constexpr (e.action == Action::fetch) {
      std::printf("  load %d of K tile %d into slot %d\n", e.tag, e.version(i), e.slot(i));
    } else if constexpr (e.action == Action::wait) {
      std::printf("  wait_group %d\n", e.count);
    } else if constexpr (e.op >= 0) {
      std::printf("  multiply from slot %d\n", e.slot(i));
    }
  });
}

int main() {
  std::printf("II %ld cycles, %d slots of A and B, %ld bytes of shared memory\n", Plan::pipe.ii, Plan::pipe.slots("A"),
              Plan::pipe.shared_bytes);
  print<0>("producer", 4);
  print<1>("consumer", 4);
}
