	.amdgcn_target "amdgcn-amd-amdhsa--gfx950"
	.amdhsa_code_object_version 6
	.text
	.protected	producer                ; -- Begin function producer
	.globl	producer
	.p2align	8
	.type	producer,@function
producer:                               ; @producer
; %bb.0:
	s_load_dword s10, s[0:1], 0x10
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	v_lshrrev_b32_e32 v1, 6, v0
	v_mov_b32_e32 v7, 0
	s_waitcnt lgkmcnt(0)
	s_cmp_lt_i32 s10, 0
	s_cbranch_scc1 .LBB0_36
; %bb.1:
	s_cmp_lg_u32 s10, 0
	v_and_b32_e32 v2, 63, v0
	v_cmp_eq_u32_e64 s[0:1], 0, v1
	s_cselect_b64 s[2:3], -1, 0
	v_lshlrev_b32_e32 v6, 2, v2
	s_and_b64 s[12:13], s[0:1], s[2:3]
	s_and_saveexec_b64 s[8:9], s[12:13]
	s_cbranch_execz .LBB0_3
; %bb.2:
	v_lshlrev_b32_e32 v3, 2, v0
	global_load_dword v3, v3, s[4:5]
	s_waitcnt vmcnt(0)
	ds_write_b32 v6, v3
.LBB0_3:
	s_or_b64 exec, exec, s[8:9]
	s_mov_b32 s11, 1
	s_andn2_b64 vcc, exec, s[2:3]
	v_mov_b32_e32 v7, 0
	s_cbranch_vccnz .LBB0_36
; %bb.4:
	v_xor_b32_e32 v2, v2, v1
	s_and_b32 s8, s10, 3
	v_lshlrev_b32_e32 v8, 2, v2
	v_mov_b32_e32 v3, 0
	s_mov_b32 s9, 4
	s_cmp_lt_u32 s10, 4
	v_mov_b32_e32 v7, 0
	s_cbranch_scc1 .LBB0_27
; %bb.5:
	s_and_b32 s2, s10, 0x7ffffffc
	v_add_u32_e32 v4, 0x100, v0
	s_sub_i32 s11, 0, s2
	v_mov_b32_e32 v7, 0
	s_branch .LBB0_7
.LBB0_6:                                ;   in Loop: Header=BB0_7 Depth=1
	s_or_b64 exec, exec, s[2:3]
	s_add_i32 s9, s9, 4
	s_add_i32 s2, s11, s9
	s_cmp_eq_u32 s2, 4
	v_add_u32_e32 v4, 0x100, v4
	s_cbranch_scc1 .LBB0_28
.LBB0_7:                                ; =>This Inner Loop Header: Depth=1
	s_and_saveexec_b64 s[2:3], s[0:1]
	s_xor_b64 s[2:3], exec, s[2:3]
	s_cbranch_execz .LBB0_10
; %bb.8:                                ;   in Loop: Header=BB0_7 Depth=1
	s_add_i32 s12, s9, -3
	s_cmp_ge_i32 s12, s10
	s_cbranch_scc1 .LBB0_10
; %bb.9:                                ;   in Loop: Header=BB0_7 Depth=1
	v_add_u32_e32 v2, 0xffffff40, v4
	v_lshl_add_u64 v[10:11], v[2:3], 2, s[4:5]
	global_load_dword v2, v[10:11], off
	s_waitcnt vmcnt(0)
	ds_write_b32 v6, v2 offset:256
.LBB0_10:                               ;   in Loop: Header=BB0_7 Depth=1
	s_andn2_saveexec_b64 s[2:3], s[2:3]
	s_cbranch_execz .LBB0_12
; %bb.11:                               ;   in Loop: Header=BB0_7 Depth=1
	ds_read_b32 v2, v8
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v7, v7, v2
.LBB0_12:                               ;   in Loop: Header=BB0_7 Depth=1
	s_or_b64 exec, exec, s[2:3]
	s_and_saveexec_b64 s[2:3], s[0:1]
	s_xor_b64 s[2:3], exec, s[2:3]
	s_cbranch_execz .LBB0_15
