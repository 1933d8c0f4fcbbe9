// Six fragments and four accumulators need 64 registers.
// CHECK: ScheduleRejected<stretto::Rule::register_budget, 64, 63, -1>
#include "too_few_registers.hpp"

using namespace stretto;

constexpr auto plan = compile_schedule<TooFewRegisters>();
