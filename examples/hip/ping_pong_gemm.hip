// C = A * B^T for gfx950 (A is MxK, B is NxK, bf16, row-major; C is MxN, float), driven by the ping-pong schedule.
// M and N are multiples of 256, K of 128. 512 threads, one workgroup per 256x256 tile of C.
//
// It shows how a kernel consumes a schedule and is no performance kernel: LDS rows are not swizzled, so reads conflict.
// It needs no HIP headers:
//   clang++ -x hip --offload-arch=gfx950 --cuda-device-only -nogpuinc -nogpulib -std=c++20 -O3 -S ping_pong_gemm.hip
#include "ping_pong_plan.hpp"

#define DEVICE __attribute__((device, always_inline))
#define LDS_OBJECT __attribute__((device, shared))

namespace {

using Bf16x8 = __attribute__((ext_vector_type(8))) __bf16;
using Floatx4 = __attribute__((ext_vector_type(4))) float;
using Buffer = __amdgpu_buffer_rsrc_t;
using Lds = __attribute__((address_space(3))) void*;
using stretto::KOffsetKind;
using stretto::Phase;
namespace tags = stretto::tags;
namespace ops = stretto::double_buffer_tags;

constexpr int BM = 256, BN = 256, BK = 64;
constexpr int half_rows = 128;                  // a half-tile is 128 rows of A, or of B, by BK
constexpr int row_bytes = BK * sizeof(__bf16);  // 8 lanes of 16 bytes
constexpr int pass_bytes = 512 * 16;            // what one load instruction of all eight waves brings
constexpr int half_bytes = half_rows * row_bytes;
constexpr int any_bytes = -1;  // no bound on a buffer

// One object per channel and stage: the compiler then knows that a load into one cannot change what is read from
// another, and adds no waits of its own. It follows a pointer through a few additions only (LLVM's
// AMDGPULowerModuleLDSPass), so every access adds one integer to the object.
LDS_OBJECT char lds_a0[2 * half_bytes], lds_a1[2 * half_bytes], lds_b0[2 * half_bytes], lds_b1[2 * half_bytes];

template <int Channel, int Stage>
DEVICE auto& lds() {
  return Channel == 0 ? (Stage == 0 ? lds_a0 : lds_a1) : (Stage == 0 ? lds_b0 : lds_b1);
}

constexpr int k_tile(KOffsetKind offset) {
  return offset == KOffsetKind::k1 ? 1 : offset == KOffsetKind::k_next ? 2 : offset == KOffsetKind::k_prev ? -1 : 0;
}

// s_waitcnt fields: vmcnt 3:0 and 15:14, expcnt 6:4, lgkmcnt 11:8; all ones: no wait (CDNA3 instruction set).
constexpr int encode_wait(int vm, int lgkm) { return (vm & 15) | (vm >> 4) << 14 | 7 << 4 | lgkm << 8; }

struct Wave {
  int lane, index, k_bytes;     // position, and bytes of a row of A or B
  Buffer a, b;                  // the workgroup's 256 rows of A and of B
  int k = 0;                    // k_base of the schedule's K offsets
  Bf16x8 frag_a[2][4][2] = {};  // [quadrant][MMA][K step]
  Bf16x8 frag_b[2][2][2] = {};
  Floatx4 acc[2][2][4][2] = {};  // [quadrant row][quadrant column][MMA row][MMA column]

  DEVICE int row() const { return index / 4; }  // 2 rows x 4 columns of waves; the row is the stagger group
  DEVICE int column() const { return index % 4; }

  /// A half-tile straight into LDS. The hardware puts lane i's 16 bytes at the wave's LDS address + 16 i.
  template <int Channel, int Stage, int Half>
  DEVICE void load(int k_first) {
    const int to = Half * half_bytes + index * 64 * 16;
    const int lane_offset = (index * 8 + lane / 8) * k_bytes + lane % 8 * 16;
    for (int pass = 0; pass < PingPongPlan::vm_per_load; ++pass) {
      const int first_row = Half * half_rows + pass * half_rows / PingPongPlan::vm_per_load;
      __builtin_amdgcn_raw_ptr_buffer_load_lds(Channel == 0 ? a : b,
                                               (Lds)(lds<Channel, Stage>() + (to + pass * pass_bytes)), 16, lane_offset,
                                               first_row * k_bytes + k_first * 2, 0, 0);
    }
  }

