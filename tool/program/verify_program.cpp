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

/// Does the step change its places, such as a sum that is rescaled? Then what it reads is used by those who read there
/// next.
bool is_in_place(const WaveProgram& program, const Step& step) {
  const auto writes = [&](const StepAccess& read) {
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& other = program.accesses[step.first_access + i];
      if (other.mode == AccessMode::write && other.buffer == read.buffer && other.subtile == read.subtile) return true;
    }
    return false;
  };
  for (int i = 0; i < step.access_count; ++i) {
    const StepAccess& access = program.accesses[step.first_access + i];
    if (access.mode == AccessMode::read && !writes(access)) return false;
  }
  return true;
}

/// Reads whose data no step uses, each of them once.
std::vector<StepInstance> dead_reads(const ProgramFile& file, const Verification& found) {
  std::vector<StepInstance> out;
  for (const StepInstance& read : found.dead_reads) {
    if (!is_in_place(file.program, file.program.roles[read.role].steps[read.section][read.index])) out.push_back(read);
  }
  return out;
}

/// The step that reads what no step writes.
StepInstance unwritten_read(const WaveProgram& program, const Diagnostic& why) {
  const auto reads = [&](const Step& step) {
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program.accesses[step.first_access + i];
      if (access.mode == AccessMode::read && access.buffer == why.limit && access.subtile == why.value) return true;
    }
    return false;
  };
  const auto section = static_cast<Section>(why.section);
  for (int a = 0; a < program.roles.size(); ++a) {
    const Vector<Step>& steps = program.roles[a].steps[section];
    if (why.entry < steps.size() && reads(steps[why.entry])) return {a, section, why.entry, why.entry};
  }
  return {};
}

/// The step that a refusal is about: that of the first role whose own steps are refused for the same reason.
StepInstance step_at_fault(const ProgramFile& file, const Diagnostic& why) {
  if (why.section < 0 || why.entry < 0) return {};
  const auto section = static_cast<Section>(why.section);
  for (int a = 0; a < file.program.roles.size(); ++a) {
    if (why.entry >= file.program.roles[a].steps[section].size()) continue;
    WaveProgram alone = file.program;
    for (int b = 0; b < alone.roles.size(); ++b) {
      if (b != a) alone.roles[b].steps = {};
    }
    const Diagnostic same = check_program(alone);
    const bool refused = same.rule == why.rule && same.value == why.value && same.limit == why.limit &&
                         same.section == why.section && same.entry == why.entry;
    if (refused) return {a, section, why.entry, why.entry};
  }
  return {};
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

Verification verify_program(const ProgramFile& file, bool pairs) {
  return verify_program(file.program, {file.target != nullptr ? file.target->latency : LatencyBounds{}, pairs});
}

std::string refusal(const ProgramFile& file, const Diagnostic& why) {
  if (why.rule == Rule::negative_count && why.count == Count::kernel_trips_of_a_role) {
    return reason(why) + "; here: raise \"min_trips\" until no role's trip count is negative";
  }
  const StepInstance at =
      why.rule == Rule::no_contributor ? unwritten_read(file.program, why) : step_at_fault(file, why);
  if (!at.present()) return reason(why);
  const std::string step = str(ProgramNames(file).with_role(at));
  if (why.rule != Rule::no_contributor) return step + ": " + str(describe(why));
  const Buffer& buffer = file.program.buffers[why.limit];
  const std::string place = buffer.name + (buffer.subtiles > 1 ? "." + std::to_string(why.value) : std::string());
  return step + ": no_contributor: reads " + quote(place) +
         ", which no step writes; name it in the \"writes\" of the step that does";
}

std::string program_report(const ProgramFile& file, const Verification& found) {
  const ProgramNames names(file);
  std::string text = file.name + ": " + (found.proven() ? verdict_sentence(found) : verdict_line(found)) + "\n";
  text += std::to_string(found.pairs_checked) + " pairs checked";
  if (file.program.persistent) text += "; any number of tiles, each with its own trip count";
  text += "\n" + hazards_text(names, file.program, found);
  for (const StepInstance& read : dead_reads(file, found)) {
    text += "dead read: no step uses the data that " + str(names.with_role(read)) +
            " reads; remove it, or name what it writes in the \"reads\" of the step that uses it\n";
  }
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
  for (const StepInstance& read : dead_reads(file, found)) out["dead_reads"].push_back(step(read));
  out["notes"] = program_notes(file);
  return out;
}

}  // namespace stretto::tool
