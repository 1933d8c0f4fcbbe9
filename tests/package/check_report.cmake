# Installs the library stretto::report of the build folder BUILD below WORK, and builds and runs a program with it.
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${WORK})
foreach(component IN ITEMS libstretto-dev libstretto-report-dev)
  run(${CMAKE_COMMAND} --install ${BUILD} --component ${component} --prefix ${WORK}/prefix)
endforeach()
file(COPY ${CMAKE_CURRENT_LIST_DIR}/report ${STRETTO_ROOT}/examples/howto/report.cpp DESTINATION ${WORK})
run(${CMAKE_COMMAND} --no-warn-unused-cli -S ${WORK}/report -B ${WORK}/build -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${CXX}
    -DCMAKE_PREFIX_PATH=${WORK}/prefix)
run(${CMAKE_COMMAND} --build ${WORK}/build)
execute_process(COMMAND ${WORK}/build/consumer WORKING_DIRECTORY ${WORK} OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
if(NOT output MATCHES "^gemm on H200" OR NOT EXISTS ${WORK}/gemm_report.html OR NOT EXISTS ${WORK}/gemm_loop.json)
  message(FATAL_ERROR "the consumer printed \"${output}\"")
endif()
