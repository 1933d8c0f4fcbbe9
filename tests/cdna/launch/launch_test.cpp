// cdna::gemm on a stand-in for HIP: refusals, messages and launches.
#include <gtest/gtest.h>

#include <array>
#include <climits>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <stretto/cdna/gemm.hpp>

namespace stretto::cdna {
namespace {

void* device_memory(long long address) { return reinterpret_cast<void*>(static_cast<std::uintptr_t>(address)); }

constexpr long long somewhere = 1LL << 40;  // addresses that are never read

class Launch : public testing::Test {
 protected:
  std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) /
      (std::string("cdna_launch_") + testing::UnitTest::GetInstance()->current_test_info()->name());
  GemmLibrary library{folder.string()};
  GemmProblem good{.a = device_memory(somewhere),
                   .b = device_memory(2 * somewhere),
                   .c = device_memory(3 * somewhere),
                   .m = 300,
                   .n = 500,
                   .k = 1024};

  void SetUp() override {
    fake_hip::state = {};
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    for (const GemmKernel& kernel : gemm_kernels) std::ofstream(file_of(kernel)) << "code object";
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  [[nodiscard]] std::filesystem::path file_of(const GemmKernel& kernel) const {
    return folder / (std::string(kernel.name) + "." + facts(kernel.tile.chip).name + ".hsaco");
  }
  static void on(const char* architecture) { fake_hip::state.architectures = {architecture}; }

  /// Refused, with this status and all of these words, and nothing launched.
  static void expect_refused(const GemmResult& result, GemmStatus status, const std::vector<std::string>& words) {
    EXPECT_EQ(static_cast<int>(result.status), static_cast<int>(status)) << result.message();
    EXPECT_FALSE(result.ok());
    EXPECT_EQ(result.kernel, nullptr);
    EXPECT_TRUE(fake_hip::state.launches.empty());
    const std::string message = result.message();
    EXPECT_EQ(message.rfind("gemm: ", 0), 0U) << message;
    for (const std::string& word : words)
      EXPECT_NE(message.find(word), std::string::npos) << word << " in: " << message;
  }
};

TEST_F(Launch, PassesEverythingOn) {
  ihipStream_t stream;
  const GemmResult result = gemm(library, good, &stream);
  ASSERT_TRUE(result.ok()) << result.message();
  EXPECT_STREQ(result.message(), "ok");
  EXPECT_STREQ(result.kernel->name, "gemm_bf16_256x256x64_ping_pong");
  ASSERT_EQ(fake_hip::state.launches.size(), 1U);
  const fake_hip::Launch& launch = fake_hip::state.launches[0];
  EXPECT_EQ(launch.kernel, "gemm_bf16_256x256x64_ping_pong");
  EXPECT_EQ(launch.path, file_of(*result.kernel).string());
  EXPECT_EQ(std::vector(launch.grid, launch.grid + 3), (std::vector{2U, 2U, 1U}));
  EXPECT_EQ(std::vector(launch.block, launch.block + 3), (std::vector{512U, 1U, 1U}));
  EXPECT_EQ(launch.shared_bytes, 0U) << "the kernels' LDS is static";
  EXPECT_EQ(launch.stream, &stream);
  EXPECT_EQ(launch.arguments.a, good.a);
  EXPECT_EQ(launch.arguments.b, good.b);
  EXPECT_EQ(launch.arguments.c, good.c);
  EXPECT_EQ(launch.arguments.m, 300);
  EXPECT_EQ(launch.arguments.n, 500);
  EXPECT_EQ(launch.arguments.k, 1024);
  EXPECT_FALSE(launch.extra);
}

TEST_F(Launch, TakesTheNullStreamByDefault) {
  ASSERT_TRUE(gemm(library, good).ok());
  EXPECT_EQ(fake_hip::state.launches.at(0).stream, nullptr);
}

TEST_F(Launch, HasWorkgroupsForTheEdges) {
  for (const auto& [m, n, x, y] : {std::array{1, 1, 1, 1},
                                   {256, 256, 1, 1},
                                   {257, 255, 2, 1},
                                   {255, 513, 1, 3},
                                   {8192, 8191, 32, 32},
                                   {1, 7, 1, 1}}) {
    good.m = m;
    good.n = n;
    ASSERT_TRUE(gemm(library, good).ok());
    EXPECT_EQ(fake_hip::state.launches.back().grid[0], static_cast<unsigned>(x)) << m;
    EXPECT_EQ(fake_hip::state.launches.back().grid[1], static_cast<unsigned>(y)) << n;
  }
}

TEST_F(Launch, LaunchesEveryKernelByName) {
  for (const GemmKernel& kernel : gemm_kernels) {
    on(kernel.tile.chip == Chip::gfx950 ? "gfx950:sramecc+:xnack-" : "gfx942:sramecc+:xnack-");
    GemmLibrary fresh(folder.string());
    good.format = format_of(kernel.tile.chip, kernel.type());
    const GemmResult result = gemm_with(fresh, kernel.name, good);
    ASSERT_TRUE(result.ok()) << result.message();
    EXPECT_EQ(result.kernel, &kernel);
    const fake_hip::Launch& launch = fake_hip::state.launches.back();
    EXPECT_EQ(launch.kernel, kernel.name);
    EXPECT_EQ(launch.path, file_of(kernel).string());
    EXPECT_EQ(launch.block[0], static_cast<unsigned>(kernel.tile.threads()));
    EXPECT_EQ(launch.grid[0], static_cast<unsigned>((300 + kernel.tile.m - 1) / kernel.tile.m));
    EXPECT_EQ(launch.grid[1], static_cast<unsigned>((500 + kernel.tile.n - 1) / kernel.tile.n));
  }
}

TEST_F(Launch, LoadsACodeObjectOnceADevice) {
  fake_hip::state.architectures = {"gfx950", "gfx950", "gfx942"};
  {
    GemmLibrary own(folder.string());
    for (int round = 0; round < 3; ++round) {
      for (const int device : {0, 1, 2}) {
        fake_hip::state.device = device;
        ASSERT_TRUE(gemm(own, good).ok());
        EXPECT_EQ(fake_hip::state.launches.back().device, device);
      }
    }
    EXPECT_EQ(fake_hip::state.loads, 3);
    EXPECT_EQ(fake_hip::state.asked_for_properties, 3);
    EXPECT_EQ(fake_hip::state.launches.back().kernel, "gemm_bf16_256x256x32_ping_pong") << "of gfx942";
    good.k = 192;
    ASSERT_TRUE(gemm(own, good).ok());
    EXPECT_EQ(fake_hip::state.loads, 3) << "gfx942's ping-pong takes 192, too";
    fake_hip::state.device = 0;
    ASSERT_TRUE(gemm(own, good).ok());
    EXPECT_EQ(fake_hip::state.loads, 4);
    EXPECT_EQ(fake_hip::state.unloads, 0);
  }
  EXPECT_EQ(fake_hip::state.unloads, 4);
}

// --- sizes

TEST_F(Launch, RefusesSizesBelowOne) {
  for (const int bad : {0, -5, INT_MIN}) {
    GemmProblem given = good;
    given.m = bad;
    expect_refused(gemm(library, given), GemmStatus::size_below_one, {"m is " + std::to_string(bad), "at least 1"});
    given = good;
    given.n = bad;
    expect_refused(gemm(library, given), GemmStatus::size_below_one, {"n is " + std::to_string(bad)});
    given = good;
    given.k = bad;
    expect_refused(gemm(library, given), GemmStatus::size_below_one, {"k is " + std::to_string(bad)});
  }
  EXPECT_EQ(fake_hip::state.loads, 0) << "nothing is loaded for a call that is refused";
}

TEST_F(Launch, RefusesOtherMultiplesOfK) {
  good.k = 100;
  expect_refused(gemm(library, good), GemmStatus::k_not_multiple, {"k is 100", "multiples of 64, at least 128", "pad"});
  good.k = 64;
  expect_refused(gemm(library, good), GemmStatus::k_not_multiple, {"k is 64", "at least 128"});
  good.k = 192;
  expect_refused(gemm_with(library, "gemm_bf16_256x256x64_pipelined", good), GemmStatus::k_not_multiple,
                 {"k is 192", "gemm_bf16_256x256x64_pipelined", "multiples of 128, at least 128"});
  good.format = NumberFormat::e4m3;
  good.k = 384;
  expect_refused(gemm(library, good), GemmStatus::k_not_multiple, {"k is 384", "multiples of 256"});
}

TEST_F(Launch, RefusesRowsThatSpanTooMuch) {
  GemmProblem given = good;
  given.k = 1 << 23;
  expect_refused(gemm(library, given), GemmStatus::offset_too_large, {"k is 8388608", "2^31 bytes", "split"});
  given = good;
  given.n = 1 << 23;
  expect_refused(gemm(library, given), GemmStatus::offset_too_large, {"n is 8388608", "2^31 bytes", "along n"});
  given.n = 1 << 22;
  expect_refused(gemm_with(library, "gemm_bf16_256x256x64_four_wave", given), GemmStatus::offset_too_large,
                 {"n is 4194304", "at most 4128768"});
}

TEST_F(Launch, RefusesGridsThatAreTooLarge) {
  GemmProblem given = good;
  given.m = INT_MAX;
  expect_refused(gemm(library, given), GemmStatus::grid_too_large, {"m is 2147483647", "at most", "along m"});
}

// --- pointers

TEST_F(Launch, RefusesNullPointers) {
  GemmProblem given = good;
  given.a = nullptr;
  expect_refused(gemm(library, given), GemmStatus::null_pointer, {"a is null"});
  given = good;
  given.b = nullptr;
  expect_refused(gemm(library, given), GemmStatus::null_pointer, {"b is null"});
  given = good;
  given.c = nullptr;
  expect_refused(gemm(library, given), GemmStatus::null_pointer, {"c is null"});
}

TEST_F(Launch, RefusesPointersThatAreNotAligned) {
  for (const int off : {1, 2, 4, 8}) {
    GemmProblem given = good;
    given.a = device_memory(somewhere + off);
    expect_refused(gemm(library, given), GemmStatus::pointer_not_aligned, {"gemm: a must", "multiple of 16 bytes"});
    given = good;
    given.b = device_memory(2 * somewhere + off);
    expect_refused(gemm(library, given), GemmStatus::pointer_not_aligned, {"gemm: b must", "multiple of 16 bytes"});
    if (off == 8) continue;
    given = good;
    given.c = device_memory(3 * somewhere + off);
    expect_refused(gemm(library, given), GemmStatus::pointer_not_aligned, {"gemm: c must", "multiple of 8 bytes"});
  }
}

TEST_F(Launch, RefusesCThatOverlapsAOrB) {
  GemmProblem given = good;
  given.c = device_memory(somewhere + 1024);
  expect_refused(gemm(library, given), GemmStatus::matrices_overlap, {"a overlaps c", "memory of its own"});
  given.c = device_memory(2 * somewhere);
  expect_refused(gemm(library, given), GemmStatus::matrices_overlap, {"b overlaps c"});
}

// --- formats and architectures

TEST_F(Launch, RefusesTheOtherFp8) {
  good.format = NumberFormat::e4m3_fnuz;
  expect_refused(gemm(library, good), GemmStatus::wrong_number_format,
                 {"format is FNUZ e4m3", "gfx950 multiplies OCP e4m3", "convert"});
  GemmLibrary other(folder.string());
  on("gfx942:sramecc+:xnack-");
  good.format = NumberFormat::e4m3;
  expect_refused(gemm(other, good), GemmStatus::wrong_number_format,
                 {"format is OCP e4m3", "gfx942 multiplies FNUZ e4m3"});
  good.format = static_cast<NumberFormat>(77);
  expect_refused(gemm(other, good), GemmStatus::wrong_number_format, {"format is ?"});
}

TEST_F(Launch, RefusesANamedKernelOfAnotherFormat) {
  expect_refused(gemm_with(library, "gemm_fp8_256x256x128_ping_pong", good), GemmStatus::wrong_number_format,
                 {"format is bf16", "gemm_fp8_256x256x128_ping_pong on gfx950 multiplies OCP e4m3"});
  good.format = NumberFormat::e4m3;
  expect_refused(gemm_with(library, "gemm_bf16_256x256x64_ping_pong", good), GemmStatus::wrong_number_format,
                 {"format is OCP e4m3", "multiplies bf16"});
}

TEST_F(Launch, RefusesOtherDevices) {
  for (const char* other : {"gfx90a:sramecc+:xnack-", "gfx1100", "gfx9500", ""}) {
    on(other);
    expect_refused(gemm(library, good), GemmStatus::wrong_architecture,
                   {std::string("device is ") + other, "gfx942", "gfx950", "hipSetDevice"});
  }
  on("gfx950");
  EXPECT_TRUE(gemm(library, good).ok()) << "a refusal is not remembered";
}

TEST_F(Launch, RefusesUnknownKernels) {
  for (const char* bad : {"gemm", "gemm_bf16_256x256x64_ping_pong ", "gemm_bf16_256x256x64_ping_pong.kd"}) {
    expect_refused(gemm_with(library, bad, good), GemmStatus::unknown_kernel,
                   {std::string("kernel is ") + bad, "gemm_kernels.def"});
  }
  expect_refused(gemm_with(library, "", good), GemmStatus::unknown_kernel, {"kernel is \"\""});
  expect_refused(gemm_with(library, "gemm_bf16_256x256x32_ping_pong", good), GemmStatus::kernel_not_for_device,
                 {"gemm_bf16_256x256x32_ping_pong", "for gfx942 only", "device is gfx950"});
}

// --- code objects and HIP

TEST_F(Launch, SaysWhichCodeObjectIsMissing) {
  const GemmKernel& kernel = *find_kernel("gemm_bf16_256x256x64_ping_pong", Chip::gfx950);
  std::filesystem::remove(file_of(kernel));
  expect_refused(gemm(library, good), GemmStatus::code_object_missing, {file_of(kernel).string(), "./cdna"});
  EXPECT_EQ(fake_hip::state.loads, 0);
  std::ofstream(file_of(kernel)) << "code object";
  EXPECT_TRUE(gemm(library, good).ok()) << "a refusal is not remembered";
}

TEST_F(Launch, SaysThatTheKernelIsNotInItsCodeObject) {
  fake_hip::state.failures["hipModuleGetFunction"] = hipErrorNotFound;
  const GemmResult result = gemm(library, good);
  expect_refused(result, GemmStatus::kernel_missing,
                 {"gemm_bf16_256x256x64_ping_pong.gfx950.hsaco", "kernel gemm_bf16_256x256x64_ping_pong",
                  "named symbol not found"});
  EXPECT_EQ(result.hip, hipErrorNotFound);
  EXPECT_EQ(fake_hip::state.loads, 1);
  EXPECT_EQ(fake_hip::state.unloads, 1);
}

TEST_F(Launch, PassesOnTheErrorsOfHip) {
  struct Failure {
    const char* function;
    hipError_t error;
    const char* text;
  };
  for (const Failure& failure :
       {Failure{"hipGetDevice", hipErrorNoDevice, "no ROCm-capable device is detected"},
        Failure{"hipGetDeviceProperties", hipErrorInvalidValue, "invalid argument"},
        Failure{"hipModuleLoad", hipErrorSharedObjectInitFailed, "initialization failed"},
        Failure{"hipModuleGetFunction", hipErrorInvalidValue, "invalid argument"},
        Failure{"hipModuleLaunchKernel", hipErrorLaunchFailure, "unspecified launch failure"}}) {
    fake_hip::state.failures = {{failure.function, failure.error}};
    const GemmResult result = gemm(library, good);
    expect_refused(result, GemmStatus::hip_failed, {failure.function, hipGetErrorName(failure.error), failure.text});
    EXPECT_EQ(result.hip, failure.error);
  }
  fake_hip::state.failures.clear();
  EXPECT_TRUE(gemm(library, good).ok()) << "a failure is not remembered";
}

TEST_F(Launch, EveryStatusHasItsOwnText) {
  std::set<std::string> texts;
  const GemmKernel& kernel = gemm_kernels[0];
  for (int status = 0; status <= static_cast<int>(GemmStatus::hip_failed); ++status) {
    const GemmRefusal refusal{static_cast<GemmStatus>(status), "x", 1, 2, &kernel, Chip::gfx950};
    EXPECT_TRUE(texts.insert(message(refusal, NumberFormat::e4m3, "y")).second) << status;
  }
}

}  // namespace
}  // namespace stretto::cdna
