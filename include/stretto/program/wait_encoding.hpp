// Which waits the target can encode: the largest count each counter field can encode.
#pragma once

#include <stretto/core/diagnostic.hpp>
#include <stretto/program/wave_program.hpp>

namespace stretto {

/// Why a wait for at most `count` operations of a counter cannot be encoded; no error if it can.
constexpr Diagnostic check_wait(const CounterLimits& limits, Counter counter, int count) {
  const int most = limits.max_wait(counter);
  if (count < 0) return {Rule::negative_wait, count, 0};
  if (count <= most) return {};
  if (counter == Counter::vm) return {Rule::wait_vm_field, count, most};
  if (counter == Counter::lgkm) return {Rule::wait_lgkm_field, count, most};
  return {Rule::wait_group_field, count, most};
}

/// The largest count that can be encoded and waits for at least as much. A smaller count waits for more.
constexpr int encodable_wait(const CounterLimits& limits, Counter counter, int count) {
  const int most = limits.max_wait(counter);
  return count < most ? count : most;
}

}  // namespace stretto
