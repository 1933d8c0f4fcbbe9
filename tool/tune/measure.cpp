#include "tune/measure.hpp"

#include <cstdio>

namespace stretto::tool {

namespace {

bool multiplies(const std::string& loop) { return loop == "gemm" || loop == "flash_attention"; }

}  // namespace

std::string Measure::text(double per_cycle) const {
  char text[64];
  std::snprintf(text, sizeof text, is_share ? "%.1f%%" : "%.1f", is_share ? 100 * per_cycle : per_cycle);
  return text;
}

Measure measure_of(const TuneSubject& subject) {
  if (!subject.is_loop()) return {"MMA busy", true};
  return {multiplies(subject.what) ? "MACs" : "bytes", false};
}

long work_of(const PipelineRequest& request) {
  long product = 1;
  for (const int side : tile_of(request)) product *= side;
  // Attention multiplies twice: scores and values.
  return request.loop == "flash_attention" ? 2 * product : product;
}

double peak_of(const TuneSubject& subject) {
  if (!subject.is_loop()) return 1;
  if (!multiplies(subject.what)) return 0;
  const PipelineRequest request = request_from(subject.what, subject.loop);
  return static_cast<double>(request.target->flops(request.type)) / 2;
}

}  // namespace stretto::tool
