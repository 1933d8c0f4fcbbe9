// Tensors of rows: a row has `columns` adjacent elements; rows, heads and batches have strides. Boxes of 64 columns are
// loaded with zeros behind the last row.
//
// A tensor may also hold sequences of different lengths one after another. Then a box must end with its sequence, not
// with the tensor. So the descriptor has two dimensions with the stride of a row, and a row is the sum of two numbers.
// The first has as many values as a box has rows: rows that are behind the end are outside of it.
#pragma once

#include <stretto/hopper/tensor_map.cuh>

namespace stretto::hopper {

struct TensorRows {
  const void* data = nullptr;
  int columns = 0;
  int rows = 0;  // of all sequences together, if they lie one after another
  int heads = 1;
  int batch = 1;
  long row_stride = 0;  // in elements of two bytes
  long head_stride = 0;
  long batch_stride = 0;
  bool sequences = false;  // sequences of different lengths, one after another
};

/// Describes boxes of 64 columns by `box_rows` rows. Data and strides must be multiples of 16 bytes. Returns false if
/// the driver rejects the descriptor or cannot encode one.
inline bool make_rows_map(CUtensorMap& map, const TensorRows& tensor, int box_rows) {
  const auto encode = tensor_map_encoder();
  if (encode == nullptr) return false;
  const auto bytes = [](long stride) { return static_cast<cuuint64_t>(stride > 0 ? stride * 2 : 16); };
  const auto count = [](int n) { return static_cast<cuuint64_t>(n > 0 ? n : 1); };
  const cuuint64_t sizes[5] = {count(tensor.columns), count(tensor.sequences ? box_rows : tensor.rows),
                               count(tensor.sequences ? tensor.rows + box_rows : 1), count(tensor.heads),
                               count(tensor.batch)};
  const cuuint64_t pitches[4] = {bytes(tensor.row_stride), bytes(tensor.row_stride), bytes(tensor.head_stride),
                                 bytes(tensor.batch_stride)};
  const cuuint32_t box[5] = {64, static_cast<cuuint32_t>(box_rows), 1, 1, 1};
  const cuuint32_t steps[5] = {1, 1, 1, 1, 1};
  const auto base = reinterpret_cast<uintptr_t>(tensor.data) - (tensor.sequences ? box_rows * pitches[0] : 0);
  return encode(&map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 5, reinterpret_cast<void*>(base), sizes, pitches, box, steps,
                CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
                CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS;
}

#ifdef __CUDACC__
/// The two numbers of a row in a sequence of `length` rows that begins at row `begin` of the tensor.
__device__ __forceinline__ int2 row_place(bool sequences, int begin, int row, int length, int box_rows) {
  if (!sequences) return make_int2(row, 0);
  const int left = min(max(length - row, 0), box_rows);
  // A box without rows keeps to an address inside of the tensor.
  return make_int2(box_rows - left, left > 0 ? begin + row + left : 0);
}
#endif

}  // namespace stretto::hopper
