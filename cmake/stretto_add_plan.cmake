# stretto_add_plan(TARGET LOOP [NAME name] [HEADER file] [OPTIONS option...] [DEPENDS file...])
#
# Plans a declared loop at build time and lets TARGET include the result: LOOP is a loop file or the name of a built-in
# loop. The header is called <LOOP>_plan.hpp, or HEADER. Its types begin with NAME. OPTIONS are those of `stretto plan`,
# such as --target h200. The plan is written again when the loop file, a file of DEPENDS or the program changes.
#
# The program `stretto` is the one of this build, STRETTO_PROGRAM, or the one that is found. STRETTO_PROGRAM_HINT is the
# folder that a package installs it in.
include_guard(GLOBAL)

function(stretto_add_plan target loop)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "NAME;HEADER" "OPTIONS;DEPENDS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "stretto_add_plan: unknown arguments \"${arg_UNPARSED_ARGUMENTS}\"; "
                        "valid: NAME, HEADER, OPTIONS, DEPENDS")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "stretto_add_plan: \"${target}\" is not a target; add the library or program first")
  endif()
  if(TARGET stretto_cli)
    set(program stretto_cli)
  else()
    find_program(STRETTO_PROGRAM stretto HINTS ${STRETTO_PROGRAM_HINT} DOC "the program stretto, to write plans")
    if(NOT STRETTO_PROGRAM)
      message(FATAL_ERROR "stretto_add_plan: the program `stretto` was not found; install it, or set STRETTO_PROGRAM to it")
    endif()
    set(program ${STRETTO_PROGRAM})
  endif()

  cmake_path(GET loop STEM LAST_ONLY stem)
  set(inputs ${arg_DEPENDS})
  # A built-in loop has no extension.
  cmake_path(HAS_EXTENSION loop is_file)
  if(is_file)
    cmake_path(ABSOLUTE_PATH loop BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    list(APPEND inputs ${loop})
  endif()
  if(NOT arg_HEADER)
    set(arg_HEADER ${stem}_plan.hpp)
  endif()
  if(arg_NAME)
    list(APPEND arg_OPTIONS --name ${arg_NAME})
  endif()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/stretto_plans/${target})
  set(header ${folder}/${arg_HEADER})
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(
    OUTPUT ${header}
    COMMAND ${program} plan ${loop} ${arg_OPTIONS} -o ${header}
    DEPENDS ${program} ${inputs}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    COMMENT "Planning ${stem}"
    VERBATIM)
  target_sources(${target} PRIVATE ${header})
  target_include_directories(${target} PRIVATE ${folder})
  target_link_libraries(${target} PRIVATE stretto::stretto)
endfunction()
