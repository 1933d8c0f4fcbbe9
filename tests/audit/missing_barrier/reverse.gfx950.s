	.amdgcn_target "amdgcn-amd-amdhsa--gfx950"
	.amdhsa_code_object_version 6
	.text
	.protected	reverse                 ; -- Begin function reverse
	.globl	reverse
	.p2align	8
	.type	reverse,@function
reverse:                                ; @reverse
; %bb.0:
	s_load_dword s12, s[0:1], 0x10
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_i32_e32 vcc, s12, v0
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB0_27
; %bb.1:
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	v_xad_u32 v7, v0, -1, s12
	v_lshrrev_b32_e32 v1, 8, v7
	v_add_u32_e32 v6, 1, v1
	v_cmp_ne_u32_e32 vcc, 0, v1
	s_mov_b64 s[0:1], -1
	v_add_u32_e32 v8, -1, v1
	v_mov_b32_e32 v2, v0
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB0_12
; %bb.2:
	v_lshrrev_b32_e32 v2, 1, v8
	v_add_u32_e32 v5, 1, v2
	s_movk_i32 s0, 0xeff
	v_add_u32_e32 v1, 0x100, v0
	v_and_b32_e32 v9, 7, v5
	v_cmp_lt_u32_e64 s[0:1], s0, v7
	s_mov_b64 s[10:11], 0
	v_lshlrev_b32_e32 v10, 2, v0
                                        ; implicit-def: $vgpr2_vgpr3
                                        ; implicit-def: $vgpr4
	s_and_saveexec_b64 s[8:9], s[0:1]
	s_xor_b64 s[8:9], exec, s[8:9]
	s_cbranch_execnz .LBB0_5
; %bb.3:
	s_andn2_saveexec_b64 s[0:1], s[8:9]
	s_cbranch_execnz .LBB0_8
.LBB0_4:
	s_or_b64 exec, exec, s[0:1]
	s_and_saveexec_b64 s[8:9], s[10:11]
	s_cbranch_execnz .LBB0_9
	s_branch .LBB0_11
.LBB0_5:
	v_and_b32_e32 v11, -8, v5
	s_mov_b32 s13, 0
	v_add_u32_e32 v12, 0, v10
	v_mov_b32_e32 v5, 0
	v_mov_b64_e32 v[2:3], v[0:1]
