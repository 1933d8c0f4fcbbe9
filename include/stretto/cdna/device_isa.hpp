// The instructions that the kernels use on the device: clang's builtins for gfx942 and gfx950. No HIP header is needed.
//
// A kernel takes this type as a template parameter and uses only its names, so the same source also runs on a CPU
// (tests/cdna/emulator). An `Int` has one value per lane; an `int` has one value per wave.
#pragma once

#include <stretto/core/platform.hpp>

#if !defined(__HIP__)
#error "stretto/cdna/device_isa.hpp is for clang's HIP dialect: clang++ -x hip --offload-arch=gfx950"
#endif

#include <stretto/cdna/attributes.hpp>
#include <stretto/cdna/gemm_tile.hpp>

namespace stretto::cdna {

/// One object for each tile in LDS. The compiler then knows that a load into one object cannot change what is read from
/// another, and inserts no waits. It follows a pointer through a few additions only, so every access adds a single
/// integer to the object.
template <class Tile>
__attribute__((device, shared)) char lds_object[Tile::bytes];

struct DeviceIsa {
  using Int = int;
  using Piece = __attribute__((ext_vector_type(4))) int;
  template <int Count>
  using Sums = __attribute__((ext_vector_type(Count))) float;
  using Buffer = __amdgpu_buffer_rsrc_t;

  // --- identity

  STRETTO_CDNA static int lane() { return __builtin_amdgcn_workitem_id_x() % wave_lanes; }
  STRETTO_CDNA static int wave() {
    return __builtin_amdgcn_readfirstlane(__builtin_amdgcn_workitem_id_x() / wave_lanes);
  }
  STRETTO_CDNA static int workgroup_x() { return __builtin_amdgcn_workgroup_id_x(); }
  STRETTO_CDNA static int workgroup_y() { return __builtin_amdgcn_workgroup_id_y(); }
  STRETTO_CDNA static int select(bool condition, int yes, int no) { return condition ? yes : no; }

  // --- global memory

  /// Drops writes at or beyond `bytes`.
  STRETTO_CDNA static Buffer buffer(const void* base, unsigned bytes) {
    constexpr int raw = 0x00027000;  // last word of the descriptor: 32-bit data format (CDNA3 instruction set)
    return __builtin_amdgcn_make_buffer_rsrc(const_cast<void*>(base), 0, static_cast<int>(bytes), raw);
  }

  /// Loads `Bytes` per lane directly into LDS, from the lane's offset plus the wave's offset. The data of lane i goes
  /// to `to` + i * Bytes.
  template <class Tile, int Bytes>
  STRETTO_CDNA static void load_to_lds(Buffer from, int to, int lane_offset, int offset) {
    using Lds = __attribute__((address_space(3))) void*;
    __builtin_amdgcn_raw_ptr_buffer_load_lds(from, (Lds)(lds_object<Tile> + to), direct_bytes, lane_offset, offset, 0,
                                             0);
    static_assert(Bytes == direct_bytes);
  }
  STRETTO_CDNA static void load(Piece& to, Buffer from, int lane_offset, int offset) {
    to = __builtin_bit_cast(Piece, __builtin_amdgcn_raw_buffer_load_b128(from, lane_offset, offset, 0));
  }
  /// Stores four sums as bf16 (8 bytes). `store_one` stores one sum (2 bytes).
  template <int Count>
  STRETTO_CDNA static void store_four(Buffer to, int lane_offset, const Sums<Count>& sums, int first) {
    using Words = __attribute__((ext_vector_type(2))) unsigned;
    const Bf16<4> four =
        __builtin_convertvector((Sums<4>{sums[first], sums[first + 1], sums[first + 2], sums[first + 3]}), Bf16<4>);
    __builtin_amdgcn_raw_buffer_store_b64(__builtin_bit_cast(Words, four), to, lane_offset, 0, 0);
  }
  template <int Count>
  STRETTO_CDNA static void store_one(Buffer to, int lane_offset, const Sums<Count>& sums, int index) {
    const __bf16 one = static_cast<__bf16>(sums[index]);
    __builtin_amdgcn_raw_buffer_store_b16(__builtin_bit_cast(unsigned short, one), to, lane_offset, 0, 0);
  }

  // --- LDS

  template <class Tile>
  STRETTO_CDNA static void read_lds(Piece& to, int offset) {
    to = *(const Piece*)(lds_object<Tile> + offset);
  }
  template <class Tile>
  STRETTO_CDNA static void write_lds(int offset, const Piece& value) {
    *(Piece*)(lds_object<Tile> + offset) = value;
  }

  // --- matrix instructions

