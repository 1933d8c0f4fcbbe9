// The greedy seed needs 64 registers, and one node is not enough to find another order.
// CHECK: ScheduleRejected<stretto::Rule::node_budget, 0, 1, -1>
#include "too_few_registers.hpp"

using namespace stretto;

constexpr auto plan = compile_schedule<TooFewRegisters, CompileOptions{.node_budget = 1}>();
