; ROCm/rocm-libraries 11373
; Fixed: a second barrier at the end of each level.
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.text
	.globl	tree_reduction
	.p2align	8
	.type	tree_reduction,@function
tree_reduction:
	s_load_dwordx4 s[4:7], s[0:1], 0x0  ; in, out
	v_lshlrev_b32_e32 v1, 2, v0
	s_movk_i32 s15, 0x200  ; distance in bytes: half of the threads
	s_waitcnt lgkmcnt(0)
	global_load_dword v4, v1, s[4:5]
	s_waitcnt vmcnt(0)
.Llevel:
	ds_write_b32 v1, v4
	v_xor_b32_e32 v3, s15, v1
	s_waitcnt lgkmcnt(0)
	s_barrier
	ds_read_b32 v5, v3
	s_waitcnt lgkmcnt(0)
	s_barrier
	v_add_f32_e32 v4, v4, v5
	s_lshr_b32 s15, s15, 1
	s_cmp_lg_u32 s15, 2
	s_cbranch_scc1 .Llevel
	global_store_dword v1, v4, s[6:7]
	s_endpgm
.Lfunc_end0:
	.size	tree_reduction, .Lfunc_end0-tree_reduction
	.section	.rodata,"a",@progbits
	.p2align	6
	.amdhsa_kernel tree_reduction
		.amdhsa_group_segment_fixed_size 1024
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
    .group_segment_fixed_size: 1024
    .kernarg_segment_align: 8
    .kernarg_segment_size: 20
    .max_flat_workgroup_size: 256
    .name:           tree_reduction
    .private_segment_fixed_size: 0
    .sgpr_count:     30
    .symbol:         tree_reduction.kd
    .vgpr_count:     32
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx942
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
