#include "audit/audit_report.hpp"

#include <algorithm>
#include <utility>

#include <stretto/verify/explain.hpp>

#include "exit_status.hpp"
#include "output.hpp"
#include "verification_json.hpp"
#include "verification_text.hpp"

namespace stretto::tool {

namespace {

std::string line_of(const assembly::Kernel& kernel, int instruction) {
  const assembly::Instruction& in = kernel.code[static_cast<std::size_t>(instruction)];
  return kernel.place(in.line) + " " + in.text;
}

/// The workgroups for which the verdict holds.
std::string workgroups_text(const audit::Audit& found) {
  const std::size_t count = found.workgroups.size();
  if (count > 1 && std::cmp_equal(count, found.all_workgroups)) return "all " + std::to_string(count) + " workgroups";
  std::string text = count == 1 ? "workgroup " : "workgroups ";
  for (std::size_t i = 0; i < count; ++i) {
    text += (i == 0 ? "" : i + 1 == count ? " and " : ", ") + audit::workgroup_text(found.workgroups[i]);
  }
  return found.all_workgroups == 1 ? text : text + " of " + std::to_string(found.all_workgroups);
}

std::string counter_text(Counter counter, int count) {
  return std::string(counter == Counter::vm ? "vmcnt" : "lgkmcnt") + "(" + std::to_string(count) + ")";
}

/// The numbers of loop executions for which the verdict holds.
std::string extent(const assembly::Kernel& kernel, const audit::Audit::Trips& trips) {
  if (trips.period == 0) return "for this launch";
  const std::string loop = "of the loop at " + kernel.place(trips.line);
  if (trips.period == 1) return "for " + std::to_string(trips.first) + " executions or more " + loop;
  std::string text = "for ";
  for (int k = 0; k < 3; ++k) text += std::to_string(trips.first + k * trips.period) + ", ";
  return text + "... executions " + loop;
}

/// The conditions under which it holds for numbers other than the launch's.
std::string conditions(const assembly::Kernel& kernel, const audit::Audit::Trips& trips) {
  std::string text;
  if (trips.period == 0) return text;
  constexpr std::size_t most_listed = 6;
  const std::size_t count = trips.same_branches.size();
  const std::size_t listed = count > most_listed + 1 ? most_listed : count;
  for (std::size_t i = 0; i < listed; ++i) {
    text += (i == 0 ? "as long as these branches go the same way as in this launch: " : ", ") +
            kernel.place(trips.same_branches[i]);
  }
  if (listed < count) text += " and " + std::to_string(count - listed) + " more";
  if (!text.empty()) text += "\n";
  if (trips.left_at > 0) text += "as long as the loop ends as in this launch, at " + kernel.place(trips.left_at) + "\n";
  return text;
}

/// One wave ends before a barrier at which another waits.
std::string uneven_text(const assembly::Kernel& kernel, const audit::UnevenBarrier& uneven) {
  return line_of(kernel, uneven.instruction) + ": wave " + std::to_string(uneven.wave) + " waits at its barrier " +
         std::to_string(uneven.passed + 1) + ", but wave " + std::to_string(uneven.other) + " ends after " +
         std::to_string(uneven.passed) +
         "\n  the hardware lets the remaining waves continue, but HIP and other source languages do not allow this\n";
}

}  // namespace

std::string unwritten_text(const assembly::Kernel& kernel, const audit::UnwrittenRead& read) {
  return line_of(kernel, read.instruction) + " of wave " + std::to_string(read.wave) + " reads LDS byte " +
         std::to_string(read.first_byte) + ", which no instruction writes";
}

std::string slack_words(const audit::WaitSlack& slack) {
  if (slack.counter == Counter::none) return slack.needed() ? "the barrier is needed" : "the barrier is not needed";
  const std::string text = counter_text(slack.counter, slack.count);
  if (slack.loosest < 0) return text + " is not needed";
  if (slack.loosest == slack.count) return text + " is as loose as it can be";
  return text + " could be " + std::to_string(slack.loosest);
}

std::string slack_change(const audit::WaitSlack& slack) {
  return slack.next < 0 ? "without it" : "with " + counter_text(slack.counter, slack.next);
}

std::string slack_text(const assembly::Kernel& kernel, const audit::WaitSlack& slack) {
  std::string text = line_of(kernel, slack.instruction) + ": " + slack_words(slack) + "\n";
  if (!slack.needed_for.empty()) text += "  for " + slack.needed_for + "\n";
  return text;
}

std::string slack_summary(const std::vector<audit::WaitSlack>& waits) {
  const auto strict = std::count_if(waits.begin(), waits.end(), [](const audit::WaitSlack& w) { return w.strict(); });
  return std::to_string(strict) + " of " + std::to_string(waits.size()) +
         (strict == 1 ? " waits and barriers is" : " waits and barriers are") + " stricter than needed";
}

std::string verdict_extent(const assembly::Kernel& kernel, const audit::Audit& found) {
  const audit::Audit::Trips trips = found.trips();
  return extent(kernel, trips) + ", in " + workgroups_text(found) + "\n" + conditions(kernel, trips);
}

std::string audit_verdict(const audit::Audit& found) {
  if (!found.judged()) return "cannot judge";
  if (found.uneven) return "barrier that not every wave reaches";
  return found.proven() ? "proven" : "race";
}

int audit_status(const audit::Audit& found) {
  const std::string verdict = audit_verdict(found);
  return verdict == "proven" ? exit_done : verdict == "cannot judge" ? exit_bad_input : exit_race;
}

std::string audit_text(const assembly::Kernel& kernel, const audit::Audit& found,
                       const std::vector<audit::WaitSlack>* waits) {
  const std::string verdict = audit_verdict(found);
  std::string text = kernel.name + " (" + kernel.target + "): " + verdict;
  if (verdict == "cannot judge") return text + ": " + found.refusal;
  if (found.uneven) return text + ", in " + workgroups_text(found) + "\n" + uneven_text(kernel, *found.uneven);
  const audit::Audit::Trips trips = found.trips();
  text += " " + verdict_extent(kernel, found);
  text += std::to_string(found.waves) + (found.waves == 1 ? " wave, " : " waves, ") +
          std::to_string(kernel.code.size()) + " instructions, " + std::to_string(found.found.pairs_checked) +
          " pairs checked\n";
  if (!trips.why_not.empty()) {
    text +=
        "note: only for this launch, because of the loop at " + kernel.place(trips.line) + ": " + trips.why_not + "\n";
  }
  for (const audit::UnwrittenRead& read : found.program->unwritten) {
    text += "unwritten, race: " + unwritten_text(kernel, read) + "\n";
  }
  text += hazards_text(audit::InstructionNames(*found.program), found.program->program, found.found);
  if (!found.program->shared.empty()) {
    text += "note: waves write the same values to the same bytes at the same time, first at " +
            line_of(kernel, found.program->shared.front().instruction) + "\n";
  }
  if (waits != nullptr) {
    text += slack_summary(*waits) + "\n";
    for (const audit::WaitSlack& slack : *waits) text += slack_text(kernel, slack);
  }
  return text;
}

Json audit_json(const assembly::Kernel& kernel, const audit::Audit& found, const std::vector<audit::WaitSlack>* waits) {
  Json out = {{"kernel", kernel.name}, {"target", kernel.target}, {"verdict", audit_verdict(found)}};
  out["reason"] = found.judged() ? Json(nullptr) : Json(found.refusal);
  if (!found.judged()) return out;
  out["workgroups"] = {{"judged", found.workgroups}, {"of", found.all_workgroups}};
  if (found.uneven) {
    out["barrier"] = {{"line", kernel.code[static_cast<std::size_t>(found.uneven->instruction)].line},
                      {"wave", found.uneven->wave},
                      {"other", found.uneven->other},
                      {"passed", found.uneven->passed}};
    return out;
  }
  const audit::Audit::Trips trips = found.trips();
  out["waves"] = found.waves;
  out["instructions"] = kernel.code.size();
  out["pairs_checked"] = found.found.pairs_checked;
  out["loop"] = nullptr;
  out["why_no_loop"] = trips.why_not.empty() ? Json(nullptr) : Json(trips.why_not);
  if (trips.period > 0) {
    out["loop"] = {{"line", trips.line},
                   {"first", trips.first},
                   {"period", trips.period},
                   {"launched", trips.launched},
                   {"same_branches", trips.same_branches}};
    if (trips.left_at > 0) out["loop"]["left_at"] = trips.left_at;
  }
  const audit::InstructionNames names(*found.program);
  const auto step = [&](const StepInstance& of) -> Json {
    if (!of.present()) return nullptr;
    const assembly::Instruction& in = found.program->instruction(of);
    Json json = {
        {"wave", of.role}, {"section", name(of.section)}, {"trip", of.trip}, {"line", in.line}, {"text", in.text}};
    if (in.source_line > 0) json["source_line"] = in.source_line;
    return json;
  };
  out["hazards"] = hazards_json(names, found.program->program, found.found, step);
  for (std::size_t i = 0; i < out["hazards"].size(); ++i) {
    const Hazard& hazard = found.found.hazards[static_cast<int>(i)];
    out["hazards"][i]["story"] = str(explain(names, found.program->program, hazard));
  }
  out["unwritten"] = Json::array();
  for (const audit::UnwrittenRead& read : found.program->unwritten) {
    out["unwritten"].push_back({{"line", kernel.code[static_cast<std::size_t>(read.instruction)].line},
                                {"wave", read.wave},
                                {"byte", read.first_byte}});
  }
  if (waits != nullptr) {
    out["waits"] = Json::array();
    for (const audit::WaitSlack& slack : *waits) {
      out["waits"].push_back({{"line", kernel.code[static_cast<std::size_t>(slack.instruction)].line},
                              {"counter", slack.counter == Counter::none ? "barrier" : name(slack.counter)},
                              {"count", slack.count},
                              {"needed", slack.needed()},
                              {"loosest", slack.loosest},
                              {"needed_for", slack.needed_for}});
    }
  }
  return out;
}

}  // namespace stretto::tool
