// Sums rows in two buffers, with one barrier per row.
// Broken: that barrier is missing.
#include "device.h"

extern "C" __global__ void __launch_bounds__(256) double_buffer(const float* a, float* c, int n) {
  __shared__ float A[2][256];
  const int t = thread_x();
  float sum = 0;
  A[0][t] = a[t];
  for (int k = 0; k < n; k++) {
    const float next = a[(k + 1) * 256 + t];
    sum += A[k & 1][t ^ 64] + A[k & 1][t ^ 128];
    A[(k + 1) & 1][t] = next;
  }
  c[t] = sum;
}