; %bb.13:                               ;   in Loop: Header=BB0_7 Depth=1
	s_add_i32 s12, s9, -2
	s_cmp_ge_i32 s12, s10
	s_cbranch_scc1 .LBB0_15
; %bb.14:                               ;   in Loop: Header=BB0_7 Depth=1
	v_add_u32_e32 v2, 0xffffff80, v4
	v_lshl_add_u64 v[10:11], v[2:3], 2, s[4:5]
	global_load_dword v2, v[10:11], off
	s_waitcnt vmcnt(0)
	ds_write_b32 v6, v2
.LBB0_15:                               ;   in Loop: Header=BB0_7 Depth=1
	s_andn2_saveexec_b64 s[2:3], s[2:3]
	s_cbranch_execz .LBB0_17
; %bb.16:                               ;   in Loop: Header=BB0_7 Depth=1
	ds_read_b32 v2, v8 offset:256
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v7, v7, v2
.LBB0_17:                               ;   in Loop: Header=BB0_7 Depth=1
	s_or_b64 exec, exec, s[2:3]
	s_and_saveexec_b64 s[2:3], s[0:1]
	s_xor_b64 s[2:3], exec, s[2:3]
	s_cbranch_execz .LBB0_20
; %bb.18:                               ;   in Loop: Header=BB0_7 Depth=1
	s_add_i32 s12, s9, -1
	s_cmp_ge_i32 s12, s10
	s_cbranch_scc1 .LBB0_20
; %bb.19:                               ;   in Loop: Header=BB0_7 Depth=1
	v_subrev_u32_e32 v2, 64, v4
	v_lshl_add_u64 v[10:11], v[2:3], 2, s[4:5]
	global_load_dword v2, v[10:11], off
	s_waitcnt vmcnt(0)
	ds_write_b32 v6, v2 offset:256
.LBB0_20:                               ;   in Loop: Header=BB0_7 Depth=1
	s_andn2_saveexec_b64 s[2:3], s[2:3]
	s_cbranch_execz .LBB0_22
; %bb.21:                               ;   in Loop: Header=BB0_7 Depth=1
	ds_read_b32 v2, v8
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v7, v7, v2
.LBB0_22:                               ;   in Loop: Header=BB0_7 Depth=1
	s_or_b64 exec, exec, s[2:3]
	s_and_saveexec_b64 s[2:3], s[0:1]
	s_xor_b64 s[2:3], exec, s[2:3]
	s_cbranch_execz .LBB0_25
; %bb.23:                               ;   in Loop: Header=BB0_7 Depth=1
	s_cmp_ge_i32 s9, s10
	s_cbranch_scc1 .LBB0_25
; %bb.24:                               ;   in Loop: Header=BB0_7 Depth=1
	v_mov_b32_e32 v5, v3
	v_lshl_add_u64 v[10:11], v[4:5], 2, s[4:5]
	global_load_dword v2, v[10:11], off
	s_waitcnt vmcnt(0)
	ds_write_b32 v6, v2
.LBB0_25:                               ;   in Loop: Header=BB0_7 Depth=1
	s_andn2_saveexec_b64 s[2:3], s[2:3]
	s_cbranch_execz .LBB0_6
; %bb.26:                               ;   in Loop: Header=BB0_7 Depth=1
	ds_read_b32 v2, v8 offset:256
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v7, v7, v2
	s_branch .LBB0_6
.LBB0_27:
	s_cbranch_execnz .LBB0_29
	s_branch .LBB0_36
.LBB0_28:
	s_add_i32 s11, s9, -3
	s_cmp_lg_u32 s8, 0
	s_cselect_b64 s[2:3], -1, 0
	s_and_b64 vcc, exec, s[2:3]
	s_cbranch_vccz .LBB0_36
.LBB0_29:
	v_lshl_add_u32 v2, s11, 6, v0
	v_mov_b32_e32 v3, 0
	s_branch .LBB0_31
