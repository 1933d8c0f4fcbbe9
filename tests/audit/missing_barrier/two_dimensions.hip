// Transposes a tile, with a workgroup of two dimensions.
// Broken: no barrier between writing the tile and reading it.
#include "device.h"

extern "C" __global__ void __launch_bounds__(256) two_dimensions(const float* a, float* c, int n) {
  __shared__ float A[16][16];
  const int x = thread_x(), y = thread_y();
  A[y][x] = a[y * n + x];
  c[y * n + x] = A[x][y];
}
