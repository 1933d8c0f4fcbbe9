// Assembly of a small kernel around given instructions: two waves, 1024 bytes of LDS, two pointers as arguments.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

namespace stretto::audit {

using Lines = std::vector<std::string>;

inline Lines joined(std::initializer_list<Lines> parts) {
  Lines out;
  for (const Lines& part : parts) out.insert(out.end(), part.begin(), part.end());
  return out;
}

inline std::string small_kernel(const Lines& code) {
  std::string text = "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx942\"\nsmall:\n";
  for (const std::string& line : code) text += "\t" + line + "\n";
  return text + R"(	s_endpgm
.Lfunc_end0:
	.amdhsa_kernel small
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_count 2
	.end_amdhsa_kernel
	.amdgpu_metadata
---
amdhsa.kernels:
  - .agpr_count:     0
    .args:
      - .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .offset:         8
        .size:           8
        .value_kind:     global_buffer
    .group_segment_fixed_size: 1024
    .kernarg_segment_size: 16
    .max_flat_workgroup_size: 128
    .name:           small
amdhsa.target:   amdgcn-amd-amdhsa--gfx942
	.end_amdgpu_metadata
)";
}

}  // namespace stretto::audit
