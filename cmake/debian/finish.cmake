# Run by CPack when the files of the packages lie in their folders: adds what Debian asks of a package and a plain
# installation does not have, and puts manual pages and completions as Debian wants them.
find_program(gzip gzip REQUIRED)
foreach(package IN LISTS CPACK_COMPONENTS_ALL)
  set(share ${CPACK_TEMPORARY_DIRECTORY}/${package}/usr/share)
  set(doc ${share}/doc/${package})
  file(COPY ${CPACK_STRETTO_DEBIAN_FILES}/copyright DESTINATION ${doc})
  file(COPY_FILE ${CPACK_STRETTO_DEBIAN_FILES}/changelog ${doc}/changelog.Debian)
  if(EXISTS ${share}/zsh/site-functions)  # which is for what is not packaged
    file(RENAME ${share}/zsh/site-functions ${share}/zsh/vendor-completions)
  endif()
  file(GLOB_RECURSE pages ${share}/man/*.[1-9])
  execute_process(COMMAND ${gzip} -9n ${doc}/changelog.Debian ${pages} COMMAND_ERROR_IS_FATAL ANY)
  # Debian's zsh looks for completions of packages in a folder of its own.
  if(EXISTS ${share}/zsh/site-functions)
    file(RENAME ${share}/zsh/site-functions ${share}/zsh/vendor-completions)
  endif()
endforeach()
