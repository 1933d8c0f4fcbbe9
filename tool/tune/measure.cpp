#include "tune/measure.hpp"

#include <cstdio>

namespace stretto::tool {

namespace {

bool multiplies(const Loop& loop) {
  for (const LoopOp& op : loop.ops) {
    if (op.kind == WorkKind::multiply) return true;
  }
  return false;
}

}  // namespace

std::string Measure::text(double per_cycle) const {
  char text[64];
  std::snprintf(text, sizeof text, is_share ? "%.1f%%" : "%.1f", is_share ? 100 * per_cycle : per_cycle);
  return text;
}

Measure measure_of(const TuneSubject& subject) {
  if (!subject.is_loop()) return {"MMA busy", true};
  return {multiplies(loop_of(subject).loop) ? "MACs" : "bytes", false};
}

long work_of(const Loop& loop) {
  long work = 0;
  const bool counts_macs = multiplies(loop);
  for (int i = 0; i < loop.ops.size(); ++i) {
    const LoopOp& op = loop.ops[i];
    if (counts_macs) {
      work += static_cast<long>(op.m) * op.n * op.k;
      continue;
    }
    for (const LoopAccess& access : loop.accesses) {
      const bool loaded_bytes = access.op == i && op.kind == WorkKind::load && access.mode == LoopMode::write;
      if (loaded_bytes) work += loop.buffers[access.buffer].bytes;
    }
  }
  return work;
}

double peak_of(const TuneSubject& subject) {
  if (!subject.is_loop()) return 1;
  const LoadedLoop source = loop_of(subject);
  double peak = 0;
  for (const LoopOp& op : source.loop.ops) {
    if (op.kind != WorkKind::multiply) continue;
    const double rate = static_cast<double>(source.target.flops(op.type)) / 2;
    if (peak > 0 && rate != peak) return 0;  // two data types
    peak = rate;
  }
  return peak;
}

}  // namespace stretto::tool