.LBB0_6:                                ; =>This Inner Loop Header: Depth=1
	v_mov_b32_e32 v4, v2
	v_mov_b32_e32 v14, v3
	v_mov_b32_e32 v15, v5
	s_waitcnt lgkmcnt(0)
	v_lshl_add_u64 v[30:31], v[4:5], 2, s[4:5]
	v_add_u32_e32 v4, 0x200, v2
	v_add_u32_e32 v16, 0x200, v3
	v_mov_b32_e32 v17, v5
	v_lshl_add_u64 v[14:15], v[14:15], 2, s[4:5]
	v_lshl_add_u64 v[32:33], v[4:5], 2, s[4:5]
	v_add_u32_e32 v4, 0x400, v2
	v_lshl_add_u64 v[16:17], v[16:17], 2, s[4:5]
	global_load_dword v1, v[30:31], off
	global_load_dword v13, v[14:15], off
	global_load_dword v34, v[32:33], off
	global_load_dword v35, v[16:17], off
	v_lshl_add_u64 v[14:15], v[4:5], 2, s[4:5]
	v_add_u32_e32 v4, 0x600, v2
	v_add_u32_e32 v18, 0x400, v3
	v_mov_b32_e32 v19, v5
	v_add_u32_e32 v20, 0x600, v3
	v_mov_b32_e32 v21, v5
	v_lshl_add_u64 v[16:17], v[4:5], 2, s[4:5]
	v_add_u32_e32 v4, 0x800, v2
	v_lshl_add_u64 v[18:19], v[18:19], 2, s[4:5]
	v_lshl_add_u64 v[20:21], v[20:21], 2, s[4:5]
	global_load_dword v30, v[14:15], off
	global_load_dword v31, v[18:19], off
	global_load_dword v32, v[16:17], off
	global_load_dword v33, v[20:21], off
	v_lshl_add_u64 v[14:15], v[4:5], 2, s[4:5]
	v_add_u32_e32 v4, 0xa00, v2
	v_add_u32_e32 v22, 0x800, v3
	v_mov_b32_e32 v23, v5
	v_add_u32_e32 v24, 0xa00, v3
	v_mov_b32_e32 v25, v5
	v_lshl_add_u64 v[16:17], v[4:5], 2, s[4:5]
	v_add_u32_e32 v4, 0xc00, v2
	v_add_u32_e32 v26, 0xc00, v3
	v_mov_b32_e32 v27, v5
	v_add_u32_e32 v28, 0xe00, v3
	v_mov_b32_e32 v29, v5
	v_lshl_add_u64 v[22:23], v[22:23], 2, s[4:5]
	v_lshl_add_u64 v[24:25], v[24:25], 2, s[4:5]
	global_load_dword v18, v[14:15], off
	global_load_dword v19, v[22:23], off
	global_load_dword v20, v[16:17], off
	global_load_dword v21, v[24:25], off
	v_lshl_add_u64 v[14:15], v[4:5], 2, s[4:5]
	v_add_u32_e32 v4, 0xe00, v2
	v_lshl_add_u64 v[26:27], v[26:27], 2, s[4:5]
	v_lshl_add_u64 v[28:29], v[28:29], 2, s[4:5]
	v_lshl_add_u64 v[16:17], v[4:5], 2, s[4:5]
	global_load_dword v22, v[14:15], off
	global_load_dword v23, v[26:27], off
	global_load_dword v24, v[16:17], off
	global_load_dword v25, v[28:29], off
	v_add_u32_e32 v11, -8, v11
	s_add_i32 s13, s13, 16
	v_cmp_eq_u32_e64 s[0:1], 0, v11
	v_add_u32_e32 v3, 0x1000, v3
	v_mov_b32_e32 v4, s13
	s_or_b64 s[10:11], s[0:1], s[10:11]
	v_add_u32_e32 v2, 0x1000, v2
	s_waitcnt vmcnt(14)
	ds_write2st64_b32 v12, v1, v13 offset1:4
	s_waitcnt vmcnt(12)
	ds_write2st64_b32 v12, v34, v35 offset0:8 offset1:12
	s_waitcnt vmcnt(10)
	ds_write2st64_b32 v12, v30, v31 offset0:16 offset1:20
	s_waitcnt vmcnt(8)
	ds_write2st64_b32 v12, v32, v33 offset0:24 offset1:28
	s_waitcnt vmcnt(6)
	ds_write2st64_b32 v12, v18, v19 offset0:32 offset1:36
	s_waitcnt vmcnt(4)
	ds_write2st64_b32 v12, v20, v21 offset0:40 offset1:44
	s_waitcnt vmcnt(2)
	ds_write2st64_b32 v12, v22, v23 offset0:48 offset1:52
	s_waitcnt vmcnt(0)
	ds_write2st64_b32 v12, v24, v25 offset0:56 offset1:60
	v_add_u32_e32 v12, 0x4000, v12
	s_andn2_b64 exec, exec, s[10:11]
	s_cbranch_execnz .LBB0_6
; %bb.7:
	s_or_b64 exec, exec, s[10:11]
	v_cmp_ne_u32_e64 s[0:1], 0, v9
	s_and_b64 s[10:11], s[0:1], exec
	s_andn2_saveexec_b64 s[0:1], s[8:9]
	s_cbranch_execz .LBB0_4
.LBB0_8:
	v_mov_b32_e32 v4, 0
	s_or_b64 s[10:11], s[10:11], exec
	v_mov_b64_e32 v[2:3], v[0:1]
	s_or_b64 exec, exec, s[0:1]
	s_and_saveexec_b64 s[8:9], s[10:11]
	s_cbranch_execz .LBB0_11
.LBB0_9:
	v_lshlrev_b32_e32 v1, 10, v4
	v_add3_u32 v1, v1, v10, 0
	s_mov_b64 s[10:11], 0
	v_mov_b32_e32 v5, 0
