; ROCm/rocm-libraries 3005
; Broken: lgkmcnt(3) is right in the loop, but behind it only two reads follow the first one.
	.amdgcn_target "amdgcn-amd-amdhsa--gfx950"
	.text
	.globl	count_of_another_path
	.p2align	8
	.type	count_of_another_path,@function
count_of_another_path:
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
	s_mov_b32 m0, s13
.Lloop:
	s_nop 0
	buffer_load_dwordx4 v1, s[8:11], s14 offen lds
	s_waitcnt vmcnt(0)
	s_barrier
	ds_read_b32 v8, v3
	ds_read_b32 v9, v3 offset:4
	ds_read_b32 v10, v3 offset:8
	ds_read_b32 v11, v3 offset:12
	s_waitcnt lgkmcnt(3)
	v_add_f32_e32 v12, v12, v8
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v12, v12, v11
	s_barrier
	s_add_u32 s14, s14, 0x800
	s_sub_u32 s12, s12, 1
	s_cmp_lg_u32 s12, 0
	s_cbranch_scc1 .Lloop
	ds_read_b32 v8, v3
	ds_read_b32 v9, v3 offset:4
	ds_read_b32 v10, v3 offset:8
	s_waitcnt lgkmcnt(3)
	v_mul_f32_e32 v12, v12, v8
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v12, v12, v10
	v_lshlrev_b32_e32 v2, 2, v0
	global_store_dword v2, v12, s[6:7]
	s_endpgm
.Lfunc_end0:
	.size	count_of_another_path, .Lfunc_end0-count_of_another_path
	.section	.rodata,"a",@progbits
	.p2align	6
	.amdhsa_kernel count_of_another_path
		.amdhsa_group_segment_fixed_size 2048
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
    .group_segment_fixed_size: 2048
    .kernarg_segment_align: 8
    .kernarg_segment_size: 20
    .max_flat_workgroup_size: 128
    .name:           count_of_another_path
    .private_segment_fixed_size: 0
    .sgpr_count:     30
    .symbol:         count_of_another_path.kd
    .vgpr_count:     32
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx950
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
