// The program of a program file as the subject of `show` and `explain`.
#pragma once

#include "program/program_file.hpp"
#include "show/subject.hpp"

namespace stretto::tool {

/// Labels are the words of the file. Costs are those of the file's target, or of the H200 if it names none; a step's
/// "cycles" replace those of its unit. Setup and teardown are not drawn.
Subject program_subject(ProgramFile&& given);

}  // namespace stretto::tool
