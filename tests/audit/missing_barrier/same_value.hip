// All threads write the same value, and all read it.
// Broken: no barrier before the next value overwrites it.
#include "device.h"

extern "C" __global__ void __launch_bounds__(256) same_value(const float* a, float* c, int n) {
  __shared__ float value;
  for (int i = 0; i < n; i++) {
    value = a[i];
    barrier();
    c[i * 256 + thread_x()] = value;
  }
}
