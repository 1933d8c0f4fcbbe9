# CUDA programs: finds nvcc, cuobjdump and cuBLASLt, and compiles programs with nvcc.
include_guard(GLOBAL)

# scripts/install-tools.sh installs here what a machine lacks.
set(stretto_pypi_cuda ${PROJECT_BINARY_DIR}/pypi/nvidia/cu13)
find_program(STRETTO_NVCC NAMES nvcc HINTS ENV CUDA_PATH ENV CUDA_HOME PATHS /usr/local/cuda ${stretto_pypi_cuda}
             PATH_SUFFIXES bin DOC "nvcc, for CUDA device code")
find_program(STRETTO_CUOBJDUMP NAMES cuobjdump HINTS ENV CUDA_PATH ENV CUDA_HOME ${stretto_pypi_cuda}
             PATH_SUFFIXES bin DOC "cuobjdump, to read SASS")
set(STRETTO_CUDA_ARCH 90a CACHE STRING "Compute capability that the CUDA examples are compiled for")

get_filename_component(cuda_bin "${STRETTO_NVCC}" DIRECTORY)
find_file(STRETTO_CUBLASLT_HEADER cublasLt.h HINTS ${cuda_bin}/../include PATHS ${stretto_pypi_cuda}/include
          DOC "cuBLASLt's header, for the tests of GEMM")
find_library(STRETTO_CUBLASLT cublasLt HINTS ${cuda_bin}/../lib64 DOC "cuBLASLt, for the tests of GEMM")

# add_cuda_program(TARGET SOURCE OUTPUT program ARCH architecture [ALL] [FLAGS argument_of_nvcc...]): ALL builds it by
# default.
function(add_cuda_program target source)
  cmake_parse_arguments(PARSE_ARGV 2 arg "ALL" "ARCH;OUTPUT" "FLAGS")
  get_filename_component(path ${source} ABSOLUTE)
  file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${path})
  add_custom_command(
    OUTPUT ${arg_OUTPUT}
    COMMAND ${STRETTO_NVCC} -std=c++20 -gencode=arch=compute_${arg_ARCH},code=sm_${arg_ARCH}
            -I${PROJECT_SOURCE_DIR}/include -MD -MF ${arg_OUTPUT}.d ${path} -o ${arg_OUTPUT} ${arg_FLAGS}
    DEPENDS ${path}
    DEPFILE ${arg_OUTPUT}.d
    COMMENT "Compiling ${name} for sm_${arg_ARCH}"
    VERBATIM)
  set(all)
  if(arg_ALL)
    set(all ALL)
  endif()
  add_custom_target(${target} ${all} DEPENDS ${arg_OUTPUT})
endfunction()

# add_hopper_program(NAME SOURCE [ARGUMENT_OF_NVCC...]): a program for Hopper GPUs, NAME in the build folder.
function(add_hopper_program name source)
  add_cuda_program(${name} ${source} OUTPUT ${PROJECT_BINARY_DIR}/${name} ARCH 90a FLAGS -O3 ${ARGN})
endfunction()

# add_hopper_cublas_program(NAME SOURCE): likewise, linked with cuBLASLt.
function(add_hopper_cublas_program name source)
  get_filename_component(folder "${STRETTO_CUBLASLT}" DIRECTORY)
  add_hopper_program(${name} ${source} ${STRETTO_CUBLASLT} -Xlinker -rpath,${folder})
endfunction()
