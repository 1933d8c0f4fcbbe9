// The list of kernels as cdna::gemm sees it, in the words of the file that ./cdna writes.
#include <cstdio>

#include <stretto/cdna/gemm_list.hpp>

int main() {
  for (const stretto::cdna::GemmKernel& kernel : stretto::cdna::gemm_kernels) {
    const stretto::cdna::GemmTile& tile = kernel.tile;
    const char* arch = facts(tile.chip).name;
    std::printf(
        "{\"name\": \"%s\", \"arch\": \"%s\", \"file\": \"%s.%s.hsaco\", \"tile\": [%d, %d, %d], \"threads\": %d, "
        "\"lds_bytes\": %d,\n",
        kernel.name, arch, kernel.name, arch, tile.m, tile.n, tile.k, tile.threads(), tile.lds_bytes());
  }
}