  /// The operands of `Mmas` MMAs from row `first`: lane i holds 8 elements of row i % 16 from K step * 32 + i / 16 * 8.
  template <int Channel, int Stage, int Mmas>
  DEVICE void read(int first, Bf16x8 (&to)[Mmas][2]) {
    const int from = (first + lane % 16) * row_bytes + lane / 16 * 16;
    for (int mma = 0; mma < Mmas; ++mma) {
      for (int step = 0; step < 2; ++step) {
        to[mma][step] = *(const Bf16x8*)(lds<Channel, Stage>() + (from + mma * 16 * row_bytes + step * 64));
      }
    }
  }

  DEVICE void multiply(const Bf16x8 (&fa)[4][2], const Bf16x8 (&fb)[2][2], Floatx4 (&c)[4][2]) {
    for (int step = 0; step < 2; ++step) {
      for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 2; ++j) {
          c[i][j] = __builtin_amdgcn_mfma_f32_16x16x32_bf16(fa[i][step], fb[j][step], c[i][j], 0, 0, 0);
        }
      }
    }
  }

  template <class Entry>
  DEVICE void operator()(Entry) {
    constexpr stretto::OpDesc op = Entry::op;
    constexpr int stage = op.stage, subtile = op.subtile;
    if constexpr (Entry::phase == Phase::prologue && Entry::index == PingPongPlan::schedule.warp_stagger_index) {
      if (row() == 1) __builtin_amdgcn_s_barrier();  // from here on group 1 runs one barrier behind
    }
    if constexpr (op.tag == ops::load_a) load<0, stage, subtile>(k + k_tile(op.k_offset) * BK);
    if constexpr (op.tag == ops::load_b) load<1, stage, subtile>(k + k_tile(op.k_offset) * BK);
    if constexpr (op.tag == ops::mma_load_a) read<0, stage>(row() * 128 + subtile * 64, frag_a[subtile]);
    if constexpr (op.tag == ops::mma_load_b) read<1, stage>(column() * 64 + subtile * 32, frag_b[subtile]);
    if constexpr (op.tag == ops::mma) multiply(frag_a[stage], frag_b[subtile], acc[stage][subtile]);
    if constexpr (op.tag == tags::barrier) __builtin_amdgcn_s_barrier();
    if constexpr (op.tag == tags::wait_vm) __builtin_amdgcn_s_waitcnt(encode_wait(op.wait_value, 15));
    if constexpr (op.tag == tags::wait_lgkm) __builtin_amdgcn_s_waitcnt(encode_wait(63, op.wait_value));
    if constexpr (op.tag == tags::set_prio) __builtin_amdgcn_s_setprio(op.wait_value);
    // Entries stay in order: the clobber keeps the optimizer from moving LDS reads and loads (s_barrier does not: to
    // the optimizer it touches no memory), sched_barrier keeps the instruction scheduler from moving anything.
    asm volatile("" ::: "memory");
    __builtin_amdgcn_sched_barrier(0);
  }
};

}  // namespace

extern "C" __attribute__((global, amdgpu_flat_work_group_size(512, 512), amdgpu_waves_per_eu(2, 2))) void
ping_pong_gemm(const __bf16* a, const __bf16* b, float* c, int n, int k) {
  const int first_row = __builtin_amdgcn_workgroup_id_x() * BM, first_column = __builtin_amdgcn_workgroup_id_y() * BN;
  const int thread = __builtin_amdgcn_workitem_id_x();
  constexpr int raw_buffer = 0x00027000;  // last descriptor word: 32-bit data format (CDNA3 instruction set)
  Wave wave{.lane = thread % 64,
            .index = __builtin_amdgcn_readfirstlane(thread / 64),
            .k_bytes = k * 2,
            .a = __builtin_amdgcn_make_buffer_rsrc((void*)(a + (long)first_row * k), 0, any_bytes, raw_buffer),
            .b = __builtin_amdgcn_make_buffer_rsrc((void*)(b + (long)first_column * k), 0, any_bytes, raw_buffer)};

  stretto::unroll<PingPongPlan, Phase::prologue>(wave);
  __builtin_amdgcn_s_barrier();
  for (wave.k = 2 * BK; wave.k < k; wave.k += 2 * BK) stretto::unroll<PingPongPlan, Phase::kernel>(wave);
  stretto::unroll<PingPongPlan, Phase::epilogue>(wave);
  if (wave.row() == 0) __builtin_amdgcn_s_barrier();

  // Lane i holds rows i / 16 * 4 + 0..3 of column i % 16.
  float* out = c + (long)(first_row + wave.row() * 128 + wave.lane / 16 * 4) * n + first_column + wave.column() * 64 +
               wave.lane % 16;
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 4; ++j) {
      for (int r = 0; r < 4; ++r) out[(long)(i * 16 + r) * n + j * 16] = wave.acc[i / 4][j / 2][i % 4][j % 2][r];
    }
  }
}
