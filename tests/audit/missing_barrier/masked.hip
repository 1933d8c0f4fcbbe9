// Some threads overwrite zeros, before one wave reads and a loop follows.
// Broken: no barrier before that wave reads.
#include "device.h"

extern "C" __global__ void __launch_bounds__(256) masked(const float* a, float* c, int n) {
  __shared__ float A[512];
  const int t = thread_x();
  A[t] = 0;
  A[256 + t] = 0;
  barrier();
  if (t < n * 16) A[t] = a[t];
  if (t < 64) c[t] = A[t + 64];
  float sum = 0;
  for (int k = 0; k < n; k++) {
    A[256 + t] = a[k * 256 + t];
    barrier();
    sum += A[256 + (t ^ 64)];
    barrier();
  }
  c[t] = sum;
}
