#include "case.hpp"

#include "knobs_json.hpp"

namespace stretto::tool {

namespace {

int require_count(ObjectReader& reader, const std::string& key, Rule below) {
  const int value = reader.require_int(key);
  check_count(reader, key, value, below);
  return value;
}

TargetProfile read_target(ObjectReader reader) {
  const int vm_a = require_count(reader, "vm_per_load_a", Rule::negative_count);
  const int vm_b = require_count(reader, "vm_per_load_b", Rule::negative_count);
  const int max_globals = require_count(reader, "max_globals", Rule::negative_count);
  reader.finish();
  return mi355x_target({.vm_per_load_a = vm_a, .vm_per_load_b = vm_b, .max_globals = max_globals});
}

void read_overrides(ObjectReader& params, PipelineConfig& config) {
  if (params.has("pipeline_overrides")) apply_overrides(params.require_object("pipeline_overrides"), config);
}

/// Replaces the knobs in the echoed params, of which the input may give only some, by the full set.
void echo_knobs(Json& params, const ScheduleConfig& knobs) {
  params["schedule_config"] = knobs_json(knobs);
  if (!params.contains("pipeline_overrides")) params["pipeline_overrides"] = Json::object();
}

SingleBufferLoop read_single_buffer(ObjectReader params) {
  SingleBufferLoop loop;
  loop.num_k_tiles = require_count(params, "num_k_tiles", Rule::k_tiles_below_one);
  ObjectReader hints = params.require_object("hints");
  loop.hints.m_mmas = require_count(hints, "m_mmas", Rule::hint_below_one);
  loop.hints.n_mmas = require_count(hints, "n_mmas", Rule::hint_below_one);
  loop.hints.k_mmas = require_count(hints, "k_mmas", Rule::hint_below_one);
  loop.hints.mma_m = require_count(hints, "mma_m", Rule::hint_below_one);
  loop.hints.mma_n = require_count(hints, "mma_n", Rule::hint_below_one);
  loop.hints.a_loads_per_thread = require_count(hints, "a_loads_per_thread", Rule::negative_count);
  loop.hints.b_loads_per_thread = require_count(hints, "b_loads_per_thread", Rule::negative_count);
  hints.finish();
  params.finish();
  if (const Diagnostic error = check_hints(loop.hints)) throw Error(error);
  return loop;
}

MatrixShape read_shape(ObjectReader& reader, const std::string& key) {
  const std::vector<JsonItem> sides = reader.require_list(key, 3);
  if (sides.size() != 3) throw reader.place(key).error("must be three numbers: M, N and K");
  MatrixShape out;
  int* const to[] = {&out.m, &out.n, &out.k};
  for (std::size_t i = 0; i < 3; ++i) {
    *to[i] = static_cast<int>(read_number(sides[i].value, {1, max_extent}, {}, sides[i].place));
  }
  return out;
}

/// The tile from which the counts were computed; the counts must follow from it.
void check_kernel(ObjectReader& params, const PingPongSchedule& schedule) {
  ObjectReader reader = params.require_object("kernel");
  const MatrixShape block = read_shape(reader, "block");
  const MatrixShape warp = read_shape(reader, "warp");
  GeometrySpec spec{block, read_shape(reader, "mma"), schedule.is_fp8 ? DataType::fp8 : DataType::bf16, {}};
  const int bytes = reader.require_int("elem_bytes");
  reader.finish();
  const JsonPlace place = params.place("kernel");
  if (bytes != bytes_of(spec.type)) {
    throw place.key("elem_bytes").error("must be " + std::to_string(bytes_of(spec.type)) + ", to match is_fp8");
  }
  if (block.m % warp.m != 0 || block.n % warp.n != 0 || block.k != warp.k) {
    throw place.key("warp").error("does not divide the block");
  }
  spec.layout = {block.m / warp.m, block.n / warp.n};
  const KernelGeometry geometry = make_geometry(spec);
  if (const Diagnostic error = check_geometry(geometry, spec.layout)) throw place.error(Error(error).what());
  const auto compare = [&](const char* key, int given, int computed) {
    if (given == computed) return;
    throw place.error("gives " + std::string(key) + " " + std::to_string(computed) + ", not " + std::to_string(given) +
                      "; correct it, or remove \"kernel\"");
  };
  compare("lgkm_a", schedule.lgkm_a, geometry.lgkm_per_load_a);
  compare("lgkm_b", schedule.lgkm_b, geometry.lgkm_per_load_b);
  compare("target.vm_per_load_a", schedule.pipeline.vm_per_load_a, geometry.vm_per_load_a);
  compare("target.vm_per_load_b", schedule.pipeline.vm_per_load_b, geometry.vm_per_load_b);
}

PingPongSchedule read_ping_pong(ObjectReader params, Json& echo) {
  PingPongSchedule schedule;
  schedule.is_fp8 = params.require_bool("is_fp8");
  schedule.lgkm_a = require_count(params, "lgkm_a", Rule::negative_count);
  schedule.lgkm_b = require_count(params, "lgkm_b", Rule::negative_count);
  schedule.pipeline = read_target(params.require_object("target")).pipeline;
  schedule.knobs = read_knobs(params.require_object("schedule_config"), schedule.knobs);
  if (params.has("kernel")) check_kernel(params, schedule);
  read_overrides(params, schedule.pipeline);
  params.accept("pipeline_overrides");
  params.finish();
  echo_knobs(echo, schedule.schedule_config());
  return schedule;
}

KernelGeometry read_geometry(ObjectReader reader) {
  KernelGeometry g;
  g.BM = require_count(reader, "BM", Rule::tile_below_one);
  g.BN = require_count(reader, "BN", Rule::tile_below_one);
  g.BK = require_count(reader, "BK", Rule::tile_below_one);
  g.MMA_M = require_count(reader, "MMA_M", Rule::tile_below_one);
  g.MMA_N = require_count(reader, "MMA_N", Rule::tile_below_one);
  g.MMA_K = require_count(reader, "MMA_K", Rule::tile_below_one);
  g.elem_bytes = require_count(reader, "elem_bytes", Rule::tile_below_one);
  g.simd_width = require_count(reader, "simd_width", Rule::tile_below_one);
  g.is_fp8 = reader.require_bool("is_fp8");
  g.vm_per_load_a = require_count(reader, "vm_per_load_a", Rule::entries_below_one);
  g.vm_per_load_b = require_count(reader, "vm_per_load_b", Rule::entries_below_one);
  g.lgkm_per_load_a = require_count(reader, "lgkm_per_load_a", Rule::entries_below_one);
  g.lgkm_per_load_b = require_count(reader, "lgkm_per_load_b", Rule::entries_below_one);
  reader.finish();
  return g;
}

FourWaveSchedule read_four_wave(ObjectReader params, Json& echo) {
  FourWaveSchedule schedule;
  schedule.geometry = read_geometry(params.require_object("geometry"));
  schedule.target = read_target(params.require_object("target"));
  schedule.knobs = read_knobs(params.require_object("schedule_config"), schedule.knobs);
  read_overrides(params, schedule.target.pipeline);
  params.accept("pipeline_overrides");
  params.accept("schedule_config_effective");
  params.finish();
  echo_knobs(echo, schedule.knobs);
  echo["schedule_config_effective"] = knobs_json(schedule.schedule_config());
  return schedule;
}

}  // namespace

Case read_case(const Json& input, const JsonPlace& place) {
  ObjectReader reader(input, place);
  Case result;
  result.name = reader.require_name("name");
  result.schedule_name = reader.require_string("schedule");
  result.params = reader.require("params");
  ObjectReader params = reader.require_object("params");
  if (result.schedule_name == "single_buffer") {
    result.schedule = read_single_buffer(params);
  } else if (result.schedule_name == "ping_pong") {
    result.schedule = read_ping_pong(params, result.params);
  } else if (result.schedule_name == "four_wave") {
    result.schedule = read_four_wave(params, result.params);
  } else {
    throw reader.place("schedule")
        .error("unknown schedule " + quote(result.schedule_name) +
               "; valid schedules: single_buffer, ping_pong, four_wave");
  }
  for (const char* key : {"config",
                          "body",
                          "edges",
                          "order",
                          "makespan",
                          "lower_bound",
                          "vgpr_peak",
                          "blocks",
                          "waits",
                          "prologue",
                          "kernel",
                          "epilogue",
                          "kernel_deps",
                          "warp_stagger_index",
                          "segments",
                          "search",
                          "synchronisation",
                          "verified",
                          "verdict",
                          "sync_reasons",
                          "barriers_per_trip",
                          "minimality",
                          "broken_edges",
                          "broken_edges_in_kernel"}) {
    reader.accept(key);
  }
  reader.finish();
  return result;
}

}  // namespace stretto::tool
