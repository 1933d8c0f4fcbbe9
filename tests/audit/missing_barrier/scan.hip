// Prefix sums (Hillis and Steele) in two buffers.
// Broken: no barriers between the passes. Without them, and the fences in them, the compiler removes the
// writes that only other threads read.
#include "device.h"

extern "C" __global__ void __launch_bounds__(256) scan(const int* a, int* c, int n) {
  __shared__ int A[2][256];
  const int t = thread_x();
  int p = 0;
  A[0][t] = a[t];
  barrier();
  for (int d = 1; d < 256; d *= 2) {
    A[1 - p][t] = t >= d ? A[p][t] + A[p][t - d] : A[p][t];
    p = 1 - p;
  }
  c[t] = A[p][t];
}
