// Transposes a matrix, tile by tile.
// Broken: no barrier between writing a tile and reading it.
#include "device.h"

extern "C" __global__ void __launch_bounds__(256) transpose(const float* in, float* out, int n) {
  __shared__ float s[16][17];
  const int x = thread_x() & 15, y = thread_x() >> 4;
  s[y][x] = in[(block_x() * 16 + y) * n + x];
  out[(block_x() * 16 + y) * n + x] = s[x][y];
}
