// A small GPU loop is scheduled in a constant expression, within the compilers' default limits.
#include <gtest/gtest.h>

#include <stretto/modulo/schedule.hpp>

namespace stretto::modulo_test {
namespace {

/// Two loads, two multiplies, a softmax between them and a rescale: six ops on two units, with issue slots.
constexpr ModuloProblem attention() {
  ModuloProblem problem;
  problem.resources = {{"copy engine", 1, 1}, {"tensor core", 1, 1}, {"vector unit", 1, 1}};
  problem.ops = {{"load K"}, {"load V"}, {"Q K"}, {"softmax"}, {"rescale"}, {"P V"}};
  problem.uses = {{0, 0, 64}, {1, 0, 64}, {2, 1, 256}, {3, 2, 180}, {4, 2, 40}, {5, 1, 256}};
  problem.edges = {{0, 2, 0, 700}, {1, 5, 0, 700}, {2, 3, 0, 290}, {3, 4, 0, 200},
                   {4, 5, 0, 60},  {3, 3, 1, 200}, {5, 4, 1, 290}};
  ModuloStorage keys;
  keys.name = "K";
  keys.bytes = 16 * 1024;
  keys.write = 0;
  keys.ends = {{2, 0, 256}};
  ModuloStorage values = keys;
  values.name = "V";
  values.write = 1;
  values.ends = {{5, 0, 256}};
  problem.storages.push_back(keys);
  problem.storages.push_back(values);
  problem.capacity.shared = 227 * 1024;
  return problem;
}

struct Summary {
  long ii = 0;
  long shared = 0;
  long stages = 0;
  bool proven = false;
};

constexpr Summary scheduled() {
  const Result<ModuloResult> result = modulo_schedule(attention());
  if (!result.ok()) return {};
  const ModuloResult& value = result.value;
  return {value.ii, value.costs.shared, value.costs.stages,
          value.status == ModuloStatus::optimal && value.shared_status == ModuloStatus::optimal &&
              value.registers_status == ModuloStatus::optimal && value.stages_status == ModuloStatus::optimal &&
              value.starts_status == ModuloStatus::optimal};
}

TEST(ConstantExpression, SchedulesASmallLoop) {
  constexpr Summary at_compile_time = scheduled();
  static_assert(at_compile_time.ii == 512);
  static_assert(at_compile_time.proven);
  const Summary at_run_time = scheduled();
  EXPECT_EQ(at_run_time.shared, at_compile_time.shared);
  EXPECT_EQ(at_run_time.stages, at_compile_time.stages);
}

}  // namespace
}  // namespace stretto::modulo_test