.LBB0_10:                               ; =>This Inner Loop Header: Depth=1
	v_mov_b32_e32 v4, v2
	v_mov_b32_e32 v10, v3
	v_mov_b32_e32 v11, v5
	s_waitcnt lgkmcnt(0)
	v_lshl_add_u64 v[12:13], v[4:5], 2, s[4:5]
	v_lshl_add_u64 v[10:11], v[10:11], 2, s[4:5]
	global_load_dword v4, v[12:13], off
	global_load_dword v14, v[10:11], off
	v_add_u32_e32 v9, -1, v9
	v_cmp_eq_u32_e64 s[0:1], 0, v9
	v_add_u32_e32 v3, 0x200, v3
	v_add_u32_e32 v2, 0x200, v2
	s_or_b64 s[10:11], s[0:1], s[10:11]
	s_waitcnt vmcnt(0)
	ds_write2st64_b32 v1, v4, v14 offset1:4
	v_add_u32_e32 v1, 0x800, v1
	s_andn2_b64 exec, exec, s[10:11]
	s_cbranch_execnz .LBB0_10
.LBB0_11:
	s_or_b64 exec, exec, s[8:9]
	v_and_b32_e32 v1, 0x1fffffe, v6
	v_cmp_ne_u32_e64 s[0:1], v6, v1
	v_lshl_add_u32 v2, v1, 8, v0
	s_orn2_b64 s[0:1], s[0:1], exec
.LBB0_12:
	s_or_b64 exec, exec, s[2:3]
	s_and_saveexec_b64 s[2:3], s[0:1]
	s_cbranch_execz .LBB0_15
; %bb.13:
	v_mov_b32_e32 v3, 0
	s_waitcnt lgkmcnt(0)
	v_lshl_add_u64 v[4:5], v[2:3], 2, s[4:5]
	v_lshl_add_u32 v1, v2, 2, 0
	s_mov_b64 s[4:5], 0
	s_mov_b64 s[8:9], 0x400
.LBB0_14:                               ; =>This Inner Loop Header: Depth=1
	global_load_dword v3, v[4:5], off
	v_add_u32_e32 v2, 0x100, v2
	v_cmp_le_i32_e64 s[0:1], s12, v2
	v_lshl_add_u64 v[4:5], v[4:5], 0, s[8:9]
	s_or_b64 s[4:5], s[0:1], s[4:5]
	s_waitcnt vmcnt(0)
	ds_write_b32 v1, v3
	v_add_u32_e32 v1, 0x400, v1
	s_andn2_b64 exec, exec, s[4:5]
	s_cbranch_execnz .LBB0_14
.LBB0_15:
	s_or_b64 exec, exec, s[2:3]
	s_mov_b64 s[2:3], -1
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB0_24
; %bb.16:
	v_lshrrev_b32_e32 v2, 1, v8
	v_add_u32_e32 v1, 0x100, v0
	v_add_u32_e32 v4, 1, v2
	s_movk_i32 s2, 0xeff
	s_lshl2_add_u32 s8, s12, 0
	v_and_b32_e32 v8, 7, v4
	v_cmp_lt_u32_e32 vcc, s2, v7
	s_waitcnt lgkmcnt(0)
	s_mov_b64 s[4:5], -1
	v_mov_b64_e32 v[2:3], v[0:1]
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB0_20
; %bb.17:
	v_and_b32_e32 v7, -8, v4
	s_mov_b64 s[4:5], 0
	v_mov_b32_e32 v5, 0
	v_mov_b64_e32 v[2:3], v[0:1]
