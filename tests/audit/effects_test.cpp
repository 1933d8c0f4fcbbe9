// Which registers instructions read and write, where that is not plain from their operands.
#include <gtest/gtest.h>

#include <algorithm>

#include "audit/amdgcn/loop_state.hpp"
#include "audit/amdgcn/machine.hpp"

namespace stretto::assembly {
namespace {

constexpr int vcc = vcc_register;
constexpr int exec = exec_register;
int v(int index) { return first_vector + index; }

Effects effects(const std::string& line) {
  return effects_of(read_kernel("k:\n\t" + line + "\n\ts_endpgm\n", "k").code.at(0));
}
bool has(const std::vector<int>& numbers, int number) { return std::count(numbers.begin(), numbers.end(), number) > 0; }

struct Case {
  const char* line;
  std::vector<int> reads;
  std::vector<int> writes;
  std::vector<int> not_written = {};
};

TEST(Effects, OfSurprisingInstructions) {
  const int scc = scc_number;
  for (const Case& c : {
           Case{"v_cndmask_b32_e32 v0, v1, v2, vcc", {v(1), v(2), vcc, vcc + 1, exec, exec + 1}, {v(0)}, {vcc}},
           Case{"v_addc_co_u32_e32 v0, vcc, v1, v2, vcc", {v(1), v(2), vcc, vcc + 1}, {v(0), vcc, vcc + 1}, {v(1)}},
           Case{"v_subbrev_co_u32_e32 v0, vcc, v1, v2, vcc", {v(1), v(2), vcc}, {v(0), vcc}, {v(1)}},
           Case{"v_add_co_u32_e64 v0, s[2:3], v1, v2", {v(1), v(2)}, {v(0), 2, 3}, {vcc}},
           Case{"v_mad_u64_u32 v[0:1], s[2:3], v4, v5, v[6:7]", {v(4), v(5), v(6), v(7)}, {v(0), v(1), 2, 3}},
           Case{"s_cselect_b32 s0, s1, s2", {scc, 1, 2}, {0}, {scc}},
           Case{"s_cmov_b32 s0, s1", {scc, 0, 1}, {0}, {scc}},
           Case{"s_addc_u32 s0, s1, s2", {scc, 1, 2}, {0, scc}},
           Case{"s_addk_i32 s0, 0x10", {0}, {0, scc}},
           Case{"s_mulk_i32 s0, 0x10", {0}, {0}, {scc}},
           Case{"s_bitset1_b32 s0, s1", {0, 1}, {0}, {scc}},
           Case{"s_bfm_b32 s0, s1, s2", {1, 2}, {0}, {scc}},
           Case{"s_mul_i32 s0, s1, s2", {1, 2}, {0}, {scc}},
           Case{"s_buffer_load_dword s0, s[4:7], 0x0", {4, 5, 6, 7}, {0}, {scc}},
           Case{"s_getpc_b64 s[0:1]", {}, {0, 1}, {scc}},
           Case{"s_cmp_lt_u32 s0, s1", {0, 1}, {scc}, {0}},
           Case{"s_bitcmp1_b32 s0, 3", {0}, {scc}, {0}},
           Case{"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 3", {}, {}, {scc}},
           Case{"s_sendmsg sendmsg(MSG_INTERRUPT)", {}, {}, {scc}},
           Case{"s_and_saveexec_b64 s[0:1], vcc", {vcc, exec, exec + 1}, {0, 1, exec, exec + 1, scc}},
           Case{"s_mov_b64 exec, s[0:1]", {0, 1}, {exec, exec + 1}, {scc}},
           Case{"v_readfirstlane_b32 s0, v1", {v(1), exec, exec + 1}, {0}},
           Case{"v_readlane_b32 s0, v1, s2", {v(1), 2}, {0}},
           Case{"v_writelane_b32 v0, s1, s2", {v(0), 1, 2}, {v(0)}},
           Case{"v_cmp_lt_u32_e32 vcc, v0, v1", {v(0), v(1), exec}, {vcc, vcc + 1}, {exec}},
           Case{"v_cmpx_lt_u32_e32 vcc, v0, v1", {v(0), v(1), exec}, {vcc, vcc + 1, exec, exec + 1}},
           Case{"v_permlane32_swap_b32 v0, v1", {v(0), v(1)}, {v(0), v(1)}},
           Case{"v_swap_b32 v0, v1", {v(0), v(1)}, {v(0), v(1)}},
           Case{"v_fmac_f32_e32 v0, v1, v2", {v(0), v(1), v(2)}, {v(0)}},
           Case{"v_div_fmas_f32 v0, v1, v2, v3", {v(1), v(2), v(3), vcc, vcc + 1}, {v(0)}},
           Case{"v_div_scale_f32 v0, vcc, v1, v2, v3", {v(1), v(2), v(3)}, {v(0), vcc, vcc + 1}},
           Case{"v_mov_b32_sdwa v0, v1 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD", {v(0), v(1)}, {v(0)}},
           Case{"v_mov_b32_dpp v0, v1 row_shr:1 row_mask:0xf bank_mask:0xf", {v(0), v(1)}, {v(0)}},
           Case{"v_cvt_pk_fp8_f32 v0, v1, v2 op_sel:[0,0,1]", {v(0), v(1), v(2)}, {v(0)}},
           Case{"ds_read_u16_d16 v0, v1", {v(0), v(1), exec}, {v(0)}},
           Case{"ds_read_u16_d16_hi v0, v1", {v(0), v(1)}, {v(0)}},
           Case{"global_load_short_d16_hi v0, v[2:3], off", {v(0), v(2), v(3)}, {v(0)}},
           Case{"ds_write_b8_d16_hi v0, v1", {v(0), v(1)}, {}, {v(0)}},
           Case{"ds_bpermute_b32 v0, v1, v2", {v(1), v(2)}, {v(0)}},
           Case{"buffer_load_dwordx4 v0, s[4:7], 0 offen lds", {v(0), 4, 5, 6, 7, m0_register, exec}, {}, {v(0)}},
           Case{"global_load_lds_dwordx4 v[0:1], off", {v(0), v(1), m0_register, exec}, {}, {v(0)}},
           Case{"buffer_store_dword v0, v1, s[4:7], 0 offen", {v(0), v(1), 4, 7}, {}, {v(0)}},
           Case{"v_mfma_f32_32x32x8_f16 a[0:15], v[0:1], v[2:3], a[0:15]",
                {v(0), v(3), first_accumulator},
                {first_accumulator + 15}},
       }) {
    const Effects found = effects(c.line);
    for (const int number : c.reads) EXPECT_TRUE(has(found.reads, number)) << c.line << " reads " << number;
    for (const int number : c.writes) EXPECT_TRUE(has(found.writes, number)) << c.line << " writes " << number;
    for (const int number : c.not_written) EXPECT_FALSE(has(found.writes, number)) << c.line << " writes " << number;
  }
}

TEST(Effects, AConditionPassesInstructionsThatKeepIt) {
  const Kernel kernel = read_kernel(
      "k:\n.L0:\n\ts_cmp_lt_u32 s5, s6\n\ts_bfm_b32 s1, s2, s3\n\ts_buffer_load_dword s9, s[20:23], 0x0\n"
      "\ts_cselect_b32 s0, s7, 4\n\tv_mov_b32_e32 v1, s0\n\tds_read_b32 v2, v1\n\ts_cbranch_vccnz .L0\n\ts_endpgm\n",
      "k");
  Coverage all(kernel.code.size());
  for (auto* flags : {&all.executed, &all.went_on}) std::fill(flags->begin(), flags->end(), 1);
  all.jumped[6] = 1;
  const std::vector<int> found = loop_registers(kernel, effects_of(kernel), all).at(6).matter;
  for (const int number : {5, 6, 7}) EXPECT_TRUE(has(found, number)) << number;
  EXPECT_FALSE(has(found, 2));
}

}  // namespace
}  // namespace stretto::assembly
