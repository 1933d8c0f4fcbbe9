// cdna::gemm: C = A * B^T on an MI300X or MI355X, with the kernels that ./cdna builds. For projects that use HIP.
//
//   #include <stretto/cdna/gemm.hpp>  // host code, any C++20 compiler: hipcc, or -D__HIP_PLATFORM_AMD__ -lamdhip64
//   // ...
//   stretto::cdna::GemmLibrary library("build-cdna");  // once; a code object is loaded on first use, per device
//   const auto result = stretto::cdna::gemm(library, {.a = a, .b = b, .c = c, .m = m, .n = n, .k = k}, stream);
//   if (!result.ok()) std::fprintf(stderr, "%s\n", result.message());
//
// A is m x k, B is n x k and C is m x n, all row-major in device memory; a and b are aligned to 16 bytes, c to 8. m and
// n are arbitrary. k is a multiple of 64 for bf16 (at least 128 on gfx950), and of 256 for fp8 (128 on gfx942);
// `format` selects the data type. gemm_checks.hpp has the exact rules. Sums are fp32, C is bf16. The call is
// asynchronous on the stream; equal inputs give bit-identical results.
#pragma once

#include <fstream>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <hip/hip_runtime_api.h>

#include <stretto/cdna/gemm_checks.hpp>

namespace stretto::cdna {

/// Result of a call. A kernel was launched only if it is ok; `hip` is the HIP error behind `hip_failed` and
/// `kernel_missing`.
struct [[nodiscard]] GemmResult {
  GemmStatus status = GemmStatus::ok;  ///< outcome of the call
  hipError_t hip = hipSuccess;         ///< HIP error code
  const GemmKernel* kernel = nullptr;  ///< the kernel that was launched
  std::string text;                    ///< what is wrong and how to fix it

  /// Was a kernel launched?
  [[nodiscard]] bool ok() const { return status == GemmStatus::ok; }
  /// What is wrong and how to fix it; "ok" if nothing is wrong. Valid while the result exists.
  [[nodiscard]] const char* message() const { return ok() ? "ok" : text.c_str(); }
};

/// The code objects of a folder. The first call of a kernel on a device loads the kernel there; a stream that is being
/// captured may not allow this. Several threads may share one library. It must not outlive the device contexts: do not
/// call hipDeviceReset, and do not make it a static object.
class GemmLibrary {
 public:
  /// Takes the folder that ./cdna wrote; loads nothing yet.
  explicit GemmLibrary(std::string folder) : folder_(std::move(folder)) {}
  GemmLibrary(const GemmLibrary&) = delete;
  GemmLibrary& operator=(const GemmLibrary&) = delete;
  ~GemmLibrary() {
    for (const Loaded& loaded : loaded_) static_cast<void>(hipModuleUnload(loaded.module));
  }

  /// Checks the call and launches the kernel `named`, or, if it is empty, the first proven kernel that supports the
  /// problem.
  GemmResult launch(const GemmProblem& given, std::string_view named, hipStream_t stream) {
    Device device;
    GemmResult result = current_device(device);
    if (!result.ok()) return result;
    const GemmChoice choice = named.empty() ? choose(device.chip, given) : choose_named(device.chip, named, given);
    if (!choice.refusal.ok()) return refuse(choice.refusal, given.format, named);
    hipFunction_t function = nullptr;
    result = load(device.index, *choice.kernel, function);
    if (!result.ok()) return result;

    GemmProblem arguments = given;
    void* addresses[] = {static_cast<void*>(&arguments.a),
                         static_cast<void*>(&arguments.b),
                         static_cast<void*>(&arguments.c),
                         &arguments.m,
                         &arguments.n,
                         &arguments.k};
    const GemmTile& tile = choice.kernel->tile;
    const GemmGrid grid = grid_of(tile, given.m, given.n);
    const hipError_t error =
        hipModuleLaunchKernel(function, static_cast<unsigned>(grid.x), static_cast<unsigned>(grid.y), 1,
                              static_cast<unsigned>(tile.threads()), 1, 1, 0, stream, addresses, nullptr);
    if (error != hipSuccess) return failed("hipModuleLaunchKernel", error);
    result.kernel = choice.kernel;
    return result;
  }

