// Dumps and wait statistics.
#include <string>

#include <gtest/gtest.h>

#include <stretto/stretto.hpp>

namespace stretto {
namespace {

std::string str(Text text) { return text.c_str(); }

TEST(Dump, NamesOps) {
  const TagNamer names = double_buffer_tags::name;
  EXPECT_EQ(str(dump_op(OpDesc::wait_vm(6))), "WAIT_VM 6");
  EXPECT_EQ(str(dump_op(OpDesc::sched_group_barrier(InstructionClass::lds_write, 2))),
            "SCHED_GROUP_BARRIER LDS_WRITE 2");
  const PingPongSchedule schedule;
  const Vector<OpDesc> body = schedule.build_body().value;
  EXPECT_EQ(str(dump_op(body[2], names)), "LOAD_A stage 1 subtile 1 @K_PREV");
  EXPECT_EQ(str(dump_op(body[3], names)), "MMA [0,0]");
  EXPECT_EQ(str(dump_op(body[3])), "tag 5 [0,0]");
}

TEST(Dump, PrintsOneEntryPerLine) {
  const CompiledSchedule compiled = try_compile(PingPongSchedule{});
  const std::string text = str(dump_entries(compiled.kernel, double_buffer_tags::name));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), compiled.kernel.size());
  EXPECT_NE(text.find("   12  LOAD_B stage 0 subtile 0 @K0"), std::string::npos) << text;
  EXPECT_NE(text.find("prefetch"), std::string::npos);
  const std::string blocks = str(dump_blocks(compiled.program, double_buffer_tags::name));
  EXPECT_EQ(std::count(blocks.begin(), blocks.end(), '\n'), 8);
}

TEST(Statistics, CountWaitsPerSection) {
  const CompiledSchedule compiled = try_compile(PingPongSchedule{});
  const SectionStatistics kernel = section_statistics(compiled.kernel);
  EXPECT_EQ(kernel.entries, 70);
  EXPECT_EQ(kernel.data_ops, 24);
  EXPECT_EQ(kernel.prefetches, 7);
  EXPECT_EQ(kernel.barriers, 16);
  EXPECT_EQ(kernel.vm.count, 2);
  EXPECT_EQ(kernel.vm.smallest, 12);  // three prefetches of four
  EXPECT_EQ(kernel.lgkm.count, 8);
  EXPECT_EQ(kernel.lgkm.full_drains, 8);
  EXPECT_NE(str(dump_statistics(kernel)).find("vm: 2 waits"), std::string::npos);
}

}  // namespace
}  // namespace stretto