.LBB0_18:                               ; =>This Inner Loop Header: Depth=1
	v_mov_b32_e32 v4, v2
	v_xor_b32_e32 v1, -1, v3
	v_xor_b32_e32 v9, -1, v2
	v_sub_u32_e32 v28, 0xfffffdff, v3
	v_sub_u32_e32 v29, 0xfffffdff, v2
	v_sub_u32_e32 v30, 0xfffffbff, v3
	v_sub_u32_e32 v31, 0xfffffbff, v2
	v_sub_u32_e32 v38, 0xfffff3ff, v3
	v_sub_u32_e32 v39, 0xfffff3ff, v2
	v_sub_u32_e32 v40, 0xfffff1ff, v3
	v_sub_u32_e32 v41, 0xfffff1ff, v2
	v_lshl_add_u64 v[26:27], v[4:5], 2, s[6:7]
	v_add_u32_e32 v4, 0x200, v2
	v_sub_u32_e32 v32, 0xfffff9ff, v3
	v_sub_u32_e32 v33, 0xfffff9ff, v2
	v_sub_u32_e32 v34, 0xfffff7ff, v3
	v_sub_u32_e32 v35, 0xfffff7ff, v2
	v_sub_u32_e32 v36, 0xfffff5ff, v3
	v_sub_u32_e32 v37, 0xfffff5ff, v2
	v_lshl_add_u32 v9, v9, 2, s8
	v_lshl_add_u32 v1, v1, 2, s8
	v_lshl_add_u32 v42, v29, 2, s8
	v_lshl_add_u32 v43, v28, 2, s8
	v_lshl_add_u32 v31, v31, 2, s8
	v_lshl_add_u32 v30, v30, 2, s8
	v_lshl_add_u32 v39, v39, 2, s8
	v_lshl_add_u32 v38, v38, 2, s8
	v_lshl_add_u32 v41, v41, 2, s8
	v_lshl_add_u32 v40, v40, 2, s8
	v_lshl_add_u64 v[28:29], v[4:5], 2, s[6:7]
	v_add_u32_e32 v4, 0x400, v2
	v_lshl_add_u32 v33, v33, 2, s8
	v_lshl_add_u32 v32, v32, 2, s8
	v_lshl_add_u32 v35, v35, 2, s8
	v_lshl_add_u32 v34, v34, 2, s8
	v_lshl_add_u32 v37, v37, 2, s8
	v_lshl_add_u32 v36, v36, 2, s8
	ds_read_b32 v9, v9
	ds_read_b32 v1, v1
	ds_read_b32 v42, v42
	ds_read_b32 v43, v43
	ds_read_b32 v44, v31
	ds_read_b32 v45, v30
	ds_read_b32 v46, v33
	ds_read_b32 v47, v32
	ds_read_b32 v48, v35
	ds_read_b32 v49, v34
	ds_read_b32 v50, v37
	ds_read_b32 v51, v36
	ds_read_b32 v39, v39
	ds_read_b32 v38, v38
	ds_read_b32 v41, v41
	ds_read_b32 v40, v40
	v_lshl_add_u64 v[30:31], v[4:5], 2, s[6:7]
	v_add_u32_e32 v4, 0x600, v2
	v_lshl_add_u64 v[32:33], v[4:5], 2, s[6:7]
	v_add_u32_e32 v4, 0x800, v2
	v_mov_b32_e32 v10, v3
	v_mov_b32_e32 v11, v5
	v_lshl_add_u64 v[34:35], v[4:5], 2, s[6:7]
	v_add_u32_e32 v4, 0xa00, v2
	v_add_u32_e32 v12, 0x200, v3
	v_mov_b32_e32 v13, v5
	v_add_u32_e32 v14, 0x400, v3
	v_mov_b32_e32 v15, v5
	v_add_u32_e32 v16, 0x600, v3
	v_mov_b32_e32 v17, v5
	v_add_u32_e32 v18, 0x800, v3
	v_mov_b32_e32 v19, v5
	v_add_u32_e32 v20, 0xa00, v3
	v_mov_b32_e32 v21, v5
	v_add_u32_e32 v7, -8, v7
	v_lshl_add_u64 v[10:11], v[10:11], 2, s[6:7]
	v_lshl_add_u64 v[36:37], v[4:5], 2, s[6:7]
	v_add_u32_e32 v4, 0xc00, v2
	v_add_u32_e32 v22, 0xc00, v3
	v_mov_b32_e32 v23, v5
	v_lshl_add_u64 v[12:13], v[12:13], 2, s[6:7]
	v_lshl_add_u64 v[14:15], v[14:15], 2, s[6:7]
	v_lshl_add_u64 v[16:17], v[16:17], 2, s[6:7]
	v_lshl_add_u64 v[18:19], v[18:19], 2, s[6:7]
	v_lshl_add_u64 v[20:21], v[20:21], 2, s[6:7]
	v_cmp_eq_u32_e32 vcc, 0, v7
	s_waitcnt lgkmcnt(14)
	global_store_dword v[26:27], v9, off
	global_store_dword v[10:11], v1, off
	s_waitcnt lgkmcnt(13)
	global_store_dword v[28:29], v42, off
	s_waitcnt lgkmcnt(12)
	global_store_dword v[12:13], v43, off
	s_waitcnt lgkmcnt(11)
	global_store_dword v[30:31], v44, off
	s_waitcnt lgkmcnt(10)
	global_store_dword v[14:15], v45, off
	s_waitcnt lgkmcnt(9)
	global_store_dword v[32:33], v46, off
	s_waitcnt lgkmcnt(8)
	global_store_dword v[16:17], v47, off
	s_waitcnt lgkmcnt(7)
	global_store_dword v[34:35], v48, off
	s_waitcnt lgkmcnt(6)
	global_store_dword v[18:19], v49, off
	s_waitcnt lgkmcnt(5)
	global_store_dword v[36:37], v50, off
	s_waitcnt lgkmcnt(4)
	global_store_dword v[20:21], v51, off
	v_lshl_add_u64 v[10:11], v[4:5], 2, s[6:7]
	v_add_u32_e32 v4, 0xe00, v2
	v_add_u32_e32 v24, 0xe00, v3
	v_mov_b32_e32 v25, v5
	v_add_u32_e32 v3, 0x1000, v3
	v_lshl_add_u64 v[22:23], v[22:23], 2, s[6:7]
	s_or_b64 s[4:5], vcc, s[4:5]
	v_add_u32_e32 v2, 0x1000, v2
	s_waitcnt lgkmcnt(3)
	global_store_dword v[10:11], v39, off
	s_waitcnt lgkmcnt(2)
	global_store_dword v[22:23], v38, off
	v_lshl_add_u64 v[10:11], v[4:5], 2, s[6:7]
	v_lshl_add_u64 v[24:25], v[24:25], 2, s[6:7]
	s_waitcnt lgkmcnt(1)
	global_store_dword v[10:11], v41, off
	s_waitcnt lgkmcnt(0)
	global_store_dword v[24:25], v40, off
	s_andn2_b64 exec, exec, s[4:5]
	s_cbranch_execnz .LBB0_18