 private:
  struct Device {
    int index = 0;
    Chip chip = Chip::gfx950;
  };
  struct Loaded {
    int device = 0;
    const GemmKernel* kernel = nullptr;
    hipModule_t module = nullptr;
    hipFunction_t function = nullptr;
  };

  std::string folder_;
  std::mutex mutex_;  // protects the members below
  std::vector<Device> devices_;
  std::vector<Loaded> loaded_;

  static GemmResult refuse(const GemmRefusal& refusal, NumberFormat format, std::string_view named) {
    return {refusal.status, hipSuccess, nullptr, cdna::message(refusal, format, named)};
  }
  static GemmResult failed(const std::string& call, hipError_t error) {
    return {GemmStatus::hip_failed, error, nullptr,
            "gemm: " + call + ": " + hipGetErrorName(error) + " (" + hipGetErrorString(error) + ")"};
  }

  GemmResult current_device(Device& device) {
    if (const hipError_t error = hipGetDevice(&device.index); error != hipSuccess) return failed("hipGetDevice", error);
    const std::scoped_lock lock(mutex_);
    for (const Device& known : devices_) {
      if (known.index == device.index) {
        device = known;
        return {};
      }
    }
    hipDeviceProp_t properties = {};
    if (const hipError_t error = hipGetDeviceProperties(&properties, device.index); error != hipSuccess) {
      return failed("hipGetDeviceProperties", error);
    }
    if (!chip_of(properties.gcnArchName, device.chip)) {
      return refuse({GemmStatus::wrong_architecture, "device"}, {}, properties.gcnArchName);
    }
    devices_.push_back(device);
    return {};
  }

  GemmResult load(int device, const GemmKernel& kernel, hipFunction_t& function) {
    const std::scoped_lock lock(mutex_);
    for (const Loaded& loaded : loaded_) {
      if (loaded.device == device && loaded.kernel == &kernel) {
        function = loaded.function;
        return {};
      }
    }
    const Chip chip = kernel.tile.chip;
    const std::string path = folder_ + "/" + kernel.name + "." + facts(chip).name + ".hsaco";
    if (!std::ifstream(path)) {
      return refuse({GemmStatus::code_object_missing, "folder", 0, 0, &kernel, chip}, {}, path);
    }
    Loaded loaded{device, &kernel};
    if (const hipError_t error = hipModuleLoad(&loaded.module, path.c_str()); error != hipSuccess) {
      return failed("hipModuleLoad of " + path, error);
    }
    if (const hipError_t error = hipModuleGetFunction(&loaded.function, loaded.module, kernel.name);
        error != hipSuccess) {
      static_cast<void>(hipModuleUnload(loaded.module));
      if (error != hipErrorNotFound) return failed("hipModuleGetFunction of " + path, error);
      GemmResult result = refuse({GemmStatus::kernel_missing, "folder", 0, 0, &kernel, chip}, {}, path);
      result.hip = error;
      result.text += std::string(" (") + hipGetErrorString(error) + ")";
      return result;
    }
    loaded_.push_back(loaded);
    function = loaded.function;
    return {};
  }
};

/// Multiplies with the first proven kernel of gemm_kernels.def that supports the format and k on the current device.
inline GemmResult gemm(GemmLibrary& library, const GemmProblem& given, hipStream_t stream = nullptr) {
  return library.launch(given, {}, stream);
}

/// Multiplies with the named kernel, which need not be proven; for comparison.
inline GemmResult gemm_with(GemmLibrary& library, std::string_view kernel, const GemmProblem& given,
                            hipStream_t stream = nullptr) {
  if (kernel.empty()) kernel = "\"\"";
  return library.launch(given, kernel, stream);
}

}  // namespace stretto::cdna
