// The sum of an array, as a tree.
// Broken: no barrier before the tree, whose threads read what others wrote.
#include "device.h"

extern "C" __global__ void __launch_bounds__(256) reduce(const float* in, float* out, int n) {
  __shared__ float s[256];
  const int t = thread_x();
  float sum = 0;
  for (int i = t; i < n; i += 256) sum += in[i];
  s[t] = sum;
  for (int d = 128; d > 0; d >>= 1) {
    if (t < d) s[t] += s[t + d];
    barrier();
  }
  if (t == 0) out[block_x()] = s[0];
}