; %bb.19:
	s_or_b64 exec, exec, s[4:5]
	v_cmp_ne_u32_e32 vcc, 0, v8
	s_orn2_b64 s[4:5], vcc, exec
.LBB0_20:
	s_or_b64 exec, exec, s[2:3]
	s_and_saveexec_b64 s[2:3], s[4:5]
	s_cbranch_execz .LBB0_23
; %bb.21:
	s_mov_b64 s[4:5], 0
	v_mov_b32_e32 v5, 0
.LBB0_22:                               ; =>This Inner Loop Header: Depth=1
	v_xor_b32_e32 v1, -1, v3
	v_xor_b32_e32 v7, -1, v2
	v_mov_b32_e32 v4, v2
	v_lshl_add_u32 v7, v7, 2, s8
	v_lshl_add_u32 v1, v1, 2, s8
	v_lshl_add_u64 v[12:13], v[4:5], 2, s[6:7]
	ds_read_b32 v4, v7
	ds_read_b32 v1, v1
	v_add_u32_e32 v8, -1, v8
	v_cmp_eq_u32_e32 vcc, 0, v8
	v_mov_b32_e32 v10, v3
	v_mov_b32_e32 v11, v5
	v_add_u32_e32 v3, 0x200, v3
	v_add_u32_e32 v2, 0x200, v2
	s_or_b64 s[4:5], vcc, s[4:5]
	v_lshl_add_u64 v[10:11], v[10:11], 2, s[6:7]
	s_waitcnt lgkmcnt(1)
	global_store_dword v[12:13], v4, off
	s_waitcnt lgkmcnt(0)
	global_store_dword v[10:11], v1, off
	s_andn2_b64 exec, exec, s[4:5]
	s_cbranch_execnz .LBB0_22
.LBB0_23:
	s_or_b64 exec, exec, s[2:3]
	v_and_b32_e32 v1, 0x1fffffe, v6
	v_cmp_ne_u32_e32 vcc, v6, v1
	v_lshl_add_u32 v0, v1, 8, v0
	s_orn2_b64 s[2:3], vcc, exec
