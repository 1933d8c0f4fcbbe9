// Which role executes which op.
//
// With bulk loads, declared roles execute the ops that they are given with `by`. If none are declared, a producer
// issues the loads and stores, a multiplier issues the multiplications if their accumulators are in tensor memory, and
// a consumer executes the rest. On other targets all waves execute everything.
#pragma once

#include <stretto/core/limits.hpp>
#include <stretto/pipeline/loop.hpp>
#include <stretto/pipeline/target_loop.hpp>

namespace stretto::detail {

/// If roles are declared, each op has one, each role has ops, and the roles that compute have all of the loop's
/// threads. In tensor memory one wave issues the multiplications, and computes nothing itself.
constexpr Diagnostic check_declared_roles(const Loop& loop, const Gpu& gpu) {
  if (loop.roles.empty()) return {};
  if (gpu.copies != CopyKind::bulk) return Diagnostic(Rule::roles_not_supported, loop.roles.size(), 0).with_role(0);
  if (loop.groups > 1) return {Rule::groups_with_roles, loop.groups, 1};
  long computing = 0;
  int first = -1;  // of the roles that compute
  for (int r = 0; r < loop.roles.size(); ++r) {
    if (loop.roles[r].waves < 1) return Diagnostic(Rule::role_without_waves, loop.roles[r].waves, 1).with_role(r);
    bool used = false;
    bool computes = false;
    bool multiplies = false;
    for (const LoopOp& op : loop.ops) {
      if (op.role != r) continue;
      used = true;
      computes = computes || op.kind == WorkKind::compute;
      multiplies = multiplies || op.kind == WorkKind::multiply;
    }
    const bool issues = multiplies && gpu.multiplies == MmaKind::tensor_memory;
    if (issues && loop.roles[r].waves > 1)
      return Diagnostic(Rule::multiplying_waves, loop.roles[r].waves, 1).with_role(r);
    computes = computes || (multiplies && !issues);
    if (!used) return Diagnostic(Rule::role_without_ops, 0, 0).with_role(r);
    if (!computes) continue;
    computing += loop.roles[r].waves;
    if (first < 0) first = r;
  }
  for (int i = 0; i < loop.ops.size(); ++i) {
    if (loop.ops[i].role < 0) return Diagnostic(Rule::op_without_role, 0, 0).with_op(i);
  }
  const int waves = loop.threads / gpu.wave_lanes;
  if (computing > 0 && computing != waves) {
    return Diagnostic(Rule::role_waves, saturated(computing), waves).with_role(first);
  }
  return {};
}

class AssignRoles {
 public:
  constexpr AssignRoles(const Loop& loop, const Gpu& gpu) : loop_(loop), gpu_(gpu) {}

  /// Adds the roles of the target's loop.
  constexpr void add_roles(Vector<TargetRole>& roles) {
    const int waves = loop_.threads / gpu_.wave_lanes;
    if (gpu_.copies != CopyKind::bulk) {
      roles.push_back({"waves", waves / loop_.groups, loop_.groups});
      return;
    }
    if (!loop_.roles.empty()) {
      for (const LoopRole& role : loop_.roles) roles.push_back({role.name, role.waves, 1});
      return;
    }
    bool computes = false;
    bool multiplies = false;
    for (const LoopOp& op : loop_.ops) {
      multiplies = multiplies || op.kind == WorkKind::multiply;
      computes = computes || op.kind == WorkKind::compute;
    }
    producer_ = roles.size();
    roles.push_back({"producer", 1, 1});
    if (multiplies && gpu_.multiplies == MmaKind::tensor_memory) {
      multiplier_ = roles.size();
      roles.push_back({"multiplier", 1, 1});
    }
    if (multiplies || computes) {
      consumer_ = roles.size();
      roles.push_back({"consumer", waves / loop_.groups, loop_.groups});
    }
  }

  /// The number of the role that executes an op.
  [[nodiscard]] constexpr int role_of(const LoopOp& op) const {
    if (gpu_.copies != CopyKind::bulk) return 0;
    if (!loop_.roles.empty()) return op.role;
    if (op.kind == WorkKind::load || op.kind == WorkKind::store) return producer_;
    if (op.kind == WorkKind::multiply && multiplier_ >= 0) return multiplier_;
    return consumer_;
  }

 private:
  const Loop& loop_;
  const Gpu& gpu_;
  int producer_ = -1;
  int multiplier_ = -1;
  int consumer_ = -1;
};

/// Declared roles are right, and a workgroup has room for all roles, the chosen ones, too.
constexpr Diagnostic check_roles(const Loop& loop, const Gpu& gpu) {
  if (const Diagnostic error = check_declared_roles(loop, gpu)) return error;
  Vector<TargetRole> roles;
  AssignRoles(loop, gpu).add_roles(roles);
  long waves = 0;
  int largest = 0;
  for (int r = 0; r < roles.size(); ++r) {
    waves += roles[r].all_waves();
    if (roles[r].all_waves() > roles[largest].all_waves()) largest = r;
  }
  if (waves <= max_threads / gpu.wave_lanes) return {};
  const Diagnostic error(Rule::workgroup_threads, saturated(waves * gpu.wave_lanes), max_threads);
  return loop.roles.empty() ? error : Diagnostic(error).with_role(largest);
}

}  // namespace stretto::detail
