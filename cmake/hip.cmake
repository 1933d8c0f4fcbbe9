# AMD device code: finds clang 22, and reads the list of kernels. No ROCm is needed.
include_guard(GLOBAL)

find_program(STRETTO_HIP_CLANG NAMES clang++-22 DOC "clang 22, for AMD device code")

# hip_device_flags(VARIABLE ARCHITECTURE): clang's options for device code alone, without HIP's headers and libraries.
function(hip_device_flags variable arch)
  set(${variable} -x hip --offload-arch=${arch} --cuda-device-only -nogpuinc -nogpulib -std=c++20 -O3
                  -I${PROJECT_SOURCE_DIR}/include PARENT_SCOPE)
endfunction()

# add_code_object(TARGET SOURCE OUTPUT ARCHITECTURE [ARGUMENT_OF_CLANG...]): compiles a source to a code object.
function(add_code_object target source output arch)
  hip_device_flags(flags ${arch})
  get_filename_component(path ${source} ABSOLUTE)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${STRETTO_HIP_CLANG} ${flags} --no-gpu-bundle-output -Xclang -dependency-file -Xclang ${output}.d
            -Xclang -MT -Xclang ${output} ${ARGN} ${path} -o ${output}
    DEPENDS ${path}
    DEPFILE ${output}.d
    COMMENT "Compiling ${target}"
    VERBATIM)
  add_custom_target(${target} ALL DEPENDS ${output})
endfunction()

# for_each_cdna_kernel(FUNCTION): calls FUNCTION(NAME ARCHITECTURE PLAN) for each kernel of gemm_kernels.def.
function(for_each_cdna_kernel function)
  set(list ${PROJECT_SOURCE_DIR}/include/stretto/cdna/gemm_kernels.def)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
  file(STRINGS ${list} kernels REGEX "^STRETTO_CDNA_KERNEL")
  foreach(line IN LISTS kernels)
    if(NOT "${line}" MATCHES "^STRETTO_CDNA_KERNEL\\(([^,]+), ([^,]+), (.+)\\)$")
      message(FATAL_ERROR "${list} has a line that is no STRETTO_CDNA_KERNEL(name, architecture, plan): ${line}")
    endif()
    cmake_language(CALL ${function} ${CMAKE_MATCH_1} ${CMAKE_MATCH_2} "${CMAKE_MATCH_3}")
  endforeach()
endfunction()
