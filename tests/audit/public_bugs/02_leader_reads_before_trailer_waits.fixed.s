; ROCm/FlyDSL 1137
; Fixed: each wave waits for its loads before the first of the two barriers.
	.amdgcn_target "amdgcn-amd-amdhsa--gfx950"
	.text
	.globl	leader_reads_before_trailer_waits
	.p2align	8
	.type	leader_reads_before_trailer_waits,@function
leader_reads_before_trailer_waits:
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
	s_mov_b32 s15, 0  ; the slot
	s_cmp_eq_u32 s13, 0
	s_cbranch_scc1 .Lloop
	s_barrier  ; wave 1 trails by one barrier
.Lloop:
	s_add_u32 m0, s13, s15
	s_nop 0
	buffer_load_dwordx4 v1, s[8:11], s14 offen lds
	s_waitcnt vmcnt(0)
	s_barrier
	s_barrier
	v_add_u32_e32 v2, s15, v3
	ds_read_b128 v[8:11], v2
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v12, v12, v8
	s_xor_b32 s15, s15, 0x800
	s_add_u32 s14, s14, 0x800
	s_sub_u32 s12, s12, 1
	s_cmp_lg_u32 s12, 0
	s_cbranch_scc1 .Lloop
	s_cmp_lg_u32 s13, 0
	s_cbranch_scc1 .Lend
	s_barrier
.Lend:
	v_lshlrev_b32_e32 v2, 2, v0
	global_store_dword v2, v12, s[6:7]
	s_endpgm
.Lfunc_end0:
	.size	leader_reads_before_trailer_waits, .Lfunc_end0-leader_reads_before_trailer_waits
	.section	.rodata,"a",@progbits
	.p2align	6
	.amdhsa_kernel leader_reads_before_trailer_waits
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
    .name:           leader_reads_before_trailer_waits
    .private_segment_fixed_size: 0
    .sgpr_count:     30
    .symbol:         leader_reads_before_trailer_waits.kd
    .vgpr_count:     32
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx950
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
