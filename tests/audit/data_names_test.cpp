// Which values the audit knows to be equal where several waves write the same bytes of the LDS.
#include <gtest/gtest.h>

#include "audit/audit.hpp"
#include "small_kernel.hpp"

namespace stretto::audit {
namespace {

/// Both waves load the same, exchange it between lanes, and write it to the same bytes. v1 is the address of the
/// exchange.
bool write_the_same(const std::vector<std::string>& addresses) {
  std::vector<std::string> code = {"s_load_dwordx2 s[4:5], s[0:1], 0x0", "v_and_b32_e32 v2, 63, v0",
                                   "v_lshlrev_b32_e32 v2, 2, v2"};
  code.insert(code.end(), addresses.begin(), addresses.end());
  for (const char* line : {"s_waitcnt lgkmcnt(0)", "global_load_dword v3, v2, s[4:5]", "s_waitcnt vmcnt(0)",
                           "ds_bpermute_b32 v4, v1, v3", "s_waitcnt lgkmcnt(0)", "ds_write_b32 v2, v4",
                           "s_waitcnt lgkmcnt(0)", "s_barrier", "ds_read_b32 v5, v2", "s_waitcnt lgkmcnt(0)"}) {
    code.emplace_back(line);
  }
  const assembly::Kernel kernel = assembly::read_kernel(small_kernel(code));
  const Audit found = audit(kernel, {});
  EXPECT_EQ(found.found.verdict, Verdict::proven);
  EXPECT_EQ(found.program->shared.size(), 1U);
  EXPECT_EQ(found.proven(), found.program->shared.front().same_data) << found.refusal;
  return found.program->shared.front().same_data;
}

TEST(AuditDataNames, UpperBitsOfALaneExchangesAddressDoNotMatter) {
  EXPECT_TRUE(write_the_same({"v_lshlrev_b32_e32 v1, 2, v0", "v_xor_b32_e32 v1, 0x80, v1"}));
}

TEST(AuditDataNames, TheLaneThatIsReadMatters) {
  // Lane l of wave w reads lane l + w.
  EXPECT_FALSE(
      write_the_same({"v_lshrrev_b32_e32 v1, 6, v0", "v_add_u32_e32 v1, v0, v1", "v_lshlrev_b32_e32 v1, 2, v1"}));
}

}  // namespace
}  // namespace stretto::audit