.LBB0_24:
	s_or_b64 exec, exec, s[0:1]
	s_and_b64 exec, exec, s[2:3]
	s_cbranch_execz .LBB0_27
; %bb.25:
	s_lshl_b32 s0, s12, 2
	v_lshlrev_b32_e32 v1, 2, v0
	v_sub_u32_e32 v1, s0, v1
	v_add3_u32 v4, v1, 0, -4
	v_mov_b32_e32 v1, 0
	s_waitcnt lgkmcnt(0)
	v_lshl_add_u64 v[2:3], v[0:1], 2, s[6:7]
	s_mov_b64 s[0:1], 0
	s_mov_b64 s[2:3], 0x400
.LBB0_26:                               ; =>This Inner Loop Header: Depth=1
	ds_read_b32 v1, v4
	v_add_u32_e32 v0, 0x100, v0
	v_cmp_le_i32_e32 vcc, s12, v0
	v_add_u32_e32 v4, 0xfffffc00, v4
	s_or_b64 s[0:1], vcc, s[0:1]
	s_waitcnt lgkmcnt(0)
	global_store_dword v[2:3], v1, off
	v_lshl_add_u64 v[2:3], v[2:3], 0, s[2:3]
	s_andn2_b64 exec, exec, s[0:1]
	s_cbranch_execnz .LBB0_26
.LBB0_27:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel reverse
		.amdhsa_group_segment_fixed_size 0
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
		.amdhsa_next_free_vgpr 52
		.amdhsa_next_free_sgpr 14
		.amdhsa_accum_offset 52
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
	.size	reverse, .Lfunc_end0-reverse
                                        ; -- End function
	.set reverse.num_vgpr, 52
	.set reverse.num_agpr, 0
	.set reverse.numbered_sgpr, 14
	.set reverse.num_named_barrier, 0
	.set reverse.private_seg_size, 0
	.set reverse.uses_vcc, 1
	.set reverse.uses_flat_scratch, 0
	.set reverse.has_dyn_sized_stack, 0
	.set reverse.has_recursion, 0
	.set reverse.has_indirect_call, 0
	.section	.AMDGPU.csdata,"",@progbits
; Kernel info:
; codeLenInByte = 2328
; TotalNumSgprs: 20
; NumVgprs: 52
; NumAgprs: 0
; TotalNumVgprs: 52
; ScratchSize: 0
; MemoryBound: 0
; FloatMode: 240
; IeeeMode: 1
; LDSByteSize: 0 bytes/workgroup (compile time only)
; SGPRBlocks: 2
; VGPRBlocks: 6
; NumSGPRsForWavesPerEU: 20
; NumVGPRsForWavesPerEU: 52
; AccumOffset: 52
; Occupancy: 8
; WaveLimiterHint : 0
; COMPUTE_PGM_RSRC2:SCRATCH_EN: 0
; COMPUTE_PGM_RSRC2:USER_SGPR: 2
; COMPUTE_PGM_RSRC2:TRAP_HANDLER: 0
; COMPUTE_PGM_RSRC2:TGID_X_EN: 1
; COMPUTE_PGM_RSRC2:TGID_Y_EN: 0
; COMPUTE_PGM_RSRC2:TGID_Z_EN: 0
; COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT: 0
; COMPUTE_PGM_RSRC3_GFX90A:ACCUM_OFFSET: 12
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
	.type	__hip_cuid_3031547e27f242b3,@object ; @__hip_cuid_3031547e27f242b3
	.section	.bss,"aw",@nobits
	.globl	__hip_cuid_3031547e27f242b3
__hip_cuid_3031547e27f242b3:
	.byte	0                               ; 0x0
	.size	__hip_cuid_3031547e27f242b3, 1

	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym __hip_cuid_3031547e27f242b3
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
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 20
    .max_flat_workgroup_size: 1024
    .name:           reverse
    .private_segment_fixed_size: 0
    .sgpr_count:     20
    .sgpr_spill_count: 0
    .symbol:         reverse.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     52
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx950
amdhsa.version:
  - 1
  - 2
...

	.end_amdgpu_metadata
