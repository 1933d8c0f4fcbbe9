// Finds the schedules of `stretto::gemm`'s plans, and compares them with the file that has them.
//
//   gemm_schedules FILE         exits with 1 if FILE has other schedules
//   gemm_schedules FILE write   writes FILE
//
// A schedule depends on the figures of the GPU and on the version of the library.
#include <stretto/hopper/gemm_plans.hpp>

#include "schedule_file.hpp"

namespace stretto {
namespace {

/// A tile as it is written in C++.
std::string tile_source(const loops::GemmShape& tile) {
  std::string text = "loops::GemmShape{.m = " + std::to_string(tile.m) + ", .n = " + std::to_string(tile.n) +
                     ", .k = " + std::to_string(tile.k) +
                     ", .type = DataType::" + (tile.type == DataType::bf16 ? "bf16" : "fp8") +
                     ", .slots = " + std::to_string(tile.slots);
  if (tile.cluster > 1) text += ", .cluster = " + std::to_string(tile.cluster);
  return text + "}";
}

/// Plans that differ only in what they do with their sums share a schedule.
template <class Plan>
void add(ScheduleFile& file) {
  file.add<hopper::GemmLoop<Plan::tile>>("GemmSchedule<" + tile_source(Plan::tile) + ">");
}

template <DataType Type>
void add_all(ScheduleFile& file) {
  using Plans = hopper::GemmPlans<Type>;
  add<typename Plans::Pair>(file);
  add<typename Plans::Single>(file);
  add<typename Plans::Square>(file);
  add<typename Plans::Wide>(file);
  add<typename Plans::Split128>(file);
  add<typename Plans::Split96>(file);
  add<typename Plans::Split64>(file);
  add<typename Plans::Some>(file);
  add<typename Plans::SomeSplit>(file);
  add<typename Plans::Few>(file);
  add<typename Plans::FewSplit>(file);
}

constexpr const char* head =
    "// The schedules of the loops of `stretto::gemm`, so that its users' compilers do not search for them. Written "
    "by\n"
    "// tests/pipeline/gemm_schedules.cpp; do not edit.\n#pragma once\n\n#include <stretto/loops/gemm.hpp>\n#include "
    "<stretto/pipeline/given_schedule.hpp>\n\nnamespace stretto::hopper {\n\n/// The schedule of a tile's loop, as a "
    "member `plan`. This one has none: the compiler searches.\ntemplate <loops::GemmShape Tile>\nstruct GemmSchedule "
    "{};\n";

}  // namespace
}  // namespace stretto

int main(int argc, char** argv) {
  stretto::ScheduleFile file;
  stretto::add_all<stretto::DataType::bf16>(file);
  stretto::add_all<stretto::DataType::fp8>(file);
  return file.finish(stretto::head, argc, argv);
}
