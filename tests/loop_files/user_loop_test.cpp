// The loop of the how-to page is the one that the C++ tests declare.
#include <gtest/gtest.h>

#include <stretto/pipeline/fingerprint.hpp>

#include "../pipeline/user_loops.hpp"
#include "loop/loaded_loop.hpp"
#include "loop/loop_writer.hpp"

namespace stretto::tool {
namespace {

const std::string file = std::string(STRETTO_LOOP_FILES) + "/block_scaled_gemm.json";

TEST(UserLoop, TheFileDeclaresTheSameLoop) {
  const LoadedLoop read = load_loop(file, {});
  const Loop declared = user_loops::block_scaled_gemm(2);
  EXPECT_EQ(loop_json(read.loop).dump(1), loop_json(declared).dump(1));
  EXPECT_EQ(fingerprint(read.loop, read.target, read.options), fingerprint(declared, find_gpu("h200")));
}

TEST(UserLoop, IsProvenAndItsParametersMatter) {
  const Pipeline pipe = make_pipeline(load_loop(file, {}));
  EXPECT_EQ(pipe.verdict, Verdict::proven);
  EXPECT_EQ(pipe.schedule.status, ModuloStatus::optimal);
  LoopArguments smaller;
  smaller.set = {"bn=64"};
  EXPECT_LT(make_pipeline(load_loop(file, smaller)).schedule.ii, pipe.schedule.ii);
}

TEST(UserLoop, EveryThingThatALoopSaysIsWrittenAndReadBack) {
  Loop loop("everything");
  loop.threads = 384;
  loop.groups = 3;
  loop.cluster = 2;
  loop.fragment_steps = 2;
  const auto producer = loop.role("producer", 1);
  const auto consumer = loop.role("consumer", 3);
  const auto a = loop.shared("A", 4096).parts(2).slots(3);
  const auto s = loop.registers("S", 1024).parts(0);
  const auto t = loop.in_place_of(s, "T");
  const auto c = loop.accumulator("C", 2048);
  loop.load("load").writes(a).multicast().by(producer).tagged(17).lingers(5);
  loop.multiply("multiply", 64, 32, 16, DataType::fp8).reads(a).reads(t, 2).writes(s).synchronous().by(consumer);
  loop.compute("compute", 10).exponentials(20).takes(30).reads(s).writes(t).accumulates(c).by(consumer);
  loop.store("store").reads(a).synchronous().by(producer);
  PipelineOptions options;
  options.persistent = true;
  options.barriers = BarrierPlacement::fewest;
  options.earliest_starts = false;
  options.modulo.fixed_ii = 77;
  options.modulo.max_stages = 5;
  options.modulo.only_interval = true;
  options.modulo.budget.nodes = 12;
  options.modulo.objective_nodes = 13;
  const Gpu& gpu = find_gpu("b200");
  const Json written = parse_json(loop_file_text(loop_json(loop, gpu, options)), "text");
  const DeclaredLoop read = read_declared_loop({written, JsonPlace("file")});
  EXPECT_EQ(fingerprint(read.loop, read.target, read.options), fingerprint(loop, gpu, options)) << written.dump(2);
}

}  // namespace
}  // namespace stretto::tool
