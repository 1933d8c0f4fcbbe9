// Reverses an array in dynamic LDS, in two loops.
// Broken: no barrier between the loops.
#include "device.h"

extern __shared__ float dynamic[];
extern "C" __global__ void __launch_bounds__(256) reverse(const float* a, float* c, int n) {
  for (int i = thread_x(); i < n; i += 256) dynamic[i] = a[i];
  for (int i = thread_x(); i < n; i += 256) c[i] = dynamic[n - 1 - i];
}
