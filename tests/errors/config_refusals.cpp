#include "refusal.hpp"
#include "variable_schedule.hpp"

namespace stretto::errors {

namespace {

auto with_k_mmas(int k_mmas) {
  return [=] { return check_hints({.m_mmas = 4, .n_mmas = 4, .k_mmas = k_mmas, .mma_m = 16, .mma_n = 16}); };
}

auto with_geometry(const KernelGeometry& geometry) {
  return [=] {
    FourWaveSchedule schedule;
    schedule.geometry = geometry;
    return try_compile(schedule).error;
  };
}

}  // namespace

std::vector<Refusal> config_refusals() {
  std::vector<Refusal> list = {
      {"depth_zero", {Rule::depth_below_one, 0, 1}, compiling([](S& s) { s.pipeline.depth = 0; })},
      {"grid_without_rows", {Rule::grid_below_one, 0, 1}, compiling([](S& s) { s.pipeline.m_mmas = 0; })},
      {"grid_without_columns", {Rule::grid_below_one, -3, 1}, compiling([](S& s) { s.pipeline.n_mmas = -3; })},
      {"no_partitions", {Rule::partitions_below_one, 0, 1}, compiling([](S& s) { s.pipeline.num_partitions = 0; })},
      {"no_k_tiles",
       {Rule::k_tiles_below_one, 0, 1},
       [] { return try_compile(SingleBufferSchedule<SingleBufferShape{.num_k_tiles = 0}>()).error; }},
      {"hint_of_no_mmas",
       {Rule::hint_below_one, 0, 1},
       [] { return check_hints({.m_mmas = 4, .n_mmas = 4, .k_mmas = 0, .mma_m = 16, .mma_n = 16}); }},
      {"hint_of_negative_loads",
       {Rule::negative_count, -1, 0},
       [] {
         return check_hints(
             {.m_mmas = 4, .n_mmas = 4, .k_mmas = 2, .mma_m = 16, .mma_n = 16, .a_loads_per_thread = -1});
       }},
      {"geometry_without_counts",
       {Rule::entries_below_one, 0, 1},
       [] {
         FourWaveSchedule schedule;
         schedule.geometry = make_geometry({.tile = {256, 256, 64}, .mma = {16, 16, 32}, .type = DataType::bf16});
         schedule.geometry.lgkm_per_load_b = 0;
         return try_compile(schedule).error;
       }},
      {"geometry_without_rows",
       {Rule::tile_below_one, 0, 1},
       [] {
         FourWaveSchedule schedule;
         schedule.geometry.BM = 0;
         return try_compile(schedule).error;
       }},
      {"negative_lgkm_of_ping_pong",
       {Rule::negative_count, -1, 0},
       [] {
         return try_compile(DeclarativeSchedule<PingPongShape{.is_fp8 = false, .lgkm_a = -1, .lgkm_b = 4}>()).error;
       }},
      {"negative_contention", {Rule::negative_count, -1, 0}, compiling([](S& s) {
         s.knobs.lds_contention_penalty = -1;
       })},
      {"contention", {Rule::count_too_large, 32769, 32768}, compiling([](S& s) {
         s.knobs.lds_contention_penalty = 32769;
       })},
      {"rows", {Rule::count_too_large, 257, 256}, compiling([](S& s) { s.pipeline.m_mmas = 257; })},
      {"columns", {Rule::count_too_large, 257, 256}, compiling([](S& s) { s.pipeline.n_mmas = 257; })},
      {"partitions", {Rule::count_too_large, 257, 256}, compiling([](S& s) { s.pipeline.num_partitions = 257; })},
      {"vm_per_load", {Rule::count_too_large, 32769, 32768}, compiling([](S& s) { s.pipeline.vm_per_load_a = 32769; })},
      {"k_tiles",
       {Rule::count_too_large, 257, 256},
       [] { return try_compile(SingleBufferSchedule<SingleBufferShape{.num_k_tiles = 257}>()).error; }},
      {"hint", {Rule::count_too_large, 257, 256}, with_k_mmas(257)},
      {"geometry",
       {Rule::count_too_large, 1 << 30, 32768},
       with_geometry(make_geometry({.tile = {256, 256, 64}, .mma = {1 << 30, 16, 32}, .type = DataType::bf16}))},
      {"odd_body", {Rule::counts_do_not_divide, 15, 2}, compiling([](S& s) { s.ops.push_back(s.ops[6]); })},
  };

  // Every count of the configuration is refused when it is negative.
  struct Count {
    const char* name;
    int& (*of)(PipelineConfig&);
  };
  const Count counts[] = {
      {"prefetch", [](PipelineConfig& c) -> int& { return c.prefetch; }},
      {"drain_passes", [](PipelineConfig& c) -> int& { return c.drain_passes; }},
      {"prologue_fill", [](PipelineConfig& c) -> int& { return c.prologue_fill; }},
      {"heavy", [](PipelineConfig& c) -> int& { return c.block_sizing.heavy; }},
      {"light", [](PipelineConfig& c) -> int& { return c.block_sizing.light; }},
      {"max_globals", [](PipelineConfig& c) -> int& { return c.block_sizing.max_globals; }},
      {"mma_latency", [](PipelineConfig& c) -> int& { return c.mma_latency; }},
      {"vm_per_load_a", [](PipelineConfig& c) -> int& { return c.vm_per_load_a; }},
      {"vm_per_load_b", [](PipelineConfig& c) -> int& { return c.vm_per_load_b; }},
      {"lgkm_per_load_a", [](PipelineConfig& c) -> int& { return c.lgkm_per_load_a; }},
      {"lgkm_per_load_b", [](PipelineConfig& c) -> int& { return c.lgkm_per_load_b; }},
      {"fixed_stagger", [](PipelineConfig& c) -> int& { return c.warp_stagger.fixed_amount; }},
  };
  for (const Count& count : counts) {
    list.push_back({std::string("negative_") + count.name,
                    {Rule::negative_count, -1, 0},
                    compiling([of = count.of](S& s) { of(s.pipeline) = -1; })});
  }

  // A geometry is refused where its tile, waves and MMAs do not divide each other.
  struct Geometry {
    const char* name;
    int value;
    int limit;
    KernelGeometry geometry;
  };
  const Geometry geometries[] = {
      {"tile_rows", 250, 64, make_geometry({.tile = {250, 256, 64}, .mma = {16, 16, 32}, .type = DataType::bf16})},
      {"tile_columns", 96, 64, make_geometry({.tile = {256, 96, 64}, .mma = {16, 16, 32}, .type = DataType::bf16})},
      {"tile_depth", 48, 32, make_geometry({.tile = {256, 256, 48}, .mma = {16, 16, 32}, .type = DataType::bf16})},
      {"lane_bytes", 16, 3,
       KernelGeometry{.BM = 256, .BN = 256, .BK = 64, .MMA_M = 16, .MMA_N = 16, .MMA_K = 32, .elem_bytes = 3}},
      {"row_bytes", 8, 16, make_geometry({.tile = {256, 256, 8}, .mma = {16, 16, 8}, .type = DataType::fp8})},
      {"lanes_per_row", 256, 12, make_geometry({.tile = {256, 256, 96}, .mma = {16, 16, 32}, .type = DataType::bf16})},
  };
  for (const Geometry& g : geometries) {
    list.push_back({std::string("undivided_") + g.name,
                    {Rule::counts_do_not_divide, g.value, g.limit},
                    with_geometry(g.geometry)});
  }
  return list;
}

}  // namespace stretto::errors
