; HazyResearch/HipKittens 40
; Fixed: the wait and a barrier come before the last fragment read.
	.amdgcn_target "amdgcn-amd-amdhsa--gfx950"
	.text
	.globl	epilogue_read_moved_up
	.p2align	8
	.type	epilogue_read_moved_up,@function
epilogue_read_moved_up:
	s_load_dwordx4 s[4:7], s[0:1], 0x0  ; in, out
	s_load_dword s12, s[0:1], 0x10  ; count
	v_lshlrev_b32_e32 v1, 4, v0  ; the 16 bytes of this thread
	v_xor_b32_e32 v3, 0x400, v1  ; those of a thread of another wave
	v_lshrrev_b32_e32 v2, 6, v0
	v_readfirstlane_b32 s13, v2
	s_lshl_b32 s13, s13, 10  ; the first byte of this wave
	s_mov_b32 s10, -1
	s_mov_b32 s11, 0x27000
	s_mov_b32 s14, 0  ; the tile in global memory
	v_mov_b32_e32 v12, 0
	s_waitcnt lgkmcnt(0)
	s_mov_b32 s8, s4
	s_mov_b32 s9, s5
	s_mov_b32 s15, 0x800  ; the slot that is filled
	s_mov_b32 m0, s13
	s_nop 0
	buffer_load_dwordx4 v1, s[8:11], s14 offen lds
.Lloop:
	s_add_u32 m0, s13, s15
	s_nop 0
	buffer_load_dwordx4 v1, s[8:11], s14 offen lds
	s_waitcnt vmcnt(1)
	s_barrier
	s_xor_b32 s15, s15, 0x800
	v_add_u32_e32 v2, s15, v3
	ds_read_b128 v[8:11], v2
	s_waitcnt lgkmcnt(0)
	s_barrier
	v_add_f32_e32 v12, v12, v8
	s_add_u32 s14, s14, 0x800
	s_sub_u32 s12, s12, 1
	s_cmp_lg_u32 s12, 0
	s_cbranch_scc1 .Lloop
	s_xor_b32 s15, s15, 0x800
	v_add_u32_e32 v2, s15, v3
	s_waitcnt vmcnt(0)
	s_barrier
	ds_read_b128 v[8:11], v2
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v12, v12, v8
	v_lshlrev_b32_e32 v2, 2, v0
	global_store_dword v2, v12, s[6:7]
	s_endpgm
.Lfunc_end0:
	.size	epilogue_read_moved_up, .Lfunc_end0-epilogue_read_moved_up
	.section	.rodata,"a",@progbits
	.p2align	6
	.amdhsa_kernel epilogue_read_moved_up
		.amdhsa_group_segment_fixed_size 4096
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
    .group_segment_fixed_size: 4096
    .kernarg_segment_align: 8
    .kernarg_segment_size: 20
    .max_flat_workgroup_size: 128
    .name:           epilogue_read_moved_up
    .private_segment_fixed_size: 0
    .sgpr_count:     30
    .symbol:         epilogue_read_moved_up.kd
    .vgpr_count:     32
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx950
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
