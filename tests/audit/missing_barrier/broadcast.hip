// One thread loads a value, and all read it.
// Broken: no barrier before the next value overwrites it.
#include "device.h"

extern "C" __global__ void __launch_bounds__(256) broadcast(const float* a, float* c, int n) {
  __shared__ float value;
  for (int i = 0; i < n; i++) {
    if (thread_x() == 0) value = a[i];
    barrier();
    c[i * 256 + thread_x()] = value;
  }
}
