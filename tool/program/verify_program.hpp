// Verifies programs of program files, and reports the result.
#pragma once

#include <string>

#include "program/program_file.hpp"

namespace stretto::tool {

/// The verdict for every trip count. If a persistent program already goes wrong in its first tile, the hazards are
/// those of a run with one tile: their stories are shorter.
Verification verify_program(const WaveProgram& program, const VerifyOptions& options = {});

/// The same, with the latency bounds of the file's target if it has one. `pairs`: list proven pairs, too.
Verification verify_program(const ProgramFile& file, bool pairs = false);

/// Why a program cannot run, with the names of the file.
std::string refusal(const ProgramFile& file, const Diagnostic& why);

/// The whole report of `stretto verify`, as text.
std::string program_report(const ProgramFile& file, const Verification& found);

/// The same as JSON.
Json program_report_json(const ProgramFile& file, const Verification& found);

}  // namespace stretto::tool
