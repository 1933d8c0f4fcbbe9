# What `cmake --install` installs of the library; the tool's folder says what belongs to the tool. All of it can be moved,
# and none of it depends on the machine. A component is the Debian package that the files go into.
include(CMakePackageConfigHelpers)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME libstretto-dev)

install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.hpp PATTERN *.cuh PATTERN *.def)

# The single header, written now in case that it was not built.
string(REPLACE ";" "\" \"" command "${make_stretto_single}")
install(CODE "execute_process(COMMAND \"${command}\" COMMAND_ERROR_IS_FATAL ANY)")
install(FILES ${stretto_single} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

# For CMake.
set(package_dir ${CMAKE_INSTALL_DATADIR}/cmake/stretto)
install(TARGETS stretto EXPORT stretto_targets)
install(EXPORT stretto_targets NAMESPACE stretto:: FILE stretto-targets.cmake DESTINATION ${package_dir})
configure_package_config_file(cmake/stretto-config.cmake.in ${PROJECT_BINARY_DIR}/stretto-config.cmake
                              INSTALL_DESTINATION ${package_dir} PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/stretto-config-version.cmake COMPATIBILITY SameMinorVersion
                                 ARCH_INDEPENDENT)
install(FILES ${PROJECT_BINARY_DIR}/stretto-config.cmake ${PROJECT_BINARY_DIR}/stretto-config-version.cmake
              cmake/stretto_add_plan.cmake DESTINATION ${package_dir})

# For pkg-config. The prefix is found from where the file is; a folder outside of the prefix stays where it is.
set(pkgconfig_dir ${CMAKE_INSTALL_DATADIR}/pkgconfig)
set(prefix ${CMAKE_INSTALL_PREFIX})
if(NOT IS_ABSOLUTE ${pkgconfig_dir})
  file(RELATIVE_PATH up /${pkgconfig_dir} /)
  string(REGEX REPLACE "/$" "" up ${up})
  set(prefix "\${pcfiledir}/${up}")
endif()
set(includedir "\${prefix}")
cmake_path(APPEND includedir ${CMAKE_INSTALL_INCLUDEDIR})
configure_file(cmake/stretto.pc.in ${PROJECT_BINARY_DIR}/stretto.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/stretto.pc DESTINATION ${pkgconfig_dir})

# Debian packages have the licence in another form.
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT licence)