  /// sums += first * second^T, for the `step`-th matrix instruction along the K of the pieces.
  template <Mfma M, int Pieces>
  STRETTO_CDNA static void multiply(Sums<shape(M).sums()>& sums, const Piece (&first)[Pieces],
                                    const Piece (&second)[Pieces], int step) {
    if constexpr (M == Mfma::bf16_16x16x32) {
      sums =
          __builtin_amdgcn_mfma_f32_16x16x32_bf16(as<Bf16<8>>(first[step]), as<Bf16<8>>(second[step]), sums, 0, 0, 0);
    } else if constexpr (M == Mfma::bf16_32x32x16) {
      sums =
          __builtin_amdgcn_mfma_f32_32x32x16_bf16(as<Bf16<8>>(first[step]), as<Bf16<8>>(second[step]), sums, 0, 0, 0);
    } else if constexpr (M == Mfma::bf16_16x16x16) {
      sums = __builtin_amdgcn_mfma_f32_16x16x16bf16_1k(half<Short4>(first[step / 2], step),
                                                       half<Short4>(second[step / 2], step), sums, 0, 0, 0);
    } else if constexpr (M == Mfma::bf16_32x32x8) {
      sums = __builtin_amdgcn_mfma_f32_32x32x8bf16_1k(half<Short4>(first[step / 2], step),
                                                      half<Short4>(second[step / 2], step), sums, 0, 0, 0);
    } else if constexpr (M == Mfma::fp8_16x16x32) {
      sums = __builtin_amdgcn_mfma_f32_16x16x32_fp8_fp8(half<long>(first[step / 2], step),
                                                        half<long>(second[step / 2], step), sums, 0, 0, 0);
    } else if constexpr (M == Mfma::fp8_32x32x16) {
      sums = __builtin_amdgcn_mfma_f32_32x32x16_fp8_fp8(half<long>(first[step / 2], step),
                                                        half<long>(second[step / 2], step), sums, 0, 0, 0);
    } else if constexpr (M == Mfma::fp8_16x16x128) {
      // Both formats are 0 (e4m3); no scales.
      sums =
          __builtin_amdgcn_mfma_scale_f32_16x16x128_f8f6f4(two(first, step), two(second, step), sums, 0, 0, 0, 0, 0, 0);
    } else {
      sums =
          __builtin_amdgcn_mfma_scale_f32_32x32x64_f8f6f4(two(first, step), two(second, step), sums, 0, 0, 0, 0, 0, 0);
    }
  }

  /// As `multiply`, but the sums stay in their registers: AGPRs or VGPRs. The compiler does not know how late the
  /// result arrives, so call `settle` before any other code accesses the sums.
  template <Mfma M, bool InAccumulators, int Pieces>
  STRETTO_CDNA static void multiply_in_place(Sums<shape(M).sums()>& sums, const Piece (&first)[Pieces],
                                             const Piece (&second)[Pieces], int step) {
    constexpr int operand = shape(M).operand_bytes();
    if constexpr (operand == piece_bytes) {
      in_place<M, InAccumulators>(sums, first[step], second[step]);
    } else if constexpr (operand < piece_bytes) {
      using Half = __attribute__((ext_vector_type(2))) int;
      in_place<M, InAccumulators>(sums, half<Half>(first[step / 2], step), half<Half>(second[step / 2], step));
    } else {
      in_place<M, InAccumulators>(sums, two(first, step), two(second, step));
    }
  }

  /// A sum may be read 20 wait states after the instruction that wrote it: 16 passes plus 4 (LLVM,
  /// GCNHazardRecognizer). This function waits for 32.
  STRETTO_CDNA static void settle() {
    keep_order();
    asm volatile("s_nop 15\n\ts_nop 15" ::: "memory");
    keep_order();
  }

  /// Forces the sums into the registers of `multiply_in_place` at this point: moves into them happen before it, and
  /// moves out of them after it.
  template <bool InAccumulators, class AnySums>
  STRETTO_CDNA static void pin(AnySums& sums) {
    if constexpr (InAccumulators) {
      asm volatile("" : "+a"(sums));
    } else {
      asm volatile("" : "+v"(sums));
    }
  }

  /// Keeps a read whose result is unused, so that the counts of later waits stay correct.
  STRETTO_CDNA static void keep(const Piece& piece) { asm volatile("" ::"v"(piece)); }

  // --- order

