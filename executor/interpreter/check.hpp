// Rejects invalid programs before execution.
#pragma once

#include <string>

#include <stretto/program/wave_program.hpp>

namespace stretto::executor::interpreter {

/// Throws std::invalid_argument.
[[noreturn]] void refuse(const std::string& why);

void check(const WaveProgram& program, const Vector<int>& trips);

}  // namespace stretto::executor::interpreter
