// A stand-in for the part of HIP's runtime that cdna::gemm and its example use. It records launches and modules, and
// fails when a test tells it to. Names and types are HIP's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <stretto/cdna/gemm_wave.hpp>

enum hipError_t {
  hipSuccess = 0,
  hipErrorInvalidValue = 1,
  hipErrorNoDevice = 100,
  hipErrorSharedObjectInitFailed = 303,
  hipErrorNotFound = 500,
  hipErrorLaunchFailure = 719,
};
enum hipMemcpyKind { hipMemcpyHostToDevice = 1, hipMemcpyDeviceToHost = 2 };

struct hipDeviceProp_t {
  char name[256];
  char gcnArchName[256];
};
struct ihipModule_t {
  std::string path;
  int device = 0;
};
struct ihipModuleSymbol_t {
  std::string name;
  const ihipModule_t* module = nullptr;
};
struct ihipStream_t {};
struct ihipEvent_t {};
using hipModule_t = ihipModule_t*;
using hipFunction_t = ihipModuleSymbol_t*;
using hipStream_t = ihipStream_t*;
using hipEvent_t = ihipEvent_t*;

namespace fake_hip {

struct Launch {
  std::string path;    // of the code object
  std::string kernel;  // the symbol
  int device = 0;      // that the module was loaded on
  unsigned grid[3] = {};
  unsigned block[3] = {};
  unsigned shared_bytes = 0;
  hipStream_t stream = nullptr;
  stretto::cdna::GemmArguments arguments;  // the kernels' parameters
  bool extra = false;
};

struct State {
  int device = 0;
  std::vector<std::string> architectures = {"gfx950:sramecc+:xnack-"};  // of device 0, 1, ...
  std::map<std::string, hipError_t> failures;                           // by the name of the function
  std::vector<Launch> launches;
  int loads = 0;
  int unloads = 0;
  int asked_for_properties = 0;

  [[nodiscard]] hipError_t status_of(const char* function) const {
    const auto ordered = failures.find(function);
    return ordered == failures.end() ? hipSuccess : ordered->second;
  }
};

inline State state;

}  // namespace fake_hip

inline const char* hipGetErrorName(hipError_t error) {
  switch (error) {
    case hipSuccess: return "hipSuccess";
    case hipErrorInvalidValue: return "hipErrorInvalidValue";
    case hipErrorNoDevice: return "hipErrorNoDevice";
    case hipErrorSharedObjectInitFailed: return "hipErrorSharedObjectInitFailed";
    case hipErrorNotFound: return "hipErrorNotFound";
    case hipErrorLaunchFailure: return "hipErrorLaunchFailure";
  }
  return "?";
}
inline const char* hipGetErrorString(hipError_t error) {
  switch (error) {
    case hipSuccess: return "no error";
    case hipErrorInvalidValue: return "invalid argument";
    case hipErrorNoDevice: return "no ROCm-capable device is detected";
    case hipErrorSharedObjectInitFailed: return "shared object initialization failed";
    case hipErrorNotFound: return "named symbol not found";
    case hipErrorLaunchFailure: return "unspecified launch failure";
  }
  return "?";
}

inline hipError_t hipGetDevice(int* device) {
  *device = fake_hip::state.device;
  return fake_hip::state.status_of("hipGetDevice");
}
inline hipError_t hipGetDeviceProperties(hipDeviceProp_t* properties, int device) {
  ++fake_hip::state.asked_for_properties;
  const std::string& architecture = fake_hip::state.architectures.at(static_cast<std::size_t>(device));
  std::memcpy(properties->gcnArchName, architecture.c_str(), architecture.size() + 1);
  return fake_hip::state.status_of("hipGetDeviceProperties");
}

inline hipError_t hipModuleLoad(hipModule_t* module, const char* path) {
  const hipError_t status = fake_hip::state.status_of("hipModuleLoad");
  if (status != hipSuccess) return status;
  ++fake_hip::state.loads;
  *module = new ihipModule_t{path, fake_hip::state.device};
  return hipSuccess;
}
inline hipError_t hipModuleUnload(hipModule_t module) {
  ++fake_hip::state.unloads;
  delete module;
  return fake_hip::state.status_of("hipModuleUnload");
}
inline hipError_t hipModuleGetFunction(hipFunction_t* function, hipModule_t module, const char* name) {
  const hipError_t status = fake_hip::state.status_of("hipModuleGetFunction");
  if (status != hipSuccess) return status;
  static std::map<std::string, ihipModuleSymbol_t> symbols;
  ihipModuleSymbol_t& symbol = symbols[module->path + std::to_string(module->device)];
  symbol = {name, module};
  *function = &symbol;
  return hipSuccess;
}
inline hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                                        hipStream_t stream, void** parameters, void** extra) {
  const hipError_t status = fake_hip::state.status_of("hipModuleLaunchKernel");
  if (status != hipSuccess) return status;
  fake_hip::Launch launch;
  launch.path = function->module->path;
  launch.kernel = function->name;
  launch.device = function->module->device;
  launch.grid[0] = grid_x, launch.grid[1] = grid_y, launch.grid[2] = grid_z;
  launch.block[0] = block_x, launch.block[1] = block_y, launch.block[2] = block_z;
  launch.shared_bytes = shared_bytes;
  launch.stream = stream;
  stretto::cdna::GemmArguments& to = launch.arguments;
  const std::pair<void*, std::size_t> members[] = {{&to.a, sizeof to.a}, {&to.b, sizeof to.b}, {&to.c, sizeof to.c},
                                                   {&to.m, sizeof to.m}, {&to.n, sizeof to.n}, {&to.k, sizeof to.k}};
  for (const auto& [member, bytes] : members) std::memcpy(member, *parameters++, bytes);
  launch.extra = extra != nullptr;
  fake_hip::state.launches.push_back(launch);
  return hipSuccess;
}

// What the example uses in addition: only declared, so it compiles but does not link.
hipError_t hipGetDeviceCount(int* count);
hipError_t hipMalloc(void** pointer, std::size_t bytes);
hipError_t hipFree(void* pointer);
hipError_t hipMemcpy(void* to, const void* from, std::size_t bytes, hipMemcpyKind kind);
hipError_t hipEventCreate(hipEvent_t* event);
hipError_t hipEventDestroy(hipEvent_t event);
hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream);
hipError_t hipEventSynchronize(hipEvent_t event);
hipError_t hipEventElapsedTime(float* milliseconds, hipEvent_t from, hipEvent_t to);
