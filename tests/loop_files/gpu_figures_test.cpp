// A target in a file has every figure of a Gpu.
#include <gtest/gtest.h>

#include "gpu_list.hpp"
#include "loop/gpu_figures.hpp"
#include "loop/gpu_json.hpp"

namespace stretto::tool {
namespace {

template <class Visit>
void each_number(Gpu& gpu, Visit visit) {
  each_figure(gpu, visit);
  each_limit(gpu.limits, visit);
  each_latency(gpu.latency, visit);
}

TEST(GpuFigures, TheListIsComplete) {
  Gpu gpu;
  std::size_t bytes = 0;
  each_number(gpu, [&](const char*, auto& figure, NumberRange) { bytes += sizeof figure; });
  // Two names, two kinds; the rest is padding: after the kinds, before the longs, and at the end of each part.
  constexpr std::size_t most_padding = 14;
  const std::size_t others = 2 * sizeof(const char*) + sizeof(CopyKind) + sizeof(MmaKind);
  EXPECT_LE(bytes + others, sizeof(Gpu));
  EXPECT_GE(bytes + others + most_padding, sizeof(Gpu)) << "a figure is missing in each_figure";
}

TEST(GpuFigures, ATargetIsFoundInUpperAndLowerCase) {
  for (const char* name : {"mi355x", "MI355X", "Mi355x"}) {
    EXPECT_STREQ(read_gpu(name, JsonPlace("loop.json")).name, "MI355X") << name;
    EXPECT_STREQ(read_gpu({{"like", name}}, JsonPlace("loop.json")).name, "MI355X") << name;
  }
}

TEST(GpuFigures, EveryFigureIsReadBack) {
  Gpu gpu = find_gpu("mi355x");
  int changed = 0;
  each_number(gpu, [&](const char*, auto& figure, NumberRange range) {
    figure += figure < range.highest / 2 ? 3 : -3;
    ++changed;
  });
  gpu.name = "other";
  gpu.architecture = "gfx";
  gpu.copies = CopyKind::bulk;
  gpu.multiplies = MmaKind::warpgroup;
  const Json written = gpu_json(gpu);
  EXPECT_GE(written.flatten().size(), static_cast<std::size_t>(changed)) << written.dump(2);
  EXPECT_TRUE(same_gpu(read_gpu(written, JsonPlace("file")), gpu)) << written.dump(2);
}

TEST(GpuFigures, KnownGpusAreNames) {
  for (const Gpu* gpu : all_gpus()) {
    EXPECT_EQ(gpu_json(*gpu), Json(short_name(*gpu)));
    EXPECT_TRUE(same_gpu(read_gpu(short_name(*gpu), JsonPlace("file")), *gpu));
    // Each is within the ranges that a file may have.
    Gpu copy = *gpu;
    each_number(copy, [&](const char* key, long figure, NumberRange range) {
      EXPECT_TRUE(figure >= range.lowest && figure <= range.highest) << gpu->name << " " << key;
    });
  }
}

}  // namespace
}  // namespace stretto::tool
