// Sums three neighbours, with a halo that two threads load.
// Broken: no barrier between writing a row and reading the neighbours.
#include "device.h"

extern "C" __global__ void __launch_bounds__(256) stencil(const float* a, float* c, int n) {
  __shared__ float A[258];
  const int t = thread_x();
  for (int k = 0; k < n; k++) {
    A[t + 1] = a[k * 256 + t];
    if (t == 0) A[0] = a[k * 256 - 1];
    if (t == 255) A[257] = a[k * 256 + 256];
    c[k * 256 + t] = A[t] + A[t + 1] + A[t + 2];
    barrier();
  }
}
