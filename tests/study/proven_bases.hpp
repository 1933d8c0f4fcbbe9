// The proven variants of the Mojo schedules: the bases of the mutants.
#pragma once

#include <string>
#include <vector>

#include <stretto/mojo/config/schedule_config.hpp>
#include <stretto/mojo/lower/kernel_protocol.hpp>
#include <stretto/verify/hazard.hpp>

#include "executor/emitted_schedule.hpp"

namespace stretto::study {

/// An emitted schedule as both sides read it: the executor by itself, the verifier through the kernel's protocol.
struct Base {
  std::string name;
  executor::EmittedSchedule schedule;
  KernelProtocol protocol;
  ScheduleConfig knobs;
};

/// Throws std::invalid_argument when one of them does not compile.
[[nodiscard]] std::vector<Base> proven_bases();

/// Verifies entries under the base's protocol, without latency bounds.
[[nodiscard]] Verification verdict_on(const executor::EmittedSchedule& schedule, const Base& base);

}  // namespace stretto::study
