// Descriptors for the copy engine: a row-major matrix in swizzled boxes of 128 bytes by `box_rows` rows.
#pragma once

#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdint>

#include <stretto/core/platform.hpp>

namespace stretto::hopper {

/// Finds cuTensorMapEncodeTiled without linking to the driver library; null if the driver does not have it.
inline decltype(&cuTensorMapEncodeTiled) tensor_map_encoder() {
  static const auto encoder = [] {
    void* found = nullptr;
    cudaDriverEntryPointQueryResult result{};
    const cudaError_t error =
        cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000, cudaEnableDefault, &result);
    return error == cudaSuccess && result == cudaDriverEntryPointSuccess
               ? reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(found)
               : nullptr;
  }();
  return encoder;
}

struct Matrix {
  const void* data = nullptr;
  int rows = 0;
  int columns = 0;
  int element = 2;  // bytes
};

/// Data and rows must be aligned to 16 bytes. Returns false if the driver rejects the descriptor or cannot encode one.
inline bool make_tensor_map(CUtensorMap& map, const Matrix& matrix, int box_rows) {
  const auto encode = tensor_map_encoder();
  if (encode == nullptr) return false;
  const cuuint64_t sizes[2] = {static_cast<cuuint64_t>(matrix.columns), static_cast<cuuint64_t>(matrix.rows)};
  const cuuint64_t pitch[1] = {static_cast<cuuint64_t>(matrix.columns) * matrix.element};
  const cuuint32_t box[2] = {static_cast<cuuint32_t>(128 / matrix.element), static_cast<cuuint32_t>(box_rows)};
  const cuuint32_t steps[2] = {1, 1};
  const CUtensorMapDataType type =
      matrix.element == 2 ? CU_TENSOR_MAP_DATA_TYPE_BFLOAT16 : CU_TENSOR_MAP_DATA_TYPE_UINT8;
  return encode(&map, type, 2, const_cast<void*>(matrix.data), sizes, pitch, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
                CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS;
}

}  // namespace stretto::hopper
