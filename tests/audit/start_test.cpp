// What a wave finds when it starts: registers by the directives of the kernel descriptor, arguments by the metadata.
#include <gtest/gtest.h>

#include <stdexcept>

#include "audit/amdgcn/wave.hpp"
#include "audit/audit.hpp"
#include "small_kernel.hpp"

namespace stretto::audit {
namespace {

using assembly::ScalarRegister;

/// A small kernel with other directives.
std::string kernel_with(const std::string& directives, const std::vector<std::string>& code = {}) {
  std::string text = small_kernel(code);
  const std::string from = "\t\t.amdhsa_user_sgpr_kernarg";
  const std::string to = "\t.end_amdhsa_kernel";
  const std::size_t at = text.find(from);
  return text.replace(at, text.find(to) - at, directives);
}

std::string changed(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

struct Start {
  assembly::Kernel kernel;
  KernelLaunch launch;

  explicit Start(const std::string& directives) : kernel(assembly::read_kernel(kernel_with(directives))) {
    launch.threads = {8, 4, 4};
    launch.grid = {7, 8, 9};
    launch.workgroup = {2, 3, 4};
  }
  [[nodiscard]] assembly::Wave wave() const { return assembly::Wave(kernel, prepare(kernel, launch).start, {}); }
  [[nodiscard]] long scalar(int number) const {
    const ScalarRegister r = wave().scalar_at(number);
    return r.known ? static_cast<long>(r.value) : -1;
  }
  [[nodiscard]] std::uint32_t thread(std::size_t lane) const { return wave().vector_at(0).value[lane]; }
};

std::string failure(const std::string& text) {
  try {
    const assembly::Kernel kernel = assembly::read_kernel(text);
    return audit(kernel, {}).refusal;
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

constexpr const char* kernarg = "\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n";
constexpr long arguments_at = assembly::arguments_at;

TEST(AuditStart, TheNumberOfTheWorkgroupFollowsTheUserScalars) {
  EXPECT_EQ(Start(kernarg).scalar(0), arguments_at);
  // Without directives: along x only, behind as many scalars as are asked for.
  EXPECT_EQ(Start(kernarg).scalar(2), 2);
  EXPECT_EQ(Start(kernarg).scalar(3), -1);
  const std::string all =
      std::string(kernarg) + "\t.amdhsa_system_sgpr_workgroup_id_y 1\n\t.amdhsa_system_sgpr_workgroup_id_z 1\n";
  EXPECT_EQ(Start(all).scalar(3), 3);
  EXPECT_EQ(Start(all).scalar(4), 4);
  const Start without_x(all + "\t.amdhsa_system_sgpr_workgroup_id_x 0\n");
  EXPECT_EQ(without_x.scalar(2), 3);
  EXPECT_EQ(without_x.scalar(3), 4);
  EXPECT_EQ(Start(std::string(kernarg) + "\t.amdhsa_user_sgpr_count 8\n").scalar(8), 2);
}

TEST(AuditStart, UserScalarsComeInTheOrderOfTheDescriptor) {
  const Start start(
      "\t.amdhsa_user_sgpr_private_segment_buffer 1\n\t.amdhsa_user_sgpr_dispatch_ptr 1\n"
      "\t.amdhsa_user_sgpr_queue_ptr 1\n\t.amdhsa_user_sgpr_kernarg_segment_ptr 1\n"
      "\t.amdhsa_user_sgpr_dispatch_id 1\n");
  EXPECT_EQ(start.scalar(0), -1);
  EXPECT_EQ(start.scalar(4), static_cast<long>(assembly::dispatch_at));
  EXPECT_EQ(start.scalar(6), -1);
  EXPECT_EQ(start.scalar(8), arguments_at);
  EXPECT_EQ(start.scalar(10), -1);
  EXPECT_EQ(start.scalar(12), 2);
}

TEST(AuditStart, PreloadedArgumentsFollowThePointer) {
  const Start start(std::string(kernarg) +
                    "\t.amdhsa_user_sgpr_kernarg_preload_length 2\n\t.amdhsa_user_sgpr_kernarg_preload_offset 2\n");
  EXPECT_EQ(start.scalar(2), 0);        // the lower half of the second pointer
  EXPECT_EQ(start.scalar(3), 2L << 8);  // its upper half
  EXPECT_EQ(start.scalar(4), 2);
}

TEST(AuditStart, ThreadNumbersArePackedAsFarAsTheyAreAskedFor) {
  const auto thread = [](const std::string& axes) {
    return Start(std::string(kernarg) + "\t.amdhsa_system_vgpr_workitem_id " + axes + "\n").thread(43);
  };
  EXPECT_EQ(Start(kernarg).thread(43), 3U);
  EXPECT_EQ(thread("0"), 3U);
  EXPECT_EQ(thread("1"), 3U | 1U << 10U);
  EXPECT_EQ(thread("2"), 3U | 1U << 10U | 1U << 20U);
}

TEST(AuditStart, RefusesDirectivesThatAreNotFollowed) {
  for (const char* line : {".amdhsa_user_sgpr_kernarg_segment_ptr 2", ".amdhsa_user_sgpr_count 1",
                           ".amdhsa_user_sgpr_count x", ".amdhsa_user_sgpr_other 1",
                           ".amdhsa_system_vgpr_workitem_id 3", ".amdhsa_tg_split 1", ".amdhsa_float_round_mode_32 1",
                           ".amdhsa_group_segment_fixed_size 2048", ".amdhsa_user_sgpr_kernarg_preload_length -1"}) {
    const std::string text = kernel_with(std::string(line).find("segment_ptr") == std::string::npos
                                             ? kernarg + ("\t" + std::string(line) + "\n")
                                             : "\t" + std::string(line) + "\n");
    EXPECT_NE(failure(text).find(std::string(line).substr(0, std::string(line).find(' '))), std::string::npos)
        << line << ": " << failure(text);
  }
  EXPECT_EQ(failure(kernel_with(std::string(kernarg) + "\t.amdhsa_group_segment_fixed_size 1024\n")), "");
}

TEST(AuditStart, RefusesMetadataThatCannotBe) {
  const std::string text = small_kernel({});
  for (const auto& [from, to, key] :
       {std::tuple{".offset:         0", ".offset: -1", ".offset"},
        {".offset:         0", ".offset: 12", ".offset"},
        {".offset:         0", ".offset: 99999999999", ".offset"},
        {".size:           8", ".size: -8", ".size"},
        {".size:           8", ".size: many", ".size"},
        {".kernarg_segment_size: 16", ".kernarg_segment_size: -1", ".kernarg_segment_size"},
        {".kernarg_segment_size: 16", ".kernarg_segment_size: 8", ".kernarg_segment_size"},
        {".group_segment_fixed_size: 1024", ".group_segment_fixed_size: -4", ".group_segment_fixed_size"},
        {".max_flat_workgroup_size: 128", ".max_flat_workgroup_size: -1", ".max_flat_workgroup_size"}}) {
    const std::string error = failure(changed(text, from, to));
    EXPECT_TRUE(error.find("metadata: ") == 0 && error.find(key) != std::string::npos) << to << ": " << error;
  }
}

/// An implicit argument is the launch's, or not known.
TEST(AuditStart, ImplicitArguments) {
  const auto value = [](const std::string& kind) {
    const std::string text =
        changed(small_kernel({}), ".value_kind:     global_buffer", ".value_kind:     hidden_" + kind);
    const assembly::Kernel kernel = assembly::read_kernel(text);
    KernelLaunch launch;
    launch.grid = {7, 8, 9};
    launch.lds_bytes = 512;
    const PreparedLaunch prepared = prepare(kernel, launch);
    return prepared.start.known[0] != 0
               ? static_cast<long>(prepared.start.arguments[0]) + 256 * static_cast<long>(prepared.start.arguments[1])
               : -1;
  };
  EXPECT_EQ(value("block_count_y"), 8);
  EXPECT_EQ(value("group_size_x"), 128);
  EXPECT_EQ(value("remainder_x"), 0);
  EXPECT_EQ(value("dynamic_lds_size"), 512);
  EXPECT_EQ(value("hostcall_buffer"), -1);
  EXPECT_EQ(value("grid_dims"), -1);
}

TEST(AuditStart, ValuesMustFitTheirArguments) {
  const std::string text =
      changed(changed(small_kernel({}), ".value_kind:     global_buffer", ".value_kind:     by_value"),
              ".size:           8", ".size:           4");
  const assembly::Kernel kernel = assembly::read_kernel(text);
  const auto accepts = [&](long value) {
    KernelLaunch launch;
    launch.by_number = {value};
    try {
      prepare(kernel, launch);
    } catch (const std::runtime_error&) {
      return false;
    }
    return true;
  };
  EXPECT_TRUE(accepts(-1));
  EXPECT_TRUE(accepts(0xffffffff));
  EXPECT_FALSE(accepts(0x100000000));
  EXPECT_FALSE(accepts(-0x80000001L));
}

}  // namespace
}  // namespace stretto::audit
