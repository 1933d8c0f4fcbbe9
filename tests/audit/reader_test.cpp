// The reader of assembly splits text as LLVM does, and skips nothing that it does not support.
#include <gtest/gtest.h>

#include <stdexcept>

#include "audit/amdgcn/machine.hpp"
#include "audit/amdgcn/operands.hpp"
#include "audit/audit.hpp"
#include "small_kernel.hpp"

namespace stretto::assembly {
namespace {

/// The instructions of a kernel with these lines, without the last s_endpgm.
std::vector<std::string> instructions(const std::vector<std::string>& code) {
  std::vector<std::string> out;
  for (const Instruction& in : read_kernel(audit::small_kernel(code)).code) out.push_back(in.text);
  out.pop_back();
  return out;
}

std::string failure(const std::string& text) {
  try {
    read_kernel(text);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

using Lines = std::vector<std::string>;

TEST(AssemblyReader, DividesLinesAsTheAssemblerDoes) {
  EXPECT_EQ(instructions({"s_nop 0 // s_nop 1", "s_nop 2 ; s_nop 3"}), Lines({"s_nop 0", "s_nop 2"}));
  EXPECT_EQ(instructions({"s_nop 0 /* s_nop 1", "s_nop 2 */", "s_nop 3"}), Lines({"s_nop 0", "s_nop 3"}));
  EXPECT_EQ(instructions({"s_nop 0 ; /* no comment begins here", "s_nop 1"}), Lines({"s_nop 0", "s_nop 1"}));
  EXPECT_EQ(instructions({".Lhere: s_nop 0", ".La: .Lb : s_nop 1"}), Lines({"s_nop 0", "s_nop 1"}));
  EXPECT_EQ(instructions({"S_NOP 0", "s_nop   0x1", "# 12 \"file.h\""}), Lines({"s_nop 0", "s_nop 0x1"}));
  EXPECT_EQ(instructions({"s_nop 0 ; a comment\rs_nop 1", "s_nop 2\r"}), Lines({"s_nop 0", "s_nop 1", "s_nop 2"}));
  EXPECT_EQ(instructions({".ident \"; \\\" /* \"", "s_nop 0"}), Lines({"s_nop 0"}));
  EXPECT_EQ(instructions({".set three, 3", "three = 4", ".p2align 6, , 4", "s_nop 0"}), Lines({"s_nop 0"}));
}

TEST(AssemblyReader, CountsLinesInCommentsAndStrings) {
  const Kernel kernel = read_kernel(audit::small_kernel({"/* one", "two */ s_nop 0", "s_nop 1"}));
  EXPECT_EQ(kernel.code[0].line, 3);
  EXPECT_EQ(kernel.code[1].line, 5);
}

TEST(AssemblyReader, RefusesWhatMayMakeCode) {
  for (const char* line :
       {".macro sync", ".rept 3", ".irp x, 1, 2", ".if 0", ".ifdef x", ".include \"more.s\"", ".incbin \"more\"",
        ".long 0xbf8a0000", ".byte 1", ".fill 4, 1, 0", ".org 16", ".p2align 6, 1", ".end", ".amd_kernel_code_t",
        ".Macro sync", ".reloc 0, x", "1: s_nop 0", ". = . + 8"}) {
    const std::string error = failure(audit::small_kernel({"s_nop 0", line, "s_nop 1"}));
    EXPECT_TRUE(error.starts_with("line 4: ")) << line << ": " << error;
  }
  EXPECT_NE(failure(audit::small_kernel({"/* no end"})), "");
  EXPECT_NE(failure(audit::small_kernel({".ident \"no end"})), "");
  EXPECT_NE(failure(audit::small_kernel({"s_nop 0\x01"})), "");
  EXPECT_NE(failure(audit::small_kernel({".Lx: s_nop 0", ".Lx: s_nop 0"})), "");
}

TEST(AssemblyReader, ReadsTheTarget) {
  const std::string directive = "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx942\"\n";
  const auto target = [&](const std::string& name) {
    std::string text = audit::small_kernel({});
    return read_kernel(text.replace(text.find(directive), directive.size(),
                                    name.empty() ? "" : "\t.amdgcn_target \"" + name + "\"\n"))
        .target;
  };
  EXPECT_EQ(target(""), "gfx942");  // from the metadata
  EXPECT_EQ(target("amdgcn-amd-amdhsa--gfx950:sramecc+:xnack-"), "gfx950");
  EXPECT_EQ(target("amdgcn-amd-amdhsa-unknown-gfx950"), "gfx950");
  EXPECT_EQ(target("amdgpu9.42-amd-amdhsa-unknown-gfx942"), "gfx942");
  EXPECT_EQ(target("nvptx64-nvidia-cuda"), "");
}

TEST(AssemblyReader, MacrosOutsideOfTheKernelAreRefused) {
  const std::string text = audit::small_kernel({"s_nop 0"});
  EXPECT_NE(failure(text + "\t.macro x\n\t.endm\n"), "");
  EXPECT_EQ(failure(text + "\t.section .debug_str\n\t.asciz \"x; \\\" y\"\n\t.long .Lx-.Ly\n"), "");
}

/// The problem of the first instruction.
std::string problem(const std::string& line) { return read_kernel(audit::small_kernel({line})).code.at(0).problem; }

TEST(AssemblyReader, NotesOperandsThatAreNotUnderstood) {
  for (const char* line : {"s_mov_b32 s0, three",
                           "s_mov_b32 s0, 1+2",
                           "s_mov_b32 s0, ttmp9",
                           "s_mov_b32 s102, 0",
                           "v_mov_b32_e32 v256, 0",
                           "v_mov_b32_e32 v0, src_lds_direct",
                           "v_mov_b32_e32 v0, src_scc",
                           "ds_read_b32 v0, v1 offset:three",
                           "ds_read_b32 v0, v1 offset:4+4",
                           "ds_read_b32 v0, v1 gds",
                           "buffer_load_dword v0, v1, s[4:7], 0 offen tfe",
                           "v_mov_b32_e32 v[3:1], 0",
                           "s_mov_b32 s0,",
                           "s_branch nowhere",
                           "s_branch 4",
                           "s_waitcnt vmcnt(64)",
                           "s_waitcnt lgkmcnt(16)",
                           "s_waitcnt vmcnt(-1)",
                           "s_waitcnt vmcnt(0) vmcnt(1)",
                           "s_waitcnt vmcnt(0)+1",
                           "s_waitcnt xcnt(0)",
                           "s_waitcnt vmcnt(1+1)"}) {
    EXPECT_NE(problem(line), "") << line;
  }
  for (const char* line : {"s_mov_b32 s0, -0x10", "s_mov_b64 s[ 0 : 1 ], exec", "v_add_f32_e64 v0, -|v1|, neg(v2)",
                           "ds_read_b32 v0, v1 offset : 16", "v_mov_b32_dpp v0, v1 quad_perm:[0,1, 2,3] row_mask:0xf",
                           "v_mul_f32_e32 v0, 0.15915494, v1", "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 3",
                           "ds_swizzle_b32 v0, v1 offset:swizzle(SWAP,16)", "v_mov_b32_e32 v[7], a[3]",
                           "global_load_dword v0, v[2:3], off", "s_waitcnt vmcnt(63) & lgkmcnt(15), expcnt(7)",
                           "s_waitcnt vmcnt_sat(100)", "s_waitcnt 0xc07f"}) {
    EXPECT_EQ(problem(line), "") << line;
  }
}

TEST(AssemblyReader, ReadsNumbersAsTheAssemblerDoes) {
  EXPECT_EQ(integer_of("010"), 8);
  EXPECT_EQ(integer_of("0b101"), 5);
  EXPECT_EQ(integer_of("-0x10"), -16);
  EXPECT_EQ(integer_of("0xffffffffffffffff"), -1);
  for (const char* text : {"", "-", "1e3", "0x", "08", "1u", "0x1g", "1 2", "99999999999999999999"}) {
    EXPECT_EQ(integer_of(text), std::nullopt) << text;
  }
}

TEST(AssemblyReader, CountsThatWaitForNothingAreNoWaits) {
  const auto counts = [](const char* line) {
    return *wait_counts(read_kernel(audit::small_kernel({line})).code.at(0));
  };
  EXPECT_EQ(counts("s_waitcnt vmcnt(63) lgkmcnt(0)").vm, -1);
  EXPECT_EQ(counts("s_waitcnt vmcnt(62) lgkmcnt(15)").vm, 62);
  EXPECT_EQ(counts("s_waitcnt vmcnt(62) lgkmcnt(15)").lgkm, -1);
  EXPECT_EQ(counts("s_waitcnt 0xc07f").lgkm, 0);
  EXPECT_EQ(counts("s_waitcnt 0xc07f").vm, -1);
}

/// An unsupported instruction matters only if a wave executes it.
TEST(AssemblyReader, RefusesTheInstructionThatAWaveExecutes) {
  const auto refusal = [](const std::vector<std::string>& code) {
    const Kernel kernel = read_kernel(audit::small_kernel(code));
    return audit::audit(kernel, {}).refusal;
  };
  EXPECT_NE(refusal({"s_mov_b32 s0, three"}).find("line 3: s_mov_b32 s0, three: unsupported operand three"),
            std::string::npos);
  EXPECT_EQ(refusal({"s_branch .Lend", "s_mov_b32 s0, three", ".Lend: s_nop 0"}), "");
  for (const char* line : {"ds_read_b32 v0", "s_load_dword s0", "v_mfma_f32_32x32x8_f16 v[0:15]",
                           "buffer_load_dword v0 lds", "global_load_dword v1", "s_and_saveexec_b64 s[0:1]"}) {
    EXPECT_NE(refusal({line}), "") << line;
    EXPECT_EQ(refusal({line}).find("_M_range"), std::string::npos) << refusal({line});
  }
  EXPECT_NE(refusal({"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 28, 1), 1"}), "");
  EXPECT_NE(refusal({"s_waitcnt vmcnt(64)"}).find("cannot be encoded"), std::string::npos);
  EXPECT_NE(refusal({"ds_read_b32 v1"}).find("line 3: ds_read_b32 v1: operand 2 is missing"), std::string::npos);
  for (const char* code : {"s_mov_b32", "s_mov_b32 s0", "s_load_dwordx2 s[0:1], s[0:1]", "ds_read_b32",
                           "ds_read_b32 v1", "ds_write_b32 v1", "global_load_dword v1", "buffer_load_dword v1, v2",
                           "v_mov_b32_e32", "s_cmp_eq_u32 s0", "v_mfma_f32_32x32x8_f16 v[0:15]"}) {
    EXPECT_NE(refusal({code}), "") << code;
  }
}

}  // namespace
}  // namespace stretto::assembly
