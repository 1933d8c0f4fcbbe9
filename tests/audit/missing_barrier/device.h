// What the kernels of this folder need of HIP. compile.sh compiles them without its headers.
#pragma once

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __launch_bounds__(n) __attribute__((launch_bounds(n)))

static __device__ inline int thread_x() { return static_cast<int>(__builtin_amdgcn_workitem_id_x()); }
static __device__ inline int thread_y() { return static_cast<int>(__builtin_amdgcn_workitem_id_y()); }
static __device__ inline int block_x() { return static_cast<int>(__builtin_amdgcn_workgroup_id_x()); }

static __device__ inline void fence() { __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "workgroup"); }

/// __syncthreads
static __device__ inline void barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
