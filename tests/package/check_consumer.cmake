# Builds the consumer, with the project in ${WAY}/ or with pkg-config, and runs it against the sources in STRETTO_ROOT, all below WORK. No network.
cmake_minimum_required(VERSION 3.25)

include(${CMAKE_CURRENT_LIST_DIR}/consumer.cmake)

# What the tool and the tests depend on: asking for one of these is an error in the consumer's build.
set(without)
foreach(package IN ITEMS nlohmann_json CLI11 GTest benchmark)
  list(APPEND without -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
endforeach()

if(WAY MATCHES "^(find_package|pkg_config)$")
  run(${CMAKE_COMMAND} -S ${STRETTO_ROOT} -B ${WORK}/library ${toolchain} ${without} -DSTRETTO_BUILD_TOOL=OFF
      -DSTRETTO_BUILD_TESTS=OFF -DSTRETTO_BUILD_EXAMPLES=OFF)
  run(${CMAKE_COMMAND} --install ${WORK}/library --prefix ${WORK}/installed)
  # What is installed can be moved.
  file(RENAME ${WORK}/installed ${WORK}/prefix)
  foreach(file IN ITEMS include/stretto/stretto.hpp include/stretto/cdna/gemm_kernels.def include/stretto_single.hpp
                        share/cmake/stretto/stretto-config.cmake share/doc/stretto/LICENSE share/pkgconfig/stretto.pc)
    if(NOT EXISTS ${WORK}/prefix/${file})
      message(FATAL_ERROR "not installed: ${file}")
    endif()
  endforeach()
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

if(WAY STREQUAL "pkg_config")
  set(ENV{PKG_CONFIG_PATH} ${WORK}/prefix/share/pkgconfig)
  run(${PKG_CONFIG} --exact-version=${STRETTO_VERSION} stretto)
  execute_process(COMMAND ${PKG_CONFIG} --cflags --libs stretto OUTPUT_VARIABLE flags COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  file(MAKE_DIRECTORY ${WORK}/build)
  run(${CXX} -std=c++20 ${CMAKE_CURRENT_LIST_DIR}/main.cpp ${flags} -o ${WORK}/build/consumer)
else()
  run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/${WAY} -B ${WORK}/build ${toolchain} ${without} ${options})
  run(${CMAKE_COMMAND} --build ${WORK}/build)
endif()
execute_process(COMMAND ${WORK}/build/consumer OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
if(NOT output MATCHES "^stretto ${STRETTO_VERSION}: [1-9][0-9]* entries")
  message(FATAL_ERROR "the consumer printed: ${output}")
endif()
message(STATUS ${output})

# The consumer's own installation carries nothing of the library along.
if(WAY MATCHES "^(add_subdirectory|fetch_content)$")
  run(${CMAKE_COMMAND} --install ${WORK}/build --prefix ${WORK}/prefix)
  file(GLOB_RECURSE installed ${WORK}/prefix/*)
  if(installed)
    message(FATAL_ERROR "the consumer installs files of the library: ${installed}")
  endif()
endif()
