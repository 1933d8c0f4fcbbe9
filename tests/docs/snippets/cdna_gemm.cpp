// docs/cdna.md: a call of the launcher.
#include <cstdint>
#include <cstdio>

#include <stretto/cdna/gemm.hpp>  // host code, any C++20 compiler: hipcc, or -D__HIP_PLATFORM_AMD__ -lamdhip64

void multiply_on_amd(const std::uint16_t* a, const std::uint16_t* b, std::uint16_t* c, int m, int n, int k,
                     hipStream_t stream) {
  stretto::cdna::GemmLibrary library("build-cdna");  // once; a code object is loaded on first use, per device
  const auto result = stretto::cdna::gemm(library, {.a = a, .b = b, .c = c, .m = m, .n = n, .k = k}, stream);
  if (!result.ok()) std::fprintf(stderr, "%s\n", result.message());
}
