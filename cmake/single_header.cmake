# Writes the library as one file, for Compiler Explorer and for projects that want to copy just that:
#
#   cmake -DINCLUDE=include -DOUTPUT=stretto_single.hpp -P cmake/single_header.cmake
#
# It has what stretto/stretto.hpp includes, each header once, behind those that it includes itself. The headers for one
# vendor's dialect (stretto/cdna, stretto/hopper) are left out.
cmake_minimum_required(VERSION 3.25)

foreach(argument IN ITEMS INCLUDE OUTPUT)
  if(NOT DEFINED ${argument})
    message(FATAL_ERROR "single_header: -D${argument}=... is missing")
  endif()
endforeach()

# Appends a header and what it includes to the global property `text`.
function(append_header header)
  get_property(done GLOBAL PROPERTY done)
  if(header IN_LIST done)
    return()
  endif()
  set_property(GLOBAL APPEND PROPERTY done ${header})
  if(NOT header MATCHES "[.]hpp$")
    message(FATAL_ERROR "single_header: ${header} is no .hpp: a file that is included for its lines cannot move before the includer")
  endif()

  file(STRINGS ${INCLUDE}/${header} includes REGEX "^#include <stretto/")
  foreach(line IN LISTS includes)
    string(REGEX REPLACE "^#include <(.*)>$" "\\1" included "${line}")
    append_header(${included})
  endforeach()

  file(READ ${INCLUDE}/${header} text)
  string(REGEX REPLACE "\n#include <stretto/[^\n]*" "" text "\n${text}")
  string(REPLACE "\n#pragma once\n" "\n" text "${text}")
  string(REGEX REPLACE "\n\n\n+" "\n\n" text "${text}")
  if(text MATCHES "#[ \t]*include[ \t]+[<\"]stretto/|#[ \t]*pragma[ \t]+once")
    message(FATAL_ERROR "single_header: ${header} has an include or a guard that does not stand alone at the start of a line")
  endif()
  set_property(GLOBAL APPEND_STRING PROPERTY text "\n// ---- ${header}${text}")
endfunction()

file(STRINGS ${INCLUDE}/stretto/core/version.hpp version REGEX "^#define STRETTO_VERSION \"")
string(REGEX REPLACE ".*\"(.*)\"" "\\1" version "${version}")
append_header(stretto/stretto.hpp)
get_property(text GLOBAL PROPERTY text)
# Whoever reads the file meanwhile sees the old one or the new one.
file(WRITE ${OUTPUT}.new "// Stretto ${version} in one header: compile-time software pipelining for GPU kernels.
// SPDX-License-Identifier: Apache-2.0
//
// Made by cmake/single_header.cmake from the headers that stretto/stretto.hpp includes; change those, not this. Include
// this or headers of the folder stretto, not both. Needs C++20.
#ifndef STRETTO_SINGLE_HPP
#define STRETTO_SINGLE_HPP
${text}
#endif
")
file(RENAME ${OUTPUT}.new ${OUTPUT})
