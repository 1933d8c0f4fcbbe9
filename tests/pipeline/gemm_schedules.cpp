// Finds the schedules of `stretto::gemm`'s plans, and compares them with the file that has them.
//
//   gemm_schedules FILE         exits with 1 if FILE has other schedules
//   gemm_schedules FILE write   writes FILE
//
// A schedule depends on the figures of the GPU and on the version of the library.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <stretto/hopper/gemm_plans.hpp>
#include <stretto/pipeline/pipeline.hpp>

#include "plan/plan_header.hpp"

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

/// The file, tile by tile. Plans that differ only in what they do with their sums share a schedule.
class File {
 public:
  template <class Plan>
  void add() {
    using Declared = hopper::GemmLoop<Plan::tile>;
    const std::string tile = tile_source(Plan::tile);
    for (const std::string& written : tiles_) {
      if (written == tile) return;
    }
    tiles_.push_back(tile);
    const Loop loop = Declared::declare();
    const Gpu gpu = Declared::target();
    const PipelineOptions options = Declared::options();
    const Result<Pipeline> pipe = make_pipeline(loop, gpu, options);
    if (!pipe.ok() || pipe.value.verdict != Verdict::proven) {
      std::fprintf(stderr, "%s has no proven pipeline\n", tile.c_str());
      failed_ = true;
      return;
    }
    text_ += "\ntemplate <>\nstruct GemmSchedule<" + tile + "> {\n" +
             tool::schedule_source({loop, gpu, options}, pipe.value) + "};\n";
  }

  template <DataType Type>
  void add_all() {
    using Plans = hopper::GemmPlans<Type>;
    add<typename Plans::Pair>();
    add<typename Plans::Single>();
    add<typename Plans::Square>();
    add<typename Plans::Wide>();
    add<typename Plans::Split128>();
    add<typename Plans::Split96>();
    add<typename Plans::Split64>();
    add<typename Plans::Some>();
    add<typename Plans::SomeSplit>();
    add<typename Plans::Few>();
    add<typename Plans::FewSplit>();
  }

  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] std::string text() const {
    return "// The schedules of the loops of `stretto::gemm`, so that its users' compilers do not search for them. "
           "Written by\n// tests/pipeline/gemm_schedules.cpp; do not edit.\n#pragma once\n\n#include "
           "<stretto/loops/gemm.hpp>\n#include <stretto/pipeline/given_schedule.hpp>\n\nnamespace stretto::hopper "
           "{\n\n/// The schedule of a tile's loop, as a member `plan`. This one has none: the compiler searches.\n"
           "template <loops::GemmShape Tile>\nstruct GemmSchedule {};\n" +
           text_ + "\n}  // namespace stretto::hopper\n";
  }

 private:
  std::string text_;
  std::vector<std::string> tiles_;
  bool failed_ = false;
};

int compare_or_write(const char* path, bool writes) {
  File file;
  file.add_all<DataType::bf16>();
  file.add_all<DataType::fp8>();
  if (file.failed()) return 1;
  if (writes) {
    std::ofstream(path) << file.text();
    return 0;
  }
  std::ifstream in(path);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (text == file.text()) return 0;
  std::fprintf(stderr, "%s has other schedules: write it again with `gemm_schedules %s write`\n", path, path);
  return 1;
}

}  // namespace
}  // namespace stretto

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  return stretto::compare_or_write(argv[1], argc > 2 && std::string(argv[2]) == "write");
}
