// A code object is judged as the assembly text that it was made from.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "audit/amdgcn/code_object.hpp"
#include "audit/amdgcn/llvm_tools.hpp"
#include "audit/amdgcn/offload_bundle.hpp"
#include "audit/audit.hpp"

namespace stretto::audit {
namespace {

/// Two waves swap their halves of the LDS, `n` times.
std::string swapping_kernel(bool with_barriers) {
  const std::string barrier = with_barriers ? "\ts_waitcnt lgkmcnt(0)\n\ts_barrier\n" : "\ts_waitcnt lgkmcnt(0)\n";
  return "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx942\"\n\t.text\n\t.globl swap\n\t.p2align 8\n\t.type "
         "swap,@function\n"
         "swap:\n\ts_load_dword s4, s[0:1], 0x0\n\tv_and_b32_e32 v0, 0x3ff, v0\n\tv_lshlrev_b32_e32 v1, 2, v0\n"
         "\tv_xor_b32_e32 v2, 0x100, v1\n\ts_waitcnt lgkmcnt(0)\n\ts_branch .LBB0_1\n\t.p2align 8\n"
         ".LBB0_1:\n\tds_write_b32 v1, v0\n" +
         barrier + "\tds_read_b32 v3, v2\n" + barrier +
         "\ts_add_i32 s4, s4, -1\n\ts_cmp_lg_u32 s4, 0\n\ts_cbranch_scc1 .LBB0_1\n\ts_endpgm\n"
         ".Lfunc_end0:\n\t.size swap, .Lfunc_end0-swap\n\t.section .rodata,\"a\",@progbits\n\t.p2align 6\n"
         "\t.amdhsa_kernel swap\n\t\t.amdhsa_group_segment_fixed_size 512\n\t\t.amdhsa_kernarg_size 4\n"
         "\t\t.amdhsa_user_sgpr_count 2\n\t\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n\t\t.amdhsa_next_free_vgpr 4\n"
         "\t\t.amdhsa_next_free_sgpr 8\n\t\t.amdhsa_accum_offset "
         "4\n\t.end_amdhsa_kernel\n\t.text\n\t.amdgpu_metadata\n---\n"
         "amdhsa.kernels:\n  - .agpr_count: 0\n    .args:\n      - .name: n\n        .offset: 0\n        .size: 4\n"
         "        .value_kind: by_value\n    .group_segment_fixed_size: 512\n    .kernarg_segment_align: 8\n"
         "    .kernarg_segment_size: 4\n    .max_flat_workgroup_size: 128\n    .name: swap\n"
         "    .private_segment_fixed_size: 0\n    .sgpr_count: 8\n    .symbol: swap.kd\n    .vgpr_count: 4\n"
         "    .wavefront_size: 64\namdhsa.target: amdgcn-amd-amdhsa--gfx942\namdhsa.version:\n  - 1\n  - 2\n...\n"
         "\t.end_amdgpu_metadata\n";
}

/// Empty if a tool is missing.
std::string assembled(const std::string& text, const std::string& target = "gfx942") {
  const std::filesystem::path base =
      std::filesystem::temp_directory_path() / ("stretto_object_" + std::to_string(::getpid()));
  const std::string path = base.string();
  std::ofstream(path + ".s") << text;
  const std::string assemble = std::string(STRETTO_LLVM_MC) + " -triple=amdgcn-amd-amdhsa -mcpu=" + target +
                               " -filetype=obj " + path + ".s -o " + path + ".o";
  const std::string link = std::string(STRETTO_LLD) + " -shared " + path + ".o -o " + path + ".co";
  std::string out;
  if (std::system(assemble.c_str()) == 0 && std::system(link.c_str()) == 0) {
    std::ifstream in(path + ".co", std::ios::binary);
    out.assign(std::istreambuf_iterator<char>(in), {});
  }
  for (const char* suffix : {".s", ".o", ".co"}) std::filesystem::remove(path + suffix);
  return out;
}

KernelLaunch launch() {
  KernelLaunch out;
  out.by_number = {9};
  return out;
}

class CodeObject : public testing::TestWithParam<bool> {};

TEST_P(CodeObject, IsJudgedAsItsText) {
  if (!std::filesystem::exists(STRETTO_LLVM_MC)) GTEST_SKIP() << "llvm-mc-22 not found";
  if (!std::filesystem::exists(STRETTO_LLD)) GTEST_SKIP() << "ld.lld-22 not found";
  const std::string text = swapping_kernel(GetParam());
  const std::string bytes = assembled(text);
  ASSERT_TRUE(assembly::is_code_object(bytes));
  const assembly::Kernel from_text = assembly::read_kernel(text);
  const assembly::Kernel from_object = assembly::read_kernel(assembly::disassemble(bytes));
  EXPECT_EQ(from_object.name, "swap");
  EXPECT_EQ(from_object.target, from_text.target);
  EXPECT_EQ(from_object.descriptor.user_scalars, from_text.descriptor.user_scalars);
  EXPECT_EQ(from_object.resources.lds_bytes, 512);
  ASSERT_EQ(from_object.code.size(), from_text.code.size());
  for (std::size_t i = 0; i < from_text.code.size(); ++i) {
    EXPECT_EQ(from_object.code[i].mnemonic, from_text.code[i].mnemonic) << i;
    EXPECT_EQ(from_object.code[i].target, from_text.code[i].target) << i;
  }
  EXPECT_EQ(from_object.place(from_object.code[1].line).substr(0, 10), "address 0x");
  const Audit expected = audit(from_text, launch());
  const Audit found = audit(from_object, launch());
  EXPECT_EQ(found.refusal, "");
  EXPECT_EQ(expected.proven(), GetParam());
  EXPECT_EQ(found.proven(), expected.proven());
  EXPECT_EQ(found.waves, expected.waves);
  EXPECT_EQ(found.found.pairs_checked, expected.found.pairs_checked);
  EXPECT_EQ(found.found.hazards.size(), expected.found.hazards.size());
}

/// The verdict of every compiled bug, from its text and from the object that is assembled from it.
TEST(CodeObjects, HaveTheVerdictsOfTheirTexts) {
  if (!std::filesystem::exists(STRETTO_LLVM_MC)) GTEST_SKIP() << "llvm-mc-22 not found";
  if (!std::filesystem::exists(STRETTO_LLD)) GTEST_SKIP() << "ld.lld-22 not found";
  int compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(STRETTO_SOURCE_DIR "/tests/audit/public_bugs")) {
    if (entry.path().extension() != ".s") continue;
    std::ifstream in(entry.path());
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const assembly::Kernel from_text = assembly::read_kernel(text);
    const assembly::Kernel from_object =
        assembly::read_kernel(assembly::disassemble(assembled(text, from_text.target)));
    KernelLaunch count;
    count.arguments.push_back({"count", 8, {}});
    const Audit expected = audit(from_text, count);
    const Audit found = audit(from_object, count);
    EXPECT_EQ(found.refusal, "") << entry.path();
    EXPECT_EQ(found.proven(), expected.proven()) << entry.path();
    EXPECT_EQ(found.found.hazards.size(), expected.found.hazards.size()) << entry.path();
    EXPECT_EQ(found.trips().period, expected.trips().period) << entry.path();
    ++compared;
  }
  EXPECT_GE(compared, 28);
}

INSTANTIATE_TEST_SUITE_P(Swap, CodeObject, testing::Bool());

/// The bytes that a tool of LLVM writes from files with these contents. {0}, {1}, ... in its arguments are their paths.
/// Empty if the tool is missing.
std::string written_by(const std::string& tool, std::vector<std::string> arguments,
                       const std::vector<std::string>& contents) {
  std::vector<std::unique_ptr<assembly::TemporaryFile>> files;
  files.reserve(contents.size());
  for (const std::string& bytes : contents) files.push_back(std::make_unique<assembly::TemporaryFile>(bytes));
  for (std::string& argument : arguments) {
    for (std::size_t i = 0; i < files.size(); ++i) {
      const std::string mark = "{" + std::to_string(i) + "}";
      const std::size_t at = argument.find(mark);
      if (at != std::string::npos) argument.replace(at, mark.size(), files[i]->path());
    }
  }
  try {
    arguments.insert(arguments.begin(), assembly::find_llvm_tool(tool, ""));
  } catch (const std::runtime_error&) {
    return "";
  }
  return assembly::output_of(arguments);
}

std::string bundle_of(const std::string& object, const std::string& targets) {
  return written_by("clang-offload-bundler",
                    {"--type=o", "--targets=host-x86_64-unknown-linux-gnu-," + targets, "--input=/dev/null",
                     "--input={0}", "--input={0}", "--output=-"},
                    {object});
}

std::string refusal_of(const std::string& bytes, const std::string& folder) {
  try {
    assembly::disassemble(bytes, folder);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

/// An object file for the host with the bundle in its section .hip_fatbin; empty if a tool is missing.
std::string host_program(const std::string& bundle) {
  const std::string empty =
      written_by("llvm-mc", {"-triple=x86_64-unknown-linux-gnu", "-filetype=obj", "/dev/null", "-o", "-"}, {});
  if (empty.empty()) return "";
  return written_by("llvm-objcopy", {"--add-section=.hip_fatbin={1}", "{0}", "-"}, {empty, bundle});
}

TEST(OffloadBundle, IsJudgedAsItsCodeObject) {
  if (!std::filesystem::exists(STRETTO_LLVM_MC)) GTEST_SKIP() << "llvm-mc-22 not found";
  if (!std::filesystem::exists(STRETTO_LLD)) GTEST_SKIP() << "ld.lld-22 not found";
  const std::string object = assembled(swapping_kernel(true));
  const std::string one = "hipv4-amdgcn-amd-amdhsa--gfx942,hipv4-amdgcn-amd-amdhsa--gfx90a";
  const std::string bundle = bundle_of(object, one);
  if (bundle.empty()) GTEST_SKIP() << "clang-offload-bundler-22 not found";
  ASSERT_TRUE(assembly::is_code_object(bundle));
  EXPECT_EQ(assembly::code_object_in(bundle, ""), object);

  // A host program, in a section of which the compiler keeps it.
  const std::string program = host_program(bundle);
  if (program.empty()) GTEST_SKIP() << "llvm-objcopy-22 not found";
  EXPECT_EQ(assembly::code_object_in(program, ""), object);
  EXPECT_TRUE(audit(assembly::read_kernel(assembly::disassemble(program)), launch()).proven());

  EXPECT_NE(refusal_of(bundle_of(object, "hipv4-amdgcn-amd-amdhsa--gfx942,hipv4-amdgcn-amd-amdhsa--gfx950"), "")
                .find("contains several code objects: hipv4-amdgcn-amd-amdhsa--gfx9"),
            std::string::npos);
  EXPECT_NE(refusal_of(bundle_of(object, "hipv4-amdgcn-amd-amdhsa--gfx90a,hipv4-amdgcn-amd-amdhsa--gfx908"), "")
                .find("contains no code object for gfx942 or gfx950"),
            std::string::npos);
  std::string two = bundle;
  two.resize((two.size() + 4095) / 4096 * 4096);
  EXPECT_NE(refusal_of(two + bundle, "").find("several bundles"), std::string::npos);
}

TEST(CodeObjectRefusals, SayWhatIsMissing) {
  std::string header(64, '\0');
  header.replace(0, 4,
                 "\x7f"
                 "ELF");
  EXPECT_NE(refusal_of(header, "").find("has no code for an AMD GPU"), std::string::npos);
  header[18] = static_cast<char>(224);
  EXPECT_NE(refusal_of(header, "/nowhere").find("install the package llvm-22"), std::string::npos);
  EXPECT_NE(refusal_of("__CLANG_OFFLOAD_BUNDLE__", "/nowhere").find("clang-tools-22"), std::string::npos);
  EXPECT_NE(refusal_of(header, ""), "");
}

}  // namespace
}  // namespace stretto::audit
