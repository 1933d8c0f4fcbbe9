// Multiplies matrices, tile by tile.
// Broken: no barrier before the next tiles overwrite those that are read.
#include "device.h"

extern "C" __global__ void __launch_bounds__(256) multiply(const float* a, const float* b, float* c, int n) {
  __shared__ float A[16][16], B[16][16];
  const int x = thread_x() & 15, y = thread_x() >> 4;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    A[y][x] = a[(block_x() * 16 + y) * n + k + x];
    B[y][x] = b[(k + y) * n + x];
    barrier();
    for (int j = 0; j < 16; j++) sum += A[y][j] * B[j][x];
  }
  c[(block_x() * 16 + y) * n + x] = sum;
}
