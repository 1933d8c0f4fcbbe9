; two_buffers.s as compilers write it whose barrier is __syncthreads(): every barrier first waits for all operations of its
; wave. It is right, but the next tile is not loaded while this one is read. docs/howto/loosen_waits.md shows what to do.
	.amdgcn_target "amdgcn-amd-amdhsa--gfx950"
	.text
	.globl	two_buffers_drained
	.p2align	8
	.type	two_buffers_drained,@function
two_buffers_drained:
	s_load_dwordx4 s[4:7], s[0:1], 0x0         ; in, out
	s_load_dword s12, s[0:1], 0x10             ; count
	v_lshlrev_b32_e32 v1, 4, v0                ; the 16 bytes of this thread
	v_xor_b32_e32 v2, 0x400, v1                ; those of a thread of another wave
	v_lshrrev_b32_e32 v3, 6, v0
	v_mov_b32_e32 v8, 0                        ; the sum
	v_readfirstlane_b32 s15, v3
	s_lshl_b32 s15, s15, 10                    ; where this wave's 1024 bytes of a tile begin
	s_mov_b32 s14, 0                           ; the buffer that is read: 0 or 4096
	s_mov_b32 s13, 0                           ; where the tile begins in global memory
	s_waitcnt lgkmcnt(0)
	s_mov_b32 s8, s4                           ; the resource of `in`
	s_mov_b32 s9, s5
	s_mov_b32 s10, -1
	s_mov_b32 s11, 0x27000

	s_mov_b32 m0, s15                          ; the first tile, into the first buffer
	s_nop 0
	buffer_load_dwordx4 v1, s[8:11], s13 offen lds

.Lloop:
	s_xor_b32 s16, s14, 0x1000                 ; the next tile, into the buffer that is not read
	s_add_u32 s13, s13, 0x1000
	s_add_u32 m0, s15, s16
	s_nop 0
	buffer_load_dwordx4 v1, s[8:11], s13 offen lds
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_barrier                                  ; __syncthreads(): the tile is there
	v_add_u32_e32 v3, s14, v2
	ds_read_b128 v[4:7], v3
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_barrier                                  ; __syncthreads(): all waves have read
	v_add_f32_e32 v4, v4, v5
	v_add_f32_e32 v6, v6, v7
	v_add_f32_e32 v8, v8, v4
	v_add_f32_e32 v8, v8, v6
	s_mov_b32 s14, s16
	s_sub_u32 s12, s12, 1
	s_cmp_lg_u32 s12, 0
	s_cbranch_scc1 .Lloop

	v_lshlrev_b32_e32 v3, 2, v0
	global_store_dword v3, v8, s[6:7]
	s_endpgm
.Lfunc_end0:
	.size	two_buffers_drained, .Lfunc_end0-two_buffers_drained
	.section	.rodata,"a",@progbits
	.p2align	6
	.amdhsa_kernel two_buffers_drained
		.amdhsa_group_segment_fixed_size 8192
		.amdhsa_kernarg_size 20
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_next_free_vgpr 32
		.amdhsa_next_free_sgpr 24
		.amdhsa_accum_offset 32
	.end_amdhsa_kernel
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .name:           in
        .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .name:           out
        .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .name:           count
        .offset:         16
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 8192
    .kernarg_segment_align: 8
    .kernarg_segment_size: 20
    .max_flat_workgroup_size: 256
    .name:           two_buffers_drained
    .private_segment_fixed_size: 0
    .sgpr_count:     30
    .symbol:         two_buffers_drained.kd
    .vgpr_count:     32
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx950
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
