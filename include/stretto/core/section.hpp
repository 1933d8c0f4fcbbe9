// The sections of a pipelined program. PerSection holds one value per section. It is not an array: g++ 12
// miscounts the storage of vectors in arrays that are returned from constant expressions.
#pragma once

#include <stretto/core/platform.hpp>

namespace stretto {

/// The sections of a pipelined program. A run, one output tile, consists of prologue, kernel and epilogue.
enum class Section : unsigned char {
  prologue,  ///< before the loop: fills the pipeline
  kernel,    ///< one trip of the steady state
  epilogue,  ///< after the loop: drains the pipeline
  setup,     ///< once, before the first run: initialises barriers
  teardown,  ///< once, after the last run
};

/// The name of a section.
constexpr const char* name(Section section) {
  switch (section) {
    case Section::prologue: return "prologue";
    case Section::kernel: return "kernel";
    case Section::epilogue: return "epilogue";
    case Section::setup: return "setup";
    case Section::teardown: return "teardown";
  }
  return "?";
}

/// The sections of a run, in execution order.
inline constexpr Section run_sections[] = {Section::prologue, Section::kernel, Section::epilogue};
/// All sections of a program, in execution order.
inline constexpr Section all_sections[] = {Section::setup, Section::prologue, Section::kernel, Section::epilogue,
                                           Section::teardown};
inline constexpr int section_count = 5;  ///< The number of sections.

/// One `T` per section.
template <class T>
struct PerSection {
  T prologue{};  ///< before the loop
  T kernel{};    ///< one trip of the loop
  T epilogue{};  ///< after the loop
  T setup{};     ///< once, before the first run
  T teardown{};  ///< once, after the last run

  /// The value of one section.
  constexpr T& operator[](Section section) {
    // One statement: constant evaluation counts every case of a switch that it passes.
    return section == Section::kernel     ? kernel
           : section == Section::prologue ? prologue
           : section == Section::epilogue ? epilogue
           : section == Section::setup    ? setup
                                          : teardown;
  }
  /// The value of one section.
  constexpr const T& operator[](Section section) const {
    // One statement: constant evaluation counts every case of a switch that it passes.
    return section == Section::kernel     ? kernel
           : section == Section::prologue ? prologue
           : section == Section::epilogue ? epilogue
           : section == Section::setup    ? setup
                                          : teardown;
  }
};

}  // namespace stretto
