# Configures, builds and runs the consumer in ${WAY}/ against the sources in STRETTO_ROOT, all below WORK. No network.
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
set(toolchain --no-warn-unused-cli -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_BUILD_TYPE=Debug)

# What the tool and the tests depend on: asking for one of these is an error in the consumer's build.
set(without)
foreach(package IN ITEMS nlohmann_json CLI11 GTest benchmark)
  list(APPEND without -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
endforeach()

if(WAY STREQUAL "find_package")
  run(${CMAKE_COMMAND} -S ${STRETTO_ROOT} -B ${WORK}/library ${toolchain} ${without} -DSTRETTO_BUILD_TOOL=OFF
      -DSTRETTO_BUILD_TESTS=OFF -DSTRETTO_BUILD_EXAMPLES=OFF)
  run(${CMAKE_COMMAND} --install ${WORK}/library --prefix ${WORK}/installed)
  # An installed package can be moved.
  file(RENAME ${WORK}/installed ${WORK}/prefix)
  set(options -DCMAKE_PREFIX_PATH=${WORK}/prefix -DEXPECTED_VERSION=${STRETTO_VERSION})
elseif(WAY STREQUAL "add_subdirectory")
  set(options -DSTRETTO_ROOT=${STRETTO_ROOT})
elseif(WAY STREQUAL "fetch_content")
  # An archive with no more than a consumer needs.
  set(archive ${WORK}/stretto.tar.gz)
  execute_process(COMMAND ${CMAKE_COMMAND} -E tar czf ${archive} CMakeLists.txt LICENSE cmake include
                  WORKING_DIRECTORY ${STRETTO_ROOT} COMMAND_ERROR_IS_FATAL ANY)
  set(options -DSTRETTO_ARCHIVE=${archive})
else()
  message(FATAL_ERROR "unknown way to take in the library: ${WAY}")
endif()

run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/${WAY} -B ${WORK}/build ${toolchain} ${without} ${options})
run(${CMAKE_COMMAND} --build ${WORK}/build)
execute_process(COMMAND ${WORK}/build/consumer OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
if(NOT output MATCHES "^stretto ${STRETTO_VERSION}: [1-9][0-9]* entries")
  message(FATAL_ERROR "the consumer printed: ${output}")
endif()
message(STATUS ${output})

# The consumer's own installation carries nothing of the library along.
if(NOT WAY STREQUAL "find_package")
  run(${CMAKE_COMMAND} --install ${WORK}/build --prefix ${WORK}/prefix)
  file(GLOB_RECURSE installed ${WORK}/prefix/*)
  if(installed)
    message(FATAL_ERROR "the consumer installs files of the library: ${installed}")
  endif()
endif()