.LBB0_30:                               ;   in Loop: Header=BB0_31 Depth=1
	s_or_b64 exec, exec, s[2:3]
	s_add_i32 s11, s11, 1
	s_add_i32 s8, s8, -1
	s_cmp_lg_u32 s8, 0
	v_add_u32_e32 v2, 64, v2
	s_cbranch_scc0 .LBB0_36
.LBB0_31:                               ; =>This Inner Loop Header: Depth=1
	s_and_saveexec_b64 s[2:3], s[0:1]
	s_xor_b64 s[2:3], exec, s[2:3]
	s_cbranch_execz .LBB0_34
; %bb.32:                               ;   in Loop: Header=BB0_31 Depth=1
	s_cmp_ge_i32 s11, s10
	s_cbranch_scc1 .LBB0_34
; %bb.33:                               ;   in Loop: Header=BB0_31 Depth=1
	v_lshl_add_u64 v[4:5], v[2:3], 2, s[4:5]
	global_load_dword v5, v[4:5], off
	s_and_b32 s9, s11, 1
	v_lshl_or_b32 v4, s9, 8, v6
	s_waitcnt vmcnt(0)
	ds_write_b32 v4, v5
.LBB0_34:                               ;   in Loop: Header=BB0_31 Depth=1
	s_andn2_saveexec_b64 s[2:3], s[2:3]
	s_cbranch_execz .LBB0_30
; %bb.35:                               ;   in Loop: Header=BB0_31 Depth=1
	s_andn2_b32 s9, 1, s11
	v_lshl_or_b32 v4, s9, 8, v8
	ds_read_b32 v4, v4
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v7, v7, v4
	s_branch .LBB0_30
.LBB0_36:
	v_cmp_ne_u32_e32 vcc, 0, v1
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_38
; %bb.37:
	v_lshlrev_b32_e32 v0, 2, v0
	global_store_dword v0, v7, s[6:7]
.LBB0_38:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel producer
		.amdhsa_group_segment_fixed_size 512
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
		.amdhsa_next_free_vgpr 12
		.amdhsa_next_free_sgpr 14
		.amdhsa_accum_offset 12
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
	.size	producer, .Lfunc_end0-producer
                                        ; -- End function
	.set producer.num_vgpr, 12
	.set producer.num_agpr, 0
	.set producer.numbered_sgpr, 14
	.set producer.num_named_barrier, 0
	.set producer.private_seg_size, 0
	.set producer.uses_vcc, 1
	.set producer.uses_flat_scratch, 0
	.set producer.has_dyn_sized_stack, 0
	.set producer.has_recursion, 0
	.set producer.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 740
; TotalNumSgprs: 20
; NumVgprs: 12
; NumAgprs: 0
; TotalNumVgprs: 12
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 512 bytes/workgroup (compile time only)
; SGPRBlocks: 2
; VGPRBlocks: 1
; NumSGPRsForWavesPerEU: 20
; NumVGPRsForWavesPerEU: 12
; AccumOffset: 12
; Occupancy: 8
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 2
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 0
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
; COMPUTE_PGM_RSRC3_GFX90A:ACCUM_OFFSET: 2
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
	.type	__hip_cuid_c5e8c1b74644e394,@object ; @__hip_cuid_c5e8c1b74644e394
	.section	.bss,"aw",@nobits
	.globl	__hip_cuid_c5e8c1b74644e394
__hip_cuid_c5e8c1b74644e394:
	.byte	0                               ; 0x0
	.size	__hip_cuid_c5e8c1b74644e394, 1

	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym __hip_cuid_c5e8c1b74644e394
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
    .group_segment_fixed_size: 512
    .kernarg_segment_align: 8
    .kernarg_segment_size: 20
    .max_flat_workgroup_size: 1024
    .name:           producer
    .private_segment_fixed_size: 0
    .sgpr_count:     20
    .sgpr_spill_count: 0
    .symbol:         producer.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     12
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx950
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
