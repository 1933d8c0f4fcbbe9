// The single buffer has no kernel of its twin: derived, its synchronisation comes out as it is documented, but for a
// barrier of the prologue that stands behind the second load instead of before it.
#include <gtest/gtest.h>

#include <stretto/cdna/gemm_plan.hpp>

namespace stretto::cdna {
namespace {

void expect_same(const Vector<ScheduleEntry>& documented, const Vector<ScheduleEntry>& derived) {
  ASSERT_EQ(documented.size(), derived.size());
  for (int i = 0; i < documented.size(); ++i) EXPECT_EQ(documented[i].op, derived[i].op) << i;
}

Vector<ScheduleEntry> without_barriers(const Vector<ScheduleEntry>& entries) {
  Vector<ScheduleEntry> out;
  for (const ScheduleEntry& entry : entries) {
    if (entry.op.tag != tags::barrier) out.push_back(entry);
  }
  return out;
}

template <Chip C>
void expect_twin_to_be_the_schedule() {
  const auto declared = DeclarationOf<SingleBufferPlan<C>>::declared();
  const CompiledSchedule documented = try_compile(declared);
  const CompiledSchedule twin = try_compile(Proven<std::decay_t<decltype(declared)>>(declared));
  ASSERT_FALSE(documented.error || twin.error);
  EXPECT_EQ(documented.verification.verdict, Verdict::proven);
  EXPECT_EQ(twin.verification.verdict, Verdict::proven);
  expect_same(without_barriers(documented.prologue), without_barriers(twin.prologue));
  EXPECT_EQ(documented.prologue.size(), twin.prologue.size());
  expect_same(documented.kernel, twin.kernel);
  expect_same(documented.epilogue, twin.epilogue);
}

TEST(twins, of_the_single_buffer_have_its_kernel) {
  expect_twin_to_be_the_schedule<Chip::gfx950>();
  expect_twin_to_be_the_schedule<Chip::gfx942>();
}

// The counts of a kernel's tile are those that the library computes from a geometry, where its loads are of 16 bytes.
TEST(geometry, of_four_wave_has_the_librarys_counts) {
  using Bf16 = FourWavePlan<Chip::gfx950, DataType::bf16, Synchronised::derived>;
  using Fp8 = FourWavePlan<Chip::gfx950, DataType::fp8, Synchronised::derived>;
  EXPECT_EQ(DeclarationOf<Bf16>::geometry(), make_geometry(256, 256, 64, 16, 16, 32, 2, false));
  EXPECT_EQ(DeclarationOf<Fp8>::geometry(), make_geometry(256, 256, 128, 16, 16, 128, 1, true));
}

}  // namespace
}  // namespace stretto::cdna
