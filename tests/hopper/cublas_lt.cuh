// The peer: cuBLASLt's C = A * B^T on row-major matrices, C in bf16, sums in fp32.
//
// cuBLASLt is column-major: our row-major n x k is its k x n, so it computes C^T = (B as k x n)^T * A^T.
#pragma once

#include <cublasLt.h>

#include <vector>

#include "call_gemm.cuh"

namespace stretto::hopper_tests {

inline const char* error_text(cublasStatus_t status) {
  return status == CUBLAS_STATUS_SUCCESS ? nullptr : cublasLtGetStatusString(status);
}

#define CHECK_LT(call) \
  ::stretto::hopper_tests::check_call(::stretto::hopper_tests::error_text(call), #call, __FILE__, __LINE__)

/// The library, with its workspace.
class CublasLt {
 public:
  static constexpr size_t workspace_bytes = size_t{64} << 20;

  CublasLt() : workspace_(workspace_bytes) { CHECK_LT(cublasLtCreate(&handle_)); }
  CublasLt(const CublasLt&) = delete;
  CublasLt& operator=(const CublasLt&) = delete;
  ~CublasLt() { cublasLtDestroy(handle_); }

  [[nodiscard]] cublasLtHandle_t handle() const { return handle_; }
  [[nodiscard]] void* workspace() const { return workspace_.data(); }

 private:
  cublasLtHandle_t handle_ = nullptr;
  DeviceArray<char> workspace_;
};

/// A product of one shape. T is the type of A and B.
template <class T>
class LtProduct {
 public:
  static constexpr bool is_fp8 = ElementOf<T>::type == DataType::fp8;

  /// `fast`: fp8 sums stay in the tensor core for the whole of K (CUBLASLT_MATMUL_DESC_FAST_ACCUM).
  LtProduct(CublasLt& lt, int m, int n, int k, bool fast = true) : lt_(lt) {
    CHECK_LT(cublasLtMatmulDescCreate(&product_, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    set(CUBLASLT_MATMUL_DESC_TRANSA, CUBLAS_OP_T);
    set(CUBLASLT_MATMUL_DESC_TRANSB, CUBLAS_OP_N);
    if (is_fp8) set(CUBLASLT_MATMUL_DESC_FAST_ACCUM, static_cast<int8_t>(fast));
    const cudaDataType_t in = is_fp8 ? CUDA_R_8F_E4M3 : CUDA_R_16BF;
    CHECK_LT(cublasLtMatrixLayoutCreate(&b_, in, k, n, k));
    CHECK_LT(cublasLtMatrixLayoutCreate(&a_, in, k, m, k));
    CHECK_LT(cublasLtMatrixLayoutCreate(&c_, CUDA_R_16BF, n, m, n));
  }
  LtProduct(const LtProduct&) = delete;
  LtProduct& operator=(const LtProduct&) = delete;
  ~LtProduct() {
    cublasLtMatrixLayoutDestroy(c_);
    cublasLtMatrixLayoutDestroy(a_);
    cublasLtMatrixLayoutDestroy(b_);
    cublasLtMatmulDescDestroy(product_);
  }

  /// Factors on the device, for fp8.
  void set_scales(const float* scale_a, const float* scale_b) {
    if (!is_fp8) return;
    set(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, scale_b);  // its first operand is our B
    set(CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, scale_a);
  }

  /// What the heuristic proposes, most promising first; empty: the library cannot do it.
  [[nodiscard]] std::vector<cublasLtMatmulAlgo_t> algorithms(int most) const {
    cublasLtMatmulPreference_t preference = nullptr;
    CHECK_LT(cublasLtMatmulPreferenceCreate(&preference));
    const size_t bytes = CublasLt::workspace_bytes;
    CHECK_LT(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes,
                                                  sizeof bytes));
    std::vector<cublasLtMatmulHeuristicResult_t> found(static_cast<size_t>(most));
    int count = 0;
    const cublasStatus_t status =
        cublasLtMatmulAlgoGetHeuristic(lt_.handle(), product_, b_, a_, c_, c_, preference, most, found.data(), &count);
    CHECK_LT(cublasLtMatmulPreferenceDestroy(preference));
    std::vector<cublasLtMatmulAlgo_t> usable;
    if (status == CUBLAS_STATUS_NOT_SUPPORTED || status == CUBLAS_STATUS_INVALID_VALUE) return usable;
    CHECK_LT(status);
    for (int i = 0; i < count; ++i) {
      const auto& one = found[static_cast<size_t>(i)];
      if (one.state == CUBLAS_STATUS_SUCCESS && one.workspaceSize <= bytes) usable.push_back(one.algo);
    }
    return usable;
  }

  void use(const cublasLtMatmulAlgo_t& algorithm) { algorithm_ = algorithm; }

  [[nodiscard]] cublasStatus_t try_run(const T* a, const T* b, __nv_bfloat16* c, cudaStream_t stream) const {
    const float one = 1;
    const float zero = 0;
    return cublasLtMatmul(lt_.handle(), product_, &one, b, b_, a, a_, &zero, c, c_, c, c_, &algorithm_, lt_.workspace(),
                          CublasLt::workspace_bytes, stream);
  }
  void run(const T* a, const T* b, __nv_bfloat16* c, cudaStream_t stream) const { CHECK_LT(try_run(a, b, c, stream)); }

 private:
  template <class Value>
  void set(cublasLtMatmulDescAttributes_t attribute, Value value) {
    CHECK_LT(cublasLtMatmulDescSetAttribute(product_, attribute, &value, sizeof value));
  }

  CublasLt& lt_;
  cublasLtMatmulDesc_t product_ = nullptr;
  cublasLtMatrixLayout_t a_ = nullptr;
  cublasLtMatrixLayout_t b_ = nullptr;
  cublasLtMatrixLayout_t c_ = nullptr;
  cublasLtMatmulAlgo_t algorithm_{};
};

}  // namespace stretto::hopper_tests
