	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.amdhsa_code_object_version 6
	.text
	.protected	double_buffer           ; -- Begin function double_buffer
	.globl	double_buffer
	.p2align	8
	.type	double_buffer,@function
double_buffer:                          ; @double_buffer
; %bb.0:
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_load_dword s3, s[0:1], 0x10
	v_lshlrev_b32_e32 v2, 2, v0
	v_mov_b32_e32 v5, 0
	s_waitcnt lgkmcnt(0)
	global_load_dword v1, v2, s[4:5]
	s_cmp_lt_i32 s3, 1
	s_waitcnt vmcnt(0)
	ds_write_b32 v2, v1
	s_cbranch_scc1 .LBB0_6
; %bb.1:
	s_and_b32 s2, s3, 7
	v_xor_b32_e32 v1, 64, v0
	s_cmp_lt_u32 s3, 8
	v_xor_b32_e32 v8, 0x80, v0
	s_cbranch_scc1 .LBB0_7
; %bb.2:
	v_mov_b32_e32 v3, v5
	s_mov_b32 s1, 0
	v_lshl_add_u64 v[6:7], s[4:5], 0, v[2:3]
	s_and_b32 s3, s3, 0x7ffffff8
	v_lshlrev_b32_e32 v9, 2, v1
	v_lshlrev_b32_e32 v10, 2, v8
	v_mov_b32_e32 v3, 0
	s_movk_i32 s8, 0x1000
	s_mov_b32 s0, s1
	s_mov_b32 s9, s1
.LBB0_3:                                ; =>This Inner Loop Header: Depth=1
	v_add_u32_e32 v14, s0, v0
	v_lshl_add_u64 v[12:13], s[0:1], 2, v[6:7]
	v_ashrrev_i32_e32 v15, 31, v14
	global_load_dword v20, v[12:13], off offset:1024
	global_load_dword v21, v[12:13], off offset:2048
	global_load_dword v22, v[12:13], off offset:3072
	v_add_u32_e32 v4, 0x500, v14
	v_lshl_add_u64 v[12:13], v[14:15], 2, s[4:5]
	v_lshl_add_u64 v[16:17], v[4:5], 2, s[4:5]
	v_add_u32_e32 v4, 0x600, v14
	v_add_co_u32_e32 v12, vcc, s8, v12
	v_lshl_add_u64 v[18:19], v[4:5], 2, s[4:5]
	s_nop 0
	v_addc_co_u32_e32 v13, vcc, 0, v13, vcc
	v_add_u32_e32 v4, 0x700, v14
	global_load_dword v23, v[12:13], off
	global_load_dword v24, v[16:17], off
	global_load_dword v25, v[18:19], off
	v_lshl_add_u64 v[12:13], v[4:5], 2, s[4:5]
	global_load_dword v26, v[12:13], off
	v_add_u32_e32 v4, 0x800, v14
	v_lshl_add_u64 v[12:13], v[4:5], 2, s[4:5]
	global_load_dword v27, v[12:13], off
	ds_read_b32 v4, v9
	ds_read_b32 v11, v10
	s_add_i32 s9, s9, 8
	s_addk_i32 s0, 0x800
	s_cmp_eq_u32 s3, s9
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v4, v4, v11
	v_add_f32_e32 v3, v3, v4
	s_waitcnt vmcnt(7)
	ds_write_b32 v2, v20 offset:1024
	ds_read_b32 v4, v9 offset:1024
	ds_read_b32 v11, v10 offset:1024
	s_waitcnt vmcnt(6)
	ds_write_b32 v2, v21
	ds_read_b32 v12, v9
	ds_read_b32 v13, v10
	s_waitcnt vmcnt(5)
	ds_write_b32 v2, v22 offset:1024
	ds_read_b32 v14, v9 offset:1024
	ds_read_b32 v15, v10 offset:1024
	s_waitcnt lgkmcnt(6)
	v_add_f32_e32 v4, v4, v11
	v_add_f32_e32 v3, v3, v4
	s_waitcnt lgkmcnt(3)
	v_add_f32_e32 v4, v12, v13
	v_add_f32_e32 v3, v3, v4
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v4, v14, v15
	s_waitcnt vmcnt(4)
	ds_write_b32 v2, v23
	ds_read_b32 v16, v9
	ds_read_b32 v17, v10
	s_waitcnt vmcnt(3)
	ds_write_b32 v2, v24 offset:1024
	ds_read_b32 v18, v9 offset:1024
	ds_read_b32 v19, v10 offset:1024
	s_waitcnt vmcnt(2)
	ds_write_b32 v2, v25
	ds_read_b32 v11, v9
	ds_read_b32 v20, v10
	s_waitcnt vmcnt(1)
	ds_write_b32 v2, v26 offset:1024
	ds_read_b32 v12, v9 offset:1024
	ds_read_b32 v13, v10 offset:1024
	v_add_f32_e32 v3, v3, v4
	s_waitcnt lgkmcnt(9)
	v_add_f32_e32 v4, v16, v17
	v_add_f32_e32 v3, v3, v4
	s_waitcnt lgkmcnt(6)
	v_add_f32_e32 v4, v18, v19
	v_add_f32_e32 v3, v3, v4
	s_waitcnt lgkmcnt(3)
	v_add_f32_e32 v4, v11, v20
	v_add_f32_e32 v3, v3, v4
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v4, v12, v13
	v_add_f32_e32 v3, v3, v4
	s_waitcnt vmcnt(0)
	ds_write_b32 v2, v27
	s_cbranch_scc0 .LBB0_3
; %bb.4:
	s_cmp_lg_u32 s2, 0
	s_cselect_b64 s[0:1], -1, 0
	s_and_b64 vcc, exec, s[0:1]
	s_cbranch_vccnz .LBB0_8
