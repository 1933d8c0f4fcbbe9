// Ping-pong in bf16, with the weights of tests/reference.
#pragma once

#include <stretto/mojo/schedules/ping_pong.hpp>

namespace stretto {

inline PingPongSchedule bf16_ping_pong(int max_globals = 1) {
  PingPongSchedule schedule;
  schedule.lgkm_a = 8;
  schedule.lgkm_b = 4;
  schedule.pipeline = mi355x_double_buffer({.vm_per_load_a = 2, .vm_per_load_b = 2, .max_globals = max_globals});
  return schedule;
}

}  // namespace stretto
