# Installs the library below WORK, and builds and runs the project in plan/ with it and the program STRETTO_PROGRAM.
cmake_minimum_required(VERSION 3.25)

include(${CMAKE_CURRENT_LIST_DIR}/consumer.cmake)
run(${CMAKE_COMMAND} -S ${STRETTO_ROOT} -B ${WORK}/library ${toolchain} -DSTRETTO_BUILD_TOOL=OFF
    -DSTRETTO_BUILD_TESTS=OFF -DSTRETTO_BUILD_EXAMPLES=OFF)
run(${CMAKE_COMMAND} --install ${WORK}/library --prefix ${WORK}/prefix)

# The program is the one beside the package.
file(MAKE_DIRECTORY ${WORK}/prefix/bin)
file(CREATE_LINK ${STRETTO_PROGRAM} ${WORK}/prefix/bin/stretto SYMBOLIC)
file(COPY ${CMAKE_CURRENT_LIST_DIR}/plan DESTINATION ${WORK})
run(${CMAKE_COMMAND} -S ${WORK}/plan -B ${WORK}/build ${toolchain} -DCMAKE_PREFIX_PATH=${WORK}/prefix)

# build_and_run(OUTPUT): builds the consumer and compares what it prints.
function(build_and_run expected)
  run(${CMAKE_COMMAND} --build ${WORK}/build)
  execute_process(COMMAND ${WORK}/build/consumer OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
  if(NOT output STREQUAL "${expected}\n")
    message(FATAL_ERROR "the consumer printed \"${output}\", expected: \"${expected}\"")
  endif()
endfunction()
build_and_run("II 482, 4 slots")

# The plan follows the loop file.
file(READ ${WORK}/plan/copy.json loop)
string(REPLACE "64*256" "128*256" loop "${loop}")
file(WRITE ${WORK}/plan/copy.json "${loop}")
build_and_run("II 964, 3 slots")