  template <int Count>
  STRETTO_CDNA static void wait_vm() {
    __builtin_amdgcn_s_waitcnt(encode_wait(Count, 15));
  }
  template <int Count>
  STRETTO_CDNA static void wait_lgkm() {
    __builtin_amdgcn_s_waitcnt(encode_wait(63, Count));
  }
  STRETTO_CDNA static void barrier() { __builtin_amdgcn_s_barrier(); }
  /// The workgroup barrier of the language, for LDS: the wave's LDS operations complete first.
  STRETTO_CDNA static void draining_barrier() {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup", "local");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup", "local");
  }
  template <int Priority>
  STRETTO_CDNA static void set_priority() {
    __builtin_amdgcn_s_setprio(Priority);
  }
  template <int Mask, int Count>
  STRETTO_CDNA static void schedule_group() {
    __builtin_amdgcn_sched_group_barrier(Mask, Count, 0);
  }
  /// Stops reordering across this point. The clobber prevents the optimizer from moving LDS reads and loads; s_barrier
  /// does not, because the optimizer assumes that it accesses no memory. sched_barrier prevents the instruction
  /// scheduler from moving any instruction.
  STRETTO_CDNA static void keep_order() {
    asm volatile("" ::: "memory");
    __builtin_amdgcn_sched_barrier(0);
  }
  /// Makes the compiler recompute values that depend on `value` after this point, instead of keeping them in registers.
  STRETTO_CDNA static void compute_anew(int& value) { asm volatile("" : "+s"(value)); }

 private:
#if defined(__gfx950__)
  static constexpr int direct_bytes = facts(Chip::gfx950).load_bytes;
#else
  static constexpr int direct_bytes = facts(Chip::gfx942).load_bytes;
#endif
  template <int Count>
  using Bf16 = __attribute__((ext_vector_type(Count))) __bf16;
  using Short4 = __attribute__((ext_vector_type(4))) short;

  using TwoPieces = __attribute__((ext_vector_type(8))) int;
  template <int Pieces>
  STRETTO_CDNA static TwoPieces two(const Piece (&pieces)[Pieces], int step) {
    return __builtin_shufflevector(pieces[2 * step], pieces[2 * step + 1], 0, 1, 2, 3, 4, 5, 6, 7);
  }

  template <Mfma M, bool InAccumulators, class Part>
  STRETTO_CDNA static void in_place(Sums<shape(M).sums()>& sums, const Part& x, const Part& y) {
    // The instruction text and the register class of the sums must be literals.
#define STRETTO_CDNA_IN_PLACE(mfma, instruction)                               \
  if constexpr (M == Mfma::mfma && InAccumulators) {                           \
    asm volatile(instruction " %0, %1, %2, %0" : "+a"(sums) : "v"(x), "v"(y)); \
  } else if constexpr (M == Mfma::mfma) {                                      \
    asm volatile(instruction " %0, %1, %2, %0" : "+v"(sums) : "v"(x), "v"(y)); \
  }
    STRETTO_CDNA_IN_PLACE(bf16_16x16x32, "v_mfma_f32_16x16x32_bf16")
    STRETTO_CDNA_IN_PLACE(bf16_32x32x16, "v_mfma_f32_32x32x16_bf16")
    STRETTO_CDNA_IN_PLACE(bf16_16x16x16, "v_mfma_f32_16x16x16_bf16")
    STRETTO_CDNA_IN_PLACE(bf16_32x32x8, "v_mfma_f32_32x32x8_bf16")
    STRETTO_CDNA_IN_PLACE(fp8_16x16x128, "v_mfma_f32_16x16x128_f8f6f4")
    STRETTO_CDNA_IN_PLACE(fp8_32x32x64, "v_mfma_f32_32x32x64_f8f6f4")
    STRETTO_CDNA_IN_PLACE(fp8_16x16x32, "v_mfma_f32_16x16x32_fp8_fp8")
    STRETTO_CDNA_IN_PLACE(fp8_32x32x16, "v_mfma_f32_32x32x16_fp8_fp8")
#undef STRETTO_CDNA_IN_PLACE
  }

  template <class T>
  STRETTO_CDNA static T as(const Piece& piece) {
    return __builtin_bit_cast(T, piece);
  }
  template <class T>
  STRETTO_CDNA static T half(const Piece& piece, int step) {
    using Half = __attribute__((ext_vector_type(2))) int;
    return __builtin_bit_cast(T, step % 2 == 0 ? Half{piece[0], piece[1]} : Half{piece[2], piece[3]});
  }
  /// Fields of s_waitcnt: vmcnt in bits 3:0 and 15:14, expcnt in 6:4, lgkmcnt in 11:8. A field of all ones does not
  /// wait (CDNA3 instruction set).
  static constexpr int encode_wait(int vm, int lgkm) { return (vm & 15) | (vm >> 4) << 14 | 7 << 4 | lgkm << 8; }
};

}  // namespace stretto::cdna
