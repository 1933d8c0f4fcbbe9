// The proven variant of the single buffer has no kernel of its own: its derived synchronisation equals that of the Mojo
// package, except that one barrier of the prologue follows the second load instead of preceding it.
#include <gtest/gtest.h>

#include <stretto/cdna/gemm_plan.hpp>

namespace stretto::cdna {
namespace {

void expect_same(const Vector<ScheduleEntry>& declared, const Vector<ScheduleEntry>& derived) {
  ASSERT_EQ(declared.size(), derived.size());
  for (int i = 0; i < declared.size(); ++i) EXPECT_EQ(declared[i].op, derived[i].op) << i;
}

Vector<ScheduleEntry> without_barriers(const Vector<ScheduleEntry>& entries) {
  Vector<ScheduleEntry> out;
  for (const ScheduleEntry& entry : entries) {
    if (entry.op.tag != tags::barrier) out.push_back(entry);
  }
  return out;
}

template <Chip C>
void expect_variant_to_equal_the_schedule() {
  const auto schedule = DeclarationOf<SingleBufferPlan<C>>::declared();
  const CompiledSchedule declared = try_compile(schedule);
  const CompiledSchedule variant = try_compile(Proven<std::decay_t<decltype(schedule)>>(schedule));
  ASSERT_FALSE(declared.error || variant.error);
  EXPECT_EQ(declared.verification.verdict, Verdict::proven);
  EXPECT_EQ(variant.verification.verdict, Verdict::proven);
  expect_same(without_barriers(declared.prologue), without_barriers(variant.prologue));
  EXPECT_EQ(declared.prologue.size(), variant.prologue.size());
  expect_same(declared.kernel, variant.kernel);
  expect_same(declared.epilogue, variant.epilogue);
}

TEST(proven_variants, of_the_single_buffer_have_its_kernel) {
  expect_variant_to_equal_the_schedule<Chip::gfx950>();
  expect_variant_to_equal_the_schedule<Chip::gfx942>();
}

// The counts of a kernel's tile equal those that the library computes from a geometry with loads of 16 bytes.
TEST(geometry, of_four_wave_has_the_librarys_counts) {
  using Bf16 = FourWavePlan<Chip::gfx950, DataType::bf16, Synchronised::derived>;
  using Fp8 = FourWavePlan<Chip::gfx950, DataType::fp8, Synchronised::derived>;
  EXPECT_EQ(geometry_of(Bf16::tile),
            make_geometry({.tile = {256, 256, 64}, .mma = {16, 16, 32}, .type = DataType::bf16}));
  EXPECT_EQ(geometry_of(Fp8::tile),
            make_geometry({.tile = {256, 256, 128}, .mma = {16, 16, 128}, .type = DataType::fp8}));
}

}  // namespace
}  // namespace stretto::cdna