.LBB0_5:
	v_lshlrev_b32_e32 v0, 2, v0
	global_store_dword v0, v3, s[6:7]
	s_endpgm
.LBB0_6:
	v_mov_b32_e32 v3, 0
	v_lshlrev_b32_e32 v0, 2, v0
	global_store_dword v0, v3, s[6:7]
	s_endpgm
.LBB0_7:
	s_mov_b32 s3, 0
	v_mov_b32_e32 v3, 0
	s_cbranch_execz .LBB0_5
.LBB0_8:
	v_lshl_add_u32 v4, s3, 8, v0
	v_add_u32_e32 v4, 0x100, v4
	v_mov_b32_e32 v5, 0
	v_lshl_add_u64 v[4:5], v[4:5], 2, s[4:5]
	s_mov_b64 s[0:1], 0x400
.LBB0_9:                                ; =>This Inner Loop Header: Depth=1
	global_load_dword v10, v[4:5], off
	s_add_i32 s4, s3, 1
	s_lshl_b32 s3, s3, 10
	s_and_b32 s3, s3, 0x400
	v_lshl_add_u32 v6, v1, 2, s3
	v_lshl_add_u32 v7, v8, 2, s3
	ds_read_b32 v6, v6
	ds_read_b32 v7, v7
	s_add_i32 s2, s2, -1
	s_and_b32 s5, s4, 1
	v_lshl_add_u64 v[4:5], v[4:5], 0, s[0:1]
	s_mov_b32 s3, s4
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v6, v6, v7
	v_lshl_add_u32 v9, s5, 10, v2
	s_cmp_lg_u32 s2, 0
	v_add_f32_e32 v3, v3, v6
	s_waitcnt vmcnt(0)
	ds_write_b32 v9, v10
	s_cbranch_scc1 .LBB0_9
	s_branch .LBB0_5
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel double_buffer
		.amdhsa_group_segment_fixed_size 2048
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 20
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_dispatch_ptr 0
		.amdhsa_user_sgpr_queue_ptr 0
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_id 0
		.amdhsa_user_sgpr_kernarg_preload_length 0
		.amdhsa_user_sgpr_kernarg_preload_offset 0
		.amdhsa_user_sgpr_private_segment_size 0
		.amdhsa_uses_dynamic_stack 0
		.amdhsa_enable_private_segment 0
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 0
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_sgpr_workgroup_info 0
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_next_free_vgpr 28
		.amdhsa_next_free_sgpr 10
		.amdhsa_accum_offset 28
		.amdhsa_reserve_vcc 1
		.amdhsa_float_round_mode_32 0
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
		.amdhsa_fp16_overflow 0
		.amdhsa_tg_split 0
		.amdhsa_exception_fp_ieee_invalid_op 0
		.amdhsa_exception_fp_denorm_src 0
		.amdhsa_exception_fp_ieee_div_zero 0
		.amdhsa_exception_fp_ieee_overflow 0
		.amdhsa_exception_fp_ieee_underflow 0
		.amdhsa_exception_fp_ieee_inexact 0
		.amdhsa_exception_int_div_zero 0
	.end_amdhsa_kernel
	.text
.Lfunc_end0:
	.size	double_buffer, .Lfunc_end0-double_buffer
                                        ; -- End function
	.set double_buffer.num_vgpr, 28
	.set double_buffer.num_agpr, 0
	.set double_buffer.numbered_sgpr, 10
	.set double_buffer.num_named_barrier, 0
	.set double_buffer.private_seg_size, 0
	.set double_buffer.uses_vcc, 1
	.set double_buffer.uses_flat_scratch, 0
	.set double_buffer.has_dyn_sized_stack, 0
	.set double_buffer.has_recursion, 0
	.set double_buffer.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 848
; TotalNumSgprs: 16
; NumVgprs: 28
; NumAgprs: 0
; TotalNumVgprs: 28
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 2048 bytes/workgroup (compile time only)
; SGPRBlocks: 1
; VGPRBlocks: 3
; NumSGPRsForWavesPerEU: 16
; NumVGPRsForWavesPerEU: 28
; AccumOffset: 28
; Occupancy: 8
; WaveLimiterHint : 1
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 2
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 0
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
; COMPUTE_PGM_RSRC3_GFX90A:ACCUM_OFFSET: 6
; COMPUTE_PGM_RSRC3_GFX90A:TG_SPLIT: 0
	.text
	.p2alignl 6, 3212836864
	.fill 256, 4, 3212836864
	.section	.AMDGPU.gpr_maximums,"",@progbits
	.set amdgpu.max_num_vgpr, 0
	.set amdgpu.max_num_agpr, 0
	.set amdgpu.max_num_sgpr, 0
	.set amdgpu.max_num_named_barrier, 0
	.text
	.type	__hip_cuid_5a6ed55d5dc81d7f,@object ; @__hip_cuid_5a6ed55d5dc81d7f
	.section	.bss,"aw",@nobits
	.globl	__hip_cuid_5a6ed55d5dc81d7f
__hip_cuid_5a6ed55d5dc81d7f:
	.byte	0                               ; 0x0
	.size	__hip_cuid_5a6ed55d5dc81d7f, 1

	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym __hip_cuid_5a6ed55d5dc81d7f
	.amdgpu_metadata
---
amdhsa.kernels:
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .offset:         16
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 2048
    .kernarg_segment_align: 8
    .kernarg_segment_size: 20
    .max_flat_workgroup_size: 1024
    .name:           double_buffer
    .private_segment_fixed_size: 0
    .sgpr_count:     16
    .sgpr_spill_count: 0
    .symbol:         double_buffer.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     28
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx942
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
