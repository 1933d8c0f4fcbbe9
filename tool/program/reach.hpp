// What a role of a program file reaches in other workgroups of its cluster.
#pragma once

#include "program/step_reader.hpp"

namespace stretto::tool {

/// Throws InputError if a step waits, or accesses memory, in another workgroup in a way that no instruction does.
/// `verb`: what the step is; `place`: of that word.
void require_reach(const WaveProgram& program, const StepDraft& draft, const RoleInScope& role, const std::string& verb,
                   const JsonPlace& place);

}  // namespace stretto::tool
