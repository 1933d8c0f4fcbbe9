# Debian packages, after a build: `cpack --config build/CPackConfig.cmake` makes stretto (the tool), libstretto-dev (the
# headers) and libstretto-report-dev (the reports as a library) of the install components of these names. With SOURCE_DATE_EPOCH in the environment the same build gives the
# same bytes. dpkg-shlibdeps (Debian: dpkg-dev) finds what the tool depends on.
set(CPACK_GENERATOR DEB)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_CONTACT "The Stretto maintainers <maintainers@stretto.invalid>")
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/finish.cmake)
set(CPACK_STRETTO_DEBIAN_FILES ${CMAKE_CURRENT_LIST_DIR})
set(CPACK_COMPONENTS_ALL libstretto-dev)
if(STRETTO_BUILD_TOOL)
  list(APPEND CPACK_COMPONENTS_ALL stretto libstretto-report-dev)
endif()

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# Each package begins its description itself.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")

set(CPACK_DEBIAN_STRETTO_PACKAGE_NAME stretto)
set(CPACK_DEBIAN_STRETTO_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_STRETTO_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_STRETTO_PACKAGE_SUGGESTS libstretto-dev)
set(CPACK_DEBIAN_STRETTO_DESCRIPTION "software pipelining for GPU kernels, the tool
Stretto schedules the loop of a GPU kernel, derives its waits and barriers
and proves the result free of races for every trip count. This tool compiles,
verifies, times and draws such schedules; it needs no GPU.")

set(CPACK_DEBIAN_LIBSTRETTO-DEV_PACKAGE_NAME libstretto-dev)
set(CPACK_DEBIAN_LIBSTRETTO-DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBSTRETTO-DEV_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_LIBSTRETTO-DEV_PACKAGE_SUGGESTS stretto)
set(CPACK_DEBIAN_LIBSTRETTO-DEV_DESCRIPTION "software pipelining for GPU kernels, the headers
Stretto is a header-only C++20 library: the compiler schedules the loop of a
GPU kernel, derives its waits and barriers and proves the result free of races
for every trip count; the kernel unrolls it into straight-line device code.
Besides the headers there is the library as one file, and what CMake and
pkg-config need to find it.")

set(CPACK_DEBIAN_LIBSTRETTO-REPORT-DEV_PACKAGE_NAME libstretto-report-dev)
set(CPACK_DEBIAN_LIBSTRETTO-REPORT-DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBSTRETTO-REPORT-DEV_PACKAGE_DEPENDS "libstretto-dev (= ${PROJECT_VERSION}-1)")
set(CPACK_DEBIAN_LIBSTRETTO-REPORT-DEV_DESCRIPTION "software pipelining for GPU kernels, the reports
Stretto schedules the loop of a GPU kernel and proves the result free of
races. This library writes loop files, HTML reports and explanations of a
pipeline from C++.")

include(CPack)
