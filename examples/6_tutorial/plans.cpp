// The plans of the tutorial: their quality, and the steps of a trip.
#include <cstdio>

#include "plan.hpp"

namespace {

using namespace stretto;

template <class Declared, class Plan>
void print() {
  const StaticPipeline& pipe = Plan::pipe;
  std::printf("for %s: II %ld cycles, %s; A %d slots, B %d slots, %ld bytes\n", Declared::target().name, pipe.ii,
              name(pipe.verdict), pipe.slots("A"), pipe.slots("B"), pipe.shared_bytes);
  for (int e = pipe.begin(0, 0, Section::kernel); e < pipe.end(0, 0, Section::kernel); ++e) {
    const Entry& entry = pipe.entries[e];
    switch (entry.action) {
      case Action::fetch:
        std::printf("  load %s of i + %d\n", entry.tag == Plan::load_a ? "A" : "B", entry.iteration);
        break;
      case Action::move: std::printf("  read fragments %d of i + %d\n", entry.part, entry.iteration); break;
      case Action::consume: std::printf("  multiply part %d of i + %d\n", entry.part, entry.iteration); break;
      case Action::wait: std::printf("  wait %s until %d pending\n", name(entry.counter), entry.count); break;
      default: std::printf("  %s\n", name(entry.action)); break;
    }
  }
}

}  // namespace

int main() {
  print<tutorial::Gemm, tutorial::Plan>();
  print<tutorial::GemmOnH200, tutorial::PlanOnH200>();
}
