#include "kernel.hpp"

namespace stretto::cdna {

std::vector<Kernel> all_kernels() {
  std::vector<Kernel> out = ping_pong_kernels();
  for (const Kernel& kernel : four_wave_kernels()) out.push_back(kernel);
  for (const Kernel& kernel : other_kernels()) out.push_back(kernel);
  return out;
}

}  // namespace stretto::cdna
