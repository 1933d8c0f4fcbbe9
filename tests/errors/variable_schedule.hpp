// The small GEMM of the must-not-compile tests with every part changeable at run time.
#pragma once

#include <optional>

#include "small_gemm.hpp"

namespace stretto::errors {

struct VariableSchedule {
  PipelineConfig pipeline = SmallGemm::config();
  Vector<OpDesc> ops = SmallGemm::costed_ops();
  ScheduleConfig knobs = SmallGemm::schedule_config();
  std::optional<Vector<DepEdge>> edges;  // none: the inferred ones

  static const char* tag_name(int tag) { return SmallGemm::tag_name(tag); }
  [[nodiscard]] PipelineConfig config() const { return pipeline; }
  [[nodiscard]] Result<Vector<OpDesc>> build_body() const { return ops; }
  [[nodiscard]] ScheduleConfig schedule_config() const { return knobs; }
  // What these tests break is found before anything is proven of the emitted program.
  static VerificationLevel verification() { return VerificationLevel::structural; }
  [[nodiscard]] Vector<DepEdge> derive_edges(const Vector<OpDesc>& body) const {
    return edges ? *edges : infer_edges(body, pipeline);
  }
};

using S = VariableSchedule;  // short, for the many changes made to one

/// What try_compile says of the small GEMM after a change.
template <class Change>
Diagnostic compile_changed(Change&& change, const CompileOptions& options = {}) {
  VariableSchedule schedule;
  change(schedule);
  return try_compile(schedule, options).error;
}

/// The same later, as a refusal provokes it.
template <class Change>
auto compiling(Change change, const CompileOptions& options = {}) {
  return [=] { return compile_changed(change, options); };
}

/// The small GEMM with the first half's ops in this order of its op numbers.
inline Vector<OpDesc> first_half_in_order(const Vector<int>& order) {
  const Vector<OpDesc> ops = SmallGemm::costed_ops();
  Vector<OpDesc> changed = ops;
  for (int i = 0; i < order.size(); ++i) changed[i] = ops[order[i]];
  return changed;
}

}  // namespace stretto::errors
