#include "case.hpp"

#include "knobs_json.hpp"

namespace stretto::tool {

namespace {

TargetProfile read_target(ObjectReader reader) {
  const int vm_a = reader.require_int("vm_per_load_a");
  const int vm_b = reader.require_int("vm_per_load_b");
  const int max_globals = reader.require_int("max_globals");
  reader.finish();
  return mi355x_target(vm_a, vm_b, max_globals);
}

void read_overrides(ObjectReader& params, PipelineConfig& config) {
  if (params.has("pipeline_overrides")) apply_overrides(params.require_object("pipeline_overrides"), config);
}

/// Puts the knobs with their defaults into the echoed params, where the input had some of them.
void echo_knobs(Json& params, const ScheduleConfig& knobs) {
  params["schedule_config"] = knobs_json(knobs);
  if (!params.contains("pipeline_overrides")) params["pipeline_overrides"] = Json::object();
}

SingleBufferLoop read_single_buffer(ObjectReader params) {
  SingleBufferLoop loop;
  loop.num_k_tiles = params.require_int("num_k_tiles");
  ObjectReader hints = params.require_object("hints");
  loop.hints.m_mmas = hints.require_int("m_mmas");
  loop.hints.n_mmas = hints.require_int("n_mmas");
  loop.hints.k_mmas = hints.require_int("k_mmas");
  loop.hints.mma_m = hints.require_int("mma_m");
  loop.hints.mma_n = hints.require_int("mma_n");
  loop.hints.a_loads_per_thread = hints.require_int("a_loads_per_thread");
  loop.hints.b_loads_per_thread = hints.require_int("b_loads_per_thread");
  hints.finish();
  params.finish();
  if (const Diagnostic error = check_hints(loop.hints)) throw Error(error);
  return loop;
}

PingPongSchedule read_ping_pong(ObjectReader params, Json& echo) {
  PingPongSchedule schedule;
  schedule.is_fp8 = params.require_bool("is_fp8");
  schedule.lgkm_a = params.require_int("lgkm_a");
  schedule.lgkm_b = params.require_int("lgkm_b");
  for (int count : {schedule.lgkm_a, schedule.lgkm_b}) {
    if (count < 0) throw Error(Diagnostic(Rule::negative_count, count, 0));
  }
  schedule.pipeline = read_target(params.require_object("target")).pipeline;
  schedule.knobs = read_knobs(params.require_object("schedule_config"));
  read_overrides(params, schedule.pipeline);
  params.accept("pipeline_overrides");
  params.accept("kernel");  // a comment: the tile that the counts came from
  params.finish();
  echo_knobs(echo, schedule.schedule_config());
  return schedule;
}

KernelGeometry read_geometry(ObjectReader reader) {
  KernelGeometry g;
  g.BM = reader.require_int("BM");
  g.BN = reader.require_int("BN");
  g.BK = reader.require_int("BK");
  g.MMA_M = reader.require_int("MMA_M");
  g.MMA_N = reader.require_int("MMA_N");
  g.MMA_K = reader.require_int("MMA_K");
  g.elem_bytes = reader.require_int("elem_bytes");
  g.simd_width = reader.require_int("simd_width");
  g.is_fp8 = reader.require_bool("is_fp8");
  g.vm_per_load_a = reader.require_int("vm_per_load_a");
  g.vm_per_load_b = reader.require_int("vm_per_load_b");
  g.lgkm_per_load_a = reader.require_int("lgkm_per_load_a");
  g.lgkm_per_load_b = reader.require_int("lgkm_per_load_b");
  reader.finish();
  return g;
}

FourWaveSchedule read_four_wave(ObjectReader params, Json& echo) {
  FourWaveSchedule schedule;
  schedule.geometry = read_geometry(params.require_object("geometry"));
  schedule.target = read_target(params.require_object("target"));
  schedule.knobs = read_knobs(params.require_object("schedule_config"));
  read_overrides(params, schedule.target.pipeline);
  params.accept("pipeline_overrides");
  params.accept("schedule_config_effective");
  params.finish();
  echo_knobs(echo, schedule.knobs);
  echo["schedule_config_effective"] = knobs_json(schedule.schedule_config());
  return schedule;
}

}  // namespace

Case read_case(const Json& input) {
  ObjectReader reader(input, "");
  Case result;
  result.name = reader.require_string("name");
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
    throw InputError("schedule: unknown schedule \"" + result.schedule_name +
                     "\"; known: single_buffer, ping_pong, four_wave");
  }
  for (const char* key : {"config", "body", "edges", "order", "makespan", "lower_bound", "vgpr_peak", "blocks", "waits",
                          "prologue", "kernel", "epilogue", "kernel_deps", "warp_stagger_index", "segments", "search",
                          "verified", "broken_edges", "broken_edges_in_kernel"}) {
    reader.accept(key);
  }
  reader.finish();
  return result;
}

}  // namespace stretto::tool
