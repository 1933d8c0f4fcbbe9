// Clusters and multicasts that the target or the loop does not allow, one per pipeline.
// CHECK: LoopRejected<stretto::Rule::cluster_size, 16, 8,
// NVCC: BrokenRule=stretto::Rule::cluster_size, Value=16, Limit=8
// NAMES-SAME: {""}, {{.*}}{""}, {{.*}}{""}
// CHECK: LoopRejected<stretto::Rule::target_has_no_clusters, 2, 1,
// NVCC: BrokenRule=stretto::Rule::target_has_no_clusters, Value=2, Limit=1
// NAMES-SAME: {""}, {{.*}}{""}, {{.*}}{""}
// CLANG: multicast_without_cluster: {{.*}}; op "load B". Fix:
// CHECK: LoopRejected<stretto::Rule::multicast_without_cluster, 1, 2,
// NVCC: BrokenRule=stretto::Rule::multicast_without_cluster, Value=1, Limit=2
// NAMES-SAME: {"load B"}, {{.*}}{""}, {{.*}}{""}
// CLANG: multicast_size: {{.*}}; op "load B"; buffer "B". Fix:
// CHECK: LoopRejected<stretto::Rule::multicast_size, 32768, 3,
// NVCC: BrokenRule=stretto::Rule::multicast_size, Value=32768, Limit=3
// NAMES-SAME: {"load B"}, {{.*}}{"B"}, {{.*}}{""}
#include "changed_gemm.hpp"

using namespace stretto;

template <int Size>
constexpr void cluster(Loop& loop) {
  loop.cluster = Size;
}
template <int Size>
constexpr void multicast(Loop& loop) {
  loop.cluster = Size;
  loop.ops[1].multicast = true;
}

struct OnMi355x : ChangedGemm<cluster<2>> {
  static constexpr Gpu target() { return targets::mi355x; }
};

constexpr auto too_large = pipeline<ChangedGemm<cluster<16>>>();
constexpr auto elsewhere = pipeline<OnMi355x>();
constexpr auto alone = pipeline<ChangedGemm<multicast<1>>>();
constexpr auto undivided = pipeline<ChangedGemm<multicast<3>>>();
