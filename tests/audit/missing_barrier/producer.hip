// Wave 0 loads, the other waves read, in two buffers.
// Broken: the barrier of the loop is missing.
#include "device.h"

extern "C" __global__ void __launch_bounds__(256) producer(const float* a, float* c, int n) {
  __shared__ float A[2][64];
  const int wave = thread_x() >> 6, lane = thread_x() & 63;
  float sum = 0;
  for (int k = 0; k <= n; k++) {
    if (wave == 0) {
      if (k < n) A[k & 1][lane] = a[k * 64 + lane];
    } else if (k > 0) {
      sum += A[(k - 1) & 1][lane ^ wave];
    }
  }
  if (wave) c[thread_x()] = sum;
}
