#include "program/verify_program.hpp"

#include "output.hpp"
#include "verification_json.hpp"
#include "verification_text.hpp"
#include "verified.hpp"

namespace stretto::tool {

namespace {

/// {role, section, index, tile, trip, op}.
Json program_step_json(const ProgramFile& file, const StepInstance& step) {
  if (!step.present()) return nullptr;
  const std::string whole = str(ProgramNames(file)(step));  // "kernel[0] await full[2]"
  return {{"role", file.program.roles[step.role].name},
          {"section", stretto::name(step.section)},
          {"index", step.index},
          {"tile", step.run},
          {"trip", step.trip - step.start},
          {"op", whole.substr(whole.find(' ') + 1)}};
}

/// What the verdict does not cover.
std::vector<std::string> program_notes(const ProgramFile& file) {
  std::vector<std::string> notes;
  notes.reserve(file.unread_sums.size());
  for (const std::string& sum : file.unread_sums) {
    notes.push_back("no step reads the sum " + quote(sum) +
                    ", so a use before its multiplications are complete is not "
                    "found; say \"reads\": " +
                    quote(sum) + " in the step that uses it");
  }
  return notes;
}

}  // namespace

Verification verify_program(const WaveProgram& program, const VerifyOptions& options) {
  Verification found = verify(program, options);
  if (!program.persistent || found.verdict != Verdict::race) return found;
  WaveProgram one_tile = program;
  one_tile.persistent = false;
  Verification first = verify(one_tile, options);
  if (first.verdict == Verdict::race) found.hazards = std::move(first.hazards);
  return found;
}

std::string program_report(const ProgramFile& file, const Verification& found) {
  const ProgramNames names(file);
  std::string text = file.name + ": " + (found.proven() ? verdict_sentence(found) : verdict_line(found)) + "\n";
  text += std::to_string(found.pairs_checked) + " pairs checked";
  if (file.program.persistent) text += "; any number of tiles, each with its own trip count";
  text += "\n" + hazards_text(names, file.program, found) + dead_reads_text(names, found);
  for (const std::string& note : program_notes(file)) text += "note: " + note + "\n";
  return text;
}

Json program_report_json(const ProgramFile& file, const Verification& found) {
  const auto step = [&](const StepInstance& of) { return program_step_json(file, of); };
  Json out = {{"name", file.name},
              {"verdict", name(found.verdict)},
              {"registers", name(file.program.registers)},
              {"hazards", hazards_json(ProgramNames(file), file.program, found, step)},
              {"dead_reads", Json::array()},
              {"pairs_checked", found.pairs_checked},
              {"trips_explored", found.trips_explored},
              {"repeats_from", found.repeats_from}};
  const ProgramNames names(file);
  for (std::size_t i = 0; i < out["hazards"].size(); ++i) {
    const Hazard& hazard = found.hazards[static_cast<int>(i)];
    out["hazards"][i]["story"] = str(explain(names, file.program, hazard));
  }
  for (const StepInstance& read : found.dead_reads) out["dead_reads"].push_back(step(read));
  out["notes"] = program_notes(file);
  return out;
}

}  // namespace stretto::tool
